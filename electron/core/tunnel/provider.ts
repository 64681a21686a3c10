import type { TunnelChoice, TunnelKind, TunnelReadiness } from '#shared/tunnel/model.ts'

export type ChoiceOf<Kind extends TunnelKind> = Extract<TunnelChoice, { kind: Kind }>

/** What an open tunnel reports. Lines are redacted before they are shown. */
export interface TunnelEvents {
  line(text: string): void
  /** Its public address is known or has changed. It is not proven yet. */
  address(publicUrl: string): void
  /** What the tunnel reports about its connection; `null` if it works. */
  health(complaint: string | null): void
  /** It ended without being closed here. `mayRecover`: trying again may help. */
  ended(reason: string, mayRecover: boolean): void
}

export interface OpenTunnel {
  /** Settles when nothing of it is running. */
  close(): Promise<void>
}

/** A kind of tunnel. To add one, write one file and add it to the list of providers. */
export interface TunnelProvider<Kind extends TunnelKind = TunnelKind> {
  readonly kind: Kind
  /** `port`: the listener's, `null` while it does not listen. Never rejects. */
  readiness(port: number | null): Promise<TunnelReadiness>
  /** Opens a tunnel to `127.0.0.1:port`. Never throws: failures are reported as events. */
  open(choice: ChoiceOf<Kind>, port: number, events: TunnelEvents): OpenTunnel
}

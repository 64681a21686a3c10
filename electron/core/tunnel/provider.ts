import type { TunnelChoice, TunnelKind, TunnelReadiness } from '#shared/tunnel/model.ts'

export type ChoiceOf<Kind extends TunnelKind> = Extract<TunnelChoice, { kind: Kind }>

/** Reports of an open tunnel. Lines are redacted before they are shown. */
export interface TunnelEvents {
  line(text: string): void
  /** Reports a new public address. It is not proven yet. */
  address(publicUrl: string): void
  /** Reports a problem of the connection; `null` if it works. */
  health(complaint: string | null): void
  /** Reports that the tunnel ended without `close`. `mayRecover`: whether trying again may help. */
  ended(reason: string, mayRecover: boolean): void
}

export interface OpenTunnel {
  /** Settles when all of its programs have ended. */
  close(): Promise<void>
}

/** A kind of tunnel. To add one, write one file and add it to the list of providers. */
export interface TunnelProvider<Kind extends TunnelKind = TunnelKind> {
  readonly kind: Kind
  /** `port`: the listener's port; `null` while it is stopped. Never rejects. */
  readiness(port: number | null): Promise<TunnelReadiness>
  /** Opens a tunnel to `127.0.0.1:port`. Never throws: failures are reported as events. */
  open(choice: ChoiceOf<Kind>, port: number, events: TunnelEvents): OpenTunnel
}

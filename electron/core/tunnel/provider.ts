import type { TunnelChoice, TunnelKind, TunnelReadiness } from '#shared/tunnel/model.ts'

export type ChoiceOf<Kind extends TunnelKind> = Extract<TunnelChoice, { kind: Kind }>

/** Events of an open tunnel. Lines are redacted before they are shown. */
export interface TunnelEvents {
  line(text: string): void
  address(publicUrl: string): void
  /** Reports a problem with the connection, or `null` once it works again. */
  health(complaint: string | null): void
  /** Reports that the tunnel ended without a call to `close`. `mayRecover` means that trying again may help. */
  ended(reason: string, mayRecover: boolean): void
}

export interface OpenTunnel {
  close(): Promise<void>
}

/** A kind of tunnel. To add one, write one file and add it to the list of providers. */
export interface TunnelProvider<Kind extends TunnelKind = TunnelKind> {
  readonly kind: Kind
  /** `port` is the listener's port, or `null` while the listener is stopped. Never rejects. */
  readiness(port: number | null): Promise<TunnelReadiness>
  /** Opens a tunnel to `127.0.0.1:port`. Never throws, because failures are reported as events. */
  open(choice: ChoiceOf<Kind>, port: number, events: TunnelEvents): OpenTunnel
}

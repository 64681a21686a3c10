import type { TunnelChoice, TunnelKind, TunnelReadiness } from '#shared/tunnel/model.ts'

export type ChoiceOf<Kind extends TunnelKind> = Extract<TunnelChoice, { kind: Kind }>

/** Called by an open tunnel. Lines of output are redacted before they are shown. */
export interface TunnelEvents {
  line(text: string): void
  address(publicUrl: string): void
  health(complaint: string | null): void
  /** Reports that the tunnel ended on its own. `mayRecover` means that opening it again may help. */
  ended(reason: string, mayRecover: boolean): void
}

export interface OpenTunnel {
  close(): Promise<void>
}

/** A kind of tunnel. */
export interface TunnelProvider<Kind extends TunnelKind = TunnelKind> {
  readonly kind: Kind
  /** Returns whether the tunnel can be opened. `port` is the listener's port, or `null` while the listener is stopped. */
  readiness(port: number | null): Promise<TunnelReadiness>
  /** Opens a tunnel to `127.0.0.1:port`. Reports failures with `events` and never throws. */
  open(choice: ChoiceOf<Kind>, port: number, events: TunnelEvents): OpenTunnel
}

import type { TunnelChoice, TunnelKind, TunnelReadiness } from '#shared/tunnel/model.ts'

export type ChoiceOf<Kind extends TunnelKind> = Extract<TunnelChoice, { kind: Kind }>

/** What a tunnel says while it is open. Every line is masked before it is shown. */
export interface TunnelEvents {
  line(text: string): void
  /** It has this public address now, maybe another than before. That it leads here is still to be proven. */
  address(publicUrl: string): void
  /** What the tunnel itself says of its connection; `null`: all is well. */
  health(complaint: string | null): void
  /** It is over, and it was not us who closed it. Whether trying again may help. */
  ended(reason: string, mayRecover: boolean): void
}

export interface OpenTunnel {
  /** Settles when nothing of it runs any more. */
  close(): Promise<void>
}

/** One way to make the listener reachable. Adding another is one file and one line in the list of them. */
export interface TunnelProvider<Kind extends TunnelKind = TunnelKind> {
  readonly kind: Kind
  /** `port`: the listener's, `null` while it does not listen. Never rejects. */
  readiness(port: number | null): Promise<TunnelReadiness>
  /** Leads to `127.0.0.1:port` from now on. Never throws: what goes wrong is told through the events. */
  open(choice: ChoiceOf<Kind>, port: number, events: TunnelEvents): OpenTunnel
}

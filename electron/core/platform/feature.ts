import type { Handlers } from '#shared/rpc/contract.ts'

/** The handlers of every procedure whose name begins with one of these prefixes: `HandlersOf<'session' | 'profiles'>`. */
export type HandlersOf<Prefix extends string> = Pick<Handlers, Extract<keyof Handlers, `${Prefix}.${string}`>>

/** One feature of the core: what the page may call, what it does at start and end, what it deletes with a workspace. */
export interface Feature<Prefix extends string> {
  readonly handlers: HandlersOf<Prefix>
  /** Never waits for a locked keychain. */
  start?(): void | Promise<void>
  /** Deletes everything kept for a workspace. Idempotent: it is repeated after a crash. */
  forgetWorkspace?(id: string): Promise<void>
  close?(): void | Promise<void>
}

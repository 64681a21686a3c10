import type { Handlers } from '#shared/rpc/contract.ts'

/** The handlers of every procedure whose name begins with one of these prefixes: `HandlersOf<'notes'>`. */
export type HandlersOf<Prefix extends string> = Pick<Handlers, Extract<keyof Handlers, `${Prefix}.${string}`>>

/** The handlers of one part of a contract, where a feature composes several: `HandlersIn<typeof noteIndex>`. */
export type HandlersIn<Contract> = Pick<Handlers, Extract<keyof Handlers, keyof Contract>>

/** One feature of the core: what the page may call, what it does at start and end, what it deletes with a workspace. */
export interface Feature<Prefix extends string> {
  readonly handlers: HandlersOf<Prefix>
  /** Never waits for a locked keychain. */
  start?(): void | Promise<void>
  /** Deletes everything kept for a workspace. Idempotent: it is repeated after a crash. */
  forgetWorkspace?(id: string): Promise<void>
  close?(): void | Promise<void>
}

import type { Handlers } from '#shared/rpc/contract.ts'

/** The handlers of all procedures with one of these prefixes: `HandlersOf<'notes'>`. */
export type HandlersOf<Prefix extends string> = Pick<Handlers, Extract<keyof Handlers, `${Prefix}.${string}`>>

/** The handlers of one part of a contract, where a feature composes several: `HandlersIn<typeof noteIndex>`. */
export type HandlersIn<Contract> = Pick<Handlers, Extract<keyof Handlers, keyof Contract>>

/** A feature of the core: its procedures, and its work at start, at the removal of a workspace, and at quit. */
export interface Feature<Prefix extends string> {
  readonly handlers: HandlersOf<Prefix>
  /** Never waits for a locked keychain. */
  start?(): void | Promise<void>
  /** Deletes all data of a workspace. Idempotent, because it is repeated after a crash. */
  forgetWorkspace?(id: string): Promise<void>
  close?(): void | Promise<void>
}

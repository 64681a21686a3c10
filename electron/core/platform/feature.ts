import type { Handlers } from '#shared/rpc/contract.ts'

export type HandlersOf<Prefix extends string> = Pick<Handlers, Extract<keyof Handlers, `${Prefix}.${string}`>>

/** The handlers for a part of a contract, for features whose handlers are in several files. */
export type HandlersIn<Contract> = Pick<Handlers, Extract<keyof Handlers, keyof Contract>>

/** A feature of the core, with its procedures and the hooks for starting, closing and removing a workspace. */
export interface Feature<Prefix extends string> {
  readonly handlers: HandlersOf<Prefix>
  /** Must not wait for a locked keychain. */
  start?(): void | Promise<void>
  /** Deletes all of a workspace's data. May be called again after a crash. */
  forgetWorkspace?(id: string): Promise<void>
  close?(): void | Promise<void>
}

import type { Handlers } from '#shared/rpc/contract.ts'

export type HandlersOf<Prefix extends string> = Pick<Handlers, Extract<keyof Handlers, `${Prefix}.${string}`>>

/**
 * The handlers for one part of a contract, such as `HandlersIn<typeof noteIndex>`, for features that consist of several parts.
 */
export type HandlersIn<Contract> = Pick<Handlers, Extract<keyof Handlers, keyof Contract>>

/** A feature of the core: its procedures, and its work when the app starts, a workspace is removed, or the app quits. */
export interface Feature<Prefix extends string> {
  readonly handlers: HandlersOf<Prefix>
  /** Must not wait for a locked keychain. */
  start?(): void | Promise<void>
  /** Deletes all of a workspace's data. Must be idempotent, because it is repeated after a crash. */
  forgetWorkspace?(id: string): Promise<void>
  close?(): void | Promise<void>
}

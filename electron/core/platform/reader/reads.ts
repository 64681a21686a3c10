import type { Sql } from '#core/database/sql.ts'
import type { Reply } from '../thread.ts'

/**
 * The functions of a feature that run on the reader thread. Each has one input and only reads the database. Inputs and outputs
 * are cloned between threads and must not contain secrets. A long read is asynchronous and pauses regularly, so that other reads
 * can run.
 */
export interface Reads<Table> {
  readonly name: string
  readonly create: (sql: Sql) => Table
}

type AnyRead = (input: never, signal: AbortSignal) => unknown

/** Runs a read. When aborted, rejects with the signal's reason. */
export type Read<Table> = <Name extends keyof Table & string>(
  name: Name,
  input: InputOfRead<Table[Name]>,
  signal?: AbortSignal,
) => Promise<OutputOfRead<Table[Name]>>

type InputOfRead<One> = One extends (input: infer Input, signal: AbortSignal) => unknown ? Input : never
type OutputOfRead<One> = One extends AnyRead ? Awaited<ReturnType<One>> : never

export type ReadTable = Readonly<Record<string, AnyRead>>

export type ToReader =
  | ReadMessage
  | { readonly kind: 'drop'; readonly id: number }
  /** Closes the connection and ends the thread, even during a read. */
  | { readonly kind: 'end' }

export interface ReadMessage {
  readonly kind: 'read'
  readonly id: number
  readonly feature: string
  readonly name: string
  readonly input: unknown
}

export type FromReader = { readonly kind: 'ready' } | Reply

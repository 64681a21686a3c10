import type { Sql } from '#core/database/sql.ts'

/**
 * What a feature reads of the store and may take a while: functions of one input that change nothing and know nothing but the store.
 * They run on the reader thread, so input and output are what a structured clone carries, and hold no secret. One that is long is
 * asynchronous: it yields to the event loop between its slices, so that a short read has its turn, and ends when the signal aborts.
 */
export interface Reads<Table> {
  readonly name: string
  readonly create: (sql: Sql) => Table
}

type AnyRead = (input: never, signal: AbortSignal) => unknown

/** Asks for one of the reads. Rejects with the reason of the signal once that aborts; a read that has not begun is then dropped. */
export type Read<Table> = <Name extends keyof Table & string>(
  name: Name,
  input: InputOfRead<Table[Name]>,
  signal?: AbortSignal,
) => Promise<OutputOfRead<Table[Name]>>

type InputOfRead<One> = One extends (input: infer Input, signal: AbortSignal) => unknown ? Input : never
type OutputOfRead<One> = One extends AnyRead ? Awaited<ReturnType<One>> : never

/** The reads of any feature, by name. */
export type ReadTable = Readonly<Record<string, AnyRead>>

import type { Sql } from '#core/database/sql.ts'

/**
 * A feature's reads that may take a while: functions with one input that only read the database. They run on the reader thread,
 * so their inputs and outputs must support structured clone and must not contain secrets. A long read is asynchronous. It yields
 * to the event loop between slices so that short reads can run, and ends when the signal is aborted.
 */
export interface Reads<Table> {
  readonly name: string
  readonly create: (sql: Sql) => Table
}

type AnyRead = (input: never, signal: AbortSignal) => unknown

/** Calls a read. When aborted, rejects with the signal's reason. A read that has not begun is then canceled. */
export type Read<Table> = <Name extends keyof Table & string>(
  name: Name,
  input: InputOfRead<Table[Name]>,
  signal?: AbortSignal,
) => Promise<OutputOfRead<Table[Name]>>

type InputOfRead<One> = One extends (input: infer Input, signal: AbortSignal) => unknown ? Input : never
type OutputOfRead<One> = One extends AnyRead ? Awaited<ReturnType<One>> : never

export type ReadTable = Readonly<Record<string, AnyRead>>

import type { Sql } from '#core/database/sql.ts'

/**
 * Reads of a feature that may take a while: functions of one input that only read the store. They run on the reader thread, so
 * inputs and outputs must support structured clone and contain no secret. A long read is asynchronous: it yields to the event loop
 * between slices, so that short reads run, and ends when the signal aborts.
 */
export interface Reads<Table> {
  readonly name: string
  readonly create: (sql: Sql) => Table
}

type AnyRead = (input: never, signal: AbortSignal) => unknown

/** Calls one of the reads. Rejects with the reason of the signal when it aborts. A read that has not begun is then canceled. */
export type Read<Table> = <Name extends keyof Table & string>(
  name: Name,
  input: InputOfRead<Table[Name]>,
  signal?: AbortSignal,
) => Promise<OutputOfRead<Table[Name]>>

type InputOfRead<One> = One extends (input: infer Input, signal: AbortSignal) => unknown ? Input : never
type OutputOfRead<One> = One extends AnyRead ? Awaited<ReturnType<One>> : never

export type ReadTable = Readonly<Record<string, AnyRead>>

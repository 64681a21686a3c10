import type { z } from 'zod'
import { sqliteFailure, storageRefused } from '#core/database/sql.ts'
import { AppError, asAppError, canceled } from '#shared/errors.ts'
import { type Call, type Handlers, isProcedureName, procedures } from '#shared/rpc/contract.ts'
import type { CallOptions, Reply } from '#shared/rpc/transport.ts'
import type { Log } from './ports.ts'

export interface DispatchUses {
  readonly log: Log
  /** Returns the known problem with the database files, if any. See `StoreFiles`. */
  readonly storeProblem: () => string | null
}

/** Runs one of the core's procedures for any host, and parses its input and output. Never throws. */
export async function dispatch(
  handlers: Handlers,
  { log, storeProblem }: DispatchUses,
  name: unknown,
  input: unknown,
  { signal = neverAborted }: CallOptions = {},
): Promise<Reply> {
  try {
    if (!isProcedureName(name)) throw new AppError('unknown-procedure', 'Unknown procedure.')
    const parsed = procedures[name].input.safeParse(input)
    if (!parsed.success) {
      throw new AppError('invalid-input', 'Check the highlighted fields.', {
        fields: fieldErrors(parsed.error),
      })
    }
    const handle = handlers[name] as (input: unknown, call: Call) => unknown
    // Drops fields that are not in the schema, so that they never reach a page.
    return { ok: true, value: procedures[name].output.parse(await handle(parsed.data, { signal })) }
  } catch (thrown) {
    // Reports a failure of the disk in the same way for every procedure.
    const error = wasCanceled(thrown, signal)
      ? canceled()
      : (storageRefused(thrown, storeProblem()) ?? asAppError(thrown))
    const isBug = error.code === 'internal' || sqliteFailure(thrown) === 'corrupt'
    if (isBug) log.error(`The procedure ${String(name).slice(0, 64)} failed.`, thrown)
    return { ok: false, error: error.toWire() }
  }
}

const neverAborted = new AbortController().signal

/**
 * Returns whether the signal caused an error. `throwIfAborted()` throws the signal's reason, but Node's functions wrap it, and a
 * nested call throws `canceled`.
 */
export function wasCanceled(thrown: unknown, { aborted, reason }: AbortSignal): boolean {
  if (!aborted || thrown === reason) return aborted
  return thrown instanceof AppError
    ? thrown.code === 'canceled'
    : thrown instanceof Error && thrown.name === 'AbortError'
}

/** Returns the first message for each field, by its dotted path. The messages never contain the value, which may be a key. */
function fieldErrors(error: z.ZodError): Record<string, string> {
  const first = error.issues.toReversed().map((issue) => [issue.path.join('.'), issue.message])
  return Object.fromEntries(first)
}

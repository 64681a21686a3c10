import type { z } from 'zod'
import { sqliteFailure, storageRefused } from '#core/database/sql.ts'
import { AppError, asAppError, cancelled } from '#shared/errors.ts'
import { type Call, type Handlers, isProcedureName, procedures } from '#shared/rpc/contract.ts'
import type { CallOptions, Reply } from '#shared/rpc/transport.ts'
import type { Log } from './ports.ts'

/**
 * The single door into the core, and out of it: what comes in and what goes out is parsed here. Every host, whatever its wire,
 * calls this and nothing else. Never throws.
 */
export async function dispatch(
  handlers: Handlers,
  log: Log,
  name: unknown,
  input: unknown,
  { signal = neverAborted }: CallOptions = {},
): Promise<Reply> {
  try {
    if (!isProcedureName(name)) throw new AppError('unknown-procedure', 'There is no procedure of that name.')
    const parsed = procedures[name].input.safeParse(input)
    if (!parsed.success) {
      throw new AppError('invalid-input', 'Some fields need another look.', {
        fields: fieldErrors(parsed.error),
      })
    }
    const handle = handlers[name] as (input: unknown, call: Call) => unknown
    // A bug throws here and is logged; what was never declared is left out, and does not reach a page.
    return { ok: true, value: procedures[name].output.parse(await handle(parsed.data, { signal })) }
  } catch (thrown) {
    const error = wasCancelled(thrown, signal) ? cancelled() : asAppError(diskRefused(thrown) ?? thrown)
    if (error.code === 'internal') log.error(`The procedure ${String(name).slice(0, 64)} failed.`, thrown)
    return { ok: false, error: error.toWire() }
  }
}

const neverAborted = new AbortController().signal

/** `signal.throwIfAborted()` throws the reason; Node's own functions wrap it. */
function wasCancelled(thrown: unknown, signal: AbortSignal): boolean {
  return (
    signal.aborted && (thrown === signal.reason || (thrown instanceof Error && thrown.name === 'AbortError'))
  )
}

/** A disk that refuses is nobody's bug, wherever in a procedure it does: the same sentence for all that keep something. */
function diskRefused(thrown: unknown): AppError | null {
  const failure = sqliteFailure(thrown)
  return failure === 'full' || failure === 'io' || failure === 'read-only' ? storageRefused(thrown) : null
}

/** The first message of each field, by its dotted path. Never repeats the value, which may be a key. */
function fieldErrors(error: z.ZodError): Record<string, string> {
  const first = error.issues.toReversed().map((issue) => [issue.path.join('.'), issue.message])
  return Object.fromEntries(first)
}

import { wasCanceled } from '#core/platform/dispatch.ts'
import type { Clock, Log } from '#core/platform/ports.ts'
import type { AgentActivity, AgentsStatus } from '#shared/agents/contract.ts'
import { AppError, asAppError, canceled } from '#shared/errors.ts'
import { cut } from './answers.ts'

/**
 * Records the calls that scripts and agents make during this run, so that the window can list them. Calls that change something
 * are also logged.
 */
export type Activity = ReturnType<typeof createActivity>

const kept = 500

export function createActivity(
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  redact: (text: string) => string,
  changed: () => void,
) {
  const ended: AgentActivity[] = []
  const running = new Map<number, AgentsStatus['calls'][number]>()
  let last = 0

  /** Leaves out the service's own text and secrets that the caller passed. Errors of fields become the message. */
  const ownWords = (thrown: unknown): AppError => {
    const { code, message, details, cause } = asAppError(thrown)
    const { detail: _detail, requestId: _requestId, fields, ...rest } = details
    const said = fields === undefined ? message : Object.values(fields).join(' ')
    return new AppError(code, redact(said), { ...rest, cause })
  }

  /** Removes a caller's last call if it is equal to a new one, and returns how many calls it stands for. */
  const takeEqual = (
    { caller, tool }: Pick<AgentActivity, 'caller' | 'tool'>,
    input: string,
    message: string | null,
  ): number => {
    const at = ended.findLastIndex((one) => one.caller === caller)
    const before = ended[at]
    if (before?.tool !== tool || before.input !== input || before.message !== message) return 0
    ended.splice(at, 1)
    return before.times
  }

  return {
    calls: (): AgentsStatus['calls'] => [...running.values()],
    list: (): AgentActivity[] => ended.toReversed(),
    /** Runs a call, and records it until it settles. Throws only an `AppError`. */
    async record<Result>(
      { caller, tool, acts, input }: { caller: string; tool: string; acts: boolean; input: object },
      signal: AbortSignal,
      work: () => Promise<Result>,
      outcomeOf: (result: Result) => AgentActivity['outcome'] = () => 'done',
    ): Promise<Result> {
      last += 1
      const call = { id: last, caller: cut(caller, 64), tool, acts }
      const at = clock.now().toISOString()
      const startedMs = clock.monotonicMs()
      let outcome: AgentActivity['outcome'] = 'error'
      let message: string | null = null
      running.set(call.id, call)
      changed()
      try {
        const result = await work()
        outcome = outcomeOf(result)
        return result
      } catch (thrown) {
        const isCanceled = wasCanceled(thrown, signal)
        const error = isCanceled ? canceled() : ownWords(thrown)
        if (error.code === 'canceled') outcome = 'canceled'
        else if (error.code === 'not-allowed') outcome = 'refused'
        message = isCanceled ? null : error.message
        throw error
      } finally {
        running.delete(call.id)
        const ms = clock.monotonicMs() - startedMs
        const shown = cut(JSON.stringify({ ...input, after: undefined, next: undefined }), 200)
        const times = acts ? 1 : takeEqual(call, shown, message) + 1
        ended.push({ ...call, at, input: shown, times, outcome, message, ms })
        if (ended.length > kept) ended.shift()
        if (acts) log.info('An agent called a tool.', { ...call, outcome })
        changed()
      }
    },
  }
}

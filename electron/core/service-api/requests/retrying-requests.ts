import type { Clock } from '#core/platform/ports.ts'
import { AppError, asAppError } from '#shared/errors.ts'
import { changeTries, readPatienceMs, readTries } from '../assumptions.ts'
import type { HttpAnswer, HttpRequest, Method, Send } from './http.ts'
import type { Gate, Lane, Sleep } from './pacing.ts'
import { backoffMs } from './retry-after.ts'

export interface RequestsOptions {
  readonly send: Send
  readonly gate: Gate
  readonly sleep: Sleep
  readonly random: () => number
  readonly clock: Clock
  /** Called after the last attempt of a request, with `null` if the service responded and otherwise with the failure. */
  readonly onReached: (failure: AppError | null) => void
}

/**
 * Sends requests, at the pace of the gate. A read is retried if its failure may be temporary, but not for longer than a user
 * would wait. A change is retried only after a 429, which means that it had no effect. After other failures, a retry could make
 * the change twice.
 */
export function createRequests({ send, gate, sleep, random, clock, onReached }: RequestsOptions) {
  return async (request: HttpRequest): Promise<HttpAnswer> => {
    /** Duration of all attempts, without the time that the request waited at the gate. */
    let spentMs = 0
    const lane = laneOf(request)
    let notDone: string | undefined
    for (let attempt = 1; ; attempt += 1) {
      await gate.enter(lane, request.signal, notDone)
      const began = clock.monotonicMs()
      try {
        const answer = await send(request)
        gate.opened(lane)
        onReached(null)
        return answer
      } catch (thrown) {
        spentMs += clock.monotonicMs() - began
        const error = tellGate(gate, asAppError(thrown))
        const tries = request.hasCopy && error.code === 'unreachable' ? 1 : triesOf(lane, error)
        if (attempt >= tries || spentMs >= readPatienceMs) {
          if (error.code !== 'canceled') onReached(unreached.has(error.code) ? error : null)
          throw error
        }
        if (error.code === 'rate-limited') {
          notDone = undone[request.method]
          continue
        }
        const ms = backoffMs(attempt, random)
        spentMs += ms
        await pause(ms, request.signal, sleep)
      }
    }
  }
}

const undone: Readonly<Partial<Record<Method, string>>> = {
  POST: 'Endpoint not created.',
  PATCH: 'Endpoint not updated.',
  PUT: 'Endpoint not updated.',
  DELETE: 'Endpoint not deleted.',
}

const laneOf = ({ method, once }: HttpRequest): Lane =>
  method !== 'GET' ? 'change' : once ? 'probe' : 'read'

function triesOf(lane: Lane, { code }: AppError): number {
  if (lane === 'read') return passing.has(code) ? readTries : 1
  return lane === 'change' && code === 'rate-limited' ? changeTries : 1
}

const unreached: ReadonlySet<string> = new Set(['unreachable', 'timeout', 'insecure', 'service-failed'])

const passing: ReadonlySet<string> = new Set(['unreachable', 'timeout', 'service-failed', 'rate-limited'])

function tellGate(gate: Gate, error: AppError): AppError {
  if (error.code === 'key-rejected') gate.rejectKey(error)
  if (error.code !== 'rate-limited') return error
  const seconds = error.details.retryAfterSeconds
  const waitMs = gate.closeFor(seconds === undefined ? null : seconds * 1000)
  if (seconds !== undefined) return error
  return new AppError(error.code, error.message, {
    ...error.details,
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  })
}

async function pause(ms: number, signal: AbortSignal | undefined, sleep: Sleep): Promise<void> {
  await sleep(ms, signal).catch((error: unknown) => {
    throw signal?.aborted ? new AppError('canceled', 'Canceled.') : error
  })
}

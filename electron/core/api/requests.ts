import { AppError, asAppError } from '../../../shared/errors.ts'
import { readTries } from './assumptions.ts'
import type { HttpAnswer, HttpRequest, Send } from './http.ts'
import type { Gate, Sleep } from './pacing.ts'
import { backoffMs } from './retry-after.ts'

export interface RequestsOptions {
  readonly send: Send
  readonly gate: Gate
  readonly sleep: Sleep
  readonly random: () => number
}

/**
 * Sends through the gate. Reads are tried four times when the fault may pass by itself; writes never, since a second one
 * could do its work twice.
 */
export function createRequests({ send, gate, sleep, random }: RequestsOptions) {
  return async (request: HttpRequest): Promise<HttpAnswer> => {
    for (let attempt = 1; ; attempt += 1) {
      await gate.enter(request.signal)
      try {
        const answer = await send(request)
        gate.opened()
        return answer
      } catch (thrown) {
        const error = tellGate(gate, asAppError(thrown))
        if (request.method !== 'GET' || request.once || attempt >= readTries || !passing.has(error.code))
          throw error
        // The gate itself holds back a caller that was told to wait.
        if (error.code !== 'rate-limited') await pause(backoffMs(attempt, random), request.signal, sleep)
      }
    }
  }
}

/** Faults that can be gone at the next try. */
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
    throw signal?.aborted ? new AppError('cancelled', 'This was cancelled.') : error
  })
}

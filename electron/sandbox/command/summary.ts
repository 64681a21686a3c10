import type { Sandbox } from '../sandbox.ts'

/** How a run ended, in numbers. */
export interface Summary {
  readonly deliveries: number
  /** Answered 2xx. */
  readonly delivered: number
  /** Answered otherwise for good, given up, or dropped with their endpoint. */
  readonly failed: number
  readonly pending: number
  readonly attempts: number
  /** What the receiver requested from the API. */
  readonly requests: number
  /** Whether any attempt got a response. */
  readonly reached: boolean
}

/** Of the newest 1,000 deliveries. */
export function summaryOf(sandbox: Sandbox): Summary {
  const deliveries = sandbox.deliveries()
  const count = (...states: readonly string[]) =>
    deliveries.filter(({ state }) => states.includes(state)).length
  const attempts = deliveries.flatMap((one) => one.attempts)
  return {
    deliveries: deliveries.length,
    delivered: count('delivered'),
    failed: count('failed', 'exhausted', 'dropped'),
    pending: count('pending'),
    attempts: attempts.length,
    requests: sandbox.receiverRequests().length,
    reached: attempts.some(({ status }) => status !== null),
  }
}

export const exitCodes = { passed: 0, failed: 1, usage: 2, unreachable: 3 } as const

/** Expectations replace the rule that everything must be delivered: a script that has some says what should happen. */
export function exitCodeOf(summary: Summary, run: { unmet: readonly string[]; expects: boolean }): number {
  if (summary.attempts > 0 && !summary.reached) return exitCodes.unreachable
  if (run.unmet.length > 0) return exitCodes.failed
  return run.expects || summary.failed + summary.pending === 0 ? exitCodes.passed : exitCodes.failed
}

export function summaryText(summary: Summary): string {
  const { deliveries, delivered, failed, pending, attempts, requests } = summary
  return [
    `${counted(deliveries, 'delivery', 'deliveries')}: ${delivered} delivered (2xx), ${failed} failed, ${pending} pending`,
    `${counted(attempts, 'attempt', 'attempts')}, ${counted(requests, 'request', 'requests')} to the API`,
  ].join('\n')
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

export interface Summary {
  readonly deliveries: number
  readonly delivered: number
  readonly failed: number
  readonly pending: number
  readonly attempts: number
  readonly requests: number
  readonly reached: boolean
}

export function summaryOf(
  deliveries: readonly { readonly state: string; readonly attempts: readonly { status: number | null }[] }[],
  { length: requests }: readonly unknown[],
): Summary {
  const count = (...states: readonly string[]) =>
    deliveries.filter(({ state }) => states.includes(state)).length
  const attempts = deliveries.flatMap((one) => one.attempts)
  return {
    deliveries: deliveries.length,
    delivered: count('delivered'),
    failed: count('failed', 'exhausted', 'dropped'),
    pending: count('pending'),
    attempts: attempts.length,
    requests,
    reached: attempts.some(({ status }) => status !== null),
  }
}

export type Verdict = 'passed' | 'failed' | 'unreachable'

/** Returns the verdict. A script with expectations defines what should happen. Without any, every delivery must succeed. */
export function verdictOf(
  summary: Summary,
  { unmet, expects }: { readonly unmet: readonly string[]; readonly expects: boolean },
): Verdict {
  if (isSilent(summary)) return 'unreachable'
  if (unmet.length > 0) return 'failed'
  return expects || summary.failed + summary.pending === 0 ? 'passed' : 'failed'
}

export const isSilent = ({ attempts, reached }: Summary) => attempts > 0 && !reached

export function summaryText(summary: Summary): string {
  const { deliveries, delivered, failed, pending, attempts, requests } = summary
  return [
    `${counted(deliveries, 'delivery', 'deliveries')}: ${delivered} delivered (2xx), ${failed} failed, ${pending} pending`,
    `${counted(attempts, 'attempt', 'attempts')}, ${counted(requests, 'request', 'requests')} to the API`,
  ].join('\n')
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

import type { CheckReport, CheckResult } from './model.ts'

export type ReportBefore = Pick<CheckReport, 'url' | 'signer'> & {
  readonly results: readonly Pick<CheckResult, 'number' | 'state'>[]
}

export type CheckChange = 'fixed' | 'regressed' | 'still-failing'

/** Returns whether two runs used the same URL and secret. If not, differences may have causes other than the receiver. */
export function isComparable(
  one: Pick<CheckReport, 'url' | 'signer'>,
  other: Pick<CheckReport, 'url' | 'signer'>,
): boolean {
  return one.url === other.url && one.signer === other.signer
}

/** Returns the changes by case number. Leaves out cases that did not run both times, and cases that still pass. */
export function changesSince(
  before: Pick<ReportBefore, 'results'>,
  after: Pick<ReportBefore, 'results'>,
): ReadonlyMap<number, CheckChange> {
  const failedBefore = new Map(before.results.map(({ number, state }) => [number, state]))
  const changes = new Map<number, CheckChange>()
  for (const { number, state } of after.results) {
    const earlier = failedBefore.get(number) ?? 'not-run'
    if (earlier === 'not-run' || state === 'not-run') continue
    if (earlier === 'failed') changes.set(number, state === 'failed' ? 'still-failing' : 'fixed')
    else if (state === 'failed') changes.set(number, 'regressed')
  }
  return changes
}

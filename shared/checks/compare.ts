import type { CheckReport, CheckResult } from './model.ts'

/** What a comparison needs of the last report. */
export type ReportBefore = Pick<CheckReport, 'url' | 'signer'> & {
  readonly results: readonly Pick<CheckResult, 'number' | 'state'>[]
}

/** What became of a case since the last run. */
export type CheckChange = 'fixed' | 'regressed' | 'still-failing'

/** Runs at different URLs, or signed with different secrets, say nothing about what changed in the receiver. */
export function isComparable(
  one: Pick<CheckReport, 'url' | 'signer'>,
  other: Pick<CheckReport, 'url' | 'signer'>,
): boolean {
  return one.url === other.url && one.signer === other.signer
}

/** By the number of the case. Cases that did not run in both are left out, and so are those that still pass. */
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

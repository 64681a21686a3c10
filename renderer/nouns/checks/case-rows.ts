import { type CheckCase, checkCases } from '#shared/checks/cases.ts'
import { type CheckChange, changesSince } from '#shared/checks/compare.ts'
import type { ReceiverCheck } from '#shared/checks/contract.ts'
import type { CheckResult } from '#shared/checks/model.ts'
import { adviceOf } from '#shared/checks/summary.ts'
import { copy, expectations, type RowState } from './copy.ts'

export interface CaseRow {
  readonly of: CheckCase
  readonly state: RowState
  /** Result of the current run or, if there is none yet, of the last run. `null` if the case never ran. */
  readonly result: CheckResult | null
  readonly change: CheckChange | null
  readonly advice: ReturnType<typeof adviceOf>
  readonly isOpen: boolean
}

/**
 * Returns every case: failed ones first, then those close to a limit, then those whose effect was not observed. The order follows
 * the last run, so that no row moves during the current one. Cases outside the current run keep their last result.
 */
export function rowsOf({
  running,
  last,
  before,
}: Pick<ReceiverCheck, 'running' | 'last' | 'before'>): CaseRow[] {
  const runs = new Set(running?.cases)
  const lastOf = new Map(last?.results.map((result) => [result.number, result]))
  const resultOf = new Map(running?.results.map((result) => [result.number, result]))
  const changes = before ? changesSince(before, running ?? { results: last?.results ?? [] }) : null
  return checkCases
    .toSorted((one, other) => rankOf(one, lastOf) - rankOf(other, lastOf))
    .map((of) => {
      const { number } = of
      const result = (runs.has(number) ? resultOf : lastOf).get(number) ?? null
      const pending = running?.current === number ? 'running' : 'waiting'
      const state = result?.state ?? (runs.has(number) ? pending : 'not-run')
      const change = changes?.get(number) ?? null
      const hasPassed = lastOf.get(number)?.state === 'passed' && change !== 'fixed' && !isFault(state)
      const advice = adviceOf(
        result ?? { number, change: null },
        (runs.has(number) ? running : last)?.results ?? [],
      )
      return { of, result, state, change, advice, isOpen: !hasPassed }
    })
}

const isFault = (state: RowState) => state === 'failed' || state === 'warned' || state === 'unseen'

function rankOf({ number, grade }: CheckCase, results: ReadonlyMap<number, CheckResult>): number {
  const state = results.get(number)?.state ?? 'not-run'
  return state === 'failed' && grade === 'must' ? -1 : ranks[state]
}

const ranks: Readonly<Record<CheckResult['state'], number>> = {
  failed: 0,
  warned: 1,
  unseen: 2,
  'not-run': 3,
  passed: 4,
}

/** Describes briefly why a case did not pass: the response to the first failed request, or else the first finding. */
export function causeOf({ state, result }: CaseRow, withApi: boolean): string {
  if (result === null || state === 'passed') return ''
  const { exchanges, found } = result
  if (state === 'unseen') return copy.unseen(exchanges[0]?.status ?? null, withApi)
  const failed = exchanges.find(({ passed }) => !passed)
  return failed ? copy.cause(failed.status, expectations[failed.expected]) : (found[0] ?? '')
}

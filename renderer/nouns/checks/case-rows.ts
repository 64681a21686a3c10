import { type CheckCase, checkCases } from '#shared/checks/cases.ts'
import { type CheckChange, changesSince } from '#shared/checks/compare.ts'
import type { ReceiverCheck } from '#shared/checks/contract.ts'
import type { CheckResult } from '#shared/checks/model.ts'
import type { RowState } from './copy.ts'

export interface CaseRow {
  readonly of: CheckCase
  readonly state: RowState
  /** Result in this run, or `null` before the case has run. */
  readonly result: CheckResult | null
  readonly change: CheckChange | null
}

/** Returns every case in order, with the results of the current run, or else of the last run. */
export function rowsOf({
  running,
  last,
  before,
}: Pick<ReceiverCheck, 'running' | 'last' | 'before'>): CaseRow[] {
  const results = running?.results ?? last?.results ?? []
  const byNumber = new Map(results.map((result) => [result.number, result]))
  const changes = before ? changesSince(before, { results }) : new Map<number, CheckChange>()
  return checkCases.map((of) => {
    const { number } = of
    const result = byNumber.get(number) ?? null
    const pending: RowState =
      running === null ? 'not-run' : running.current === number ? 'running' : 'waiting'
    return { of, result, state: result?.state ?? pending, change: changes.get(number) ?? null }
  })
}

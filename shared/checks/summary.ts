import { caseOf } from './cases.ts'
import type { CheckGrade, CheckReport, CheckResult } from './model.ts'

export interface CheckSummary {
  readonly passed: number
  readonly warned: number
  /** By grade: a failed *must* is what counts. */
  readonly failed: Readonly<Record<CheckGrade, number>>
  readonly notRun: number
  /** Cases that answered right, with an effect that was out of sight. They are not among those that passed. */
  readonly unseen: number
  /** Every selected *must* has run and none failed. Without their effects, cases are graded by status alone. */
  readonly mustsPassed: boolean
}

export function summaryOf({ results }: Pick<CheckReport, 'results'>): CheckSummary {
  const having = (state: CheckResult['state']) => results.filter((result) => result.state === state)
  const failed = { must: 0, should: 0, info: 0 }
  for (const { number } of having('failed')) failed[caseOf(number).grade] += 1
  const isOpen = ({ number, state }: CheckResult) => caseOf(number).grade === 'must' && state === 'not-run'
  return {
    passed: having('passed').length,
    warned: having('warned').length,
    failed,
    notRun: having('not-run').length,
    unseen: having('unseen').length,
    mustsPassed: failed.must === 0 && !results.some(isOpen),
  }
}

/**
 * What most likely explains the whole result; `null` if nothing does. A receiver that refuses every valid delivery also refuses every
 * forged one, so that half of the cases pass and say nothing.
 */
export function hintOf({ results }: Pick<CheckReport, 'results'>): string | null {
  const valid = results.flatMap(({ exchanges }) => exchanges.filter(({ expected }) => expected === '2xx'))
  const isRefusal = (status: number | null) => status === 400 || status === 401 || status === 403
  const first = results.find(({ number }) => number === 1)
  if (first?.state !== 'failed' || !valid.every(({ status }) => isRefusal(status))) return null
  const statuses = [...new Set(valid.map(({ status }) => status))].join(' or ')
  return `Every valid delivery was answered ${statuses}. The receiver probably verifies with another signing secret: give it the one that signs this check, or sign with the one it has. Then check again; the other results say little until then.`
}

/** In one line, such as `2 musts failed, 24 passed`. */
export function summaryText(report: Pick<CheckReport, 'results'>): string {
  const { passed } = summaryOf(report)
  const [failed, others] = notPassed(report)
  return [...failed, `${passed} passed`, ...others].join(', ')
}

/** What did not pass, each kind with its count: what failed, and everything else. */
export function notPassed(
  report: Pick<CheckReport, 'results'>,
): readonly [failed: string[], others: string[]] {
  const { failed, warned, notRun, unseen } = summaryOf(report)
  const grades = (['must', 'should', 'info'] as const).map((grade) =>
    failed[grade] === 0 ? '' : `${failed[grade]} ${names[grade][failed[grade] === 1 ? 0 : 1]} failed`,
  )
  const others = [
    warned === 0 ? '' : `${warned} ${warned === 1 ? 'warning' : 'warnings'}`,
    unseen === 0 ? '' : `effect not seen in ${unseen}`,
    notRun === 0 ? '' : `${notRun} not run`,
  ]
  const said = (parts: readonly string[]) => parts.filter((part) => part !== '')
  return [said(grades), said(others)]
}

const names: Readonly<Record<CheckGrade, readonly [one: string, many: string]>> = {
  must: ['must', 'musts'],
  should: ['should', 'shoulds'],
  info: ['info', 'infos'],
}

import { caseOf } from './cases.ts'
import type { CheckExchange, CheckGrade, CheckReport, CheckResult } from './model.ts'

export interface CheckSummary {
  readonly passed: number
  readonly warned: number
  readonly failed: Readonly<Record<CheckGrade, number>>
  readonly notRun: number
  /** Number of cases whose responses were right but whose effect was not observed. Not included in `passed`. */
  readonly unseen: number
  /** Whether every selected case of grade `must` ran and passed. If effects are not observed, only the response status counts. */
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

export function countsOf(report: Pick<CheckReport, 'results'>) {
  const { passed, failed, unseen, mustsPassed } = summaryOf(report)
  return { passed, failed: failed.must + failed.should + failed.info, unseen, mustsPassed }
}

/**
 * Returns the most likely cause of the overall result, or `null`. For example, a receiver that rejects every delivery passes all
 * cases with forged deliveries, which is about half of them.
 */
export function hintOf({ results, why }: Pick<CheckReport, 'results' | 'why'>): string | null {
  if (verifiesNothing(results)) return noSignature
  const first = results.find(({ number }) => number === 1)
  const cause = commonFailure(results.flatMap(({ exchanges }) => exchanges))
  if (first?.state !== 'failed' || cause === null || (cause.kind === 'late' && why !== null)) return null
  return `${cause.sentence} Then check again; the other results say little until then.`
}

const noSignature =
  'Your program verifies no signature. It answered 2xx to every forged delivery: verify each delivery with the signing secret before you use it, such as with a library of Standard Webhooks, and answer 401 to all others.'

/** Cases of deliveries without a valid signature. */
const forgedCases: ReadonlySet<number> = new Set([2, 3, 5, 6, 7, 8, 11, 12, 28])

/**
 * Returns whether every forged delivery was answered 2xx. Ignores case 8, because a program may require all headers and still
 * verify nothing. Needs case 5, because a program that verifies only some of the content rejects a wrong secret.
 */
function verifiesNothing(results: CheckReport['results']): boolean {
  const forged = results.filter(({ number }) => number !== 8 && forgedCases.has(number))
  const ran = forged.filter(({ state }) => state !== 'not-run')
  return (
    ran.some(({ number }) => number === 5) &&
    ran.every(({ state, exchanges }) => state === 'failed' && exchanges.every(({ passed }) => !passed))
  )
}

/**
 * Returns why a case matters, and what to change if it did not pass. Both are `null` for a forged delivery if the program
 * verifies no signature, because each of these cases then suggests another mistake.
 */
export function adviceOf(
  { number, change }: Pick<CheckResult, 'number' | 'change'>,
  results: CheckReport['results'],
): { readonly why: string | null; readonly change: string | null } {
  if (forgedCases.has(number) && verifiesNothing(results)) return { why: null, change: null }
  return { why: caseOf(number).why, change }
}

type Answer = Pick<CheckExchange, 'expected' | 'passed' | 'status' | 'failure'>

/**
 * Returns the failure that all valid deliveries have in common, with advice. `null` if they failed in different ways or some
 * passed.
 */
export function commonFailure(
  exchanges: readonly Answer[],
): { readonly kind: FailureKind; readonly sentence: string } | null {
  const valid = exchanges.filter(({ expected }) => expected === '2xx')
  const [kind, ...others] = new Set(valid.map(failureKind))
  if (!kind || others.length > 0) return null
  const statuses = [...new Set(valid.flatMap(({ status }) => status ?? []))].join(' or ')
  return { kind, sentence: failureSentences[kind](statuses) }
}

type FailureKind = 'late' | 'closed' | 'malformed' | 'redirect' | 'secret' | 'path' | 'method' | 'error'

export function failureKind({ passed, status, failure }: Omit<Answer, 'expected'>): FailureKind | null {
  if (passed) return null
  if (status === null || (status >= 200 && status <= 299)) return failure
  if (status >= 300 && status <= 399) return 'redirect'
  if (status === 400 || status === 401 || status === 403) return 'secret'
  if (status === 404 || status === 410) return 'path'
  if (status === 405 || status === 501) return 'method'
  return status >= 500 ? 'error' : null
}

const failureSentences: Readonly<Record<FailureKind, (statuses: string) => string>> = {
  late: () =>
    'No valid delivery was answered completely in time. The receiver accepts connections: find out what it waits for, and answer 2xx before the work.',
  closed: () =>
    'Every valid delivery ended with a closed connection. The receiver crashes, or another program has this port: look at its log, and check the port.',
  malformed: () =>
    'Every valid delivery was answered with something other than HTTP. Check the port, and whether the URL begins with http:// or https://.',
  redirect: (statuses) =>
    `Every valid delivery was answered ${statuses}, a redirect, which the service does not follow. Use the final URL, and keep login pages off this route.`,
  secret: (statuses) =>
    `Every valid delivery was answered ${statuses}. The receiver probably verifies with another signing secret, or a body that was parsed and written again instead of the raw bytes received. Compare the body that it verifies with those bytes, or at least its length with the content-length header. If they differ, read the raw body before a JSON parser does. If not, give the receiver the secret that signs this check, or sign with the one it has.`,
  path: (statuses) =>
    `Every valid delivery was answered ${statuses}. Nothing handles this path: check the path of the URL, and the route of the receiver.`,
  method: (statuses) =>
    `Every valid delivery was answered ${statuses}. This path does not take POST: check the path of the URL, and the method of the route.`,
  error: (statuses) =>
    `Every valid delivery was answered ${statuses}. The receiver fails while it handles them: look at its log.`,
}

/** Returns which cases passed only by their responses, or `null` if there are none. */
export function unseenSentence({ results }: Pick<CheckReport, 'results'>): string | null {
  const numbers = results.filter(({ state }) => state === 'unseen').map(({ number }) => number)
  if (numbers.length === 0) return null
  return `The answers in ${numbers.length === 1 ? 'case' : 'cases'} ${numbers.join(', ')} were right, but what your receiver did was not seen.`
}

/** Summarizes a report in one line, such as `2 musts failed, 24 passed`. */
export function summaryText(report: Pick<CheckReport, 'results'>): string {
  const { passed } = summaryOf(report)
  const [failed, others] = notPassed(report)
  return [...failed, `${passed} passed`, ...others].join(', ')
}

/** Returns the number of failed cases, and the number of cases that neither failed nor passed. */
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

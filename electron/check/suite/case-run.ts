import { setTimeout as sleep } from 'node:timers/promises'
import { caseOf } from '#shared/checks/cases.ts'
import {
  type CheckEffect,
  type CheckEnd,
  type CheckExchange,
  type CheckExpectation,
  type CheckResult,
  storedAnswerCharacters,
  storedBodyBytes,
} from '#shared/checks/model.ts'
import { commonFailure, failureKind } from '#shared/checks/summary.ts'
import type { CheckAnswer, CheckExchanger, CheckLimits, CheckNotes } from './ports.ts'
import type { CheckRequest, SampleDeliveries } from './sample-deliveries.ts'

export class EndOfRun extends Error {
  readonly end: Exclude<CheckEnd, 'complete'>
  constructor(end: Exclude<CheckEnd, 'complete'>, sentence: string) {
    super(sentence)
    this.end = end
  }
}

export interface RunState {
  readonly exchange: CheckExchanger
  readonly deliveries: SampleDeliveries
  readonly notes: CheckNotes | null
  readonly limits: CheckLimits
  readonly signal: AbortSignal
  wasReached: boolean
  /** Number of consecutive valid deliveries that got no complete response. */
  silences: number
  rejectsSilently: boolean
  /** Whether the receiver fetches its notes from the sandbox. `null` before the first delivery that should cause a fetch. */
  usesApi: boolean | null
  /** Number of times the receiver fetches the note of a single event. */
  fetchesPerEvent: number
  readonly redirects: number[]
  readonly reveals: number[]
  /** Whether the receiver rejects unknown fields in `data`. `null` if this has not been tested. */
  rejectsFields: boolean | null
  /** Why all valid deliveries of case 1 failed, if the reason was the same for all. */
  cause: ReturnType<typeof commonFailure>
}

export interface CaseRun {
  readonly state: RunState
  send(
    label: string,
    request: CheckRequest,
    expected: CheckExpectation,
    isProbe?: boolean,
  ): Promise<CheckExchange>
  fault(sentence: string): void
  advise(sentence: string): void
  warn(sentence: string): void
  setEffect(effect: CheckEffect): void
  wait(ms: number): Promise<void>
  /** Waits until the receiver has fetched a note from the sandbox `count` times. Resolves to `false` if that takes too long. */
  sawFetch(noteId: string, count?: number): Promise<boolean>
}

/** The run ends after this many consecutive valid deliveries without a response. */
const mostSilences = 3
const mostExchanges = 6
const mostFound = 4

export function startCase(number: number, state: RunState, now: () => number) {
  const { exchange, limits, signal } = state
  const began = now()
  const exchanges: CheckExchange[] = []
  const faults: string[] = []
  const warnings: string[] = []
  let probes = 0
  const advice: string[] = []
  let effect: CheckEffect = 'none'

  const wait = async (ms: number) => {
    try {
      await sleep(ms, undefined, { signal })
    } catch {
      throw signal.reason
    }
  }

  /** Retries failed connections, because a receiver that is reloading is unavailable for a moment. */
  const tryUntilConnected = async (request: CheckRequest, withinMs: number): Promise<CheckAnswer> => {
    const until = now() + limits.restartMs
    for (;;) {
      signal.throwIfAborted()
      const answer = await exchange(request, { withinMs, signal })
      signal.throwIfAborted()
      if (answer.problem?.kind !== 'unconnected') {
        state.wasReached = true
        return answer
      }
      if (!state.wasReached) throw new EndOfRun('unreachable', answer.problem.sentence)
      if (now() >= until) {
        const sentence = `The receiver accepts no more connections since case ${number}. It may have crashed. ${answer.problem.sentence}`
        throw new EndOfRun('silent', sentence)
      }
      await wait(Math.min(200, limits.restartMs))
    }
  }

  /**
   * Returns advice for a failed case. If all cases fail for the same reason, case 1 names it and the other cases refer to case 1.
   * If valid deliveries caused an error in the receiver, refers to its log.
   */
  const changeOf = (): string => {
    if (number === 1) state.cause = commonFailure(exchanges)
    const { cause } = state
    if (number === 1 && cause !== null) return cause.sentence
    const failed = exchanges.filter(({ passed }) => !passed)
    const isAll = (kind: string) => failed.length > 0 && failed.every((one) => failureKind(one) === kind)
    if (cause !== null && isAll(cause.kind)) return 'See case 1.'
    const { change } = caseOf(number)
    if (!isAll('error') || failed.some(({ expected }) => expected !== '2xx')) return change
    const log = `The receiver answered ${failed[0]?.status}, an error of its own: look at its log.`
    // If another valid delivery passed, the receiver verifies correctly.
    const hasPassed = exchanges.some(({ expected, passed }) => expected === '2xx' && passed)
    return hasPassed ? `${log} If that doesn’t explain it: ${change}` : `${change} ${log}`
  }

  const run: CaseRun = {
    state,
    wait,
    async send(label, request, expected, isProbe = false) {
      const isReject = expected === 'not 2xx'
      const withinMs = isReject && state.rejectsSilently ? limits.requestMs / 5 : limits.requestMs
      const answer = await tryUntilConnected(request, withinMs)
      const done = exchangeOf(label, request, expected, answer)
      if (isProbe) probes += 1
      else exchanges.push(done)
      const { status, problem } = answer
      if (status !== null && status >= 300 && status < 400) state.redirects.push(number)
      if (answer.revealsSecret) state.reveals.push(number)
      if (!isProbe && !done.passed) faults.push(faultOf(done, answer))
      if (problem?.kind === 'late' && isReject) {
        if (!state.rejectsSilently) {
          advice.push(
            status === null
              ? 'It was not answered. Answer 400 or 401 at once.'
              : `Answered ${status}, but the response did not end. End it at once.`,
          )
        }
        state.rejectsSilently = true
      } else if (problem?.kind === 'late') {
        state.silences += 1
        if (state.silences >= mostSilences) {
          throw new EndOfRun(
            'silent',
            `The receiver gave no complete answer to ${mostSilences} valid deliveries in a row, so the rest was not run.`,
          )
        }
      } else if (!isReject) state.silences = 0
      return done
    },
    fault: (sentence) => void faults.push(sentence),
    warn: (sentence) => void warnings.push(sentence),
    advise(sentence) {
      if (!advice.includes(sentence)) advice.push(sentence)
    },
    setEffect(seen) {
      effect = seen
    },
    async sawFetch(noteId, count = 1) {
      const { notes } = state
      if (notes === null) return false
      // If the receiver never fetches notes, only the first case waits for a fetch.
      const until = now() + (state.usesApi === false ? 0 : limits.fetchMs)
      while (notes.fetches(noteId) < count && now() < until) await wait(25)
      const seen = notes.fetches(noteId) >= count
      if (seen) state.usesApi = true
      else state.usesApi ??= false
      return seen
    },
  }

  const passed = () => (warnings.length > 0 ? 'warned' : effect === 'not-seen' ? 'unseen' : 'passed')

  return {
    run,
    result(isWhole: boolean): CheckResult {
      const failed = faults.length > 0
      const change = changeOf()
      const left = faults.length - mostFound
      const found = [
        ...faults.slice(0, mostFound),
        ...(left > 0 ? [`And ${left} more.`] : []),
        ...warnings,
        ...advice,
      ]
      return {
        number,
        state: failed ? 'failed' : isWhole ? passed() : 'not-run',
        effect,
        found,
        change: failed ? change : warnings.length > 0 ? caseOf(number).change : null,
        requests: exchanges.length + probes,
        ms: Math.round(now() - began),
        exchanges: exchanges.toSorted((a, b) => Number(a.passed) - Number(b.passed)).slice(0, mostExchanges),
      }
    },
  }
}

function exchangeOf(
  label: string,
  request: CheckRequest,
  expected: CheckExpectation,
  answer: CheckAnswer,
): CheckExchange {
  return {
    label,
    expected,
    passed: isExpected(answer, expected),
    headers: request.headers.map(([name, value]) => [name, value]),
    bodyBase64: request.body.subarray(0, storedBodyBytes).toString('base64'),
    bodyBytes: request.body.length,
    status: answer.status,
    ms: Math.round(answer.ms),
    problem: answer.problem?.sentence ?? null,
    failure: failureOf(answer),
    answer: answer.text.slice(0, storedAnswerCharacters),
  }
}

function failureOf({ problem }: CheckAnswer): CheckExchange['failure'] {
  const kind = problem?.kind
  return kind === 'late' || kind === 'closed' || kind === 'malformed' ? kind : null
}

function isExpected({ status, problem, revealsSecret }: CheckAnswer, expected: CheckExpectation): boolean {
  const hundreds = status === null ? null : Math.floor(status / 100)
  switch (expected) {
    case '2xx':
      return hundreds === 2 && problem === null
    case 'not 2xx':
      return hundreds !== 2
    case 'no 3xx':
      return hundreds !== 3
    case 'no 5xx':
      return hundreds !== null && hundreds !== 5
    case 'no secret':
      return !revealsSecret
  }
}

function faultOf(
  { label, expected, status, ms, problem }: CheckExchange,
  { location, revealsSecret }: CheckAnswer,
): string {
  if (expected === 'no secret' && revealsSecret) return `${label}: The answer contains a secret.`
  const what =
    status === null
      ? (problem ?? 'There was no answer.')
      : `Answered ${status} in ${ms.toLocaleString('en')} ms`
  const isRedirect = status !== null && status >= 300 && status <= 399
  const where = location === null || !isRedirect ? '' : `, a redirect to ${location}`
  const rest =
    status === null ? '' : `${where}, expected ${expected}.${problem === null ? '' : ` ${problem}`}`
  return `${label}: ${what}${rest}`
}

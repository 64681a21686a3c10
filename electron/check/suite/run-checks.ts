import { createHash } from 'node:crypto'
import { type CheckReport, type CheckResult, caseCount } from '#shared/checks/model.ts'
import { EndOfRun, type RunState, startCase } from './case-run.ts'
import { answerCases } from './cases/answer-cases.ts'
import type { Case } from './cases/case.ts'
import { contentCases } from './cases/content-cases.ts'
import { effectCases } from './cases/effect-cases.ts'
import { signatureCases } from './cases/signature-cases.ts'
import { type CheckExchanger, type CheckLimits, type CheckNotes, usualLimits } from './ports.ts'
import { createSampleDeliveries, type SignBytes } from './sample-deliveries.ts'

export interface CheckOptions {
  /** The receiver's URL, used only in the report, which leaves out the query string. */
  readonly url: string
  readonly sign: SignBytes
  readonly exchange: CheckExchanger
  /** The API from which the receiver fetches notes. Without it, the check can't observe what a delivery causes. */
  readonly notes: CheckNotes | null
  readonly only?: readonly number[] | undefined
  readonly limits?: Partial<CheckLimits> | undefined
  readonly now?: () => Date
  /** Stops the run at once. The report then contains the results so far. */
  readonly signal: AbortSignal
  readonly onCase?: (number: number) => void
  readonly onResult?: (result: CheckResult) => void
}

const cases: Readonly<Record<number, Case>> = {
  ...signatureCases,
  ...contentCases,
  ...answerCases,
  ...effectCases,
}

/**
 * Sends a receiver deliveries that it must handle, case by case, and checks its responses. Each request and the whole run have a
 * time limit. Never rejects because of a receiver's behavior.
 */
export async function runChecks(options: CheckOptions): Promise<CheckReport> {
  const { notes, exchange, onCase, onResult, now = () => new Date() } = options
  const limits = { ...usualLimits, ...options.limits }
  const startedAt = now()
  const began = performance.now()
  const elapsed = () => performance.now() - began

  const ending = new AbortController()
  const stop = () => ending.abort(new EndOfRun('stopped', 'The run was stopped.'))
  const seconds = (limits.runMs / 1000).toLocaleString('en')
  const late = new EndOfRun('out-of-time', `The run took longer than ${seconds} s, so the rest was not run.`)
  const timer = setTimeout(() => ending.abort(late), limits.runMs)
  options.signal.addEventListener('abort', stop, { once: true })
  if (options.signal.aborted) stop()

  const state: RunState = {
    exchange,
    deliveries: createSampleDeliveries({
      sign: options.sign,
      now,
      // Called before the delivery is sent, because the receiver may fetch the note before it responds.
      onNote: (id) => notes?.serve(id),
    }),
    notes,
    limits,
    signal: ending.signal,
    wasReached: false,
    silences: 0,
    rejectsSilently: false,
    usesApi: null,
    fetchesPerEvent: 1,
    redirects: [],
    reveals: [],
    rejectsFields: null,
    cause: null,
  }
  const numbers = options.only ?? Array.from({ length: caseCount }, (_, at) => at + 1)
  const results: CheckResult[] = []
  let end: EndOfRun | null = null
  for (const number of numbers) {
    const { run, result } = startCase(number, state, elapsed)
    if (end === null) {
      onCase?.(number)
      try {
        ending.signal.throwIfAborted()
        await cases[number]?.(run)
      } catch (error) {
        if (!(error instanceof EndOfRun)) throw error
        end = error
      }
    }
    const done = result(end === null)
    results.push(done)
    onResult?.(done)
  }
  clearTimeout(timer)
  options.signal.removeEventListener('abort', stop)
  return {
    version: 1,
    ...markOf(options),
    startedAt: startedAt.toISOString(),
    ms: Math.round(elapsed()),
    end: end?.end ?? 'complete',
    why: end?.message ?? null,
    withApi: notes !== null,
    results,
  }
}

export type RunMark = Pick<CheckReport, 'url' | 'signer'>

export function markOf({ url, sign }: Pick<CheckOptions, 'url' | 'sign'>): RunMark {
  // Identifies the secret by a hash of the signature that it makes for a fixed text. This text is never delivered, so the hash
  // can't be used to forge a delivery.
  const signer = createHash('sha256').update(sign(Buffer.from('notehook: which secret')))
  return { url: withoutQuery(url), signer: signer.digest('hex').slice(0, 12) }
}

function withoutQuery(url: string): string {
  const [before = ''] = url.split('?')
  return before
}

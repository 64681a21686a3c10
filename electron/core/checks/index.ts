import { z } from 'zod'
import type { Sql } from '#core/database/sql.ts'
import { createThrottle, type Throttle } from '#core/platform/async.ts'
import type { Feature } from '#core/platform/feature.ts'
import type { Jobs } from '#core/platform/jobs.ts'
import type { Platform } from '#core/platform/platform.ts'
import type { SandboxService } from '#core/platform/ports.ts'
import type { CheckChannel, Receivers } from '#core/receivers/index.ts'
import { checkCases } from '#shared/checks/cases.ts'
import { isComparable } from '#shared/checks/compare.ts'
import type { RunningCheck } from '#shared/checks/contract.ts'
import { CheckReport, type CheckResult } from '#shared/checks/model.ts'
import { countsOf } from '#shared/checks/summary.ts'
import { AppError } from '#shared/errors.ts'
import type { CheckExchanger } from '../../check/suite/ports.ts'
import { markOf, type RunMark, runChecks } from '../../check/suite/run-checks.ts'
import { answerOf, headersOf } from '../../check/transmitted-answer.ts'

const publishEveryMs = 300

/** Checks the user's own receivers. Each check is a job, and the last results are stored. */
export function createChecks(
  platform: Platform,
  uses: {
    readonly jobs: Jobs
    readonly receivers: Receivers
    /** Returns the notes that the sandbox serves during a check. Returns `null` unless the sandbox workspace is open. */
    readonly checkNotes: () => SandboxService['checkNotes'] | null
  },
): Feature<'checks'> {
  const { database, hub, redactor, clock } = platform
  const { jobs, receivers, checkNotes } = uses
  const store = createCheckStore(database.sql)
  const running = new Map<string, { readonly shown: RunningCheck; readonly mark: RunMark }>()
  const problems = new Map<string, string>()
  const throttles = new Set<Throttle>()

  const exchangeThrough =
    ({ host, own, transmit }: CheckChannel): CheckExchanger =>
    async (request, options) => {
      const headers = headersOf(host, request, own)
      return answerOf(await transmit({ ...request, headers }, options), redactor)
    }

  return {
    handlers: {
      'checks.get'({ receiverId }) {
        const receiver = receivers.mine(receiverId)
        return {
          ...shown(receiverId),
          problem: problems.get(receiverId) ?? null,
          endpointIds: [...receivers.checkChannels.signers(receiver)],
          withApi: checkNotes() !== null,
        }
      },

      async 'checks.start'({ receiverId, signedBy, only }, { signal }) {
        const receiver = receivers.mine(receiverId)
        const channel = await receivers.checkChannels.open(receiver, signedBy, signal)
        receivers.mine(receiverId)
        const notes = checkNotes()
        const numbers = only === undefined ? undefined : [...new Set(only)].sort((a, b) => a - b)

        const cases = numbers ?? checkCases.map(({ number }) => number)
        const startedAt = clock.now().toISOString()
        const job = { subject: receiverId, startedAt, done: 0, total: cases.length, options: {} }

        return jobs.run('check', cases.length, (run) =>
          run.interruptible(job, async (stored) => {
            const results: CheckResult[] = []
            const publish = createThrottle(
              () => hub.publish('checks.changed', { workspaceId: channel.workspaceId, receiverId }),
              publishEveryMs,
            )
            throttles.add(publish)
            const mark = markOf(channel)
            const progress = (current: number | null) => {
              running.set(receiverId, {
                shown: { jobId: run.id, cases, current, results: [...results] },
                mark,
              })
              publish.request()
            }
            problems.delete(receiverId)
            progress(null)
            publish.flush()
            try {
              const report = await runChecks({
                url: channel.url,
                sign: channel.sign,
                exchange: exchangeThrough(channel),
                notes,
                now: () => clock.now(),
                only: numbers,
                signal: run.signal,
                onCase: progress,
                onResult(result) {
                  results.push(result)
                  if (!run.signal.aborted) stored.save(results.length)
                  run.progress(results.length)
                  progress(result.number)
                },
              })
              run.signal.throwIfAborted()
              return keep(
                receiverId,
                numbers === undefined ? report : withOthers(report, store.get(receiverId).last),
              )
            } finally {
              if (!run.isQuitting()) stored.drop()
              running.delete(receiverId)
              throttles.delete(publish)
              publish.flush()
            }
          }),
        )
      },
    },
    close() {
      for (const throttle of throttles) throttle.cancel()
    },
  }

  function shown(receiverId: string) {
    const { last, earlier } = store.get(receiverId)
    const run = running.get(receiverId)
    const candidates = run && last ? [last, ...earlier] : earlier
    const of = run?.mark ?? last
    const before = (of && candidates.find((one) => isComparable(one, of))) ?? null
    const interruptedJob = jobs.interrupted('check').find(({ subject }) => subject === receiverId) ?? null
    return { running: run?.shown ?? null, interruptedJob, last, before }
  }

  function keep(receiverId: string, report: CheckReport) {
    if (report.end === 'unreachable') {
      const why = report.why ?? 'The receiver isn’t reachable.'
      problems.set(receiverId, why)
      throw new AppError('unreachable', why)
    }
    store.add(receiverId, report)
    return { receiverId, ...countsOf(report) }
  }
}

/** Adds the last report's results for the cases that this report doesn't contain. */
function withOthers(report: CheckReport, last: CheckReport | null): CheckReport {
  const isNew = new Set(report.results.flatMap(({ number, state }) => (state === 'not-run' ? [] : [number])))
  const others =
    last && isComparable(last, report) ? last.results.filter(({ number }) => !isNew.has(number)) : []
  const known = new Set(others.map(({ number }) => number))
  const results = [...report.results.filter(({ number }) => !known.has(number)), ...others]
  return { ...report, results: results.sort((one, other) => one.number - other.number) }
}

/** Maximum number of earlier reports to store. Each belongs to a different URL or secret. */
const mostEarlier = 5

function createCheckStore(sql: Sql) {
  const find = sql.prepare('SELECT last, before FROM receiver_checks WHERE receiver_id = ?')
  const put = sql.prepare(
    `INSERT INTO receiver_checks (receiver_id, last, before) SELECT id, ?, ? FROM receivers WHERE id = ?
     ON CONFLICT (receiver_id) DO UPDATE SET last = excluded.last, before = excluded.before`,
  )
  const get = (
    receiverId: string,
  ): { readonly last: CheckReport | null; readonly earlier: readonly CheckReport[] } => {
    const row = find.get(receiverId)
    return { last: read(CheckReport, row?.last), earlier: read(z.array(CheckReport), row?.before) ?? [] }
  }
  return {
    /**
     * Returns the stored reports. `earlier` contains those for other URLs or secrets, newest first and without their requests.
     */
    get,
    add(receiverId: string, report: CheckReport) {
      const { last, earlier } = get(receiverId)
      const rest = earlier.filter((one) => last === null || !isComparable(one, last))
      const stored = [...(last === null ? [] : [withoutRequests(last)]), ...rest].slice(0, mostEarlier)
      put.run(JSON.stringify(report), JSON.stringify(stored), receiverId)
    },
  }
}

const withoutRequests = (report: CheckReport): CheckReport => ({
  ...report,
  results: report.results.map((result) => ({ ...result, exchanges: [] })),
})

/** Parses stored JSON. Returns `null` if it has the format of another version of the app. */
function read<T>(schema: z.ZodType<T>, text: unknown): T | null {
  if (typeof text !== 'string') return null
  const found = schema.safeParse(JSON.parse(text))
  return found.success ? found.data : null
}

import { setTimeout as sleep, setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { z } from 'zod'
import type { Sql } from '#core/database/sql.ts'
import type { Deliveries, MatchStep } from '#core/deliveries/index.ts'
import type { InterruptedJob, JobRun, Jobs } from '#core/platform/jobs.ts'
import type { Clock } from '#core/platform/ports.ts'
import { openWorkspaceId, type Session } from '#core/workspaces/index.ts'
import { noFilter, parseDeliveryFilter } from '#shared/deliveries/filter/filter.ts'
import { AppError } from '#shared/errors.ts'
import { type Replay, ReplayCause, ReplayFilter, ReplayMode, ReplayPace } from '#shared/receivers/replay.ts'
import type { Handlers } from '#shared/rpc/contract.ts'
import type { ReceiverStore, StoredReceiver } from '../receiver-store.ts'
import { refusalOf, thrown } from '../send/failure.ts'
import type { Prepare } from '../send/prepare-request.ts'
import type { Sender } from '../send/send.ts'
import type { Lanes } from '../send/send-concurrency.ts'
import { noCounts } from './replay-counts.ts'
import { type Replayed, type ReplayTime, runReplay } from './run-replay.ts'

/** Maximum duration of one counting call in milliseconds. The page repeats the call for the rest. */
const countForMs = 200
/** Number of rows per query. It is small, because the listener is blocked during a query. */
const readSlice = 500
const mostReplays = 20
/** Interval between saves of the progress, in milliseconds. */
const storeEveryMs = 1_000

const ReplayOptions = z.object({
  filter: ReplayFilter,
  newest: z.number(),
  mode: ReplayMode,
  pace: ReplayPace,
  cause: ReplayCause.default('replay'),
  /** Id of the receiver's last send before the replay. */
  after: z.number(),
})
type ReplayOptions = z.infer<typeof ReplayOptions>

interface InterruptedReplay extends InterruptedJob {
  readonly options: ReplayOptions
  readonly sent: ReadonlySet<number>
}

export function createReplays(options: {
  readonly sql: Sql
  readonly deliveries: Pick<Deliveries, 'matching'>
  readonly store: Pick<ReceiverStore, 'get' | 'used'>
  readonly mine: (id: string) => StoredReceiver
  readonly sender: Sender
  readonly prepare: Prepare
  readonly lanes: Lanes
  readonly jobs: Pick<Jobs, 'run' | 'interrupted' | 'dismissInterrupted'>
  readonly session: Pick<Session, 'workspace'>
  readonly clock: Clock
}) {
  const { sql, store, mine, sender, prepare, lanes, jobs, session, clock } = options
  const { matching } = options.deliveries
  const wait: ReplayTime['wait'] =
    clock.wait ?? ((ms, signal) => sleep(ms, undefined, { signal }).catch(() => signal.throwIfAborted()))
  const lastSend = sql.prepare('SELECT ifnull(max(id), 0) AS id FROM sends WHERE receiver_id = ?')
  // Deliveries with these problems are sent again, because no request was made or the request was stopped.
  const sentAfter = sql.prepare(
    `SELECT DISTINCT delivery_id AS id FROM sends WHERE receiver_id = ? AND id > ? AND cause IN ('replay', 'agent') AND delivery_id IS NOT NULL
       AND ifnull(problem, '') NOT IN ('address', 'approval', 'unsigned', 'headers', 'locked', 'stopped')`,
  )
  const ofEndpoints = sql.prepare(
    `SELECT endpoint_id AS endpointId, count(*) FILTER (WHERE verified = 0) AS unverified FROM deliveries
     WHERE id IN (SELECT value FROM json_each(?)) GROUP BY endpoint_id`,
  )
  const ofEachPath = sql.prepare(
    'SELECT min(id) AS id FROM deliveries WHERE id IN (SELECT value FROM json_each(?)) AND verified = 1 GROUP BY path_id',
  )
  const read = sql.prepare(
    `SELECT id, note_id AS noteId, first_received_at AS receivedAt FROM deliveries
     WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id`,
  )
  const replays = new Map<string, readonly Replay[]>()

  const interrupted = (): readonly InterruptedReplay[] =>
    jobs.interrupted('replay').map((job) => {
      const options = ReplayOptions.parse(job.options)
      const sent = new Set(sentAfter.all(job.subject, options.after).map(({ id }) => Number(id)))
      // Sends are deleted with their delivery, so the stored number may be higher.
      return { ...job, options, sent, done: Math.max(job.done, sent.size) }
    })

  const restOf = (id: string): InterruptedReplay => {
    const { id: receiverId } = mine(id)
    const found = interrupted().find(({ subject }) => subject === receiverId)
    if (found) return found
    throw new AppError('not-found', 'Nothing is left of this replay.')
  }

  const step = async (
    workspace: string,
    { q, ...query }: ReplayFilter,
    before: number,
    signal: AbortSignal,
  ): Promise<MatchStep> =>
    matching.step(
      { ...query, workspaceId: workspace, before },
      q === undefined ? noFilter : parseDeliveryFilter(q),
      signal,
    )

  /** Returns the ids of all deliveries that match a filter, oldest first. */
  const idsOf = async (workspace: string, filter: ReplayFilter, newest: number, signal: AbortSignal) => {
    const ids: number[] = []
    for (let next: number | null = newest + 1; next !== null; ) {
      const found: MatchStep = await step(workspace, filter, next, signal)
      ids.push(...found.ids)
      next = found.next
      await yieldToEventLoop()
      signal.throwIfAborted()
    }
    return ids.reverse()
  }

  /** Yields the deliveries with these ids, including deleted ones. */
  function* readIn(ids: readonly number[]): Generator<Replayed> {
    for (let at = 0; at < ids.length; at += readSlice) {
      const slice = ids.slice(at, at + readSlice)
      const rows = new Map(read.all(JSON.stringify(slice)).map((row) => [Number(row.id), row]))
      for (const id of slice) {
        const row = rows.get(id)
        const noteId = typeof row?.noteId === 'string' ? row.noteId : null
        yield { id, noteId, receivedMs: row ? Date.parse(String(row.receivedAt)) : null }
      }
    }
  }

  const update = (workspace: string, replay: Replay) => {
    const others = (replays.get(workspace) ?? []).filter(({ jobId }) => jobId !== replay.jobId)
    replays.set(workspace, [replay, ...others].slice(0, mostReplays))
  }

  /** Throws if no request could be made, because the receiver can't be reached or the deliveries can't be signed. */
  const assertSendable = async (
    id: string,
    { filter, newest, mode }: Pick<ReplayOptions, 'filter' | 'newest' | 'mode'>,
    sent: ReadonlySet<number>,
    signal: AbortSignal,
  ) => {
    const obstacle = await sender.obstacle(mine(id), signal)
    if (obstacle) throw thrown(obstacle)
    const workspace = openWorkspaceId(session)
    let unsigned: AppError | null = null
    for (let next: number | null = newest + 1; next !== null; ) {
      const found: MatchStep = await step(workspace, filter, next, signal)
      const left = found.ids.filter((one) => !sent.has(one))
      for (const row of ofEachPath.all(JSON.stringify(left))) {
        const prepared = await prepare(mine(id), { deliveryId: Number(row.id), mode })
        if (prepared.ok) return
        if (['unsigned', 'headers', 'locked'].includes(prepared.code)) unsigned ??= refusalOf(prepared)
      }
      next = found.next
      await yieldToEventLoop()
      signal.throwIfAborted()
    }
    mine(id)
    if (unsigned) throw unsigned
  }

  /** Starts a job that sends the remaining deliveries. `left` is their estimated number. */
  const start = ({ sent, ...job }: InterruptedReplay, left: number) => {
    const workspace = openWorkspaceId(session)
    const id = job.subject
    const { filter, newest, mode, pace, cause } = job.options
    const work = (run: JobRun) =>
      run.interruptible(job, async (stored) => {
        try {
          let storedMs = clock.monotonicMs()
          const ids = (await idsOf(workspace, filter, newest, run.signal)).filter((one) => !sent.has(one))
          const replay: Replay = {
            jobId: run.id,
            receiverId: id,
            mode,
            pace,
            startedAt: clock.now().toISOString(),
            total: ids.length,
            counts: noCounts,
          }
          update(workspace, replay)
          const receiver = () => {
            const found = store.get(id)
            if (!found) throw new AppError('not-found', 'The receiver was removed.')
            return found
          }
          const counts = await runReplay(
            {
              receiver,
              deliveries: readIn(ids),
              mode,
              pace,
              cause,
              jobId: run.id,
              signal: run.signal,
              onCount(counts) {
                update(workspace, { ...replay, counts })
                run.progress(counts.sent + counts.gone + counts.unsigned)
                if (clock.monotonicMs() - storedMs < storeEveryMs) return
                storedMs = clock.monotonicMs()
                stored.save(job.done + counts.sent)
              },
            },
            { sender, lanes },
            { clock, wait },
          )
          if (run.isQuitting()) stored.save(job.done + counts.sent)
          else stored.drop()
          return counts
        } catch (error) {
          // The progress stays stored, so that the user can continue the replay, unless the user canceled it.
          if (run.signal.aborted && !run.isQuitting()) stored.drop()
          throw error
        }
      })
    const started = jobs.run('replay', left, work, { name: mine(id).name })
    store.used(id, clock.now().toISOString())
    return started
  }

  return {
    async 'receivers.count-replay'({ filter, before }, { signal }) {
      const workspace = openWorkspaceId(session)
      const newest = matching.newest()
      const until = clock.monotonicMs() + countForMs
      let found = 0
      let unverified = 0
      const endpointIds = new Set<string>()
      let oldest: number | null = null
      let next: number | null = Math.min(before ?? newest + 1, newest + 1)
      do {
        const { ids, next: then }: MatchStep = await step(workspace, filter, next, signal)
        found += ids.length
        for (const row of ofEndpoints.all(JSON.stringify(ids))) {
          unverified += Number(row.unverified)
          if (typeof row.endpointId === 'string') endpointIds.add(row.endpointId)
        }
        oldest = ids.at(-1) ?? oldest
        next = then
        await yieldToEventLoop()
      } while (next !== null && clock.monotonicMs() < until)
      return { matching: found, unverified, endpointIds: [...endpointIds], oldest, next, newest }
    },

    async 'receivers.start-replay'({ id, total, ...input }, { signal }) {
      const sent: ReadonlySet<number> = new Set()
      await assertSendable(id, input, sent, signal)
      const startedAt = clock.now().toISOString()
      const options = { ...input, after: Number(lastSend.get(id)?.id) }
      return start({ subject: id, startedAt, done: 0, total, options, sent }, total)
    },

    'receivers.replays': () => [...(replays.get(openWorkspaceId(session)) ?? [])],

    'receivers.interrupted-replays': () =>
      interrupted().map(({ subject, startedAt, done, total }) => ({
        receiverId: subject,
        startedAt,
        done,
        total,
      })),

    async 'receivers.continue-replay'({ id }, { signal }) {
      const { options, sent } = restOf(id)
      await assertSendable(id, options, sent, signal)
      const rest = restOf(id)
      return start(rest, Math.max(1, rest.total - rest.sent.size))
    },

    'receivers.dismiss-replay'({ id }) {
      jobs.dismissInterrupted('replay', mine(id).id)
      return null
    },
  } satisfies Partial<Handlers>
}

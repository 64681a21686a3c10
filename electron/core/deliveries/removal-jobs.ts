import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { sqliteFailure, storageRefused } from '#core/database/sql.ts'
import type { EventHub } from '#core/platform/event-bus.ts'
import type { Jobs } from '#core/platform/jobs.ts'
import type { Clock } from '#core/platform/ports.ts'
import type { TrustedTime } from '#core/platform/trusted-time.ts'
import type { Session } from '#core/workspaces/index.ts'
import { noFilter, parseDeliveryFilter } from '#shared/deliveries/filter/filter.ts'
import { AppError, asAppError } from '#shared/errors.ts'
import type { DeliveriesDeleted } from '#shared/jobs/contract.ts'
import type { Handlers, ParsedInputOf } from '#shared/rpc/contract.ts'
import { type Removable, type Removals, removalSlice } from './store/delete-deliveries.ts'
import type { MatchStep } from './store/search/delivery-matching.ts'
import type { DeliveryQuery } from './store/search/delivery-search.ts'

type Filter = ParsedInputOf<'deliveries.count'>['filter']

const countForMs = 200

/** Counts and deletes the open workspace's deliveries in slices, so that incoming deliveries never have to wait. */
export function createRemovalJobs(options: {
  readonly removal: Pick<Removals, 'newest' | 'step' | 'remove'>
  readonly session: Pick<Session, 'workspace'>
  readonly time: Pick<TrustedTime, 'now'>
  readonly jobs: Pick<Jobs, 'run'>
  readonly hub: Pick<EventHub, 'publish'>
  readonly clock: Clock
  readonly storeProblem: () => string | null
}) {
  const { removal, session, time, jobs, hub, clock, storeProblem } = options

  const workspaceId = () => {
    const workspace = session.workspace()
    if (workspace) return workspace.id
    throw new AppError('not-connected', 'Open a workspace first.')
  }

  const count = async (
    { filter, before }: ParsedInputOf<'deliveries.count'>,
    { signal }: { readonly signal: AbortSignal },
  ) => {
    const workspace = workspaceId()
    const at = clock.now().toISOString()
    const newest = removal.newest()
    const [query, parsed] = queryOf(filter)
    const until = clock.monotonicMs() + countForMs
    let matching = 0
    let starred = 0
    let next: number | null = Math.min(before ?? newest + 1, newest + 1)
    do {
      const from = { ...query, workspaceId: workspace, before: next }
      const step: MatchStep = await removal.step(from, parsed, signal)
      matching += step.ids.length
      starred += step.starred
      next = step.next
      await yieldToEventLoop()
    } while (next !== null && clock.monotonicMs() < until)
    return { matching, starred, next, newest, at }
  }

  const remove = async (
    query: DeliveryQuery & { readonly workspaceId: string },
    filter: typeof noFilter,
    removable: Removable,
    signal: AbortSignal,
    progress: (passed: number) => void,
  ): Promise<DeliveriesDeleted> => {
    let removed = 0
    let passed = 0
    let next: number | null = query.before ?? Number.MAX_SAFE_INTEGER
    try {
      while (next !== null && !signal.aborted) {
        const step: MatchStep = await removal.step({ ...query, before: next }, filter)
        next = step.next
        for (let at = 0; at < step.ids.length && !signal.aborted; at += removalSlice) {
          const slice = step.ids.slice(at, at + removalSlice)
          removed += await removal.remove(slice, removable, time.now())
          passed += slice.length
          progress(passed)
          await yieldToEventLoop()
        }
        await yieldToEventLoop()
      }
    } catch (cause) {
      throw refused(cause, removed, storeProblem())
    } finally {
      if (removed > 0) hub.publish('deliveries.removed', {})
    }
    return { removed, spared: passed - removed }
  }

  return {
    'deliveries.count': count,
    'deliveries.remove': ({ ids, starredToo }) =>
      remove({ ids, workspaceId: workspaceId() }, noFilter, { starredToo }, neverAborted, () => {}),
    'deliveries.remove-matching': ({ filter, newest, at, total, starredToo }) =>
      jobs.run('delete-deliveries', total, ({ workspaceId, signal, progress }) => {
        const [query, parsed] = queryOf(filter)
        const removable = { starredToo, untouchedSince: at }
        return remove({ ...query, workspaceId, before: newest + 1 }, parsed, removable, signal, progress)
      }),
  } satisfies Partial<Handlers>
}

const neverAborted = new AbortController().signal

function queryOf({ q, ...query }: Filter): readonly [DeliveryQuery, typeof noFilter] {
  return [query, q === undefined ? noFilter : parseDeliveryFilter(q)]
}

function refused(cause: unknown, removed: number, problem: string | null): AppError {
  if (sqliteFailure(cause) === null) return asAppError(cause)
  const before =
    removed === 0 ? 'Nothing was deleted.' : `${removed.toLocaleString('en')} were deleted before the error.`
  const why = storageRefused(cause, problem)?.message ?? ''
  return new AppError('storage', `The deliveries couldn’t be deleted. ${before} ${why}`.trimEnd(), { cause })
}

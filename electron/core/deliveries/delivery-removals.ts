import { setImmediate as breathe } from 'node:timers/promises'
import { sqliteFailure } from '#core/database/sql.ts'
import type { EventHub } from '#core/platform/event-bus.ts'
import type { Clock } from '#core/platform/ports.ts'
import type { TrustedTime } from '#core/platform/trusted-time.ts'
import type { Session } from '#core/workspaces/index.ts'
import { noFilter, parseDeliveryFilter } from '#shared/deliveries/filter/filter.ts'
import { AppError, asAppError } from '#shared/errors.ts'
import type { Handlers, OutputOf, ParsedInputOf } from '#shared/rpc/contract.ts'
import type { Inspector } from './inspector.ts'
import { removalSlice } from './store/delivery-removal.ts'
import type { DeliveryQuery } from './store/delivery-search.ts'

type Filter = ParsedInputOf<'deliveries.count'>['filter']

export interface DeliveryRemovalsOptions {
  readonly inspector: Pick<Inspector, 'removal'>
  readonly session: Pick<Session, 'workspace'>
  readonly time: Pick<TrustedTime, 'now'>
  readonly hub: Pick<EventHub, 'publish'>
  readonly clock: Clock
}

/** An answer of a count comes at least this often; whoever asked asks for the next. */
const countForMs = 200
const tellEveryMs = 100

/** Counts and deletes deliveries of the open workspace, a slice at a time, so that those that arrive never wait for it. */
export function createDeliveryRemovals(options: DeliveryRemovalsOptions) {
  const { session, time, hub, clock } = options
  const { removal } = options.inspector
  let running: { readonly ending: AbortController; readonly ended: Promise<unknown> } | null = null

  const workspaceId = () => {
    const workspace = session.workspace()
    if (workspace) return workspace.id
    throw new AppError('not-connected', 'Open a workspace first.')
  }

  const count = async ({ filter, before }: ParsedInputOf<'deliveries.count'>) => {
    const workspace = workspaceId()
    const at = clock.now().toISOString()
    const newest = removal.newest()
    const [query, parsed] = asked(filter)
    const until = clock.monotonicMs() + countForMs
    let matching = 0
    let starred = 0
    let next: number | null = Math.min(before ?? newest + 1, newest + 1)
    do {
      const step = removal.step({ ...query, workspaceId: workspace, before: next }, parsed)
      matching += step.ids.length
      starred += step.starred
      next = step.next
      // Deliveries that arrive are answered meanwhile.
      await breathe()
    } while (next !== null && clock.monotonicMs() < until)
    return { matching, starred, next, newest, at }
  }

  const remove = async (
    { what, starredToo }: ParsedInputOf<'deliveries.remove'>,
    signal: AbortSignal,
  ): Promise<OutputOf<'deliveries.remove'>> => {
    const workspace = workspaceId()
    const [query, filter] = what.by === 'ids' ? ([{ ids: what.ids }, noFilter] as const) : asked(what.filter)
    const of = what.by === 'ids' ? what.ids.length : what.of
    const removable = { starredToo, untouchedSince: what.by === 'ids' ? undefined : what.at }
    const tell = paced(clock, (done) => hub.publish('deliveries.removing', { done, of }))
    let removed = 0
    let passed = 0
    let next: number | null = what.by === 'ids' ? Number.MAX_SAFE_INTEGER : what.newest + 1
    try {
      while (next !== null && !signal.aborted) {
        const step = removal.step({ ...query, workspaceId: workspace, before: next }, filter)
        next = step.next
        for (let at = 0; at < step.ids.length && !signal.aborted; at += removalSlice) {
          const slice = step.ids.slice(at, at + removalSlice)
          removed += removal.remove(slice, removable, time.now())
          passed += slice.length
          tell(Math.min(passed, of))
          await breathe()
        }
        await breathe()
      }
    } catch (cause) {
      throw refused(cause, removed)
    } finally {
      hub.publish('deliveries.removing', { done: of, of })
      if (removed > 0) hub.publish('deliveries.removed', {})
    }
    return { removed, spared: passed - removed, stopped: signal.aborted }
  }

  return {
    handlers: {
      'deliveries.count': count,
      async 'deliveries.remove'(input) {
        if (running) throw new AppError('invalid-input', 'Deliveries are being deleted already.')
        const ending = new AbortController()
        const work = remove(input, ending.signal)
        running = { ending, ended: work.catch(() => {}) }
        try {
          return await work
        } finally {
          running = null
        }
      },
      'deliveries.stop-removing': () => {
        running?.ending.abort()
        return null
      },
    } satisfies Partial<Handlers>,
    /** Ends what is under way, after its slice. */
    async close() {
      running?.ending.abort()
      await running?.ended
    },
  }
}

function asked({ q, ...query }: Filter): readonly [DeliveryQuery, typeof noFilter] {
  return [query, q === undefined ? noFilter : parseDeliveryFilter(q)]
}

function paced(clock: Pick<Clock, 'monotonicMs'>, tell: (done: number) => void) {
  let nextMs = 0
  return (done: number) => {
    if (clock.monotonicMs() < nextMs) return
    nextMs = clock.monotonicMs() + tellEveryMs
    tell(done)
  }
}

function refused(cause: unknown, removed: number): AppError {
  if (sqliteFailure(cause) === null) return asAppError(cause)
  const before =
    removed === 0 ? 'Nothing was deleted.' : `${removed.toLocaleString('en')} were deleted before that.`
  return new AppError('storage', `The disk refused to delete them. ${before}`, { cause })
}

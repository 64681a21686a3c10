import { isDeepStrictEqual } from 'node:util'
import type { Sql } from '#core/database/sql.ts'
import type { Clock } from '#core/platform/ports.ts'
import type { Read } from '#core/platform/reader/reads.ts'
import { openWorkspaceId, type Session } from '#core/workspaces/index.ts'
import { noFilter, parseDeliveryFilter } from '#shared/deliveries/filter/filter.ts'
import { timelineGrid } from '#shared/deliveries/timeline.ts'
import { mostViews } from '#shared/deliveries/view.ts'
import { AppError } from '#shared/errors.ts'
import type { Handlers } from '#shared/rpc/contract.ts'
import type { DeliveryReads } from './reads.ts'
import { createSavedViews } from './store/saved-views.ts'

const mostCounted = 1000

export function createDeliveryCountHandlers(options: {
  readonly sql: Sql
  readonly read: Read<DeliveryReads>
  readonly session: Pick<Session, 'workspace'>
  readonly clock: Pick<Clock, 'now'>
}) {
  const { sql, read, session, clock } = options
  return {
    ...createDeliveryViews({ sql, session }),
    'deliveries.count-view': async ({ q }, { signal }) => {
      const workspace = session.workspace()
      if (!workspace) return { count: 0, isMore: false }
      const request = { workspaceId: workspace.id, filter: parseDeliveryFilter(q), most: mostCounted }
      return read('count', request, signal)
    },
    async 'deliveries.total'(_, { signal }) {
      const workspace = session.workspace()
      return { count: workspace ? await read('total', { workspaceId: workspace.id }, signal) : 0 }
    },
    'deliveries.last-day': (_, { signal }) =>
      read('lastDay', { workspaceId: session.workspace()?.id ?? null, nowMs: clock.now().getTime() }, signal),
    'deliveries.timeline': async ({ q, from, to, steps }, { signal }) => {
      const workspace = session.workspace()
      if (!workspace) return { ...timelineGrid(from ?? to, to, steps, 0), counts: [], since: null }
      const filter = { ...parseDeliveryFilter(q ?? ''), from: null, to: null }
      const isAll = isDeepStrictEqual(filter, noFilter)
      const request = { workspaceId: workspace.id, filter: isAll ? null : filter, from, to, most: steps }
      return read('timeline', request, signal)
    },
  } satisfies Partial<Handlers>
}

function createDeliveryViews(options: { readonly sql: Sql; readonly session: Pick<Session, 'workspace'> }) {
  const { sql, session } = options
  const rows = createSavedViews(sql)
  const openId = () => openWorkspaceId(session)
  return {
    'deliveries.views': () => rows.all(openId()),
    'deliveries.save-view': ({ id, name, q }) => {
      const of = openId()
      const known = rows.all(of)
      if (id !== undefined && !known.some((view) => view.id === id)) {
        throw new AppError('not-found', 'This view was deleted.')
      }
      if (id === undefined && known.length >= mostViews)
        throw refused(`You already have ${mostViews} views. Delete one first.`)
      const isKept = id === undefined ? rows.add(of, name, q) : rows.change(of, { id, name, q })
      if (!isKept) throw refused('A view with this name exists.')
      return rows.all(of)
    },
    'deliveries.remove-view': ({ id }) => {
      rows.remove(openId(), id)
      return rows.all(openId())
    },
  } satisfies Partial<Handlers>
}

const refused = (sentence: string) => new AppError('invalid-input', sentence, { fields: { name: sentence } })

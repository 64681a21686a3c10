import type { Sql } from '#core/database/sql.ts'
import { openWorkspaceId, type Session } from '#core/workspaces/index.ts'
import { mostViews } from '#shared/deliveries/view.ts'
import { AppError } from '#shared/errors.ts'
import type { Handlers } from '#shared/rpc/contract.ts'
import { createDeliveryViewRows } from './store/delivery-views.ts'

/** The filters that the open workspace has under a name. */
export function createDeliveryViews({
  sql,
  session,
}: {
  readonly sql: Sql
  readonly session: Pick<Session, 'workspace'>
}) {
  const rows = createDeliveryViewRows(sql)
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

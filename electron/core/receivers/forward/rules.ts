import type { Deliveries } from '#core/deliveries/index.ts'
import type { Notes } from '#core/notes/index.ts'
import { type DeliveryFilter, parseDeliveryFilter } from '#shared/deliveries/filter/filter.ts'
import { matchesFilter } from '#shared/deliveries/filter/filter-matching.ts'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import type { ReceiverRules } from '#shared/receivers/model.ts'
import type { StoredReceiver } from '../receiver-store.ts'

export interface RulesOptions {
  readonly deliveries: Pick<Deliveries, 'deliveries'>
  readonly notes: Pick<Notes, 'foldersAround'>
}

export interface Rules {
  /** Which of these deliveries a receiver gets. Reads nothing for one that gets all. */
  matching(receiver: StoredReceiver, deliveries: readonly DeliverySummary[]): ReadonlySet<number>
  /** The same for deliveries of its workspace by their ids. */
  matchingIds(receiver: StoredReceiver, ids: readonly number[]): ReadonlySet<number>
}

/**
 * Judges which deliveries are forwarded. A note that is not known to be in any folder matches every folder: it may be in one of
 * them, and a delivery too many does less harm than one that is missing.
 */
export function createRules({ deliveries, notes }: RulesOptions): Rules {
  const isIn = ({ workspaceId }: StoredReceiver, folderIds: readonly string[], noteId: string | null) => {
    const around = noteId === null ? null : notes.foldersAround(workspaceId, noteId)
    return around === null || folderIds.some((id) => around.has(id))
  }

  const select = (workspaceId: string, ids: readonly number[], filter: DeliveryFilter): DeliverySummary[] =>
    ids.length === 0 ? [] : deliveries.deliveries({ workspaceId, ids, limit: ids.length, filter }).deliveries

  const matching: Rules['matching'] = (receiver, some) => {
    const { endpointIds, eventTypes, folderIds, q } = receiver.rules
    const left = some.filter(
      ({ endpointId, eventType, noteId }) =>
        (endpointIds.length === 0 || (endpointId !== null && endpointIds.includes(endpointId))) &&
        (eventTypes.length === 0 || (eventType !== null && eventTypes.includes(eventType))) &&
        (folderIds.length === 0 || isIn(receiver, folderIds, noteId)),
    )
    if (q === '') return new Set(left.map(({ id }) => id))
    const filter = parseDeliveryFilter(q)
    const judged = left.map((delivery) => [delivery.id, matchesFilter(filter, delivery)] as const)
    const unsure = judged.flatMap(([id, matches]) => (matches === null ? [id] : []))
    const found = select(receiver.workspaceId, unsure, filter).map(({ id }) => id)
    return new Set([...judged.flatMap(([id, matches]) => (matches === true ? [id] : [])), ...found])
  }

  return {
    matching,
    matchingIds: (receiver, ids) =>
      getsAll(receiver.rules)
        ? new Set(ids)
        : matching(receiver, select(receiver.workspaceId, ids, parseDeliveryFilter(''))),
  }
}

const getsAll = ({ endpointIds, eventTypes, folderIds, q }: ReceiverRules) =>
  endpointIds.length + eventTypes.length + folderIds.length === 0 && q === ''

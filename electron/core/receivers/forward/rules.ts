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

export type Rules = ReturnType<typeof createRules>

/**
 * Decides which deliveries a receiver gets. A note whose folders are unknown matches every folder, because an extra delivery is
 * better than a missing one.
 */
export function createRules({ deliveries, notes }: RulesOptions) {
  const inFolders = ({ workspaceId, rules }: StoredReceiver, some: readonly DeliverySummary[]) => {
    const { folderIds } = rules
    if (folderIds.length === 0) return some
    const noteIds = [...new Set(some.flatMap(({ noteId }) => noteId ?? []))]
    const folders = notes.foldersAround(workspaceId, noteIds)
    const around = new Map(noteIds.map((id, at) => [id, folders[at] ?? null]))
    return some.filter(({ noteId }) => {
      const known = around.get(noteId ?? '') ?? null
      return known === null || folderIds.some((id) => known.has(id))
    })
  }

  const select = (workspaceId: string, ids: readonly number[], filter: DeliveryFilter): DeliverySummary[] =>
    ids.length === 0 ? [] : deliveries.deliveries({ workspaceId, ids, limit: ids.length, filter }).deliveries

  const matching = (receiver: StoredReceiver, some: readonly DeliverySummary[]): ReadonlySet<number> => {
    const { endpointIds, eventTypes, q } = receiver.rules
    const wanted = some.filter(
      ({ endpointId, eventType }) =>
        (endpointIds.length === 0 || (endpointId !== null && endpointIds.includes(endpointId))) &&
        (eventTypes.length === 0 || (eventType !== null && eventTypes.includes(eventType))),
    )
    const left = inFolders(receiver, wanted)
    if (q === '') return new Set(left.map(({ id }) => id))
    const filter = parseDeliveryFilter(q)
    const judged = left.map((delivery) => [delivery.id, matchesFilter(filter, delivery)] as const)
    const unsure = judged.flatMap(([id, matches]) => (matches === null ? [id] : []))
    const found = select(receiver.workspaceId, unsure, filter).map(({ id }) => id)
    return new Set([...judged.flatMap(([id, matches]) => (matches === true ? [id] : [])), ...found])
  }

  return {
    /** Returns the ids of the deliveries that match a receiver's rules. */
    matching,
    /**
     * Returns those of the given ids whose deliveries match a receiver's rules. The deliveries must be in the receiver's
     * workspace.
     */
    matchingIds: (receiver: StoredReceiver, ids: readonly number[]): ReadonlySet<number> =>
      getsAll(receiver.rules)
        ? new Set(ids)
        : matching(receiver, select(receiver.workspaceId, ids, parseDeliveryFilter(''))),
  }
}

const getsAll = ({ endpointIds, eventTypes, folderIds, q }: ReceiverRules) =>
  endpointIds.length + eventTypes.length + folderIds.length === 0 && q === ''

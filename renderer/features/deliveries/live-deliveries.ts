import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import type { DeliveryDetail, DeliverySummary } from '#shared/deliveries/model.ts'
import type { Endpoint } from '#shared/endpoints/model.ts'
import { revisionOf } from '#shared/rpc/client.ts'
import type { OutputOf } from '#shared/rpc/contract.ts'
import type { Revision } from '#shared/rpc/revision.ts'
import { isLatest, patchQuery } from '../../host/latest.ts'
import { type DeliveryFilter, keys } from '../../host/query-keys.ts'
import { belongs, type MembershipLookup } from './membership.ts'

type DeliveryPages = InfiniteData<OutputOf<'deliveries.list'>, number | null>

/** Puts deliveries into every list they belong to, by id: a new one on top, a known one where it is. Twice is harmless. */
export function upsertDeliveries(
  cache: QueryClient,
  arrived: readonly DeliverySummary[],
  lookUpMembership: MembershipLookup = () => {},
): void {
  for (const { queryKey } of cache.getQueryCache().findAll({ queryKey: keys.deliveries.lists })) {
    const filter = (queryKey[2] ?? {}) as DeliveryFilter
    const judged = arrived.map((delivery) => ({ delivery, isOurs: belongs(filter, delivery) }))
    const unsure = judged.flatMap(({ delivery, isOurs }) => (isOurs === null ? [delivery.id] : []))
    if (unsure.length > 0) lookUpMembership(queryKey, unsure)
    const ours = judged.flatMap(({ delivery, isOurs }) => (isOurs === true ? [delivery] : []))
    insertDeliveries(cache, queryKey, ours)
  }
  readAgain(cache, keys.deliveries.wholeDeliveries, new Set(arrived.map(({ id }) => id)))
  readNotesAgain(cache, arrived)
  const notes = new Set(arrived.map(({ noteId }) => noteId))
  for (const queryKey of [keys.deliveries.allNoteEvents, keys.index.allNoteFolders]) {
    void cache.invalidateQueries({
      queryKey,
      predicate: ({ queryKey: [, , ids] }) => Array.isArray(ids) && ids.some((id) => notes.has(id)),
    })
  }
  proveEndpoints(cache, arrived)
}

/** Something happened to these notes: what was read of them is old. A second attempt is no second event. */
function readNotesAgain(cache: QueryClient, arrived: readonly DeliverySummary[]): void {
  const changed = arrived.filter(({ verdict, attempts }) => verdict === 'verified' && attempts === 1)
  readAgain(cache, keys.notes.wholeNotes, new Set(changed.map(({ noteId }) => noteId)))
}

/** Looks through the cache once for all of them, since a flood brings several a frame. */
function readAgain(cache: QueryClient, queryKey: readonly string[], ids: ReadonlySet<unknown>): void {
  void cache.invalidateQueries({ queryKey, predicate: (query) => ids.has(query.queryKey[2]) })
}

/** A delivery that verified is the last of its endpoint, and proves the secret of its path. No need to ask the service. */
function proveEndpoints(cache: QueryClient, arrived: readonly DeliverySummary[]): void {
  const last = new Map<string, string>()
  for (const { verdict, endpointId, lastReceivedAt } of arrived) {
    if (verdict === 'verified' && endpointId !== null) last.set(endpointId, lastReceivedAt)
  }
  const state = cache.getQueryState<readonly Endpoint[]>(keys.endpoints.list)
  if (last.size === 0 || state?.status !== 'success' || state.isInvalidated) return
  const proven = state.data?.map((endpoint): Endpoint => {
    const lastDeliveryAt = last.get(endpoint.id)
    return lastDeliveryAt === undefined ? endpoint : { ...endpoint, lastDeliveryAt, secret: 'proven' }
  })
  cache.setQueryData(keys.endpoints.list, proven, { updatedAt: state.dataUpdatedAt })
}

/** The mark changes where the delivery is shown; a list that asks for marks is read again, since it may come or go. */
export function annotateDelivery(
  cache: QueryClient,
  marked: DeliverySummary,
  revision: Revision | undefined = revisionOf(marked),
): void {
  if (!isLatest(cache, ['delivery-mark', marked.id], revision)) return
  const { id, starred, remark } = marked
  for (const { queryKey } of cache.getQueryCache().findAll({ queryKey: keys.deliveries.lists })) {
    const { q = '' } = (queryKey[2] ?? {}) as DeliveryFilter
    if (asksForMarks(q)) void cache.invalidateQueries({ queryKey })
    else
      patchQuery(cache, queryKey, () =>
        cache.setQueryData<DeliveryPages>(
          queryKey,
          (pages) =>
            pages &&
            mapped(pages, (known) => (known.id === marked.id ? { ...known, starred, remark } : known)),
        ),
      )
  }
  void cache.invalidateQueries({
    queryKey: keys.deliveries.counts,
    predicate: ({ queryKey }) => asksForMarks(((queryKey[2] ?? {}) as DeliveryFilter).q ?? ''),
  })
  patchQuery(cache, keys.deliveries.delivery(id), () =>
    cache.setQueryData<DeliveryDetail>(
      keys.deliveries.delivery(id),
      (whole) => whole && { ...whole, starred, remark },
    ),
  )
}

const asksForMarks = (q: string) => /(?:^|\s)-?(?:is|remark):/i.test(q)

function mapped(data: DeliveryPages, change: (known: DeliverySummary) => DeliverySummary): DeliveryPages {
  return {
    ...data,
    pages: data.pages.map((page) => ({ ...page, deliveries: page.deliveries.map(change) })),
  }
}

/** Puts what belongs there into one list. */
export function insertDeliveries(
  cache: QueryClient,
  queryKey: QueryKey,
  ours: readonly DeliverySummary[],
): void {
  const query = cache.getQueryCache().find({ queryKey })
  if (!query || ours.length === 0) return
  const put = () => cache.setQueryData<DeliveryPages>(queryKey, (pages) => pages && merged(pages, ours))
  // A list that is to be read again stays so: putting something in would call it fresh, with a gap in it.
  if (!query.state.isInvalidated) put()
  // An answer that is on its way may be older than this arrival, and would overwrite it.
  if (query.state.fetchStatus === 'fetching') void query.promise?.then(put, () => {})
}

function merged(data: DeliveryPages, arrived: readonly DeliverySummary[]): DeliveryPages {
  const waiting = new Map(arrived.map((delivery) => [delivery.id, delivery]))
  const pages = data.pages.map((page) => {
    if (!page.deliveries.some(({ id }) => waiting.has(id))) return page
    const deliveries = page.deliveries.map((known) => {
      const update = waiting.get(known.id)
      waiting.delete(known.id)
      return update ?? known
    })
    return { ...page, deliveries }
  })
  const [first, ...rest] = pages
  if (!first || waiting.size === 0) return { ...data, pages }
  // One older than what is loaded belongs to a page not read yet, and comes with it.
  const newest = first.deliveries[0]?.id ?? Number.NEGATIVE_INFINITY
  const fresh = [...waiting.values()].filter(({ id }) => id > newest).sort((a, b) => b.id - a.id)
  const top = { ...first, deliveries: [...fresh, ...first.deliveries] }
  return trimmed({ ...data, pages: [top, ...rest] })
}

/** Beyond this a list that nobody scrolled would only grow; the older rows are a page away. */
const mostUnread = 2_000
const keptUnread = 500

/** Lets go of the older rows of a list of one page, which was never read further. A list that was keeps its place. */
function trimmed(data: DeliveryPages): DeliveryPages {
  const [only, ...more] = data.pages
  if (!only || more.length > 0 || only.deliveries.length <= mostUnread) return data
  return { ...data, pages: [{ deliveries: only.deliveries.slice(0, keptUnread), hasMore: true }] }
}

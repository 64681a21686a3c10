import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import type { DeliveryDetail, DeliverySummary } from '#shared/deliveries/model.ts'
import type { Endpoint } from '#shared/endpoints/model.ts'
import { revisionOf } from '#shared/rpc/client.ts'
import type { OutputOf } from '#shared/rpc/contract.ts'
import type { Revision } from '#shared/rpc/revision.ts'
import { isLatest, patchQuery } from '../../../host/latest.ts'
import { type DeliveryFilter, keys } from '../../../host/query-keys.ts'
import { belongsToList, type MembershipLookup, mayBeKnown } from './membership.ts'

type DeliveryPages = InfiniteData<OutputOf<'deliveries.list'>, number | null>

/**
 * Inserts or updates deliveries in every list that they belong to. New deliveries are added at the top, and known ones are
 * updated in place. A row that no longer belongs is also updated, until `dropUnmatched` removes it. Idempotent.
 */
export function upsertDeliveries(
  cache: QueryClient,
  arrived: readonly DeliverySummary[],
  lookUpMembership: MembershipLookup = () => {},
): void {
  for (const { queryKey } of cache.getQueryCache().findAll({ queryKey: keys.deliveries.lists })) {
    const filter = (queryKey[2] ?? {}) as DeliveryFilter
    const checked = arrived.map((delivery) => ({ delivery, belongs: belongsToList(filter, delivery) }))
    const unsure = checked.flatMap(({ delivery, belongs }) => (belongs === null ? [delivery.id] : []))
    if (unsure.length > 0) lookUpMembership(queryKey, unsure)
    const matching = checked.flatMap(({ delivery, belongs }) => (belongs === true ? [delivery] : []))
    insertDeliveries(cache, queryKey, matching)
    const left = checked.flatMap(({ delivery, belongs }) =>
      belongs === false && mayBeKnown(delivery) ? [delivery] : [],
    )
    patchList(cache, queryKey, left, replaceKnown)
  }
  invalidate(cache, keys.deliveries.wholeDeliveries, new Set(arrived.map(({ id }) => id)))
  invalidate(cache, keys.deliveries.allFound, new Set(arrived.map(({ webhookId }) => webhookId)))
  invalidateNotes(cache, arrived)
  const notes = new Set(arrived.map(({ noteId }) => noteId))
  for (const queryKey of [keys.deliveries.allNoteEvents, keys.index.allNoteFolders]) {
    void cache.invalidateQueries({
      queryKey,
      predicate: ({ queryKey: [, , ids] }) => Array.isArray(ids) && ids.some((id) => notes.has(id)),
    })
  }
  updateEndpoints(cache, arrived)
}

/**
 * Invalidates the notes that verified events have changed. Only the first attempt counts, because later attempts repeat the same
 * event.
 */
function invalidateNotes(cache: QueryClient, arrived: readonly DeliverySummary[]): void {
  const changed = arrived.filter(({ verdict, attempts }) => verdict === 'verified' && attempts === 1)
  invalidate(cache, keys.notes.wholeNotes, new Set(changed.map(({ noteId }) => noteId)))
}

/** Scans the cache once for all ids, because several deliveries can arrive per frame. */
function invalidate(cache: QueryClient, queryKey: readonly string[], ids: ReadonlySet<unknown>): void {
  void cache.invalidateQueries({ queryKey, predicate: (query) => ids.has(query.queryKey[2]) })
}

/**
 * Updates the endpoint list without another request to the service. A verified delivery changes the endpoint's last delivery
 * time, and proves that the stored secret is right.
 */
function updateEndpoints(cache: QueryClient, arrived: readonly DeliverySummary[]): void {
  const lastReceivedByEndpoint = new Map<string, string>()
  for (const { verdict, endpointId, lastReceivedAt } of arrived) {
    if (verdict === 'verified' && endpointId !== null) lastReceivedByEndpoint.set(endpointId, lastReceivedAt)
  }
  const state = cache.getQueryState<readonly Endpoint[]>(keys.endpoints.list)
  if (lastReceivedByEndpoint.size === 0 || state?.status !== 'success' || state.isInvalidated) return
  const proven = state.data?.map((endpoint): Endpoint => {
    const lastDeliveryAt = lastReceivedByEndpoint.get(endpoint.id)
    return lastDeliveryAt === undefined ? endpoint : { ...endpoint, lastDeliveryAt, secret: 'proven' }
  })
  cache.setQueryData(keys.endpoints.list, proven, { updatedAt: state.dataUpdatedAt })
}

/**
 * Updates the annotation wherever the delivery is shown. Lists that filter by annotation are invalidated, because the delivery
 * may enter or leave them.
 */
export function annotateDelivery(
  cache: QueryClient,
  annotated: DeliverySummary,
  revision: Revision | undefined = revisionOf(annotated),
): void {
  if (!isLatest(cache, ['delivery-annotation', annotated.id], revision)) return
  const { id, starred, remark } = annotated
  for (const { queryKey } of cache.getQueryCache().findAll({ queryKey: keys.deliveries.lists })) {
    const { q = '' } = (queryKey[2] ?? {}) as DeliveryFilter
    if (filtersByAnnotation(q)) void cache.invalidateQueries({ queryKey })
    else
      patchQuery(cache, queryKey, () =>
        cache.setQueryData<DeliveryPages>(
          queryKey,
          (pages) =>
            pages &&
            mapDeliveries(pages, (known) => (known.id === id ? { ...known, starred, remark } : known)),
        ),
      )
  }
  void cache.invalidateQueries({
    queryKey: keys.deliveries.counts,
    predicate: ({ queryKey }) => filtersByAnnotation(((queryKey[2] ?? {}) as DeliveryFilter).q ?? ''),
  })
  patchQuery(cache, keys.deliveries.delivery(id), () =>
    cache.setQueryData<DeliveryDetail>(
      keys.deliveries.delivery(id),
      (whole) => whole && { ...whole, starred, remark },
    ),
  )
}

/** Removes deliveries from a list if they no longer match its filter after another attempt. */
export function dropUnmatched(cache: QueryClient, filter: DeliveryFilter): void {
  const queryKey = keys.deliveries.list(filter)
  const query = cache.getQueryCache().find<DeliveryPages>({ queryKey })
  const hasLeft = (known: DeliverySummary) => mayBeKnown(known) && belongsToList(filter, known) === false
  if (filter.q === undefined || query?.state.isInvalidated !== false) return
  if (!query.state.data?.pages.some((page) => page.deliveries.some(hasLeft))) return
  cache.setQueryData<DeliveryPages>(queryKey, (data) => data && withoutDeliveries(data, hasLeft))
}

/** Removes a delivery from every list before the host confirms the deletion. Returns a function that puts the delivery back. */
export function dropDelivery(cache: QueryClient, id: number): () => void {
  const dropped: { readonly queryKey: QueryKey; readonly row: DeliverySummary }[] = []
  for (const { queryKey } of cache.getQueryCache().findAll({ queryKey: keys.deliveries.lists })) {
    cache.setQueryData<DeliveryPages>(queryKey, (data) => {
      const row = data?.pages.flatMap((page) => page.deliveries).find((known) => known.id === id)
      if (!data || !row) return data
      dropped.push({ queryKey, row })
      return withoutDeliveries(data, (known) => known.id === id)
    })
  }
  return () => {
    for (const { queryKey, row } of dropped)
      cache.setQueryData<DeliveryPages>(queryKey, (data) => data && withDelivery(data, row))
  }
}

function withDelivery(data: DeliveryPages, row: DeliverySummary): DeliveryPages {
  const { pages } = data
  if (pages.some((page) => page.deliveries.some(({ id }) => id === row.id))) return data
  const before = pages.findIndex((page) => page.deliveries.some(({ id }) => id < row.id))
  const at = before < 0 ? pages.length - 1 : before
  return {
    ...data,
    pages: pages.map((page, index) =>
      index === at
        ? { ...page, deliveries: [...page.deliveries, row].sort((one, other) => other.id - one.id) }
        : page,
    ),
  }
}

const withoutDeliveries = (
  data: DeliveryPages,
  isGone: (known: DeliverySummary) => boolean,
): DeliveryPages => ({
  ...data,
  pages: data.pages.map((page) => ({
    ...page,
    deliveries: page.deliveries.filter((known) => !isGone(known)),
  })),
})

const filtersByAnnotation = (q: string) => /(?:^|\s)-?(?:is|remark):/i.test(q)

function mapDeliveries(
  data: DeliveryPages,
  change: (known: DeliverySummary) => DeliverySummary,
): DeliveryPages {
  return {
    ...data,
    pages: data.pages.map((page) => ({ ...page, deliveries: page.deliveries.map(change) })),
  }
}

/** Inserts or updates deliveries in one list. All of them must belong to that list. */
export function insertDeliveries(
  cache: QueryClient,
  queryKey: QueryKey,
  deliveries: readonly DeliverySummary[],
): void {
  patchList(cache, queryKey, deliveries, merge)
}

function patchList(
  cache: QueryClient,
  queryKey: QueryKey,
  deliveries: readonly DeliverySummary[],
  change: (pages: DeliveryPages, deliveries: readonly DeliverySummary[]) => DeliveryPages,
): void {
  const query = cache.getQueryCache().find({ queryKey })
  if (!query || deliveries.length === 0) return
  const patch = () =>
    cache.setQueryData<DeliveryPages>(queryKey, (pages) => pages && change(pages, deliveries))
  // Doesn't change an invalidated list, which would then be marked as fresh although deliveries are missing.
  if (!query.state.isInvalidated) patch()
  // Repeats the change after a pending response, which may be older than these deliveries and overwrite them.
  if (query.state.fetchStatus === 'fetching') void query.promise?.then(patch, () => {})
}

function replaceKnown(data: DeliveryPages, changed: readonly DeliverySummary[]): DeliveryPages {
  const byId = new Map(changed.map((delivery) => [delivery.id, delivery]))
  const isListed = data.pages.some((page) => page.deliveries.some(({ id }) => byId.has(id)))
  return isListed ? mapDeliveries(data, (known) => byId.get(known.id) ?? known) : data
}

function merge(data: DeliveryPages, arrived: readonly DeliverySummary[]): DeliveryPages {
  const remaining = new Map(arrived.map((delivery) => [delivery.id, delivery]))
  const pages = data.pages.map((page) => {
    if (!page.deliveries.some(({ id }) => remaining.has(id))) return page
    const deliveries = page.deliveries.map((known) => {
      const update = remaining.get(known.id)
      remaining.delete(known.id)
      return update ?? known
    })
    return { ...page, deliveries }
  })
  const [first, ...rest] = pages
  if (!first || remaining.size === 0) return { ...data, pages }
  // Deliveries that are older than the loaded rows are left out here, because they load with their own page.
  const newest = first.deliveries[0]?.id ?? Number.NEGATIVE_INFINITY
  const fresh = [...remaining.values()].filter(({ id }) => id > newest).sort((a, b) => b.id - a.id)
  const top = { ...first, deliveries: [...fresh, ...first.deliveries] }
  return trim({ ...data, pages: [top, ...rest] })
}

/** Maximum length of a list that was not scrolled. A longer list is trimmed, because its older rows can be loaded again. */
const maxUnscrolled = 2_000
const keptUnscrolled = 500

/** Trims a list that has only one page. A list with more pages was scrolled and must keep its position. */
function trim(data: DeliveryPages): DeliveryPages {
  const [only, ...more] = data.pages
  if (!only || more.length > 0 || only.deliveries.length <= maxUnscrolled) return data
  return { ...data, pages: [{ deliveries: only.deliveries.slice(0, keptUnscrolled), hasMore: true }] }
}

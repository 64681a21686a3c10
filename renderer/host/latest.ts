import {
  hashKey,
  type InvalidateQueryFilters,
  type QueryClient,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query'
import { revisionOf } from '#shared/rpc/client.ts'
import type { Revision } from '#shared/rpc/revision.ts'
import type { CallOptions } from '#shared/rpc/transport.ts'

/**
 * The revision of the data under each query key. Replies and events arrive separately, so either can overtake the other. Data
 * that an event also sets must be written through this module, which keeps the newer data.
 */
interface Revisions {
  run: string | null
  readonly revisions: Map<string, Revision>
}

/** Sets the host run that the event stream belongs to. Data from earlier runs is out of date. */
export function setEventRun(cache: QueryClient, revision: Revision | undefined): void {
  revisionsIn(cache).run = revision?.run ?? null
}

/** Whether the data is at least as new as the cached data. Data without a revision always counts as new. */
export function isLatest(cache: QueryClient, queryKey: QueryKey, revision: Revision | undefined): boolean {
  if (revision === undefined) return true
  const { run, revisions } = revisionsIn(cache)
  const name = hashKey(queryKey)
  const last = revisions.get(name)
  const isOvertaken =
    last !== undefined && (last.run === revision.run ? revision.at < last.at : last.run === run)
  if (!isOvertaken) revisions.set(name, revision)
  return !isOvertaken
}

/** Stores data from a reply or an event, unless the cache has newer data. */
export function setLatest(
  cache: QueryClient,
  queryKey: QueryKey,
  data: object,
  revision: Revision | undefined = revisionOf(data),
): void {
  if (isLatest(cache, queryKey, revision)) cache.setQueryData(queryKey, data)
}

/** Creates a query whose data is also set by an event. A reply that is older than the last event is ignored. */
export function latestQuery<Output extends object>(
  queryKey: QueryKey,
  call: (options: CallOptions) => Promise<Output>,
  { staleTime = Number.POSITIVE_INFINITY }: { readonly staleTime?: number } = {},
) {
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }) => {
      const reply = await call({ signal })
      if (isLatest(client, queryKey, revisionOf(reply))) return reply
      return client.getQueryData<Output>(queryKey) ?? reply
    },
    staleTime,
  })
}

/** Applies a change to the cached data, and again to a pending reply, because the reply may be older than the change. */
export function patchQuery(cache: QueryClient, queryKey: QueryKey, change: () => void): void {
  change()
  const query = cache.getQueryCache().find({ queryKey })
  if (query?.state.fetchStatus === 'fetching') void query.promise?.then(change, () => {})
}

/**
 * Invalidates queries for an event of this revision. A query's first fetch is not canceled if it is still running. It is repeated
 * if its reply turns out to be older than the event.
 */
export function invalidate(cache: QueryClient, filters: InvalidateQueryFilters, revision?: Revision): void {
  for (const { queryKey, state, promise } of cache.getQueryCache().findAll(filters)) {
    if (state.fetchStatus !== 'fetching' || state.data !== undefined) continue
    const refetchIfOlder = (reply: unknown) => {
      if (isOlder(reply, revision)) void cache.invalidateQueries({ queryKey, exact: true })
    }
    void promise?.then(refetchIfOlder, () => {})
  }
  void cache.invalidateQueries(filters)
}

function isOlder(reply: unknown, than: Revision | undefined): boolean {
  const { pages } = Object(reply) as { readonly pages?: readonly object[] }
  const read = revisionOf(Object(pages?.[0] ?? reply))
  return than !== undefined && read?.run === than.run && read.at < than.at
}

const caches = new WeakMap<QueryClient, Revisions>()

function revisionsIn(cache: QueryClient): Revisions {
  const known = caches.get(cache) ?? { run: null, revisions: new Map<string, Revision>() }
  caches.set(cache, known)
  return known
}

import { hashKey, type InvalidateQueryFilters, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { revisionOf } from '#shared/rpc/client.ts'
import type { Revision } from '#shared/rpc/revision.ts'
import type { CallOptions } from '#shared/rpc/transport.ts'

/**
 * Of what is known under a key, how new it is. Replies and events come by two ways, so either may overtake the other: whatever
 * sets what an event sets too goes through here, and the newer one stays.
 */
interface Known {
  /** The run of the host whose events are heard. */
  run: string | null
  readonly revisions: Map<string, Revision>
}

/** The stream of events is that of this run: what an earlier one said is over. */
export function setEventRun(cache: QueryClient, revision: Revision | undefined): void {
  knownIn(cache).run = revision?.run ?? null
}

/** Whether this is at least as new as what is known. A host that numbers nothing is taken at its word. */
export function isLatest(cache: QueryClient, queryKey: QueryKey, revision: Revision | undefined): boolean {
  if (revision === undefined) return true
  const { run, revisions } = knownIn(cache)
  const name = hashKey(queryKey)
  const last = revisions.get(name)
  const isOvertaken =
    last !== undefined && (last.run === revision.run ? revision.at < last.at : last.run === run)
  if (!isOvertaken) revisions.set(name, revision)
  return !isOvertaken
}

/** Puts a reply or an event where it belongs, unless something newer is there. */
export function setLatest(
  cache: QueryClient,
  queryKey: QueryKey,
  data: object,
  revision: Revision | undefined = revisionOf(data),
): void {
  if (isLatest(cache, queryKey, revision)) cache.setQueryData(queryKey, data)
}

/** Reads what events set too: a reply that was overtaken by one changes nothing. */
export function readLatest<Data extends object>(
  queryKey: QueryKey,
  ask: (options: CallOptions) => Promise<Data>,
) {
  return async ({
    client,
    signal,
  }: {
    readonly client: QueryClient
    readonly signal: AbortSignal
  }): Promise<Data> => {
    const answer = await ask({ signal })
    if (isLatest(client, queryKey, revisionOf(answer))) return answer
    return client.getQueryData<Data>(queryKey) ?? answer
  }
}

/** Changes a part of what is known, and does it again to an answer that is on its way and may be older. */
export function patchQuery(cache: QueryClient, queryKey: QueryKey, change: () => void): void {
  change()
  const query = cache.getQueryCache().find({ queryKey })
  if (query?.state.fetchStatus === 'fetching') void query.promise?.then(change, () => {})
}

/**
 * Has queries read again, for an event of this revision. One that is being read for the first time is not broken off: it is read
 * once more if its answer turns out to be older.
 */
export function invalidate(cache: QueryClient, filters: InvalidateQueryFilters, revision?: Revision): void {
  for (const { queryKey, state, promise } of cache.getQueryCache().findAll(filters)) {
    if (state.fetchStatus !== 'fetching' || state.data !== undefined) continue
    const again = (answer: unknown) => {
      if (isOlder(answer, revision)) void cache.invalidateQueries({ queryKey, exact: true })
    }
    void promise?.then(again, () => {})
  }
  void cache.invalidateQueries(filters)
}

/** Of a list that is read by pages, the first one counts. */
function isOlder(answer: unknown, than: Revision | undefined): boolean {
  const { pages } = Object(answer) as { readonly pages?: readonly object[] }
  const read = revisionOf(Object(pages?.[0] ?? answer))
  return than !== undefined && read?.run === than.run && read.at < than.at
}

const caches = new WeakMap<QueryClient, Known>()

function knownIn(cache: QueryClient): Known {
  const known = caches.get(cache) ?? { run: null, revisions: new Map<string, Revision>() }
  caches.set(cache, known)
  return known
}

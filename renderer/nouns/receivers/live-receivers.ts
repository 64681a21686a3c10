import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { DeliveryResults, Receiver, ReceiverStatus, Send } from '#shared/receivers/model.ts'
import type { OutputOf } from '#shared/rpc/contract.ts'
import type { Revision } from '#shared/rpc/revision.ts'
import { isLatest, patchQuery } from '../../host/latest.ts'
import { keys, type SendFilter } from '../../host/query-keys.ts'
import { sendResult } from './receiver-state.ts'

/** Sets the status of one receiver, in the cached list and in a list that is still loading. */
export function applyReceiverStatus(
  cache: QueryClient,
  status: ReceiverStatus,
  revision: Revision | undefined,
): void {
  const key = keys.receivers.status(status.id)
  if (!isLatest(cache, key, revision)) return
  const before = cache
    .getQueryData<readonly Receiver[]>(keys.receivers.list)
    ?.find(({ id }) => id === status.id)
  cache.setQueryData(key, status)
  cache.setQueryData<readonly Receiver[]>(keys.receivers.list, (list) =>
    list?.map((known) => (known.id === status.id ? { ...known, status } : known)),
  )
  const { count, since } = status.waiting
  if (before?.status.waiting.count === count && before.status.waiting.since === since) return
  void cache.invalidateQueries({ queryKey: keys.receivers.waiting(status.id) })
  void cache.invalidateQueries({ queryKey: keys.receivers.allResults })
}

/** Inserts sends into the lists that they belong to, newest first, including lists that are loading. */
export function insertSends(cache: QueryClient, sends: readonly Send[]): void {
  if (sends.length === 0) return
  const lists = cache.getQueryCache().findAll({ queryKey: keys.receivers.allSends })
  for (const { queryKey } of lists) {
    const filter = queryKey[2] as SendFilter
    const own = sends.filter((send) => isOf(filter, send))
    if (own.length === 0) continue
    patchQuery(cache, queryKey, () =>
      cache.setQueryData<InfiniteData<SendPage>>(queryKey, (data) => data && withSends(data, own)),
    )
  }
}

/** Updates the cached results of the deliveries that were just sent. */
export function updateResults(cache: QueryClient, sends: readonly Send[]): void {
  const judged = sends.filter(({ simulated, problem }) => !simulated && problem?.code !== 'stopped')
  if (judged.length === 0) return
  for (const { queryKey } of cache.getQueryCache().findAll({ queryKey: keys.receivers.allResults })) {
    const listed = new Set(queryKey[2] as readonly number[])
    const own = judged.filter(({ deliveryId }) => deliveryId !== null && listed.has(deliveryId))
    if (own.length === 0) continue
    patchQuery(cache, queryKey, () =>
      cache.setQueryData<DeliveryResults>(queryKey, (results) => results && own.reduce(withResult, results)),
    )
  }
}

function withResult(results: DeliveryResults, send: Send): DeliveryResults {
  const isSame = (one: Pick<Send, 'deliveryId' | 'receiverId'>) =>
    one.deliveryId === send.deliveryId && one.receiverId === send.receiverId
  // Changes nothing if the response, which may have been pending, already contains the send.
  if (results.sends.some((one) => isSame(one) && one.id >= send.id)) return results
  const others = results.sends.filter((one) => !isSame(one))
  return { sends: [...others, send], pending: results.pending.filter((one) => !isSame(one)) }
}

type SendPage = OutputOf<'receivers.sends'>

function withSends(data: InfiniteData<SendPage>, sends: readonly Send[]): InfiniteData<SendPage> {
  const [first, ...rest] = data.pages
  if (!first) return data
  const known = new Set(data.pages.flatMap((page) => page.sends.map(({ id }) => id)))
  const fresh = sends.filter(({ id }) => !known.has(id)).toSorted((a, b) => b.id - a.id)
  if (fresh.length === 0) return data
  const merged = [...fresh, ...first.sends].toSorted((a, b) => b.id - a.id)
  const total = first.total + fresh.length
  return { ...data, pages: [{ ...first, sends: merged, total }, ...rest] }
}

const isOf = ({ receiverId, deliveryId, jobId, failed }: SendFilter, send: Send) =>
  (receiverId === undefined || receiverId === send.receiverId) &&
  (deliveryId === undefined || deliveryId === send.deliveryId) &&
  (jobId === undefined || jobId === send.jobId) &&
  (failed !== true || sendResult(send).tone !== 'ok')

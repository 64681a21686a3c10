import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { useApi } from '../../../host/client.ts'
import type { DeliveryFilter } from '../../../host/query-keys.ts'
import type { HeldList } from '../live/use-held-list.ts'
import { delivery, deliveryMatches } from '../queries.ts'

/** How many pages are read to reach the row of the delivery that is shown. */
const maxPages = 40

/** Why the delivery that is shown has no row in the list; `null` if it has one or may still get one. */
export type OutOfList = 'filtered-out' | { readonly farFrom: DeliverySummary } | null

/**
 * Brings the row of a delivery that was chosen by an address or a link into the list, by resuming a paused list and reading
 * further pages. Reports why that does not help: the filter excludes it, or it is too far down.
 */
export function useChosenRow({
  chosen,
  filter,
  all,
  held,
  pages,
  isRead,
  readMore,
}: {
  readonly chosen: number | undefined
  readonly filter: DeliveryFilter
  /** The rows read so far. */
  readonly all: readonly DeliverySummary[]
  readonly held: Pick<HeldList, 'shown' | 'release'>
  readonly pages: number
  /** Whether the rows are those of this filter. */
  readonly isRead: boolean
  /** `undefined` if everything is read or a page is on its way. */
  readonly readMore: (() => void) | undefined
}): OutOfList {
  const api = useApi()
  const { shown, release } = held
  const isShown = shown.some(({ id }) => id === chosen)
  const isPaused = !isShown && all.some(({ id }) => id === chosen)
  const isMissing = chosen !== undefined && isRead && !isShown && !isPaused
  const matches = useQuery({ ...deliveryMatches(api, filter, chosen ?? 0), enabled: isMissing })
  // The detail beside the list reads it too, and says so if it is gone.
  const { data: whole, isError } = useQuery({ ...delivery(api, chosen ?? 0), enabled: isMissing })
  const isOlder = isMissing && matches.data === true && chosen < (all.at(-1)?.id ?? Number.POSITIVE_INFINITY)

  // Pages are counted from the moment it was chosen; those read before do not count towards the limit.
  const [target, setTarget] = useState({ chosen, from: pages })
  if (target.chosen !== chosen || pages < target.from) setTarget({ chosen, from: pages })
  const isFar = isOlder && pages - target.from >= maxPages

  useEffect(() => {
    if (isPaused) release()
  }, [isPaused, release])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that arrives at once changes nothing else
  useEffect(() => {
    if (isOlder && !isFar) readMore?.()
  }, [isOlder, isFar, readMore, pages])

  if (!isMissing || isError || whole === undefined) return null
  if (matches.data === false) return 'filtered-out'
  return isFar ? { farFrom: whole } : null
}

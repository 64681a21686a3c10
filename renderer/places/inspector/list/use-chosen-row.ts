import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { useApi } from '../../../host/client.ts'
import type { DeliveryFilter } from '../../../host/query-keys.ts'
import { delivery, deliveryMatches } from '../../../nouns/deliveries/queries.ts'
import type { HeldList } from '../live/use-held-list.ts'

/** Maximum number of pages loaded to reach the open delivery's row. */
const maxPages = 40

/** Why the open delivery has no row in the list. `null` if it has a row or may still get one. */
export type OutOfList = 'filtered-out' | { readonly farFrom: DeliverySummary } | null

/**
 * Brings a delivery that was opened by a URL or a link into the list. Resumes a paused list and loads further pages. If that
 * doesn't help, returns the reason: the filter excludes the delivery, or it is too far down.
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
  readonly all: readonly DeliverySummary[]
  readonly held: Pick<HeldList, 'shown' | 'release'>
  readonly pages: number
  readonly isRead: boolean
  /** `undefined` if all pages are loaded or one is loading. */
  readonly readMore: (() => void) | undefined
}): OutOfList {
  const api = useApi()
  const { shown, release } = held
  const isShown = shown.some(({ id }) => id === chosen)
  const isPaused = !isShown && all.some(({ id }) => id === chosen)
  const isMissing = chosen !== undefined && isRead && !isShown && !isPaused
  const matches = useQuery({ ...deliveryMatches(api, filter, chosen ?? 0), enabled: isMissing })
  // The detail pane uses the same query, so this one usually causes no request.
  const { data: whole, isError } = useQuery({ ...delivery(api, chosen ?? 0), enabled: isMissing })
  const isOlder = isMissing && matches.data === true && chosen < (all.at(-1)?.id ?? Number.POSITIVE_INFINITY)

  // The limit applies only to pages that were loaded to find this delivery.
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

import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { useApi } from '../../host/client.ts'
import type { DeliveryFilter } from '../../host/query-keys.ts'
import { delivery, deliveryMatches } from './queries.ts'
import type { HeldList } from './use-held-list.ts'

/** So many pages are read until the row of the delivery that is shown is there. */
const mostPages = 40

/** Why the delivery that is shown has no row in the list; `null` while it has one, or may get one. */
export type OutOfList = 'filtered-out' | { readonly farFrom: DeliverySummary } | null

/**
 * Leads the list to a delivery that was chosen elsewhere, by an address or a link: lets a list go on that holds still, and
 * reads further pages. It is said where that does not help: the filter leaves it out, or it is far down.
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
  /** What is read of the list. */
  readonly all: readonly DeliverySummary[]
  readonly held: Pick<HeldList, 'shown' | 'release'>
  readonly pages: number
  /** It is the list of this filter. */
  readonly isRead: boolean
  /** `undefined`: all of it is read, or a page is on its way. */
  readonly readMore: (() => void) | undefined
}): OutOfList {
  const api = useApi()
  const { shown, release } = held
  const isShown = shown.some(({ id }) => id === chosen)
  const waits = !isShown && all.some(({ id }) => id === chosen)
  const isMissing = chosen !== undefined && isRead && !isShown && !waits
  const matches = useQuery({ ...deliveryMatches(api, filter, chosen ?? 0), enabled: isMissing })
  // The pane beside the list reads it; where it is gone, that is said there.
  const { data: whole } = useQuery({ ...delivery(api, chosen ?? 0), enabled: isMissing })
  const isOlder = isMissing && matches.data === true && chosen < (all.at(-1)?.id ?? Number.POSITIVE_INFINITY)

  // Counted from where it was chosen: what was read before it was is no reason to give up.
  const [sought, setSought] = useState({ chosen, from: pages })
  if (sought.chosen !== chosen || pages < sought.from) setSought({ chosen, from: pages })
  const isFar = isOlder && pages - sought.from >= mostPages

  useEffect(() => {
    if (waits) release()
  }, [waits, release])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that came at once leaves all else as it was
  useEffect(() => {
    if (isOlder && !isFar) readMore?.()
  }, [isOlder, isFar, readMore, pages])

  if (!isMissing || whole === undefined) return null
  if (matches.data === false) return 'filtered-out'
  return isFar ? { farFrom: whole } : null
}

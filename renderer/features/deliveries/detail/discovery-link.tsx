import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { discoveries, discoveryWords, otherHalf } from '#shared/deliveries/discovery.ts'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { useApi } from '../../../host/client.ts'
import { deliveryList } from '../queries.ts'
import css from './delivery-detail.module.css'

/** Links one half of a discovery to the other, which may be too far down to be in the list. */
export function DiscoveryLink({ delivery }: { readonly delivery: DeliverySummary }) {
  const { verdict, eventType, noteId, endpointId } = delivery
  const wanted = otherHalf(eventType)
  const isHalf = verdict === 'verified' && wanted !== null && noteId !== null && endpointId !== null
  const { data } = useInfiniteQuery({
    ...deliveryList(useApi(), {
      noteId: noteId ?? '',
      endpointId: endpointId ?? '',
      q: `type:${wanted} verdict:verified`,
    }),
    enabled: isHalf,
  })
  const others = data?.pages.flatMap((page) => page.deliveries) ?? []
  const other = isHalf ? discoveries([delivery, ...others]).get(delivery.id) : undefined
  if (!other) return null
  return (
    <Link
      from="/inspector"
      to="/inspector"
      search={(now) => ({ ...now, delivery: other.id })}
      className={css.related}
    >
      {discoveryWords(delivery, other).join(' ')}
    </Link>
  )
}

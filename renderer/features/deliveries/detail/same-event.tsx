import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { DeliverySummary, Verdict } from '#shared/deliveries/model.ts'
import { useApi } from '../../../host/client.ts'
import { foundDeliveries } from '../queries.ts'
import { attempts as copy } from './copy.ts'
import css from './delivery-detail.module.css'

// A request out of time and the attempt that delivered its event are two deliveries. Each leads to the other.

/** The later attempt that delivered the event of this request out of time. */
export const useLaterAttempt = (delivery: DeliverySummary, isAsked: boolean) =>
  useSameEvent(delivery, ['verified'], isAsked)

export function LaterAttemptLink({ delivery }: { readonly delivery: DeliverySummary }) {
  return <LinkTo id={delivery.id} text={copy.openAttempt} />
}

export function EarlierRequest({ delivery }: { readonly delivery: DeliverySummary }) {
  const earlier = useSameEvent(delivery, ['stale', 'future'])
  if (!earlier) return null
  const text = earlier.verdict === 'future' ? copy.earlier.future : copy.earlier.stale
  return (
    <p className={css.quiet}>
      <LinkTo id={earlier.id} text={text} />
    </p>
  )
}

/** The newest other delivery of the same event at the same endpoint with one of these verdicts. */
function useSameEvent(
  { id, webhookId, endpointId }: DeliverySummary,
  wanted: readonly Verdict[],
  isAsked = true,
) {
  const { data } = useQuery({
    ...foundDeliveries(useApi(), webhookId ?? ''),
    enabled: isAsked && webhookId !== null,
  })
  return data?.find(
    (other) =>
      other.id !== id &&
      other.webhookId === webhookId &&
      other.endpointId === endpointId &&
      wanted.includes(other.verdict),
  )
}

function LinkTo({ id, text }: { readonly id: number; readonly text: string }) {
  return (
    <Link
      from="/inspector"
      to="/inspector"
      search={(now) => ({ ...now, delivery: id })}
      className={css.related}
    >
      {text}
    </Link>
  )
}

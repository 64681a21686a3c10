import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { useMemo } from 'react'
import type { DeliveryDetail as WholeDelivery } from '#shared/deliveries/model.ts'
import { asAppError } from '#shared/errors.ts'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/loading.tsx'
import { Detail } from '#ui/layout/detail.tsx'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { useApi } from '../../../host/client.ts'
import css from '../../../nouns/deliveries/detail/delivery-detail.module.css'
import { delivery as deliveryQuery } from '../../../nouns/deliveries/queries.ts'
import type { DeliveryPlace } from '../actions/use-delivery-actions.ts'
import { RemarkInFile, RemarkLine } from './annotations/delivery-annotations.tsx'
import { annotations, detail as copy } from './copy.ts'
import { DeliveryActions } from './delivery-actions.tsx'
import { DeliveryView, type DetailProps, paneId } from './delivery-view.tsx'
import { listedDelivery } from './listed-delivery.ts'
import { useSameEvent } from './same-event.ts'

/** Shows one delivery: its content, its verdict, and what the service does after the response. */
export function DeliveryDetail({
  id,
  place,
  editing,
  onEditing,
  ...props
}: DetailProps & {
  readonly id: number
  readonly place: DeliveryPlace
  /** Id of the delivery whose remark field has the cursor. */
  readonly editing: number | null
  readonly onEditing: (id: number | null) => void
}) {
  const query = useQuery(deliveryQuery(useApi(), id))
  const cache = useQueryClient()
  const whole = isGone(query.error) ? undefined : query.data
  const row = useMemo(() => listedDelivery(cache, id), [cache, id])
  const delivery = whole ?? (query.isError ? undefined : row)
  const sameEvent = useSameEvent(delivery)
  const { onClose, alone } = props
  if (!delivery)
    return (
      <Detail
        id={paneId}
        label={copy.region}
        onClose={onClose}
        alone={alone}
        of={id}
        bar={<span className={css.grow} />}
      >
        {query.isError ? (
          <ErrorState
            error={query.error}
            onRetry={isGone(query.error) ? undefined : () => void query.refetch()}
            retrying={query.isFetching}
          />
        ) : (
          <Skeleton label={copy.loading} lines={9} />
        )}
      </Detail>
    )
  return (
    <DeliveryView
      {...props}
      delivery={delivery}
      whole={whole}
      sameEvent={sameEvent}
      closeLabel={alone ? undefined : copy.close}
      actions={
        <DeliveryActions
          key={id}
          delivery={delivery}
          canSign={whole ? whole.trace.signature === 'valid' : signedVerdicts.has(delivery.verdict)}
          place={place}
        />
      }
      remark={
        <RemarkLine
          key={id}
          delivery={delivery}
          isEditing={editing === id}
          onEditing={(isEditing) => onEditing(isEditing ? id : null)}
        />
      }
    />
  )
}

/** Shows a delivery of a session file. It is not stored here, so it cannot be diagnosed, signed, annotated or deleted. */
export function ForeignDelivery({
  delivery,
  ...props
}: DetailProps & {
  readonly delivery: WholeDelivery
  /** Other deliveries of the file with the same event. */
  readonly sameEvent: readonly WholeDelivery[]
}) {
  return (
    <DeliveryView
      {...props}
      tab={props.tab === 'sends' ? 'payload' : props.tab}
      isForeign
      delivery={delivery}
      whole={delivery}
      actions={
        delivery.starred ? (
          <span className={css.starred} title={annotations.starredInFile}>
            <Star size={14} fill="currentColor" aria-hidden />
            <VisuallyHidden>{annotations.starredInFile}</VisuallyHidden>
          </span>
        ) : null
      }
      remark={<RemarkInFile remark={delivery.remark} />}
    />
  )
}

const signedVerdicts: ReadonlySet<string> = new Set(['verified', 'stale', 'future'])

/** Whether the delivery has been deleted by another window or by the retention limit. Cached content is then hidden, too. */
const isGone = (error: unknown) => error !== null && asAppError(error).code === 'not-found'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/loading.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { useApi } from '../../../host/client.ts'
import { delivery as deliveryQuery } from '../../deliveries/queries.ts'
import AddReceiver from '../form/add-receiver.tsx'
import { receiverList } from '../queries.ts'
import { NoReceiver } from '../replay/no-receiver.tsx'
import { Composer } from './composer.tsx'
import { compose as copy } from './copy.ts'
import { draftOfDelivery } from './draft.ts'
import { eventDraft } from './starting-points.ts'

export interface ComposeFrom {
  readonly deliveryId?: number | undefined
  readonly noteId?: string | undefined
}

export interface ComposeSheetProps {
  readonly from?: ComposeFrom
  /** The initially selected receiver. Defaults to the last used one. */
  readonly receiverId?: string | undefined
  readonly onClose: () => void
}

/**
 * A sheet for composing and sending a delivery. It stays open after sending, so that the user can try again. Closing it keeps the
 * draft, except for a pasted secret.
 */
export default function ComposeSheet({ from = {}, receiverId, onClose }: ComposeSheetProps) {
  const { deliveryId, noteId } = from
  const api = useApi()
  const whole = useQuery({ ...deliveryQuery(api, deliveryId ?? 0), enabled: deliveryId !== undefined })
  const list = useQuery(receiverList(api))
  const [event] = useState(() =>
    noteId === undefined ? eventDraft('note.generated') : eventDraft('note.edited', noteId),
  )
  const [isAdding, setAdding] = useState(false)
  const receivers = list.data
  const initial = deliveryId === undefined ? event : whole.data ? draftOfDelivery(whole.data) : null
  const title = deliveryId === undefined ? copy.title : copy.editTitle
  if (initial && receivers && receivers.length > 0)
    return (
      <Composer
        title={title}
        name={deliveryId === undefined ? `note ${noteId ?? ''}` : `delivery ${deliveryId}`}
        initial={initial}
        receivers={receivers}
        receiverId={receiverId}
        onClose={onClose}
      />
    )
  if (isAdding) return <AddReceiver onClose={() => setAdding(false)} onSaved={() => setAdding(false)} />
  if (receivers?.length === 0)
    return <NoReceiver title={title} isLoading={false} onAdd={() => setAdding(true)} onClose={onClose} />
  const failed = whole.isError ? whole : list.isError ? list : null
  return (
    <Dialog title={title} onClose={onClose} place="side" size="wide">
      {failed?.error ? (
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} retrying={failed.isFetching} />
      ) : (
        <Skeleton label={copy.loading} lines={8} />
      )}
    </Dialog>
  )
}

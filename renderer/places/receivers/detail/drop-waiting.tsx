import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { toast } from '#ui/feedback/toast/toast.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { useApi } from '../../../host/client.ts'
import { useSubmission } from '../../../host/use-submission.ts'
import { dropWaiting } from '../../../nouns/receivers/queries.ts'
import { waiting as copy } from './copy.ts'

export function DropWaiting({
  id,
  count: shown,
  deliveryIds,
  onClose,
}: {
  readonly id: string
  readonly count: number
  readonly deliveryIds?: readonly number[]
  readonly onClose: () => void
}) {
  // Keeps the count from when the dialog opened, because more deliveries may arrive while it is open.
  const [count] = useState(shown)
  const options = dropWaiting(useApi(), useQueryClient())
  const drop = useSubmission(
    {
      ...options,
      onSuccess: ({ dropped }) => toast({ title: copy.dropped(dropped) }),
    },
    onClose,
  )
  return (
    <ConfirmDialog
      title={copy.dropTitle(count)}
      onClose={onClose}
      confirmLabel={copy.dropConfirm(count)}
      pending={drop.isPending}
      onConfirm={() => drop.mutate({ id, ...(deliveryIds ? { deliveryIds: [...deliveryIds] } : {}) })}
    >
      {drop.isError ? <ErrorBanner error={drop.error} /> : null}
      <p>{copy.dropText}</p>
    </ConfirmDialog>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import type { Receiver } from '#shared/receivers/model.ts'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { useApi } from '../../../host/client.ts'
import { useRemoval } from '../../../host/use-removal.ts'
import { removeReceiver } from '../../../nouns/receivers/queries.ts'
import { remove as copy } from './copy.ts'

export function RemoveReceiver({
  receiver,
  isOpen,
  onClose,
  onRemoved,
}: {
  readonly receiver: Receiver
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onRemoved: () => void
}) {
  const { remove, close } = useRemoval(
    removeReceiver(useApi(), useQueryClient()),
    { title: copy.deleted },
    {
      onClose,
      onRemoved,
    },
  )
  const { count } = receiver.status.waiting
  return (
    <ConfirmDialog
      title={copy.title(receiver.name)}
      isOpen={isOpen}
      onClose={close}
      confirmLabel={copy.confirm}
      pending={remove.isPending}
      onConfirm={() => remove.mutate(receiver.id)}
    >
      {remove.isError ? <ErrorBanner error={remove.error} /> : null}
      <p>{copy.text}</p>
      {count > 0 ? <p>{copy.waits(count)}</p> : null}
    </ConfirmDialog>
  )
}

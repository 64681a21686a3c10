import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { toast } from '#ui/feedback/toasts.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { useApi } from '../../../host/client.ts'
import { useSubmission } from '../../../host/use-submission.ts'
import { deletion as copy } from './copy.ts'
import { DeletionSummary } from './deletion-summary.tsx'
import { removeDelivery } from './removal-queries.ts'

/** Deletes the delivery that is shown, even if it is starred, since the user sees the star. */
export function RemoveDelivery({
  id,
  isOpen,
  onClose,
  onRemoved,
}: {
  readonly id: number
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onRemoved: () => void
}) {
  const remove = useSubmission({
    ...removeDelivery(useApi()),
    // In the options, not in the call to mutate: this component is unmounted by then.
    onSuccess({ removed }) {
      onRemoved()
      toast({ title: removed === 1 ? copy.oneDone : copy.oneGone })
    },
  })
  return (
    <ConfirmDialog
      title={copy.oneTitle}
      isOpen={isOpen}
      onClose={onClose}
      confirmLabel={copy.oneConfirm}
      pending={remove.isPending}
      onConfirm={() => remove.mutate(id)}
    >
      {remove.isError ? <ErrorBanner error={remove.error} /> : null}
      <DeletionSummary of="one" />
    </ConfirmDialog>
  )
}

import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { toast } from '#ui/feedback/toast/toast.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { useApi } from '../../../../host/client.ts'
import { useSubmission } from '../../../../host/use-submission.ts'
import { deletion as copy } from '../copy.ts'
import { DeletionSummary } from './deletion-summary.tsx'
import { removeSelected } from './queries.ts'

/** Deletes the selected deliveries, even starred ones, because the user selected each of them. */
export function RemoveSelected({
  ids,
  onClose,
}: {
  readonly ids: readonly number[]
  readonly onClose: (isDeleted: boolean) => void
}) {
  const remove = useSubmission({
    ...removeSelected(useApi()),
    onSuccess(removed: number) {
      onClose(true)
      toast({ title: copy.severalDone(removed) })
    },
  })
  return (
    <ConfirmDialog
      title={`${copy.delete(ids.length)}?`}
      onClose={() => onClose(false)}
      confirmLabel={copy.delete(ids.length)}
      pending={remove.isPending}
      onConfirm={() => remove.mutate(ids)}
    >
      {remove.isError ? <ErrorBanner error={remove.error} /> : null}
      <DeletionSummary of="selected" />
    </ConfirmDialog>
  )
}

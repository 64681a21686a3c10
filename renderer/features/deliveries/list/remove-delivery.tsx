import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { toast } from '#ui/feedback/toasts.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { useApi } from '../../../host/client.ts'
import { useSubmission } from '../../../host/use-submission.ts'
import { deletion as copy } from './copy.ts'
import { DeletionSummary } from './deletion-summary.tsx'
import { removeDelivery } from './removal-queries.ts'

/** Deletes the delivery that is shown, even if it is starred, since the user sees the star. */
export function RemoveDelivery({ id, onRemoved }: { readonly id: number; readonly onRemoved: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const remove = useSubmission({
    ...removeDelivery(useApi()),
    // In the options, not in the call to mutate: this component is unmounted by then.
    onSuccess({ removed }) {
      onRemoved()
      toast({ title: removed === 1 ? copy.oneDone : copy.oneGone })
    },
  })
  return (
    <>
      <IconButton label={copy.one} onPress={() => setAsking(true)}>
        <Trash2 size={15} aria-hidden />
      </IconButton>
      <ConfirmDialog
        title={copy.oneTitle}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        confirmLabel={copy.oneConfirm}
        pending={remove.isPending}
        onConfirm={() => remove.mutate(id)}
      >
        {remove.isError ? <ErrorBanner error={remove.error} /> : null}
        <DeletionSummary of="one" />
      </ConfirmDialog>
    </>
  )
}

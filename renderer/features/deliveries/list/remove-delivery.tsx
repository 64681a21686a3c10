import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { toast } from '#ui/feedback/toasts.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { useApi } from '../../../host/client.ts'
import { useSubmission } from '../../../host/use-submission.ts'
import { removeDelivery } from './removal-queries.ts'
import { WhatGoes } from './removal-words.tsx'

/** Deletes the delivery that is shown, also a starred one: whoever looks at it knows. */
export function RemoveDelivery({ id, onRemoved }: { readonly id: number; readonly onRemoved: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const remove = useSubmission({
    ...removeDelivery(useApi()),
    // Of the mutation, not of its call: the delivery that asked is not shown any more by then.
    onSuccess({ removed }) {
      onRemoved()
      toast({ title: removed === 1 ? 'The delivery was deleted.' : 'The delivery was gone already.' })
    },
  })
  return (
    <>
      <IconButton label="Delete this delivery…" onPress={() => setAsking(true)}>
        <Trash2 size={15} aria-hidden />
      </IconButton>
      <ConfirmDialog
        title="Delete this delivery?"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        confirmLabel="Delete delivery"
        pending={remove.isPending}
        onConfirm={() => remove.mutate(id)}
      >
        {remove.isError ? <ErrorBanner error={remove.error} /> : null}
        <WhatGoes one />
      </ConfirmDialog>
    </>
  )
}

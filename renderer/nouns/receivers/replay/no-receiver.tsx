import { ChevronRight } from 'lucide-react'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Skeleton } from '#ui/feedback/loading.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { replay as copy } from './copy.ts'

/** A dialog that offers to add a receiver, because there is none to send to. */
export function NoReceiver({
  title,
  isLoading,
  onAdd,
  onClose,
}: {
  readonly title: string
  readonly isLoading: boolean
  readonly onAdd: () => void
  readonly onClose: () => void
}) {
  return (
    <Dialog
      title={title}
      size="small"
      onClose={onClose}
      footer={<Button onPress={onClose}>{copy.cancel}</Button>}
    >
      {isLoading ? (
        <Skeleton label={copy.loading} lines={3} />
      ) : (
        <EmptyState
          icon={ChevronRight}
          title={copy.noReceiver}
          action={
            <Button variant="primary" onPress={onAdd}>
              {copy.addReceiver}
            </Button>
          }
        >
          {copy.noReceiverText}
        </EmptyState>
      )}
    </Dialog>
  )
}

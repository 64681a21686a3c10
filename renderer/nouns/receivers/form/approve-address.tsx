import { useQueryClient } from '@tanstack/react-query'
import type { Receiver } from '#shared/receivers/model.ts'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { useSubmission } from '../../../host/use-submission.ts'
import { approveAddress } from '../queries.ts'
import { address as copy } from './copy.ts'
import css from './receiver-form.module.css'

/** Asks once whether deliveries may be sent to a host. The user must type the name of a public host. */
export function ApproveAddress({
  receiver,
  onClose,
  onApproved,
}: {
  readonly receiver: Receiver
  readonly onClose: () => void
  readonly onApproved: (receiver: Receiver) => void
}) {
  const { kind, host } = receiver.address
  const isPublic = kind === 'public'
  const approve = useSubmission(approveAddress(useApi(), useQueryClient()), (approved) => {
    onClose()
    onApproved(approved)
  })
  return (
    <ConfirmDialog
      title={copy.title}
      onClose={onClose}
      tone={isPublic ? 'danger' : 'primary'}
      isFramed={isPublic}
      confirmLabel={copy.approve}
      typeToConfirm={isPublic ? host : undefined}
      pending={approve.isPending}
      onConfirm={() => approve.mutate({ id: receiver.id, ...(isPublic ? { typed: host } : {}) })}
    >
      {approve.isError ? <ErrorBanner error={approve.error} /> : null}
      <p className={css.wrap}>
        <VisibleText text={isPublic ? copy.public(host) : copy.private(host)} />
      </p>
      <p className={css.hint}>{copy.once}</p>
    </ConfirmDialog>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import type { Endpoint } from '#shared/endpoints/model.ts'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { useApi } from '../../../host/client.ts'
import { useSubmission } from '../../../host/use-submission.ts'
import { replaceEndpoint } from '../../../nouns/endpoints/replacement/queries.ts'
import { rotate as copy } from './copy.ts'

/** Rotates a secret by replacing the endpoint, because the service can't rotate secrets. */
export function RotateSecret({
  endpoint,
  onStarted,
  onClose,
}: {
  readonly endpoint: Endpoint
  readonly onStarted?: (replacement: number) => void
  readonly onClose: () => void
}) {
  const replace = useSubmission(replaceEndpoint(useApi(), useQueryClient()), ({ id }) => {
    onStarted?.(id)
    onClose()
  })
  return (
    <ConfirmDialog
      title={copy.title}
      onClose={onClose}
      tone="primary"
      confirmLabel={copy.confirm}
      pending={replace.isPending}
      onConfirm={() => replace.mutate({ id: endpoint.id, why: 'rotate', changes: {} })}
    >
      {replace.isError ? <ErrorBanner error={replace.error} /> : null}
      <p>{copy.text}</p>
      <p>{endpoint.receivedHere ? copy.receivedHere : copy.receivedElsewhere}</p>
    </ConfirmDialog>
  )
}

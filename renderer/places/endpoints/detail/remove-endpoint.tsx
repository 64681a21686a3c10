import { useQueryClient } from '@tanstack/react-query'
import type { Endpoint } from '#shared/endpoints/model.ts'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { useRemoval } from '../../../host/use-removal.ts'
import { removeEndpoint } from '../../../nouns/endpoints/queries.ts'
import { confirmationName } from '../endpoint-state.ts'
import { WaitingToSend } from '../waiting-to-send.tsx'
import { remove as copy } from './copy.ts'

export function RemoveEndpoint({
  endpoint,
  isOpen,
  onClose,
  onRemoved,
}: {
  readonly endpoint: Endpoint
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onRemoved: () => void
}) {
  const { remove, close } = useRemoval(
    removeEndpoint(useApi(), useQueryClient()),
    { title: copy.deleted, description: copy.deletedText },
    {
      onClose,
      onRemoved,
    },
  )
  return (
    <ConfirmDialog
      title={copy.title}
      isOpen={isOpen}
      onClose={close}
      confirmLabel={copy.confirm}
      pending={remove.isPending}
      typeToConfirm={confirmationName(endpoint)}
      onConfirm={() => remove.mutate(endpoint.id)}
    >
      {remove.isError ? <ErrorBanner error={remove.error} /> : null}
      {remove.isPending ? <WaitingToSend verb="deleted" /> : null}
      <p>
        {copy.deliveriesTo}{' '}
        <b>
          <VisibleText text={endpoint.url} />
        </b>{' '}
        {copy.stop}
      </p>
      <p>{copy.kept}</p>
    </ConfirmDialog>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { type Endpoint, EndpointLabel } from '#shared/endpoints/model.ts'
import { RenameDialog } from '#ui/overlays/rename-dialog.tsx'
import { useApi } from '../../host/client.ts'
import { useSubmission } from '../../host/use-submission.ts'
import { naming as copy } from './copy.ts'
import { labelEndpoint } from './queries.ts'

/** Names an endpoint on this machine: the service has no names, and URLs of one host differ in only a few letters. */
export function NameDialog({
  endpoint: { id, label },
  onClose,
}: {
  readonly endpoint: Endpoint
  readonly onClose: () => void
}) {
  const rename = useSubmission(labelEndpoint(useApi(), useQueryClient()), onClose)
  return (
    <RenameDialog
      title={copy.title}
      description={copy.text}
      confirmLabel={copy.confirm}
      initial={label ?? ''}
      schema={EndpointLabel}
      submission={rename}
      onRename={(label) => rename.mutate({ id, label })}
      onClose={onClose}
    />
  )
}

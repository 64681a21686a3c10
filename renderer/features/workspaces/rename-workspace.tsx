import { useQueryClient } from '@tanstack/react-query'
import { WorkspaceLabel, type WorkspaceSummary } from '#shared/workspaces/contract.ts'
import { RenameDialog } from '#ui/overlays/rename-dialog.tsx'
import { useApi } from '../../host/client.ts'
import { useSubmission } from '../../host/use-submission.ts'
import { rename as copy } from './copy.ts'
import { updateWorkspace } from './queries.ts'

/** Renames a workspace on this computer only; the service has no names for them. */
export function RenameWorkspace({
  workspace: { id, label },
  onClose,
}: {
  readonly workspace: WorkspaceSummary
  readonly onClose: () => void
}) {
  const rename = useSubmission(updateWorkspace(useApi(), useQueryClient()), onClose)
  return (
    <RenameDialog
      title={copy.title}
      description={copy.description}
      confirmLabel={copy.confirm}
      initial={label}
      schema={WorkspaceLabel}
      submission={rename}
      onRename={(label) => rename.mutate({ id, changes: { label } })}
      onClose={onClose}
    />
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { WorkspaceLabel, type WorkspaceSummary } from '#shared/workspaces/contract.ts'
import { RenameDialog } from '#ui/overlays/rename-dialog.tsx'
import { useApi } from '../../host/client.ts'
import { useSubmission } from '../../host/use-submission.ts'
import { updateWorkspace } from './queries.ts'

/** Another name on this computer; the service does not hear of it. */
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
      title="Rename the workspace"
      description="On this computer only."
      confirmLabel="Rename"
      initial={label}
      schema={WorkspaceLabel}
      submission={rename}
      onRename={(label) => rename.mutate({ id, changes: { label } })}
      onClose={onClose}
    />
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { type Profile, ProfileLabel } from '#shared/workspaces/contract.ts'
import { RenameDialog } from '#ui/overlays/rename-dialog.tsx'
import { useApi } from '../../host/client.ts'
import { useSubmission } from '../../host/use-submission.ts'
import { updateProfile } from './queries.ts'

/** Another name on this computer; the service does not hear of it. */
export function RenameWorkspace({
  profile: { id, label },
  onClose,
}: {
  readonly profile: Profile
  readonly onClose: () => void
}) {
  const rename = useSubmission(updateProfile(useApi(), useQueryClient()), onClose)
  return (
    <RenameDialog
      title="Rename the workspace"
      description="On this computer only."
      confirmLabel="Rename"
      initial={label}
      schema={ProfileLabel}
      submission={rename}
      onRename={(label) => rename.mutate({ id, changes: { label } })}
      onClose={onClose}
    />
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { WorkspaceSummary } from '#shared/workspaces/contract.ts'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { toast } from '#ui/feedback/toast/toast.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { useApi } from '../../host/client.ts'
import { useSubmission } from '../../host/use-submission.ts'
import { removeWorkspace, workspaceContents } from '../../nouns/workspaces/queries.ts'
import { remove as copy, deletedContents } from './copy.ts'
import css from './workspaces-page.module.css'

/** Removes a workspace from this computer, after listing the deleted data and asking for the workspace's name. */
export function RemoveWorkspace({
  workspace: { id, label },
  onClose,
}: {
  readonly workspace: WorkspaceSummary
  readonly onClose: () => void
}) {
  const api = useApi()
  const contents = useQuery(workspaceContents(api, id))
  const removing = removeWorkspace(api, useQueryClient())
  const remove = useSubmission(
    {
      ...removing,
      // This dialog is unmounted by then if the workspace was open.
      onSuccess(...done) {
        toast({ title: copy.removed(label) })
        return removing.onSuccess?.(...done)
      },
    },
    onClose,
  )
  return (
    <ConfirmDialog
      title={copy.title(label)}
      onClose={onClose}
      confirmLabel={copy.confirm}
      typeToConfirm={label}
      onConfirm={() => remove.mutate({ id, label })}
      pending={remove.isPending}
    >
      {remove.isError ? <ErrorBanner error={remove.error} /> : null}
      <p>{copy.deleted}</p>
      <ul className={css.lost}>
        <li>{copy.apiKey}</li>
        {deletedContents(contents.data).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p>{copy.service}</p>
    </ConfirmDialog>
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { WorkspaceLabel, type WorkspaceSummary } from '#shared/workspaces/contract.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { toast } from '#ui/feedback/toast/toast.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'
import { RenameDialog } from '#ui/overlays/rename-dialog.tsx'
import { useApi } from '../../host/client.ts'
import { useSubmission } from '../../host/use-submission.ts'
import { ConnectForm } from '../../nouns/workspaces/connect/connect-form.tsx'
import {
  disconnectWorkspace,
  removeWorkspace,
  updateWorkspace,
  workspaceContents,
} from '../../nouns/workspaces/queries.ts'
import { sessionStatus } from '../../nouns/workspaces/session-queries.ts'
import {
  actions,
  rename as copy,
  deletedContents,
  disconnect,
  remove as removeCopy,
  replaceKey,
} from './copy.ts'
import css from './workspaces-page.module.css'

export function WorkspaceActions({ workspace }: { readonly workspace: WorkspaceSummary }) {
  const [asking, setAsking] = useState<'rename' | 'key' | 'disconnect' | 'remove' | null>(null)
  const close = () => setAsking(null)
  return (
    <>
      <Menu
        label={actions.menu(workspace.label)}
        trigger={
          <IconButton label={actions.menu(workspace.label)}>
            <Ellipsis size={16} aria-hidden />
          </IconButton>
        }
      >
        <MenuItem onAction={() => setAsking('rename')}>{actions.rename}</MenuItem>
        <MenuItem onAction={() => setAsking('key')}>
          {workspace.key === 'kept' ? actions.replaceKey : actions.enterKey}
        </MenuItem>
        {workspace.key === 'kept' ? (
          <MenuItem onAction={() => setAsking('disconnect')}>{actions.disconnect}</MenuItem>
        ) : null}
        <MenuItem onAction={() => setAsking('remove')}>{actions.remove}</MenuItem>
      </Menu>
      {asking === 'rename' ? <RenameWorkspace workspace={workspace} onClose={close} /> : null}
      {asking === 'key' ? <ReplaceKey workspace={workspace} onClose={close} /> : null}
      {asking === 'disconnect' ? <Disconnect workspace={workspace} onClose={close} /> : null}
      {asking === 'remove' ? <RemoveWorkspace workspace={workspace} onClose={close} /> : null}
    </>
  )
}

interface WorkspaceDialogProps {
  readonly workspace: WorkspaceSummary
  readonly onClose: () => void
}

function ReplaceKey({ workspace, onClose }: WorkspaceDialogProps) {
  const { data: session } = useQuery(sessionStatus(useApi()))
  return (
    <Dialog title={replaceKey.title(workspace.label)} onClose={onClose} size="small">
      <p className={css.about}>
        {replaceKey.testedAt} <b>{workspace.baseUrl}</b> {replaceKey.meaning}
      </p>
      <ConnectForm
        keychain={session?.keychain ?? 'ready'}
        workspace={workspace}
        onClose={onClose}
        onEntered={onClose}
      />
    </Dialog>
  )
}

function Disconnect({ workspace: { id, label }, onClose }: WorkspaceDialogProps) {
  const api = useApi()
  const leave = useSubmission(disconnectWorkspace(api, useQueryClient()), onClose)
  return (
    <ConfirmDialog
      title={disconnect.title(label)}
      onClose={onClose}
      confirmLabel={disconnect.confirm}
      onConfirm={() => leave.mutate(id)}
      pending={leave.isPending}
    >
      {leave.isError ? <ErrorBanner error={leave.error} /> : null}
      <p>
        <b>{disconnect.lost}</b> {disconnect.lostText}
      </p>
      <p>
        <b>{disconnect.kept}</b> {disconnect.keptText}
      </p>
    </ConfirmDialog>
  )
}

/** Renames a workspace only on this computer, because the service has no names for workspaces. */
function RenameWorkspace({
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

/** Removes a workspace from this computer, after listing the data that is deleted and asking for the workspace's name. */
function RemoveWorkspace({
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
      onSuccess(...done) {
        toast({ title: removeCopy.removed(label) })
        return removing.onSuccess?.(...done)
      },
    },
    onClose,
  )
  return (
    <ConfirmDialog
      title={removeCopy.title(label)}
      onClose={onClose}
      confirmLabel={removeCopy.confirm}
      typeToConfirm={label}
      onConfirm={() => remove.mutate({ id, label })}
      pending={remove.isPending}
    >
      {remove.isError ? <ErrorBanner error={remove.error} /> : null}
      <p>{removeCopy.deleted}</p>
      <ul className={css.lost}>
        <li>{removeCopy.apiKey}</li>
        {deletedContents(contents.data).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p>{removeCopy.service}</p>
    </ConfirmDialog>
  )
}

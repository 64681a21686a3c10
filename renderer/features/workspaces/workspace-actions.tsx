import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import type { WorkspaceSummary } from '#shared/workspaces/contract.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'
import { useApi } from '../../host/client.ts'
import { useSubmission } from '../../host/use-submission.ts'
import { ConnectForm } from './connect-form.tsx'
import { disconnectWorkspace } from './queries.ts'
import { RemoveWorkspace } from './remove-workspace.tsx'
import { RenameWorkspace } from './rename-workspace.tsx'
import { sessionStatus } from './session-queries.ts'
import css from './workspaces-page.module.css'

/** What can be done with a workspace: its name, its key, and the two ways to part with it. */
export function WorkspaceActions({ workspace }: { readonly workspace: WorkspaceSummary }) {
  const [asking, setAsking] = useState<'rename' | 'key' | 'disconnect' | 'remove' | null>(null)
  const close = () => setAsking(null)
  return (
    <>
      <Menu
        label={`Actions for ${workspace.label}`}
        trigger={
          <IconButton label={`Actions for ${workspace.label}`}>
            <Ellipsis size={16} aria-hidden />
          </IconButton>
        }
      >
        <MenuItem onAction={() => setAsking('rename')}>Rename…</MenuItem>
        <MenuItem onAction={() => setAsking('key')}>
          {workspace.key === 'kept' ? 'Replace the API key…' : 'Enter the API key…'}
        </MenuItem>
        {workspace.key === 'kept' ? (
          <MenuItem onAction={() => setAsking('disconnect')}>Disconnect…</MenuItem>
        ) : null}
        <MenuItem onAction={() => setAsking('remove')}>Remove…</MenuItem>
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
    <Dialog title={`API key of ${workspace.label}`} isOpen onClose={onClose} size="small">
      <p className={css.about}>
        The new key is tested at <b>{workspace.baseUrl}</b> before it takes the place of the one that is kept.
        Signing secrets, deliveries and the index stay. The workspace is opened with it.
      </p>
      <ConnectForm keychain={session?.keychain ?? 'ready'} workspace={workspace} onEntered={onClose} />
    </Dialog>
  )
}

function Disconnect({ workspace: { id, label }, onClose }: WorkspaceDialogProps) {
  const api = useApi()
  const leave = useSubmission(disconnectWorkspace(api, useQueryClient()), onClose)
  return (
    <ConfirmDialog
      title={`Disconnect ${label}?`}
      isOpen
      onClose={onClose}
      confirmLabel="Disconnect"
      onConfirm={() => leave.mutate(id)}
      pending={leave.isPending}
    >
      {leave.isError ? <ErrorBanner error={leave.error} /> : null}
      <p>
        <b>Lost:</b> its API key is deleted from this computer. To use the workspace again, enter a key.
      </p>
      <p>
        <b>Kept:</b> signing secrets, received deliveries and the index of its notes. What its endpoints send
        here is still received and verified. Nothing changes at the service, where the key stays valid until
        you revoke it.
      </p>
    </ConfirmDialog>
  )
}

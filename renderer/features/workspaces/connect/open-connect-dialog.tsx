import type { KeychainState } from '#shared/workspaces/session-contract.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { connectDialog as copy } from '../copy.ts'
import css from './connect-form.module.css'
import { ConnectForm } from './connect-form.tsx'

/**
 * Connects a workspace beside the open one. Closing it cancels: what is not connected yet is not stored, and no workspace opens
 * under the user's hands. The address and the name stay for the next time.
 */
export default function OpenConnectDialog({
  keychain,
  onClose,
  onEntered,
}: {
  readonly keychain: KeychainState
  readonly onClose: () => void
  readonly onEntered: () => void
}) {
  return (
    <Dialog title={copy.title} onClose={onClose} size="small">
      <p className={css.about}>{copy.text}</p>
      <ConnectForm keychain={keychain} isInDialog onEntered={onEntered} />
    </Dialog>
  )
}

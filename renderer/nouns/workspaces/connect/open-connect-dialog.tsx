import type { KeychainState } from '#shared/workspaces/session-contract.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { connectDialog as copy } from '../copy.ts'
import css from './connect-form.module.css'
import { ConnectForm } from './connect-form.tsx'

/** Connects another workspace. Closing the dialog cancels the request, but keeps the typed base URL and name. */
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
      <ConnectForm keychain={keychain} onClose={onClose} onEntered={onEntered} />
    </Dialog>
  )
}

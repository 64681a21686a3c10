import { Dialog } from '#ui/overlays/dialog.tsx'
import { type KnownSession, reconnect } from '../copy.ts'
import { ReconnectWays } from './reconnect-ways.tsx'

export default function ReconnectDialog({
  session,
  onEntered,
  onClose,
}: {
  readonly session: KnownSession
  readonly onEntered: () => void
  readonly onClose: () => void
}) {
  return (
    <Dialog title={reconnect(session).title} onClose={onClose} size="small">
      <ReconnectWays session={session} onClose={onClose} onEntered={onEntered} />
    </Dialog>
  )
}

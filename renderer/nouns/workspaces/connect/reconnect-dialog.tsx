import { Dialog } from '#ui/overlays/dialog.tsx'
import { type KnownSession, reconnect } from '../copy.ts'
import { ReconnectWays } from './reconnect-ways.tsx'

/** Asks for the key on a page where most actions work without it. */
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
      <ReconnectWays session={session} isInDialog onEntered={onEntered} />
    </Dialog>
  )
}

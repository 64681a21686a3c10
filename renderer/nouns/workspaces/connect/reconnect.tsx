import { Link } from '@tanstack/react-router'
import { KeyRound, Lock } from 'lucide-react'
import { Button } from '#ui/controls/button.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { LoadingLine } from '#ui/feedback/loading.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { common, reconnectActions as copy, isLocked, type KnownSession, reconnect } from '../copy.ts'
import { ConnectForm } from './connect-form.tsx'
import css from './reconnect.module.css'
import { useStoredKey } from './use-stored-key.ts'

/** Explains why a key is missing, locked or rejected, and offers every way to provide a working one. */
export function ReconnectWays({
  session,
  onClose,
  onEntered,
}: {
  readonly session: KnownSession
  readonly onClose?: () => void
  readonly onEntered: () => void
}) {
  return (
    <>
      <p className={css.text}>{reconnect(session).text}</p>
      <TryAgain session={session} />
      {session.state === 'key-locked' ? (
        <p className={css.waiting} role="status">
          <Spinner label="" /> {common.checking}
        </p>
      ) : null}
      {isLocked(session) ? null : (
        <ConnectForm
          key={session.workspace.id}
          keychain={session.keychain}
          workspace={session.workspace}
          onClose={onClose}
          onEntered={onEntered}
        />
      )}
    </>
  )
}

function TryAgain({ session }: { readonly session: KnownSession }) {
  const storedKey = useStoredKey(session)
  if (!storedKey.isOffered) return null
  return (
    <div className={css.stored}>
      {storedKey.failure ? <ErrorBanner error={storedKey.failure} /> : null}
      <Button onPress={storedKey.begin} pending={storedKey.isPending}>
        {common.tryStoredKey}
      </Button>
      {storedKey.isPending ? (
        <LoadingLine
          words={copy.waiting(session.state)}
          stopLabel={common.cancel}
          onStop={storedKey.cancel}
        />
      ) : null}
    </div>
  )
}

/** Shown for a known workspace whose key is missing, locked or rejected. */
export function ReconnectPanel({ session }: { readonly session: KnownSession }) {
  const Icon = session.state === 'key-locked' ? Lock : KeyRound
  return (
    <div className={css.place}>
      <section className={css.panel} aria-labelledby="reconnect-title">
        <span className={css.icon} aria-hidden>
          <Icon size={22} strokeWidth={1.6} />
        </span>
        <h1 id="reconnect-title" className={css.title}>
          {reconnect(session).title}
        </h1>
        <ReconnectWays session={session} onEntered={() => {}} />
        <p className={css.other}>
          <Link to="/workspaces">{copy.others}</Link>
        </p>
      </section>
    </div>
  )
}

export function ReconnectDialog({
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

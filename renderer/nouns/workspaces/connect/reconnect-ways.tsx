import { Button } from '#ui/controls/button.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { LoadingLine } from '#ui/feedback/loading.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { common, reconnectActions as copy, isLocked, type KnownSession, reconnect } from '../copy.ts'
import { ConnectForm } from './connect-form.tsx'
import css from './reconnect-ways.module.css'
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

import { Link } from '@tanstack/react-router'
import { KeyRound, Lock } from 'lucide-react'
import { Button } from '#ui/controls/button.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { LoadingLine } from '#ui/feedback/loading.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { ConnectForm } from './connect-form.tsx'
import css from './reconnect-panel.module.css'
import { type KnownSession, reconnectWords } from './reconnect-words.ts'
import { useStoredKey } from './use-stored-key.ts'

/** A workspace is known but its key is not at hand, or the service refuses it. */
export default function ReconnectPanel({ session }: { readonly session: KnownSession }) {
  const { title, text } = reconnectWords(session)
  const locked = session.state === 'key-locked'
  const Icon = locked ? Lock : KeyRound

  return (
    <div className={css.place}>
      <section className={css.panel} aria-labelledby="reconnect-title">
        <span className={css.icon} aria-hidden>
          <Icon size={22} strokeWidth={1.6} />
        </span>
        <h1 id="reconnect-title" className={css.title}>
          {title}
        </h1>
        <p className={css.text}>{text}</p>
        <TryAgain session={session} />
        {locked ? (
          <p className={css.waiting} role="status">
            <Spinner label="" /> Notehook looks again every few seconds, and goes on by itself.
          </p>
        ) : (
          <ConnectForm
            key={session.workspace.id}
            keychain={session.keychain}
            workspace={session.workspace}
            onEntered={() => {}}
          />
        )}
        <p className={css.other}>
          <Link to="/workspaces">Other workspaces, or remove this one</Link>
        </p>
      </section>
    </div>
  )
}

function TryAgain({ session }: { readonly session: KnownSession }) {
  const kept = useStoredKey(session)
  if (!kept.isOffered) return null
  return (
    <>
      {kept.failure ? <ErrorBanner error={kept.failure} /> : null}
      <Button onPress={kept.begin} pending={kept.isPending}>
        Try again with the kept key
      </Button>
      {kept.isPending ? (
        <LoadingLine words={kept.waitingWords} stopLabel="Cancel" onStop={kept.cancel} />
      ) : null}
    </>
  )
}

import { Link } from '@tanstack/react-router'
import { KeyRound, Lock } from 'lucide-react'
import { Button } from '#ui/controls/button.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { LoadingLine } from '#ui/feedback/loading.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { common, reconnectActions as copy, type KnownSession, reconnect } from '../copy.ts'
import { ConnectForm } from './connect-form.tsx'
import css from './reconnect-panel.module.css'
import { useStoredKey } from './use-stored-key.ts'

/** For a known workspace whose key is missing, locked or refused. */
export default function ReconnectPanel({ session }: { readonly session: KnownSession }) {
  const { title, text } = reconnect(session)
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
            <Spinner label="" /> {common.checking}
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
          <Link to="/workspaces">{copy.others}</Link>
        </p>
      </section>
    </div>
  )
}

function TryAgain({ session }: { readonly session: KnownSession }) {
  const storedKey = useStoredKey(session)
  if (!storedKey.isOffered) return null
  return (
    <>
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
    </>
  )
}

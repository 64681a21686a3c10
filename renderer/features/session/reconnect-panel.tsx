import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { KeyRound, Lock } from 'lucide-react'
import type { SessionStatus } from '../../../shared/contract/session.ts'
import { useApi } from '../../api/client.ts'
import { retrySession } from '../../queries/session.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorBanner } from '../../ui/error-state.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { ConnectForm } from './connect-form.tsx'
import css from './reconnect-panel.module.css'

type Known = Exclude<SessionStatus, { state: 'welcome' }>

/** A workspace is known but its key is not at hand, or the service refuses it. */
export default function ReconnectPanel({ session }: { readonly session: Known }) {
  const { title, text } = words(session)
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

/** With the key that is kept: a keychain may be open by now, and a gateway's bad minute answers 401 too. */
function TryAgain({ session }: { readonly session: Known }) {
  const retry = useMutation(retrySession(useApi(), useQueryClient()))
  if (session.state === 'key-missing') return null
  return (
    <>
      {retry.isError ? <ErrorBanner error={retry.error} /> : null}
      <Button onPress={() => retry.mutate()} pending={retry.isPending}>
        Try again with the kept key
      </Button>
    </>
  )
}

function words({ state, workspace, keychain }: Known): { readonly title: string; readonly text: string } {
  if (state === 'key-locked') {
    return {
      title: 'The keychain is locked',
      text: `The API key of ${workspace.label} is in the keychain of this system, which does not open. Unlock it to go on.`,
    }
  }
  if (state === 'key-rejected') {
    return {
      title: 'The service refused the API key',
      text: `The key of ${workspace.label} is not accepted now: it may have been revoked or have expired. Try again, or enter a new one; received deliveries and signing secrets stay.`,
    }
  }
  return {
    title: 'Enter the API key again',
    text:
      keychain === 'ready'
        ? `The key of ${workspace.label} is not on this computer any more. Received deliveries and signing secrets stay.`
        : `The key of ${workspace.label} is not on this computer any more. Received deliveries stay; signing secrets that were kept in memory went with the last run.`,
  }
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Building2, FlaskConical, Plug } from 'lucide-react'
import type { KeychainState, SessionStatus } from '#shared/workspaces/session-contract.ts'
import { Button } from '#ui/controls/button.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { Entry } from '#ui/layout/entry.tsx'
import { useApi } from '../../host/client.ts'
import { sessionStatus, stopSandbox } from '../workspaces/index.ts'
import css from './section.module.css'
import { Section } from './section.tsx'

/** The workspace shown, where its key is, and the ways out of it. */
export function WorkspaceSection({ onLeft }: { readonly onLeft: () => void }) {
  const { data: session } = useQuery(sessionStatus(useApi()))
  if (!session) return null
  return (
    <Section title="Workspace">
      {session.state === 'welcome' ? (
        <Entry name="No workspace" detail={keychainWords[session.keychain]}>
          <Button icon={<Plug size={14} aria-hidden />} onPress={onLeft}>
            Connect a workspace
          </Button>
        </Entry>
      ) : (
        <Known session={session} onLeft={onLeft} />
      )}
    </Section>
  )
}

function Known({
  session: { workspace, keychain, keyHint },
  onLeft,
}: {
  readonly session: Exclude<SessionStatus, { state: 'welcome' }>
  readonly onLeft: () => void
}) {
  const api = useApi()
  const cache = useQueryClient()
  // Of the mutation, not of its call: what shows this workspace is gone by the time it is done.
  const stop = useMutation({
    ...stopSandbox(api, cache),
    onSettled: (status) => {
      if (status?.state === 'welcome') onLeft()
    },
  })
  const sandbox = workspace.kind === 'sandbox'
  const failure = stop.error

  return (
    <>
      {failure ? <ErrorBanner error={failure} /> : null}
      <Entry icon={sandbox ? FlaskConical : Building2} name={workspace.label} detail={workspace.baseUrl} />
      <p className={css.detail}>
        {keyHint === null ? 'Its key is not at hand. ' : `Its key ends in ${keyHint}. `}
        {sandbox
          ? 'Sandbox keys and secrets are worth nothing outside of this computer. Its endpoints are deleted when you stop it or quit.'
          : keychainWords[keychain]}
      </p>
      <div className={css.actions}>
        {sandbox ? (
          <>
            <Button pending={stop.isPending} onPress={() => stop.mutate()}>
              Stop the sandbox workspace
            </Button>
            <Button variant="quiet" icon={<Plug size={14} aria-hidden />} onPress={onLeft}>
              Connect a workspace
            </Button>
          </>
        ) : (
          <Link to="/workspaces" className={css.link}>
            Rename, replace the key, disconnect or remove
          </Link>
        )}
      </div>
    </>
  )
}

const keychainWords: Readonly<Record<KeychainState, string>> = {
  ready: 'Keys and secrets are in the keychain of this system.',
  locked: 'The keychain of this system is locked.',
  memory: 'There is no keychain: keys and secrets are in memory, until Notehook ends.',
  none: 'There is no keychain: nothing secret is kept until you agree to keep it in memory.',
}

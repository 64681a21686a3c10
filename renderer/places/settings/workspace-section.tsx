import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Building2, FlaskConical, Plug } from 'lucide-react'
import type { SessionStatus } from '#shared/workspaces/session-contract.ts'
import { Button } from '#ui/controls/button.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { Entry } from '#ui/layout/entry.tsx'
import stackCss from '#ui/layout/stack.module.css'
import { useApi } from '../../host/client.ts'
import { useConnectWorkspace } from '../../nouns/workspaces/connect/connect-dialog.tsx'
import { workspaceList } from '../../nouns/workspaces/queries.ts'
import { sessionStatus, stopSandbox } from '../../nouns/workspaces/session-queries.ts'
import { copy } from './copy.ts'
import css from './section.module.css'
import { Section } from './section.tsx'
import { ServiceSection } from './service-section.tsx'

/** Shows the open workspace and the location of its key, with a way to leave it. */
export function WorkspaceSection() {
  const onConnect = useConnectWorkspace()
  const api = useApi()
  const { data: session } = useQuery(sessionStatus(api))
  const { data: workspaces } = useQuery(workspaceList(api))
  if (!session) return null
  const open = workspaces?.find(({ isOpen }) => isOpen)
  return (
    <Section title={copy.sections.workspace}>
      {session.state === 'welcome' ? (
        <Entry name={copy.workspace.none} detail={copy.workspace.keychain[session.keychain]}>
          <Button icon={<Plug size={14} aria-hidden />} onPress={onConnect}>
            {copy.workspace.connect}
          </Button>
        </Entry>
      ) : (
        <Known session={session} onConnect={onConnect} />
      )}
      {open ? <ServiceSection key={open.id} workspace={open} /> : null}
    </Section>
  )
}

function Known({
  session: { workspace, keychain, keyHint },
  onConnect,
}: {
  readonly session: Exclude<SessionStatus, { state: 'welcome' }>
  readonly onConnect: () => void
}) {
  const api = useApi()
  const cache = useQueryClient()
  const navigate = useNavigate()
  // Passed to the mutation instead of its call, because this component is unmounted before the mutation completes.
  const stop = useMutation({
    ...stopSandbox(api, cache),
    onSettled: (status) => {
      if (status?.state === 'welcome') void navigate({ to: '/welcome' })
    },
  })
  const sandbox = workspace.kind === 'sandbox'
  const failure = stop.error

  return (
    <>
      {failure ? <ErrorBanner error={failure} /> : null}
      <Entry icon={sandbox ? FlaskConical : Building2} name={workspace.label} detail={workspace.baseUrl} />
      <p className={css.detail}>
        {copy.workspace.key(keyHint)} {sandbox ? copy.workspace.sandbox : copy.workspace.keychain[keychain]}
      </p>
      <div className={stackCss.wrap}>
        {sandbox ? (
          <>
            <Button pending={stop.isPending} onPress={() => stop.mutate()}>
              {copy.workspace.stopSandbox}
            </Button>
            <Button variant="quiet" icon={<Plug size={14} aria-hidden />} onPress={onConnect}>
              {copy.workspace.connect}
            </Button>
          </>
        ) : (
          <Link to="/workspaces" className={css.link}>
            {copy.workspace.manage}
          </Link>
        )}
      </div>
    </>
  )
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Building2, EyeOff, FlaskConical, KeyRound, Plus } from 'lucide-react'
import type { WorkspaceSummary } from '#shared/workspaces/contract.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorBanner, ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { StatusPill } from '#ui/feedback/status-pill.tsx'
import { Entry } from '#ui/layout/entry.tsx'
import { Toolbar } from '#ui/layout/toolbar.tsx'
import { useApi } from '../../host/client.ts'
import { endpointsOffText, openWorkspace, workspaceList } from './queries.ts'
import { stopSandbox } from './session-queries.ts'
import { WorkspaceActions } from './workspace-actions.tsx'
import css from './workspaces-page.module.css'

/** Every workspace this computer knows: where it is, whether its key is here, and what can be done with it. */
export default function WorkspacesPage({ onAdd }: { readonly onAdd: () => void }) {
  const api = useApi()
  const workspaces = useQuery(workspaceList(api))
  return (
    <>
      <Toolbar level={1} title="Workspaces">
        <Button icon={<Plus size={14} aria-hidden />} onPress={onAdd}>
          Connect a workspace
        </Button>
      </Toolbar>
      <div className={css.scroll}>
        {workspaces.isError ? (
          <ErrorState
            error={workspaces.error}
            onRetry={() => void workspaces.refetch()}
            retrying={workspaces.isFetching}
          />
        ) : !workspaces.data ? (
          <Skeleton label="Reading the workspaces" />
        ) : workspaces.data.length === 0 ? (
          <EmptyState icon={Building2} title="No workspace yet">
            Connect one with its base address and an API key. Each keeps its own key, index, endpoints and
            deliveries.
          </EmptyState>
        ) : (
          <ul className={css.list}>
            {workspaces.data.map((workspace) => (
              <Row key={workspace.id} workspace={workspace} />
            ))}
          </ul>
        )}
      </div>
    </>
  )
}

function Row({ workspace }: { readonly workspace: WorkspaceSummary }) {
  const api = useApi()
  const cache = useQueryClient()
  const open = useMutation(openWorkspace(api, cache))
  const stop = useMutation(stopSandbox(api, cache))
  const { label, baseUrl, kind, key, isOpen } = workspace
  const sandbox = kind === 'sandbox'
  const failure = open.error ?? stop.error
  return (
    <li className={css.row}>
      <Entry
        icon={sandbox ? FlaskConical : Building2}
        name={label}
        detail={
          <>
            {sandbox && !isOpen ? 'Suspended: nothing is sent until you open it.' : baseUrl}
            {sandbox ? (
              <div>Its endpoints are deleted when you stop it or quit. What they received stays.</div>
            ) : null}
            {isOpen ? null : <NotPolled polling={workspace.polling} />}
            {failure ? <ErrorBanner error={failure} /> : null}
          </>
        }
      >
        <div className={css.state}>
          {isOpen ? <StatusPill tone="ok">Open</StatusPill> : null}
          {isOpen ? null : <EndpointsOff workspace={workspace} />}
          {key === 'missing' ? (
            <StatusPill tone="warn" icon={KeyRound}>
              Disconnected
            </StatusPill>
          ) : null}
        </div>
        <div className={css.actions}>
          {isOpen ? null : (
            <Button
              aria-label={`Open ${label}`}
              pending={open.isPending}
              onPress={() => open.mutate(workspace.id)}
            >
              Open
            </Button>
          )}
          {sandbox ? (
            <Button pending={stop.isPending} onPress={() => stop.mutate()}>
              Stop
            </Button>
          ) : (
            <WorkspaceActions workspace={workspace} />
          )}
        </div>
      </Entry>
    </li>
  )
}

function EndpointsOff({ workspace: { id, endpointsOff } }: { readonly workspace: WorkspaceSummary }) {
  const { all, notFromHere } = endpointsOff
  if (all === 0) return null
  return (
    <Link to="/endpoints" search={{ workspace: id, sort: 'state' }} className={css.off}>
      <StatusPill tone={notFromHere > 0 ? 'danger' : 'neutral'}>{endpointsOffText(endpointsOff)}</StatusPill>
    </Link>
  )
}

/** Why nobody would hear of an endpoint that goes off in a workspace that is not open. */
function NotPolled({ polling }: { readonly polling: WorkspaceSummary['polling'] }) {
  const why = whyNotPolled[polling]
  return why === undefined ? null : (
    <p className={css.notPolled}>
      <EyeOff size={12} aria-hidden /> {why}
    </p>
  )
}

/** A missing key is said by itself. */
const whyNotPolled: Partial<Record<WorkspaceSummary['polling'], string>> = {
  'key-locked':
    'Its endpoints are not watched: the keychain does not give out its key. Open it to try again.',
  'key-rejected': 'Its endpoints are not watched: the service refuses its key. Open it to enter another.',
  unreachable: 'Its service did not answer when its endpoints were looked at, and is asked again.',
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Building2, EyeOff, FlaskConical, KeyRound, Plus } from 'lucide-react'
import type { WorkspaceSummary } from '#shared/workspaces/contract.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { QueryPlaceholder } from '#ui/feedback/query-placeholder.tsx'
import { Entry } from '#ui/layout/entry.tsx'
import { Toolbar } from '#ui/layout/toolbar.tsx'
import { StatusPill } from '#ui/status/status-pill.tsx'
import { useApi } from '../../host/client.ts'
import { useConnectWorkspace } from '../../nouns/workspaces/connect/connect-dialog.tsx'
import { openWorkspace, workspaceList } from '../../nouns/workspaces/queries.ts'
import { stopSandbox } from '../../nouns/workspaces/session-queries.ts'
import { list as copy, endpointsOffText, uncheckedReasons } from './copy.ts'
import { WorkspaceActions } from './workspace-actions.tsx'
import css from './workspaces-page.module.css'

export default function WorkspacesPage() {
  const onAdd = useConnectWorkspace()
  const api = useApi()
  const workspaces = useQuery(workspaceList(api))
  return (
    <>
      <Toolbar level={1} title={copy.title}>
        <Button icon={<Plus size={14} aria-hidden />} onPress={onAdd}>
          {copy.connect}
        </Button>
      </Toolbar>
      <div className={css.scroll}>
        {workspaces.isError || !workspaces.data ? (
          <QueryPlaceholder query={workspaces} label={copy.loading} isPage />
        ) : workspaces.data.length === 0 ? (
          <EmptyState icon={Building2} title={copy.emptyTitle}>
            {copy.empty}
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
            {sandbox && !isOpen ? copy.suspended : baseUrl}
            {sandbox ? <div>{copy.sandboxEndpoints}</div> : null}
            {isOpen ? null : <UncheckedReason polling={workspace.polling} />}
            {failure ? <ErrorBanner error={failure} /> : null}
          </>
        }
      >
        <div className={css.state}>
          {isOpen ? <StatusPill tone="ok">{copy.isOpen}</StatusPill> : null}
          {isOpen ? null : <EndpointsOff workspace={workspace} />}
          {key === 'missing' ? (
            <StatusPill tone="warn" icon={KeyRound}>
              {copy.isDisconnected}
            </StatusPill>
          ) : null}
        </div>
        <div className={css.actions}>
          {isOpen ? null : (
            <Button
              aria-label={copy.openNamed(label)}
              pending={open.isPending}
              onPress={() => open.mutate(workspace.id)}
            >
              {copy.open}
            </Button>
          )}
          {sandbox ? (
            <Button pending={stop.isPending} onPress={() => stop.mutate()}>
              {copy.stop}
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

/** Explains why Notehook can't detect that endpoints of this workspace were disabled. */
function UncheckedReason({ polling }: { readonly polling: WorkspaceSummary['polling'] }) {
  const reason = uncheckedReasons[polling]
  return reason === undefined ? null : (
    <p className={css.notPolled}>
      <EyeOff size={12} aria-hidden /> {reason}
    </p>
  )
}

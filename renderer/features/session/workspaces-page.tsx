import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Building2, FlaskConical, KeyRound, Plus } from 'lucide-react'
import type { Profile } from '../../../shared/contract/profiles.ts'
import { useApi } from '../../api/client.ts'
import { openProfile, profileList } from '../../queries/profiles.ts'
import { stopPractice } from '../../queries/session.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Entry } from '../../ui/entry.tsx'
import { ErrorBanner, ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusPill } from '../../ui/status-pill.tsx'
import { Toolbar } from '../../ui/toolbar.tsx'
import { WorkspaceActions } from './workspace-actions.tsx'
import css from './workspaces-page.module.css'

/** Every workspace this computer knows: where it is, whether its key is here, and what can be done with it. */
export default function WorkspacesPage({ onAdd }: { readonly onAdd: () => void }) {
  const api = useApi()
  const profiles = useQuery(profileList(api))
  return (
    <>
      <Toolbar level={1} title="Workspaces">
        <Button icon={<Plus size={14} aria-hidden />} onPress={onAdd}>
          Connect a workspace
        </Button>
      </Toolbar>
      <div className={css.scroll}>
        {profiles.isError ? (
          <ErrorState
            error={profiles.error}
            onRetry={() => void profiles.refetch()}
            retrying={profiles.isFetching}
          />
        ) : !profiles.data ? (
          <Skeleton label="Reading the workspaces" />
        ) : profiles.data.length === 0 ? (
          <EmptyState icon={Building2} title="No workspace yet">
            Connect one with its base address and an API key. Each keeps its own key, index, endpoints and
            deliveries.
          </EmptyState>
        ) : (
          <ul className={css.list}>
            {profiles.data.map((profile) => (
              <Row key={profile.id} profile={profile} />
            ))}
          </ul>
        )}
      </div>
    </>
  )
}

function Row({ profile }: { readonly profile: Profile }) {
  const api = useApi()
  const cache = useQueryClient()
  const open = useMutation(openProfile(api, cache))
  const stop = useMutation(stopPractice(api, cache))
  const { label, baseUrl, kind, key, isOpen } = profile
  const practice = kind === 'practice'
  const failure = open.error ?? stop.error
  return (
    <li className={css.row}>
      <Entry
        icon={practice ? FlaskConical : Building2}
        name={label}
        detail={
          <>
            {baseUrl}
            {failure ? <ErrorBanner error={failure} /> : null}
          </>
        }
      >
        <div className={css.state}>
          {isOpen ? <StatusPill tone="ok">Open</StatusPill> : null}
          {key === 'missing' ? (
            <StatusPill tone="warn" icon={KeyRound}>
              Disconnected
            </StatusPill>
          ) : null}
        </div>
        <div className={css.actions}>
          {practice ? (
            <Button pending={stop.isPending} onPress={() => stop.mutate()}>
              Stop
            </Button>
          ) : (
            <>
              {isOpen ? null : (
                <Button
                  aria-label={`Open ${label}`}
                  pending={open.isPending}
                  onPress={() => open.mutate(profile.id)}
                >
                  Open
                </Button>
              )}
              <WorkspaceActions profile={profile} />
            </>
          )}
        </div>
      </Entry>
    </li>
  )
}

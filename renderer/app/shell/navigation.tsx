import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Cable, CircleAlert, Inbox, type LucideIcon, NotebookText, Settings, Webhook } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SessionStatus } from '#shared/workspaces/session-contract.ts'
import { Boundary } from '#ui/feedback/boundary.tsx'
import { Badge } from '#ui/feedback/status-pill.tsx'
import { LiveStatus, VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { useAttention } from '../../features/attention/index.ts'
import { listenerStatus } from '../../features/deliveries/index.ts'
import { endpointList } from '../../features/endpoints/index.ts'
import { tunnelStatus } from '../../features/tunnel/index.ts'
import { useApi } from '../../host/client.ts'
import { copy } from './copy.ts'
import css from './navigation.module.css'

export type Destination = '/notes' | '/endpoints' | '/inspector' | '/tunnel' | '/attention' | '/settings'

export const destinations: readonly {
  readonly to: Destination
  readonly name: string
  readonly icon: LucideIcon
}[] = [
  { to: '/notes', name: 'Notes', icon: NotebookText },
  { to: '/endpoints', name: 'Endpoints', icon: Webhook },
  { to: '/inspector', name: 'Inspector', icon: Inbox },
  { to: '/tunnel', name: 'Tunnel', icon: Cable },
  { to: '/attention', name: 'Needs attention', icon: CircleAlert },
  { to: '/settings', name: 'Settings', icon: Settings },
]

/** The destinations of the app. */
export function Navigation({ session }: { readonly session: SessionStatus | undefined }) {
  const states: Partial<Record<Destination, ReactNode>> = {
    '/endpoints': session?.state === 'connected' ? <EndpointCount /> : null,
    '/inspector': <ListenerState />,
    '/tunnel': <TunnelState />,
    '/attention': session?.state === 'connected' ? <AttentionCount /> : null,
  }
  return (
    <nav className={css.nav} aria-label={copy.navigation.label}>
      {destinations.map(({ to, name, icon: Icon }) => (
        <Link key={to} to={to} className={css.place} activeProps={{ 'aria-current': 'page' }}>
          <Icon size={17} strokeWidth={1.8} aria-hidden />
          <span className={css.name}>{name}</span>
          <span className={css.mark}>
            <Boundary of={states[to]} fallback={() => null}>
              {states[to]}
            </Boundary>
          </span>
        </Link>
      ))}
      <Boundary of={session} fallback={() => null}>
        {session?.state === 'connected' ? <AttentionAnnouncement /> : null}
      </Boundary>
    </nav>
  )
}

function EndpointCount() {
  const { data } = useQuery(endpointList(useApi()))
  if (!data || data.length === 0) return null
  return <Badge>{data.length}</Badge>
}

function AttentionCount() {
  const { items } = useAttention()
  if (items.length === 0) return null
  return <Badge tone="warn">{items.length.toLocaleString()}</Badge>
}

/** Outside the link: a live region there would be part of its name. */
function AttentionAnnouncement() {
  const { length } = useAttention().items
  return <LiveStatus>{copy.attention(length)}</LiveStatus>
}

function TunnelState() {
  const { data } = useQuery(tunnelStatus(useApi()))
  if (!data || data.state === 'off') return null
  const state = data.state === 'up' ? 'listening' : data.state === 'down' ? 'failed' : 'stopped'
  return (
    <>
      <span className={css.dot} data-state={state} aria-hidden />
      <VisuallyHidden>({copy.tunnelState[state]})</VisuallyHidden>
    </>
  )
}

function ListenerState() {
  const { data } = useQuery(listenerStatus(useApi()))
  if (!data) return null
  const state = data.state === 'listening' && data.degraded !== null ? 'failed' : data.state
  return (
    <>
      <span className={css.dot} data-state={state} aria-hidden />
      <VisuallyHidden>({copy.listenerState[state]})</VisuallyHidden>
    </>
  )
}

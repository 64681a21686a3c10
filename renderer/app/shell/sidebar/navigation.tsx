import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { Focusable } from 'react-aria-components'
import { commands, type PlaceId, placeIds } from '#shared/app/commands.ts'
import type { SessionStatus } from '#shared/workspaces/session-contract.ts'
import { Boundary } from '#ui/feedback/boundary.tsx'
import { WithTooltip } from '#ui/overlays/tooltip.tsx'
import { LiveStatus } from '#ui/text/visually-hidden.tsx'
import { useApi } from '../../../host/client.ts'
import { useAttention } from '../../../nouns/attention/queries.ts'
import { deliveryTotal } from '../../../nouns/deliveries/queries.ts'
import { endpointList } from '../../../nouns/endpoints/queries.ts'
import { missedStatus } from '../../../nouns/missed/queries.ts'
import { indexStatus } from '../../../nouns/notes/index-queries.ts'
import { receiverList } from '../../../nouns/receivers/queries.ts'
import { written } from '../../keys.ts'
import { placeIcons } from '../../places.ts'
import { copy } from '../copy.ts'
import css from './navigation.module.css'

export function Navigation({
  session,
  isCollapsed,
}: {
  readonly session: SessionStatus | undefined
  readonly isCollapsed: boolean
}) {
  const isOpen = session !== undefined && session.state !== 'welcome'
  const isConnected = session?.state === 'connected'
  const inSandbox = isOpen && session.workspace.kind === 'sandbox'
  const counts: Partial<Record<PlaceId, ReactNode>> = {
    inspector: isOpen ? <DeliveryCount /> : null,
    endpoints: isConnected ? <EndpointCount /> : null,
    notes: isOpen ? <NoteCount /> : null,
    receivers: isOpen ? <ReceiverCount /> : null,
    missed: isConnected ? <MissedCount /> : null,
    attention: isConnected ? <AttentionCount /> : null,
  }
  const list = (...groups: readonly string[]) => (
    <ul className={css.group}>
      {placeIds
        .filter((id) => groups.includes(commands[id].group))
        .map((id) => (
          <li key={id}>
            <PlaceLink id={id} count={counts[id] ?? null} isCollapsed={isCollapsed} />
          </li>
        ))}
    </ul>
  )
  return (
    <nav className={css.nav} aria-label={copy.navigation.label}>
      {list('watched')}
      {inSandbox ? list('other', 'sandbox') : list('other')}
      <Boundary resetKey={session} fallback={() => null}>
        <AttentionOnIcon />
        {isConnected ? <AttentionAnnouncement /> : null}
      </Boundary>
    </nav>
  )
}

function PlaceLink({
  id,
  count,
  isCollapsed,
}: {
  readonly id: PlaceId
  readonly count: ReactNode
  readonly isCollapsed: boolean
}) {
  const { label: name, keys } = commands[id]
  const Icon = placeIcons[id]
  const link = (
    <Link to={`/${id}`} className={css.place} activeProps={{ 'aria-current': 'page' }}>
      <Icon size={15} strokeWidth={1.75} aria-hidden />
      <span className={css.name}>{name}</span>
      <span className={css.count}>
        <Boundary resetKey={count} fallback={() => null}>
          {count}
        </Boundary>
      </span>
    </Link>
  )
  if (!isCollapsed) return link
  return (
    <WithTooltip text={name} shortcut={written(keys)} placement="right">
      <Focusable>{link}</Focusable>
    </WithTooltip>
  )
}

function DeliveryCount() {
  const { data } = useQuery(deliveryTotal(useApi()))
  if (!data || data.count === 0) return null
  return data.count.toLocaleString()
}

function EndpointCount() {
  const { data } = useQuery(endpointList(useApi()))
  if (!data || data.length === 0) return null
  return data.length.toLocaleString()
}

function NoteCount() {
  const { data } = useQuery(indexStatus(useApi()))
  if (!data || data.notes === 0) return null
  // Until all notes have been read once, the number is a lower bound, as in the folder tree.
  return `${data.notes.toLocaleString()}${data.completeAsOf === null ? '+' : ''}`
}

function ReceiverCount() {
  const { data } = useQuery(receiverList(useApi()))
  if (!data || data.length === 0) return null
  return data.length.toLocaleString()
}

function MissedCount() {
  const { data } = useQuery(missedStatus(useApi()))
  return data?.behind ? data.behind.toLocaleString() : null
}

function AttentionCount() {
  const { items } = useAttention()
  if (items.length === 0) return null
  return <span className={css.alert}>{items.length.toLocaleString()}</span>
}

/** Rendered outside the link, because a live region inside would become part of the link's name. */
function AttentionAnnouncement() {
  const { length } = useAttention().items
  return <LiveStatus>{copy.attention(length)}</LiveStatus>
}

function AttentionOnIcon() {
  useBadge(useAttention().items.length)
  return null
}

function useBadge(count: number): void {
  const api = useApi()
  useEffect(() => {
    // Ignores failures, because the navigation shows the same number.
    api.call('app.set-badge', { count }).catch(() => {})
  }, [api, count])
}

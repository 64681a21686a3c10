import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { FilterX, type LucideIcon } from 'lucide-react'
import type { ListenerStatus } from '#shared/deliveries/contract.ts'
import { readDeliveryFilter } from '#shared/deliveries/filter/filter.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { useApi } from '../../../host/client.ts'
import { failedView, receiverFailedView } from '../../../nouns/deliveries/filter/fixed-views.ts'
import { viewCount } from '../../../nouns/deliveries/queries.ts'
import type { EndpointNames } from '../../../nouns/endpoints/endpoint-names.ts'
import { ListeningButton } from '../../../nouns/listening/listening-button.tsx'
import { tunnelOutage } from '../../../nouns/tunnel/outage.ts'
import { tunnelStatus } from '../../../nouns/tunnel/queries.ts'
import { useReconnect } from '../../../nouns/workspaces/connect/use-reconnect.tsx'
import { sessionStatus } from '../../../nouns/workspaces/session-queries.ts'
import { noMatch as copy, empty } from './copy.ts'
import css from './delivery-pane.module.css'

/** Shown if no stored delivery matches the filter, or no match was found in the deliveries that have been searched. */
export function NoMatch({
  q,
  more,
  onMore,
  onClear,
}: {
  readonly q: string
  readonly more: boolean
  readonly onMore: () => void
  readonly onClear: () => void
}) {
  const navigate = useNavigate()
  const words = wordsIn(q)
  // Users look here for deliveries that their program failed.
  const isFailed = q === failedView.q
  const { data: failed } = useQuery({ ...viewCount(useApi(), receiverFailedView.q), enabled: isFailed })
  const fixed = isFailed ? copy.noneFailed : q === receiverFailedView.q ? copy.noneReceiverFailed : null
  return (
    <EmptyState
      icon={FilterX}
      title={more ? copy.titleSoFar : (fixed ?? copy.title)}
      action={
        <span className={css.links}>
          {more ? (
            <Button size="small" onPress={onMore}>
              {copy.more}
            </Button>
          ) : null}
          {words === '' ? null : (
            <Button size="small" onPress={() => void navigate({ to: '/notes', search: { q: words } })}>
              {copy.searchNotes}
            </Button>
          )}
          {isFailed && failed && failed.count > 0 ? (
            <Button
              size="small"
              onPress={() => void navigate({ to: '/inspector', search: { q: receiverFailedView.q } })}
            >
              {copy.receiverFailed(failed)}
            </Button>
          ) : null}
          <Button size="small" onPress={onClear}>
            {copy.clear}
          </Button>
        </span>
      }
    >
      {fixed !== null ? null : words === '' ? (
        <>
          {copy.help[0]} <code>-</code> {copy.help[1]}
          <span className={css.examples}>
            {copy.examples.map((example) => (
              <code key={example}>{example}</code>
            ))}
          </span>
        </>
      ) : (
        // The rows show note titles, so the text explains that the filter doesn't search them.
        copy.searched
      )}
    </EmptyState>
  )
}

const wordsIn = (q: string) =>
  readDeliveryFilter(q)
    .terms.filter(({ key, isNot, problem }) => key === null && !isNot && problem === null)
    .map(({ value }) => value)
    .join(' ')

/** Explains what setup is still missing for the first delivery, or that the delivery can arrive at any time. */
export function NothingYet({
  icon,
  listener,
  endpoints,
}: {
  readonly icon: LucideIcon
  readonly listener: ListenerStatus | undefined
  readonly endpoints: EndpointNames
}) {
  const reconnect = useReconnect()
  const api = useApi()
  const { data: tunnel } = useQuery(tunnelStatus(api))
  const outage = tunnelOutage(tunnel)
  const { data: session } = useQuery(sessionStatus(api))
  const workspace = session && session.state !== 'welcome' ? session.workspace.label : ''
  if (reconnect) {
    return (
      <EmptyState
        icon={icon}
        title={reconnect.title}
        action={<Button onPress={reconnect.ask}>{reconnect.action}</Button>}
      >
        {empty.noKey}
        {reconnect.dialog}
      </EmptyState>
    )
  }
  const here = endpoints.list.filter(({ receivedHere }) => receivedHere)
  const [first, second] = here
  if (!first) {
    const isWithoutTunnel = tunnel?.source === 'none'
    return (
      <EmptyState
        icon={icon}
        title={empty.noEndpointTitle(workspace)}
        action={
          <span className={css.links}>
            <ListeningButton primary />
            {isWithoutTunnel ? <Link to="/tunnel">{empty.setUpTunnel}</Link> : null}
            <Link to="/endpoints" search={{ form: 'new' }}>
              {empty.createEndpoint}
            </Link>
          </span>
        }
      >
        {isWithoutTunnel ? empty.noTunnel : empty.noEndpoint}
      </EmptyState>
    )
  }
  if (listener && listener.state !== 'listening') {
    return (
      <EmptyState icon={icon} title={empty.stoppedTitle}>
        {empty.stopped}
      </EmptyState>
    )
  }
  if (!here.some(({ enabled }) => enabled)) {
    return (
      <EmptyState
        icon={icon}
        title={empty.disabledTitle(here.length)}
        action={
          <Link to="/endpoints" search={second ? {} : { endpoint: first.id }}>
            {second ? empty.showEndpoints : empty.showEndpoint}
          </Link>
        }
      >
        {second ? empty.severalDisabled : empty.disabled}
      </EmptyState>
    )
  }
  if (outage) {
    return (
      <EmptyState
        icon={icon}
        title={empty.outageTitle[outage]}
        action={<Link to="/tunnel">{empty.setUpTunnel}</Link>}
      >
        {empty.outage}
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={icon} title={empty.waitingTitle}>
      {empty.waiting}
    </EmptyState>
  )
}

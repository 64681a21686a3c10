import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { ListenerStatus } from '#shared/deliveries/contract.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { useApi } from '../../../host/client.ts'
import type { EndpointNames } from '../../../nouns/endpoints/endpoint-names.ts'
import { ListeningButton } from '../../../nouns/listening/listening-button.tsx'
import { tunnelOutage } from '../../../nouns/tunnel/outage.ts'
import { tunnelStatus } from '../../../nouns/tunnel/queries.ts'
import { useReconnect } from '../../../nouns/workspaces/connect/use-reconnect.tsx'
import { empty as copy } from './copy.ts'
import css from './delivery-pane.module.css'

/** Explains which setup the first delivery still needs, or that it can arrive at any time. */
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
  const outage = tunnelOutage(useQuery(tunnelStatus(useApi())).data)
  if (listener && listener.state !== 'listening') {
    return (
      <EmptyState icon={icon} title={copy.stoppedTitle}>
        {copy.stopped}
      </EmptyState>
    )
  }
  if (reconnect) {
    // Without an API key, it is unknown which endpoints deliver here.
    return (
      <EmptyState
        icon={icon}
        title={reconnect.title}
        action={<Button onPress={reconnect.ask}>{reconnect.action}</Button>}
      >
        {copy.noKey}
        {reconnect.dialog}
      </EmptyState>
    )
  }
  const here = endpoints.list.filter(({ receivedHere }) => receivedHere)
  const [first, second] = here
  if (!first) {
    return (
      <EmptyState
        icon={icon}
        title={copy.noEndpointTitle}
        action={
          <span className={css.links}>
            <ListeningButton primary />
            <Link to="/endpoints" search={{ form: 'new' }}>
              {copy.createEndpoint}
            </Link>
          </span>
        }
      >
        {copy.noEndpoint}
      </EmptyState>
    )
  }
  if (!here.some(({ enabled }) => enabled)) {
    return (
      <EmptyState
        icon={icon}
        title={copy.disabledTitle(here.length)}
        action={
          <Link to="/endpoints" search={second ? {} : { endpoint: first.id }}>
            {second ? copy.showEndpoints : copy.showEndpoint}
          </Link>
        }
      >
        {second ? copy.severalDisabled : copy.disabled}
      </EmptyState>
    )
  }
  if (outage) {
    return (
      <EmptyState
        icon={icon}
        title={copy.outageTitle[outage]}
        action={<Link to="/tunnel">{copy.setUpTunnel}</Link>}
      >
        {copy.outage}
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={icon} title={copy.waitingTitle}>
      {copy.waiting}
    </EmptyState>
  )
}

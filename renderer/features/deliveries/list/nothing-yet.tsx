import { Link } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { InspectorStatus } from '#shared/deliveries/contract.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import type { EndpointNames } from '../../endpoints/index.ts'
import css from './delivery-pane.module.css'

/** Before the first delivery: what is missing for it to come, or that it is on its way. */
export function NothingYet({
  icon,
  listener,
  endpoints,
  listen,
}: {
  readonly icon: LucideIcon
  readonly listener: InspectorStatus | undefined
  readonly endpoints: EndpointNames
  readonly listen: ReactNode
}) {
  if (listener && listener.state !== 'listening') {
    return (
      <EmptyState icon={icon} title="The inspector is not listening">
        Start it above. Nothing was received so far.
      </EmptyState>
    )
  }
  if (!endpoints.list.some(({ receivedHere, enabled }) => receivedHere && enabled)) {
    return (
      <EmptyState
        icon={icon}
        title="No endpoint leads here yet"
        action={
          <span className={css.links}>
            {listen}
            <Link to="/endpoints" search={{ form: 'new' }}>
              Create an endpoint
            </Link>
          </span>
        }
      >
        <b>Listen</b> opens your tunnel, proves it, and makes an endpoint that leads here; or create one
        yourself, with the receiver <i>the inspector on this machine</i>. Each delivery is verified, kept and
        shown here.
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={icon} title="Waiting for the first delivery">
      It comes when a note in the endpoint’s scope is generated, edited or shared. Each delivery is verified
      against the endpoint’s signing secret, kept, and shown here at once.
    </EmptyState>
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { EventData } from '#shared/rpc/events.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { forgetTurnedOff, turnedOffEndpoints, useEndpointNames } from '../../features/endpoints/index.ts'
import { profileList } from '../../features/workspaces/index.ts'
import { useApi } from '../../host/client.ts'

/** Endpoints that were seen to go off, and not from here (specification, section 3). Said once, until it is put away. */
export function DisabledEndpoints() {
  const { data: told = [] } = useQuery(turnedOffEndpoints())
  const { data: profiles = [] } = useQuery(profileList(useApi()))
  return told.map((one) => {
    // One that was removed meanwhile has no endpoints to see to.
    const profile = profiles.find(({ id }) => id === one.workspace.id)
    return profile ? <Notice key={profile.id} told={one} inOther={!profile.isOpen} /> : null
  })
}

function Notice({
  told: { workspace, endpoints },
  inOther,
}: {
  readonly told: EventData<'endpoints.turned-off'>
  /** Another workspace than the open one. */
  readonly inOther: boolean
}) {
  const cache = useQueryClient()
  const names = useEndpointNames()
  const [first, ...others] = endpoints
  if (!first) return null
  const name = names.of(first.id, first.url)
  const what =
    others.length > 0
      ? `${others.length + 1} endpoints were turned off`
      : first.by === 'service'
        ? `The service disabled the endpoint at ${name}`
        : `The endpoint at ${name} was turned off, and not from here`
  return (
    <Banner
      tone="danger"
      edge
      title={inOther ? `${workspace.label}: ${what}` : what}
      action={
        <Link to="/attention" search={inOther ? { workspace: workspace.id } : {}}>
          {inOther ? 'Open that workspace and see' : 'Needs attention'}
        </Link>
      }
      onDismiss={() => forgetTurnedOff(cache, workspace.id)}
    >
      Events that happen while it is off are missed: the service does not replay them.{' '}
      {others.length > 0 ? (
        <VisibleText text={endpoints.map(({ url, id }) => URL.parse(url)?.host ?? id).join(', ')} />
      ) : null}
    </Banner>
  )
}

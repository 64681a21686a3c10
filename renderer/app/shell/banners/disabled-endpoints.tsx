import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import type { EventData } from '#shared/rpc/events.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { ShortName, shortName } from '#ui/text/short-name.tsx'
import { useApi } from '../../../host/client.ts'
import { useEndpointNames } from '../../../nouns/endpoints/endpoint-names.ts'
import {
  disabledEndpoints,
  dismissDisabledEndpoints,
  endpointList,
} from '../../../nouns/endpoints/queries.ts'
import { workspaceList } from '../../../nouns/workspaces/queries.ts'
import { copy } from '../copy.ts'

/**
 * Shows endpoints that were disabled outside Notehook (specification, section 3), until the notice is dismissed or the endpoints
 * are enabled again. Hidden on the page that lists them.
 */
export function DisabledEndpoints() {
  const { data: disabled = [] } = useQuery(disabledEndpoints())
  const { data: workspaces = [] } = useQuery(workspaceList(useApi()))
  const areListed = useRouterState({ select: ({ location }) => location.pathname === '/attention' })
  return disabled.map((one) => {
    // The workspace may have been removed in the meantime.
    const workspace = workspaces.find(({ id }) => id === one.workspace.id)
    return workspace && !(areListed && workspace.isOpen) ? (
      <Notice key={workspace.id} event={one} inOther={!workspace.isOpen} />
    ) : null
  })
}

function Notice({
  event: { workspace, endpoints: disabled },
  inOther,
}: {
  readonly event: EventData<'endpoints.disabled'>
  /** Whether the event belongs to a workspace that is not open. */
  readonly inOther: boolean
}) {
  const cache = useQueryClient()
  const names = useEndpointNames()
  const { data: listed = [] } = useQuery({ ...endpointList(useApi()), enabled: !inOther })
  const isEnabledAgain = (id: string) => !inOther && listed.some((one) => one.id === id && one.enabled)
  const endpoints = disabled.filter(({ id }) => !isEnabledAgain(id))
  const [first, ...others] = endpoints
  if (!first) return null
  // `names` contains only endpoints of the open workspace.
  const nameOf = ({ id, url, label }: typeof first) => (inOther && label) || names.of(id, url)
  const name = nameOf(first)
  const sentence = (as: (name: string) => string) => {
    const what =
      others.length > 0
        ? copy.disabledEndpoints.several(others.length + 1)
        : first.by === 'service'
          ? copy.disabledEndpoints.byService(as(name))
          : copy.disabledEndpoints.elsewhere(as(name))
    return inOther ? `${as(workspace.label)}: ${what}` : what
  }
  return (
    <Banner
      tone="danger"
      edge
      title={sentence(shortName)}
      whole={sentence(String)}
      action={
        <Link to="/attention" search={inOther ? { workspace: workspace.id } : {}}>
          {inOther ? copy.disabledEndpoints.openWorkspace : copy.disabledEndpoints.needsAttention}
        </Link>
      }
      onDismiss={() => dismissDisabledEndpoints(cache, workspace.id)}
    >
      {others.length === 0 && first.by === 'service' ? `${copy.disabledEndpoints.fourDays} ` : null}
      {copy.disabledEndpoints.consequence}{' '}
      {others.length > 0 ? <ShortName text={endpoints.map(nameOf).join(', ')} /> : null}
    </Banner>
  )
}

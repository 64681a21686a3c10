import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Endpoint } from '#shared/endpoints/model.ts'
import { Switch } from '#ui/controls/switch.tsx'
import { StatusDot } from '#ui/status/status-pill.tsx'
import textCss from '#ui/text/text.module.css'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../host/client.ts'
import { useEndpointNames } from '../../nouns/endpoints/endpoint-names.ts'
import { endpointList, updateEndpoint } from '../../nouns/endpoints/queries.ts'
import { endpoints as copy } from './copy.ts'
import { Part } from './part.tsx'
import css from './sandbox-page.module.css'

/** Lists the endpoints and whether the service delivers to them. The user can enable them again after an outage. */
export function EndpointsSection() {
  const { data } = useQuery(endpointList(useApi()))
  return (
    <Part title={copy.title}>
      <p className={textCss.note}>{copy.new}</p>
      {data?.length === 0 ? <p className={textCss.note}>{copy.none}</p> : null}
      <ul className={css.endpoints}>
        {data?.map((endpoint) => (
          <EndpointLine key={endpoint.id} endpoint={endpoint} />
        ))}
      </ul>
    </Part>
  )
}

function EndpointLine({ endpoint }: { readonly endpoint: Endpoint }) {
  const change = useMutation(updateEndpoint(useApi(), useQueryClient()))
  const name = useEndpointNames().of(endpoint.id)
  const { id, enabled, disabledState } = endpoint
  return (
    <li className={css.endpoint}>
      <StatusDot look={enabled ? 'on' : disabledState?.by === 'here' ? 'off' : 'bad'} />
      <span className={css.endpointWords}>
        <Link to="/endpoints" search={{ endpoint: id }} className={css.endpointName}>
          <VisibleText text={name} />
        </Link>
        <span className={css.endpointWhere}>
          <VisibleText text={whereOf(endpoint)} />
        </span>
      </span>
      <Switch
        hideLabel
        isSelected={enabled}
        isReadOnly={change.isPending}
        onChange={(next) => change.mutate({ id, changes: { enabled: next } })}
      >
        {copy.unnamed(name)}
      </Switch>
    </li>
  )
}

/** Describes where an endpoint delivers to, such as its URL or *Inspector*, and why it is disabled. */
export function whereOf({ enabled, receivedHere, url, disabledState }: Endpoint): string {
  if (enabled) return receivedHere ? copy.inspector : url
  if (disabledState?.by === 'here') return copy.disabledHere
  return disabledState?.by === 'service' ? copy.disabledByService : copy.disabled
}

import type { Endpoint } from '#shared/endpoints/model.ts'
import { ActionKeys } from '#ui/overlays/action-keys.tsx'
import { ActionItems } from '#ui/overlays/menu.tsx'
import { type EndpointPlace, useEndpointActions } from './use-endpoint-actions.ts'

interface Props {
  readonly endpoint: Endpoint
  readonly place: EndpointPlace
}

export function EndpointItems({ endpoint, place }: Props) {
  return <ActionItems groups={useEndpointActions(endpoint, place)} />
}

/** Keyboard shortcuts for the endpoint of the current row. */
export function EndpointKeys({ endpoint, place }: Props) {
  return <ActionKeys groups={useEndpointActions(endpoint, place)} />
}

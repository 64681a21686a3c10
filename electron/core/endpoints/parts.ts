import type { Deliveries } from '#core/deliveries/index.ts'
import type { EventHub } from '#core/platform/event-bus.ts'
import type { Clock, Log } from '#core/platform/ports.ts'
import type { Tunnel } from '#core/tunnel/index.ts'
import type { WorkspaceApi } from '#core/workspaces/index.ts'
import type { EndpointJournal } from './endpoint-journal.ts'
import type { EndpointLabels } from './endpoint-labels.ts'
import type { EndpointRegistry } from './endpoint-registry.ts'
import type { EndpointSecrets } from './secrets/endpoint-secrets.ts'

/** Services that the procedures for endpoints share. */
export interface EndpointParts {
  readonly service: WorkspaceApi
  readonly tunnel: Tunnel
  readonly deliveries: Deliveries
  readonly journal: EndpointJournal
  readonly secrets: EndpointSecrets
  readonly labels: EndpointLabels
  readonly registry: EndpointRegistry
  readonly hub: EventHub
  readonly clock: Clock
  readonly log: Log
}

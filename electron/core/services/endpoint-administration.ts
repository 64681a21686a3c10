import type { Handlers } from '../../../shared/contract/index.ts'
import type { EventHub } from '../event-hub.ts'
import type { Inspector } from '../inspector/inspector.ts'
import type { Clock } from '../ports.ts'
import type { EndpointJournal } from '../store/endpoint-journal.ts'
import type { Tunnel } from '../tunnel/tunnel.ts'
import { createEndpointCreation } from './endpoint-creation.ts'
import type { EndpointSecrets } from './endpoint-secrets.ts'
import { createEndpoints, type Endpoints } from './endpoints.ts'
import { createRemovals } from './removals.ts'
import { createSecretImport } from './secret-import.ts'
import type { Session } from './session.ts'
import { createUnfinished } from './unfinished.ts'

/** Everything about webhook endpoints, wired together. */
export interface Administration {
  readonly handlers: Pick<
    Handlers,
    | 'endpoints.list'
    | 'endpoints.create'
    | 'endpoints.update'
    | 'endpoints.remove'
    | 'endpoints.remove-several'
    | 'endpoints.stop-removing'
    | 'endpoints.unfinished'
    | 'endpoints.finish'
    | 'endpoints.import-secret'
  >
  readonly endpoints: Endpoints
}

export interface AdministrationOptions {
  /** Somebody waits for what goes through it. */
  readonly session: Session
  readonly tunnel: Tunnel
  readonly journal: EndpointJournal
  readonly secrets: EndpointSecrets
  readonly inspector: Inspector
  readonly hub: EventHub
  readonly clock: Clock
}

export function createAdministration(options: AdministrationOptions): Administration {
  const { session, hub } = options
  const creation = createEndpointCreation(options)
  const endpoints = createEndpoints({ ...options, creation })
  const importSecret = createSecretImport(options)
  const unfinished = createUnfinished({ ...options, creation, isTakenCareOf: () => false })
  const removals = createRemovals(endpoints, () => session.workspace()?.id ?? null, hub)

  return {
    endpoints,
    handlers: {
      'endpoints.list': () => endpoints.list(),
      'endpoints.create': (draft) => endpoints.create(draft),
      'endpoints.update': (input) => endpoints.update(input),
      'endpoints.remove': ({ id }) => endpoints.remove(id),
      'endpoints.remove-several': ({ ids }) => removals.remove(ids),
      'endpoints.stop-removing': () => {
        removals.stop()
        return null
      },
      'endpoints.unfinished': () => unfinished.list(),
      'endpoints.finish': async ({ id, action }) => {
        const endpoint = await unfinished.finish(id, action)
        return { endpoint: endpoint && endpoints.described(endpoint) }
      },
      'endpoints.import-secret': importSecret,
    },
  }
}

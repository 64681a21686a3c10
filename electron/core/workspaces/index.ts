import { createEmitter, type Event } from '#core/platform/emitter.ts'
import type { Feature } from '#core/platform/feature.ts'
import type { Platform } from '#core/platform/platform.ts'
import type { ObservedDifference } from '#core/service-api/api-differences.ts'
import { createWorkspaceApi, type WorkspaceApi } from './api.ts'
import { createApiDifferences } from './api-differences.ts'
import { type ApiKeys, createApiKeys } from './api-keys.ts'
import { createServiceClients, type EndpointList, type ServiceClients } from './clients.ts'
import { createInWorkspace, type InWorkspace } from './open-workspace.ts'
import { createRequestPriority, type RequestPriority } from './request-priority.ts'
import { createRunningSandbox, type RunningSandbox } from './running-sandbox.ts'
import { createSession, type Session } from './session.ts'
import { sandboxLabel, sandboxWorkspaceId } from './workspace-of.ts'
import { createWorkspaceStore, type WorkspaceStore } from './workspace-store.ts'

export type { WorkspaceApi } from './api.ts'
export type { ApiKeys } from './api-keys.ts'
export type { EndpointList, ServiceClients } from './clients.ts'
export { type InWorkspace, type OpenWorkspace, openWorkspace, openWorkspaceId } from './open-workspace.ts'
export type { RequestPriority } from './request-priority.ts'
export type { RunningSandbox } from './running-sandbox.ts'
export type { Session } from './session.ts'
export { createWorkspaceHandlers } from './workspace-handlers.ts'
export { sandboxWorkspaceId } from './workspace-of.ts'
export type { StoredWorkspace, WorkspaceStore } from './workspace-store.ts'

/** This machine's workspaces, which of them is open, and the requests to its service. */
export interface Workspaces extends Omit<Feature<'workspaces'>, 'handlers'> {
  readonly handlers: ReturnType<typeof createApiDifferences>['handlers']
  readonly session: Omit<Session, 'use'>
  /** Returns the open workspace's API. */
  api(options: { readonly priority: 'interactive' | 'background' }): WorkspaceApi
  readonly requests: Pick<RequestPriority, 'whenIdle' | 'takeSentCount'>
  readonly inWorkspace: InWorkspace
  readonly sandbox: RunningSandbox
  readonly workspaceStore: WorkspaceStore
  readonly apiKeys: ApiKeys
  readonly clients: ServiceClients
  labelOf(id: string): string | null
  /** Fires for each list of endpoints that the service returns, for any workspace and any caller. */
  readonly onDidListEndpoints: Event<EndpointList>
  /** Fires after a workspace was opened, connected, changed, disconnected or removed. */
  readonly onDidChange: Event<void>
  changed(): void
  /** Records where a delivery to a workspace differs from the specification. */
  reportDifference(workspaceId: string, difference: ObservedDifference): void
  /** Settles once the last workspace is open or its key turned out to be unreadable. `null` if there is no workspace. */
  opening(): Promise<unknown> | null
  forgetWorkspace(id: string): Promise<void>
}

export function createWorkspaces(platform: Platform): Workspaces {
  const { database, hub, vault, clock, log } = platform
  const { sql } = database
  const workspaceStore = createWorkspaceStore(sql)
  const apiKeys = createApiKeys(vault)
  const requests = createRequestPriority()
  const listed = createEmitter<EndpointList>()
  const changed = createEmitter<void>()
  const clients = createServiceClients({
    ...platform,
    onListEndpoints: listed.fire,
    fetch: requests.countRequests(platform.fetch),
    workspaceStore,
  })
  const session = createSession({ vault, apiKeys, workspaceStore, clients, hub, clock, log })
  const apiDifferences = createApiDifferences({ ...platform, sql, session })
  const api: Workspaces['api'] = (priority) => createWorkspaceApi(session, requests, priority)
  const sandbox = createRunningSandbox()
  let opening: Promise<void> | null = null

  vault.onDidRetry(() => {
    if (vault.state() !== 'ready' || session.status().state !== 'key-locked') return
    session.retry().catch((error) => log.error('The keychain could not be read again.', error))
  })

  return {
    handlers: apiDifferences.handlers,
    session,
    api,
    requests,
    inWorkspace: createInWorkspace({
      service: api({ priority: 'interactive' }),
      workspaceStore,
      apiKeys,
      clients,
    }),
    sandbox,
    workspaceStore,
    apiKeys,
    clients,
    labelOf: (id) => (id === sandboxWorkspaceId ? sandboxLabel : (workspaceStore.get(id)?.label ?? null)),
    onDidListEndpoints: listed.event,
    onDidChange: changed.event,
    changed() {
      changed.fire()
      hub.publish('workspaces.changed', {})
    },
    reportDifference: apiDifferences.report,
    opening: () => opening,
    start() {
      const hasOne = workspaceStore.last() !== null
      const opened = vault.refresh().then(session.start)
      opened.catch((error) => log.error('The keychain could not be read.', error))
      opening = hasOne ? opened : null
    },
    async forgetWorkspace(id) {
      apiDifferences.forget(id)
    },
    close() {
      apiDifferences.close()
      session.close()
    },
  }
}

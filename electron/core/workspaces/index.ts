import { createEmitter } from '#core/platform/emitter.ts'
import type { Platform } from '#core/platform/platform.ts'
import { readingPace } from '#core/service-api/requests/pacing.ts'
import { createWorkspaceApi, type WorkspaceApi } from './api.ts'
import { createApiDifferences } from './api-differences.ts'
import { createApiKeys } from './api-keys.ts'
import { createInWorkspace } from './open-workspace.ts'
import { createRequestPriority } from './request-priority.ts'
import { createRunningSandbox } from './running-sandbox.ts'
import { sandboxLabel, sandboxWorkspaceId } from './sandbox-workspace.ts'
import { createServiceClients, type EndpointList } from './service-clients.ts'
import { createSession, type Session } from './session.ts'
import { createWorkspaceStore } from './workspace-store.ts'

export type { WorkspaceApi } from './api.ts'
export type { ApiKeys } from './api-keys.ts'
export { type InWorkspace, type OpenWorkspace, openWorkspace, openWorkspaceId } from './open-workspace.ts'
export { msBetweenTurns, type RequestPriority } from './request-priority.ts'
export type { RunningSandbox } from './running-sandbox.ts'
export { sandboxWorkspaceId } from './sandbox-workspace.ts'
export type { EndpointList, ServiceClients } from './service-clients.ts'
export type { Session } from './session.ts'
export { createWorkspaceHandlers } from './workspace-handlers.ts'
export type { StoredWorkspace, WorkspaceStore } from './workspace-store.ts'

/** Manages the workspaces on this computer, and sends requests to the open one's service. */
export type Workspaces = ReturnType<typeof createWorkspaces>

export function createWorkspaces(platform: Platform) {
  const { database, hub, vault, clock, log } = platform
  const { sql } = database
  const workspaceStore = createWorkspaceStore(sql)
  const apiKeys = createApiKeys(vault)
  const requests = createRequestPriority({
    clock,
    pace: () => readingPace(workspaceStore.options(session.workspace()?.id ?? '').pace),
  })
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
  const api = (how: { readonly priority: 'interactive' | 'background' }): WorkspaceApi =>
    createWorkspaceApi(session, requests, how)
  const sandbox = createRunningSandbox()
  let opening: Promise<unknown> | null = null

  vault.onDidRetry(() => {
    if (vault.state() !== 'ready' || session.status().state !== 'key-locked') return
    session.retry().catch((error) => log.error('The keychain could not be read again.', error))
  })

  return {
    handlers: apiDifferences.handlers,
    session: session as Omit<Session, 'use'>,
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
    labelOf: (id: string) =>
      id === sandboxWorkspaceId ? sandboxLabel : (workspaceStore.get(id)?.label ?? null),
    /** Fires for each list of endpoints that the service returns, for any workspace. */
    onDidListEndpoints: listed.event,
    onDidChange: changed.event,
    changed() {
      changed.fire()
      hub.publish('workspaces.changed', {})
    },
    reportDifference: apiDifferences.report,
    /** Resolves once the last workspace is open or its key can't be read. `null` if there is no workspace. */
    opening: () => opening,
    start() {
      const hasOne = workspaceStore.last() !== null
      const opened = vault.refresh().then(session.start)
      opened.catch((error) => log.error('The keychain could not be read.', error))
      opening = hasOne ? opened : null
    },
    async forgetWorkspace(id: string) {
      apiDifferences.forget(id)
    },
    close() {
      apiDifferences.close()
      session.close()
    },
  }
}

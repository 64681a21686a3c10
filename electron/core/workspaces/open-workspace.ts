import { parseBaseAddress } from '#core/service-api/base-address.ts'
import { AppError } from '#shared/errors.ts'
import type { WorkspaceApi } from './api.ts'
import type { ApiKeys } from './api-keys.ts'
import type { ServiceClients } from './service-clients.ts'
import type { Session } from './session.ts'
import { keyUnavailable, notConnected, workspaceRemoved } from './workspace-errors.ts'
import type { WorkspaceStore } from './workspace-store.ts'

/** The workspace that was open when some work began. The work can't continue in another one. */
export interface OpenWorkspace {
  readonly id: string
  isOpen(): boolean
  readonly use: Session['use']
}

export function openWorkspaceId(session: Pick<Session, 'workspace'>): string {
  const workspace = session.workspace()
  if (!workspace) throw notConnected()
  return workspace.id
}

export function openWorkspace(session: WorkspaceApi): OpenWorkspace {
  const id = openWorkspaceId(session)
  const isOpen = () => session.workspace()?.id === id
  return {
    id,
    isOpen,
    async use(work) {
      if (isOpen()) return session.use(work)
      throw new AppError('canceled', 'Canceled: another workspace was opened.')
    },
  }
}

/** Runs work in any workspace. Only for work that can't wait until the workspace is opened. */
export type InWorkspace = <Result>(
  workspaceId: string,
  work: (workspace: OpenWorkspace) => Promise<Result>,
) => Promise<Result>

export function createInWorkspace(options: {
  readonly service: WorkspaceApi
  readonly workspaceStore: Pick<WorkspaceStore, 'get'>
  readonly apiKeys: Pick<ApiKeys, 'read'>
  readonly clients: ServiceClients
}): InWorkspace {
  const { service, workspaceStore, apiKeys, clients } = options
  return async (workspaceId, work) => {
    if (service.workspace()?.id === workspaceId) return work(openWorkspace(service))
    const workspace = workspaceStore.get(workspaceId)
    if (!workspace) throw workspaceRemoved()
    const key = await apiKeys.read(workspace)
    if (key.state !== 'present') throw keyUnavailable(key.state === 'absent' ? 'key-missing' : 'key-locked')
    const { baseUrl } = parseBaseAddress(workspace.baseUrl)
    const api = clients({ workspaceId, baseUrl, apiKey: key.secret })
    try {
      return await work({ id: workspaceId, isOpen: () => true, use: (ask) => ask(api) })
    } finally {
      api.close()
    }
  }
}

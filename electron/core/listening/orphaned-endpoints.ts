import type { EndpointJournal, EndpointSecrets, Endpoints, JournalEntry } from '#core/endpoints/index.ts'
import type { EventHub } from '#core/platform/event-bus.ts'
import type { Log } from '#core/platform/ports.ts'
import {
  type InWorkspace,
  openWorkspace,
  sandboxWorkspaceId,
  type WorkspaceApi,
} from '#core/workspaces/index.ts'
import { AppError } from '#shared/errors.ts'
import type { OrphanedEndpoint } from '#shared/listening/contract.ts'

export type OrphanedEndpoints = ReturnType<typeof createOrphanedEndpoints>

export function createOrphanedEndpoints(options: {
  readonly service: WorkspaceApi
  readonly journal: EndpointJournal
  readonly secrets: EndpointSecrets
  readonly inWorkspace: InWorkspace
  readonly labelOf: (workspaceId: string) => string | null
  readonly isLive: (entry: JournalEntry) => boolean
  readonly registry: Endpoints['registry']
  readonly hub: Pick<EventHub, 'publish'>
  readonly log: Log
}) {
  const { service, journal, secrets, inWorkspace, labelOf, isLive, registry, hub, log } = options

  // Sandbox endpoints are not listed, because they disappear when the app quits.
  const orphaned = () =>
    journal
      .entries()
      .filter((entry) => entry.temporary && entry.workspaceId !== sandboxWorkspaceId && !isLive(entry))

  registry.onDidList(({ workspaceId }) => {
    for (const entry of orphaned()) {
      if (entry.workspaceId !== workspaceId || entry.endpointId === null) continue
      if (!registry.isGone(workspaceId, entry.endpointId)) continue
      secrets
        .forget(entry)
        .catch((error) => log.error('The secret of a deleted endpoint could not be deleted.', error))
    }
  })

  return {
    async list(): Promise<OrphanedEndpoint[]> {
      const openId = service.workspace()?.id ?? null
      if (orphaned().some((entry) => entry.workspaceId === openId)) {
        // Leaves out endpoints that were deleted outside the app. If the service's list can't be read, none are left out.
        await openWorkspace(service)
          .use((api) => api.endpoints())
          .catch(() => {})
      }
      return orphaned().flatMap(({ pathId, endpointId, url, createdAt, workspaceId }) => {
        if (endpointId === null) return []
        const workspace = labelOf(workspaceId) ?? ''
        return [
          { id: pathId, endpointId, url, createdAt, workspaceId, workspace, isOpen: workspaceId === openId },
        ]
      })
    },

    /**
     * Deletes or keeps a temporary endpoint. Throws `not-found` if it is not temporary any more, and `invalid-input` when
     * deleting an endpoint of another workspace.
     */
    async clean(pathId: string, action: 'delete' | 'keep') {
      const entry = orphaned().find((one) => one.pathId === pathId)
      if (!entry) throw new AppError('not-found', 'This endpoint is no longer temporary.')
      if (action === 'delete' && entry.workspaceId !== service.workspace()?.id) {
        const name = labelOf(entry.workspaceId) ?? 'another workspace'
        throw new AppError(
          'invalid-input',
          `This endpoint belongs to ${name}. Open that workspace to delete it.`,
        )
      }
      if (action === 'delete') return this.remove(pathId)
      journal.keepForGood(pathId)
      hub.publish('endpoints.changed', {})
    },

    /**
     * Deletes an endpoint of any workspace, together with its secret. No-op if the endpoint does not exist. Rejects if the
     * service does not delete it.
     */
    async remove(pathId: string) {
      const entry = journal.byPathId(pathId)
      if (!entry?.endpointId || entry.state === 'removed') return
      const { endpointId, workspaceId } = entry
      await inWorkspace(workspaceId, ({ use }) => use((api) => api.removeEndpoint(endpointId)))
      await secrets.forget(entry)
      hub.publish('endpoints.changed', {})
    },
  }
}

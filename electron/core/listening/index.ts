import type { Deliveries } from '#core/deliveries/index.ts'
import type { Endpoints } from '#core/endpoints/index.ts'
import type { Feature } from '#core/platform/feature.ts'
import type { Platform } from '#core/platform/platform.ts'
import type { TunnelFeature } from '#core/tunnel/index.ts'
import { openWorkspace, sandboxWorkspaceId, type Workspaces } from '#core/workspaces/index.ts'
import { createOrphanedEndpoints } from './orphaned-endpoints.ts'
import { createWorkspaceListening, type WorkspaceListening } from './workspace-listening.ts'

export type Listening = Feature<'listening'>

/** Maximum time that quitting waits for the deletion of temporary endpoints. The desktop app waits 6 s in total. */
const quitMs = 5_000

export function createListening(
  platform: Platform,
  uses: { workspaces: Workspaces; tunnel: TunnelFeature; deliveries: Deliveries; endpoints: Endpoints },
): Listening {
  const { hub, clock, log } = platform
  const { workspaces, endpoints } = uses
  const { tunnel } = uses.tunnel
  const { creation, replacements, journal, secrets, registry, isUndecided } = endpoints
  const { inWorkspace, labelOf } = workspaces
  const service = workspaces.api({ priority: 'interactive' })
  const all = new Map<string, WorkspaceListening>()
  const openId = () => service.workspace()?.id ?? null

  const orphaned = createOrphanedEndpoints({
    service,
    journal,
    secrets,
    inWorkspace,
    labelOf,
    registry,
    hub,
    log,
    isLive: ({ workspaceId, pathId }) => all.get(workspaceId)?.holds(pathId) ?? false,
  })

  const onTunnel = () => [...all].filter(([id]) => id !== sandboxWorkspaceId).map(([, one]) => one)

  const of = (workspaceId: string): WorkspaceListening => {
    const known = all.get(workspaceId)
    if (known) return known
    const made = createWorkspaceListening({
      workspaceId,
      service,
      tunnel,
      listener: uses.deliveries.listener,
      creation,
      isUndecided,
      replacements,
      journal,
      secrets,
      isGone: registry.isGone,
      inWorkspace,
      orphaned,
      clock,
      log,
      onChange(status) {
        if (openId() === workspaceId) hub.publish('listening.changed', status)
      },
      async releaseTunnel() {
        const successor = onTunnel().find((one) => one !== made && one.isBusy())
        if (successor) successor.takeTunnel()
        else await tunnel.stop()
      },
    })
    all.set(workspaceId, made)
    return made
  }
  const here = () => of(openWorkspace(service).id)
  const status = () => (openId() === null ? ({ state: 'idle' } as const) : here().status())

  registry.onDidList(({ workspaceId, items }) => all.get(workspaceId)?.onListed(items))
  endpoints.onDidUpdate(({ workspaceId, endpoint }) => all.get(workspaceId)?.onUpdated(endpoint))
  endpoints.onDidReplace(({ pathId, replacementPathId }) => {
    const entry = journal.byPathId(pathId)
    if (entry) all.get(entry.workspaceId)?.replaced(pathId, replacementPathId)
  })

  return {
    handlers: {
      'listening.status': status,
      'listening.start': (draft) => here().start(draft),
      'listening.stop': () => (openId() === null ? status() : here().stop()),
      'listening.keep': () => (openId() === null ? status() : here().keep()),
      'listening.leftovers': () => orphaned.list(),
      'listening.clean': async ({ id, action }) => {
        await orphaned.clean(id, action)
        return null
      },
    },
    async close() {
      const late = new Promise((resolve) => setTimeout(resolve, quitMs).unref())
      // The sandbox's endpoints need no deletion, because they disappear with its service.
      const ended = Promise.race([Promise.all(onTunnel().map((one) => one.close())), late])
      // Deletes endpoints while the tunnel closes. The desktop app doesn't wait long enough to do one after the other.
      await Promise.all([ended, tunnel.close()])
    },
  }
}

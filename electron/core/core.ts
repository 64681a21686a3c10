import { createAgents } from '#core/agents/index.ts'
import { createChecks } from '#core/checks/index.ts'
import { createDeliveries } from '#core/deliveries/index.ts'
import { createEndpoints } from '#core/endpoints/index.ts'
import { createExports } from '#core/exports/index.ts'
import { createListening } from '#core/listening/index.ts'
import { createMissed } from '#core/missed/index.ts'
import { createNotes } from '#core/notes/index.ts'
import { dispatch } from '#core/platform/dispatch.ts'
import type { EventHub } from '#core/platform/event-bus.ts'
import type { Feature } from '#core/platform/feature.ts'
import { createJobs } from '#core/platform/jobs.ts'
import { openPlatform } from '#core/platform/platform.ts'
import type { Ports } from '#core/platform/ports.ts'
import { createReceivers } from '#core/receivers/index.ts'
import { createTunnelFeature } from '#core/tunnel/index.ts'
import { createWorkspaceHandlers, createWorkspaces } from '#core/workspaces/index.ts'
import type { Handlers } from '#shared/rpc/contract.ts'
import type { Transport } from '#shared/rpc/transport.ts'
import { createSandbox } from './sandbox.ts'

/** The app without its window. Implements `Transport`, so that a page or a test can connect to it directly. */
export interface Core extends Transport {
  subscribe: EventHub['subscribe']
  /**
   * Opens the listener and the last workspace. Waits at most one second for the workspace, because the keychain may be locked.
   */
  start(): Promise<void>
  /** Stops accepting deliveries, stores and answers those in progress, and closes the database. */
  close(): Promise<void>
}

/** Creates the core. Throws `AppError` `storage` if the database can't be opened. */
export function createCore(ports: Ports): Core {
  const shared = openPlatform(ports)
  const { platform } = shared
  const { database, hub, log } = platform
  const storeProblem = database.files.problem

  const workspaces = createWorkspaces(platform)
  const { session } = workspaces
  const jobs = createJobs({
    sql: database.sql,
    workspaceId: () => session.workspace()?.id ?? null,
    hub,
    log,
    storeProblem,
  })
  session.onDidOpen(jobs.publish)
  const tunnel = createTunnelFeature(platform)
  const deliveries = createDeliveries(platform, { workspaces, jobs, tunnel })
  const notes = createNotes(platform, { workspaces, deliveries })
  const uses = { workspaces, jobs, tunnel, deliveries, notes }
  const endpoints = createEndpoints(platform, uses)
  const receivers = createReceivers(platform, uses)
  endpoints.onDidReplace(({ workspaceId, endpointId, replacementId }) => {
    if (replacementId) receivers.forwardInstead(workspaceId, replacementId, (id) => id === endpointId)
  })
  const missed = createMissed(platform, { ...uses, endpoints, receivers })
  const exports = createExports(platform, { workspaces, jobs, deliveries, notes, receivers, missed })
  const sandbox = createSandbox(platform, { ...uses, endpoints, receivers, missed })
  const checks = createChecks(platform, { jobs, receivers, checkNotes: sandbox.checkNotes })
  const listening = createListening(platform, { workspaces, tunnel, deliveries, endpoints })

  const agents = createAgents(platform, {
    workspaces,
    deliveries,
    receivers,
    core: { call: (...request) => call(...request), subscribe: (listener) => hub.subscribe(listener, false) },
  })

  const workspaceHandlers = createWorkspaceHandlers(platform, {
    workspaces,
    // The order in which a workspace's data is deleted. Jobs and endpoints are first, so that no new data arrives for the
    // workspace in the meantime.
    owners: [jobs, endpoints, missed, notes, receivers, deliveries, workspaces],
    endpointsOf: endpoints.ofWorkspace,
    openSandbox: sandbox.open,
  })

  // Jobs are closed first, because they use all other features.
  const features: readonly Pick<Feature<never>, 'start' | 'close'>[] = [
    workspaces,
    tunnel,
    deliveries,
    notes,
    endpoints,
    receivers,
    missed,
    sandbox,
    checks,
    listening,
    agents,
    jobs,
    workspaceHandlers,
  ]

  const handlers: Handlers = {
    ...shared.handlers,
    ...workspaces.handlers,
    ...workspaceHandlers.handlers,
    ...jobs.handlers,
    ...tunnel.handlers,
    ...deliveries.handlers,
    ...notes.handlers,
    ...endpoints.handlers,
    ...receivers.handlers,
    ...missed.handlers,
    ...exports.handlers,
    ...sandbox.handlers,
    ...checks.handlers,
    ...listening.handlers,
    ...agents.handlers,
  }

  const call: Transport['call'] = async (name, input, options) => {
    // Reads the revision before the call, because events published during the call may not be reflected in the reply.
    const revision = hub.revision()
    const reply = await dispatch(handlers, { log, storeProblem }, name, input, options)
    return reply.ok ? { ...reply, revision } : reply
  }

  return {
    call,
    subscribe: hub.subscribe,
    async start() {
      shared.start()
      for (const feature of features) await feature.start?.()
      const opening = workspaces.opening()
      if (opening === null) return
      const opened = Promise.all([opening, endpoints.opening()])
      await Promise.race([opened, new Promise((resolve) => setTimeout(resolve, 1_000).unref())])
    },
    async close() {
      await shared.stop()
      for (const feature of features.toReversed()) await feature.close?.()
      await shared.close()
    },
  }
}

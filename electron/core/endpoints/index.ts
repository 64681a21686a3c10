import type { Deliveries } from '#core/deliveries/index.ts'
import type { Notes } from '#core/notes/index.ts'
import { createEmitter } from '#core/platform/emitter.ts'
import type { HandlersOf } from '#core/platform/feature.ts'
import type { Jobs } from '#core/platform/jobs.ts'
import type { Platform } from '#core/platform/platform.ts'
import { checkEndpointUrl } from '#core/public-address/endpoint-url.ts'
import { classifySandboxUrl } from '#core/public-address/loopback.ts'
import type { ServiceEndpoint } from '#core/service-api/wire.ts'
import type { TunnelFeature } from '#core/tunnel/index.ts'
import { openWorkspaceId, type Workspaces } from '#core/workspaces/index.ts'
import { type CreatedEndpoint, createEndpointCreation } from './endpoint-creation.ts'
import { createEndpointJournal, type JournalEntry } from './endpoint-journal.ts'
import { createEndpointLabels } from './endpoint-labels.ts'
import { createEndpointManagement, type UpdatedEndpoint } from './endpoint-management.ts'
import { createEndpointRegistry } from './endpoint-registry.ts'
import { createRemovals } from './endpoint-removals.ts'
import { leadsTo } from './endpoint-urls.ts'
import { createReplacementRows } from './replacement/replacement-rows.ts'
import { createReplacements, type Replaced } from './replacement/replacements.ts'
import { createEndpointSecrets } from './secrets/endpoint-secrets.ts'
import { createSecretImport } from './secrets/secret-import.ts'
import { createSecretReveal } from './secrets/secret-reveal.ts'
import { createStaleAddresses } from './stale-address.ts'
import { createEndpointStatuses } from './status/endpoint-statuses.ts'
import { createUnfinishedCreations } from './unfinished-creations.ts'

export type { EndpointCreation } from './endpoint-creation.ts'
export type { EndpointJournal, JournalEntry } from './endpoint-journal.ts'
export type { Replaced, Replacements } from './replacement/replacements.ts'
export type { EndpointSecrets } from './secrets/endpoint-secrets.ts'
export { type Gap, type GapOwner, type GapReason, type Gaps, wholeMachine } from './status/gaps.ts'

export type Endpoints = ReturnType<typeof createEndpoints>

export function createEndpoints(
  platform: Platform,
  uses: { workspaces: Workspaces; jobs: Jobs; tunnel: TunnelFeature; deliveries: Deliveries; notes: Notes },
) {
  const { database, vault, host, secretClipboard, lookup, hub, clock, log } = platform
  const { workspaces, deliveries } = uses
  const { tunnel } = uses.tunnel
  const { session, labelOf } = workspaces
  const { sql } = database
  const service = workspaces.api({ priority: 'interactive' })
  const labels = createEndpointLabels(sql)
  const journal = createEndpointJournal(sql)
  const secrets = createEndpointSecrets({ vault, journal, paths: deliveries.paths, clock, log })
  const created = createEmitter<CreatedEndpoint>()
  const updated = createEmitter<UpdatedEndpoint>()
  const replaced = createEmitter<Replaced>()
  const isOpen = (workspaceId: string) => session.workspace()?.id === workspaceId
  const changed = () => hub.publish('endpoints.changed', {})

  const registry = createEndpointRegistry({ onDidListEndpoints: workspaces.onDidListEndpoints, clock })
  const statuses = createEndpointStatuses({ ...platform, workspaces, deliveries, journal, labels, registry })
  const { disabling } = statuses
  const parts = { service, tunnel, deliveries, journal, secrets, labels, registry, hub, clock, log }
  const creation = createEndpointCreation(parts, {
    onCreated(endpoint) {
      try {
        created.fire(endpoint)
      } catch (error) {
        log.error('What changes with a new endpoint could not be stored.', error)
      }
    },
    onEnabled(workspaceId, id) {
      try {
        disabling.created(workspaceId, id)
      } catch (error) {
        log.error('The status of a new endpoint could not be stored.', error)
      }
    },
  })
  const replacements = createReplacements({
    ...parts,
    creation,
    rows: createReplacementRows(sql),
    fourDaysMs: () => statuses.fourDaysMs(session.workspace()?.id ?? ''),
    onReplaced: replaced.fire,
  })
  const management = createEndpointManagement(parts, {
    creation,
    disabling,
    onUpdated(update) {
      try {
        updated.fire(update)
      } catch (error) {
        log.error('What changed for an endpoint could not be stored.', error)
      }
    },
  })
  const isTemporary = (pathId: string) => {
    const entry = journal.byPathId(pathId)
    return Boolean(entry?.temporary && entry.endpointId !== null)
  }
  const isTakenCareOf = (pathId: string) => replacements.isReplacement(pathId) || isTemporary(pathId)
  const unfinished = createUnfinishedCreations(parts, creation, isTakenCareOf)
  const staleAddresses = createStaleAddresses(parts, management, replacements, labelOf)
  const reveal = createSecretReveal(parts, host, secretClipboard)
  const stopWaiting = () => service.use(async (api) => api.stopChanges())
  const removeSeveral = createRemovals({
    endpoints: management,
    workspaceId: () => session.workspace()?.id ?? null,
    stopWaiting,
    jobs: uses.jobs,
  })

  let opening: Promise<void> = Promise.resolve()
  try {
    // Adds the paths before the listener starts. The listener responds 404 to unknown paths, which would end the retries of their
    // deliveries.
    secrets.reserveAll()
  } catch (error) {
    log.error('The paths of the endpoints could not be read.', error)
  }
  deliveries.setSecrets(secrets.atHand)
  deliveries.onDidVerify(({ pathId, at }) => {
    const isFirst = !journal.byPathId(pathId)?.provenAt
    if (isFirst) journal.proven(pathId, at)
    replacements.proven(pathId)
    if (isFirst) changed()
  })
  const { onDidList, isGone } = registry
  onDidList(({ workspaceId, items }) => creation.reconcile(workspaceId, items))
  onDidList(({ workspaceId, items }) => disabling.onListed(workspaceId, items))
  onDidList(({ workspaceId }) => {
    for (const id of deliveries.newestEvents.endpoints(workspaceId)) {
      if (!isGone(workspaceId, id)) continue
      deliveries
        .forgetEndpoint(workspaceId, id)
        .catch((error) => log.error('What is stored for a deleted endpoint could not be deleted.', error))
    }
  })
  onDidList(({ workspaceId, items }) => {
    if (isOpen(workspaceId)) replacements.resume(workspaceId, items)
  })

  const retry = async () => {
    const { loaded, missing } = await secrets.retry()
    await deliveries.reverifyLocked(loaded)
    statuses.followWorkspaces()
    if (loaded.length + missing.length > 0) changed()
  }
  vault.onDidRetry(() => {
    retry().catch((error) => log.error('The keychain could not be read again.', error))
  })

  const endWorkspace = async (id: string) => {
    statuses.forgetWorkspace(id)
    replacements.forgetWorkspace(id)
    labels.sweep(id)
    for (const entry of journal.entries(id)) await secrets.forget(entry)
  }

  return {
    async refresh(signal: AbortSignal) {
      await management.list(signal)
      changed()
    },
    create: management.create,
    creation,
    journal,
    secrets,
    replacements,
    registry,
    /** Returns whether an earlier request may have created an endpoint in the open workspace. */
    isUndecided: async () => (await unfinished.list()).some(({ state }) => state !== 'secret-gone'),
    onDidCreate: created.event,
    /** Returns whether an endpoint with the same label as this one was deleted. */
    isPredecessor: (workspaceId: string, endpointId: string, of: string): boolean =>
      labels.of(workspaceId, endpointId) === (labels.of(workspaceId, of) ?? '') &&
      isGone(workspaceId, endpointId),
    /** Fires after this app changed an endpoint, with the endpoint as the service now has it. */
    onDidUpdate: updated.event,
    onDidReplace: replaced.event,
    /** Records that a delivery got no response at this ISO time. */
    unanswered: statuses.unanswered,
    gaps: statuses.gaps,
    ofWorkspace: statuses.ofWorkspace,
    opening: () => opening,
    start() {
      statuses.sweep()
      // Doesn't wait, because reading a locked keychain may take seconds. Until it is read, the paths respond 503.
      opening = secrets.open().then(async () => {
        await deliveries.reverifyLocked(journal.entries().map(({ pathId }) => pathId))
        changed()
      })
      opening.catch((error) => log.error('The keychain could not be read.', error))
    },
    /** Removes a workspace's paths and secrets. Sends no requests, and keeps the deliveries. */
    endWorkspace,
    /** Returns when a path last succeeded, since when it has failed, and when the service will disable its endpoint. */
    fourDays: disabling.fourDays,
    mismatches: disabling.mismatches,
    receivedHere(workspaceId: string, endpoint: ServiceEndpoint): JournalEntry | null {
      const entry = journal.byEndpoint(workspaceId, endpoint.id)
      return entry && leadsTo(endpoint, entry) ? entry : null
    },
    /** Returns the period in which the endpoint was last disabled, which has no end if it still is. */
    downtime: disabling.downtime,
    labelOf: labels.of,
    contentsOf: (id: string) => ({
      secrets: journal.entries(id).filter(({ state }) => state === 'kept').length,
    }),
    async forgetWorkspace(id: string) {
      await endWorkspace(id)
      labels.dropWorkspace(id)
      journal.forget(id)
      statuses.sweep()
    },
    close: statuses.close,
    handlers: {
      'endpoints.list': () => management.list(),
      'endpoints.create': (draft) => management.create(draft),
      'endpoints.update': (input) => management.update(input),
      'endpoints.labels': () => labels.all(openWorkspaceId(session)),
      'endpoints.set-label': ({ id, label }) => management.setLabel(id, label),
      async 'endpoints.stop-waiting'() {
        await stopWaiting()
        return null
      },
      'endpoints.remove': ({ id }) => management.remove(id),
      'endpoints.remove-several': removeSeveral,
      // The sandbox service runs on this computer, so its addresses need no DNS lookup.
      'endpoints.check-url': ({ url }) =>
        session.workspace()?.kind === 'sandbox'
          ? classifySandboxUrl(url, tunnel.status().publicUrl)
          : checkEndpointUrl(url, lookup),
      'endpoints.unfinished': () => unfinished.list(),
      'endpoints.finish': async ({ id, action }) => {
        const endpoint = await unfinished.finish(id, action)
        return { endpoint: endpoint && management.described(endpoint) }
      },
      'endpoints.stale-addresses': () => staleAddresses.list(),
      'endpoints.repoint': ({ id }) => staleAddresses.repoint(id),
      'endpoints.import-secret': createSecretImport(parts),
      ...reveal,
      'endpoints.replace': (input) => replacements.start(input),
      'endpoints.replacements': () => replacements.list(),
      'endpoints.continue-replacement': ({ id }) => replacements.continue(id),
      'endpoints.roll-back-replacement': ({ id }) => replacements.rollBack(id),
      'endpoints.dismiss-replacement': ({ id }) => {
        replacements.dismiss(id)
        return null
      },
    } satisfies HandlersOf<'endpoints'>,
  }
}

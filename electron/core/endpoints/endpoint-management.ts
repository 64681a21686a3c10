import { createPathId } from '#core/deliveries/index.ts'
import type { WritableChanges } from '#core/service-api/endpoints/endpoint-changes.ts'
import type { ServiceEndpoint } from '#core/service-api/wire.ts'
import { openWorkspace } from '#core/workspaces/index.ts'
import { eventTypes } from '#shared/deliveries/events/event-types.ts'
import type { Destination, Endpoint, EndpointChanges, EndpointDraft } from '#shared/endpoints/model.ts'
import { AppError } from '#shared/errors.ts'
import type { ParsedInputOf } from '#shared/rpc/contract.ts'
import type { EndpointCreation } from './endpoint-creation.ts'
import type { JournalEntry } from './endpoint-journal.ts'
import { leadsTo, receiverUrl, urlHere, urlOf } from './endpoint-urls.ts'
import type { EndpointParts } from './parts.ts'
import type { Disabling } from './status/disabling.ts'

export type EndpointManagement = ReturnType<typeof createEndpointManagement>

export interface UpdatedEndpoint {
  readonly workspaceId: string
  readonly endpoint: ServiceEndpoint
}

export function createEndpointManagement(
  { service, tunnel, journal, secrets, labels, registry, deliveries, hub, clock }: EndpointParts,
  {
    creation,
    disabling,
    onUpdated,
  }: {
    readonly creation: EndpointCreation
    readonly disabling: Disabling
    readonly onUpdated: (update: UpdatedEndpoint) => void
  },
) {
  const changed = () => hub.publish('endpoints.changed', {})

  const described = (endpoint: ServiceEndpoint, workspaceId: string): Endpoint => {
    const entry = journal.byEndpoint(workspaceId, endpoint.id)
    const state = secrets.stateOf(entry)
    const receivedHere = entry !== null && leadsTo(endpoint, entry)
    return {
      ...endpoint,
      label: labels.of(workspaceId, endpoint.id),
      secret:
        state === 'kept' && entry && deliveries.mismatches.secretIsWrong(entry.pathId) ? 'wrong' : state,
      revealUntil: secrets.revealUntil(entry),
      revealable: secrets.isRevealable(entry),
      receivedHere,
      lastDeliveryAt: entry && deliveries.lastVerifiedAt(entry),
      disabledState: disabling.disabledState(workspaceId, endpoint),
      downtime: disabling.downtime(workspaceId, endpoint.id),
      fourDays: receivedHere ? disabling.fourDays(workspaceId, entry.pathId) : null,
    }
  }

  return {
    async list(signal?: AbortSignal): Promise<Endpoint[]> {
      const workspace = openWorkspace(service)
      const { items } = await workspace.use((api) => api.endpoints(signal))
      return items.map((endpoint) => described(endpoint, workspace.id))
    },

    async create(draft: EndpointDraft): Promise<Endpoint> {
      const workspace = openWorkspace(service)
      const { endpoint } = await creation.create(workspace, draft)
      return described(endpoint, workspace.id)
    },

    async update({ id, changes }: ParsedInputOf<'endpoints.update'>): Promise<Endpoint> {
      const workspace = openWorkspace(service)
      if (changes.receiver?.kind === 'url') receiverUrl(changes.receiver.url, tunnel, workspace.id)
      const { items } = await workspace.use((api) => api.endpoints())
      const current = items.find((endpoint) => endpoint.id === id)
      if (!current) throw new AppError('not-found', 'This endpoint was deleted. Refresh the list.')
      const { label, ...serviceChanges } = changes
      const entry = journal.byEndpoint(workspace.id, id)
      const pathId = entry?.pathId ?? createPathId()
      const sent = writable(serviceChanges, (receiver) =>
        receiver.kind === 'inspector' && entry && leadsTo(current, entry)
          ? urlHere(current, entry)
          : urlOf(receiver, pathId, tunnel, workspace.id),
      )
      const whole = { ...current, url: current.urlRedacted ? null : current.url }
      try {
        const update = () =>
          registry.change(workspace.id, id, () => workspace.use((api) => api.updateEndpoint(id, sent, whole)))
        const { enabled } = sent
        const updated =
          enabled === undefined
            ? await update()
            : await disabling.switching(workspace.id, id, enabled, update)
        if (typeof sent.url === 'string')
          rememberUrl(workspace.id, entry, { pathId, id, url: sent.url, receiver: changes.receiver })
        // The label is stored locally, and only after the service has accepted the other changes, so that a form is saved
        // completely or not at all.
        if (label !== undefined) labels.set(workspace.id, id, label)
        onUpdated({ workspaceId: workspace.id, endpoint: updated })
        return described(updated, workspace.id)
      } finally {
        changed()
      }
    },

    async remove(id: string): Promise<null> {
      const workspace = openWorkspace(service)
      await workspace.use((api) => api.removeEndpoint(id))
      const entry = journal.byEndpoint(workspace.id, id)
      if (entry) await secrets.forget(entry)
      changed()
      return null
    },

    setLabel(id: string, label: string): null {
      const workspaceId = openWorkspace(service).id
      labels.set(workspaceId, id, label)
      hub.publish('endpoints.renamed', { workspaceId, id, label: labels.of(workspaceId, id) })
      return null
    },

    described: (endpoint: ServiceEndpoint): Endpoint => described(endpoint, openWorkspace(service).id),
  }

  /**
   * Stores the endpoint's new URL. An endpoint that was created elsewhere and now points to this computer gets a path without a
   * secret.
   */
  function rememberUrl(
    workspaceId: string,
    entry: JournalEntry | null,
    to: { pathId: string; id: string; url: string; receiver: Destination | undefined },
  ): void {
    if (entry) {
      journal.moved(entry.pathId, to.url)
      secrets.moved({ ...entry, url: to.url })
    } else if (to.receiver?.kind === 'inspector') {
      const intent = { pathId: to.pathId, workspaceId, url: to.url, knownIds: [], draft: null }
      creation.adopt(journal.intend(intent, clock.now().toISOString()), to.id)
    }
  }
}

/**
 * Converts changes to a request. In the form, no selected events means all events, but the service would read an empty list as
 * none.
 */
function writable(
  changes: Omit<EndpointChanges, 'label'>,
  urlOf: (receiver: Destination) => string,
): WritableChanges {
  const { receiver, events, ...rest } = changes
  return {
    ...rest,
    ...(events ? { events: events.length > 0 ? events : [...eventTypes] } : {}),
    ...(receiver ? { url: urlOf(receiver) } : {}),
  }
}

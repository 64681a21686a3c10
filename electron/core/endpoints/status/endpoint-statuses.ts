import type { Deliveries } from '#core/deliveries/index.ts'
import type { Platform } from '#core/platform/platform.ts'
import type { SystemNotice } from '#core/platform/ports.ts'
import { sandboxWorkspaceId, type Workspaces } from '#core/workspaces/index.ts'
import type { EventData } from '#shared/rpc/events.ts'
import type { EndpointJournal } from '../endpoint-journal.ts'
import type { EndpointLabels } from '../endpoint-labels.ts'
import type { EndpointRegistry } from '../endpoint-registry.ts'
import { createDisabling, retryWindowMs } from './disabling.ts'
import { createEndpointPoller } from './endpoint-poller.ts'
import { createGaps } from './gaps.ts'
import { createOtherWorkspacesPoller } from './other-workspaces-poller.ts'
import { createResponseCounts } from './response-counts.ts'
import { createStatusHistory } from './status-history.ts'

export interface EndpointStatusesOptions extends Platform {
  readonly workspaces: Workspaces
  readonly deliveries: Pick<Deliveries, 'mismatches' | 'onDidRespond'>
  readonly journal: EndpointJournal
  readonly labels: Pick<EndpointLabels, 'of'>
  readonly registry: EndpointRegistry
}

const publishEveryMs = 3_000

/** Tracks the status of this computer's endpoints, and notifies the user when one was disabled. */
export function createEndpointStatuses(options: EndpointStatusesOptions) {
  const { database, vault, workspaces, deliveries, journal, labels, registry, notify, hub, clock, log } =
    options
  const { sql } = database
  const { session, workspaceStore, apiKeys, clients, requests, sandbox } = workspaces
  const serviceTime = sandbox.time
  let publishTimer: NodeJS.Timeout | undefined
  const gaps = createGaps(sql)

  const health = createResponseCounts({
    sql,
    onFailure: (error) => log.error('The health of the endpoints could not be stored.', error),
    onChange: () => {
      publishTimer ??= setTimeout(() => {
        publishTimer = undefined
        hub.publish('endpoints.changed', {})
      }, publishEveryMs).unref()
    },
  })
  const disabling = createDisabling({
    sql,
    history: createStatusHistory(sql),
    health,
    journal,
    isGone: registry.isGone,
    clock,
    areOfService: deliveries.mismatches.areOfService,
    serviceTime,
    gaps,
    onDisabled(id, disabled) {
      const endpoints = disabled.map((one) => ({ ...one, label: labels.of(id, one.id) }))
      const told = { workspace: { id, label: workspaces.labelOf(id) ?? '' }, endpoints }
      hub.publish('endpoints.disabled', told)
      if (session.workspace()?.id === id) hub.publish('endpoints.changed', {})
      notify(disabledNotice(told), { alsoInPage: true })
    },
  })
  const service = workspaces.api({ priority: 'background' })
  const poller = createEndpointPoller({ session, service, requests, hub, log })
  const others = createOtherWorkspacesPoller({
    session,
    workspaceStore,
    apiKeys,
    vault,
    clients,
    requests,
    hub,
    clock,
    log,
  })

  const ended = (attempt: Parameters<typeof health.ended>[0]) => {
    try {
      health.ended(attempt)
    } catch (error) {
      log.error('The health of an endpoint could not be updated.', error)
    }
  }
  deliveries.onDidRespond((response) => {
    if (!sandbox.isProduced(response.webhookId)) ended(response)
  })
  session.onDidOpen(poller.refresh)
  session.onDidOpen(others.refresh)
  workspaces.onDidChange(others.refresh)
  serviceTime.onDidMove(() => hub.publish('endpoints.changed', {}))

  return {
    disabling,
    gaps,
    /** Returns a workspace's retry window, in milliseconds of real time. */
    fourDaysMs: (workspaceId: string): number => retryWindowMs / serviceTime.speed(workspaceId),
    unanswered(workspaceId: string, endpointId: string, at: string) {
      const entry = journal.byEndpoint(workspaceId, endpointId)
      if (entry) ended({ pathId: entry.pathId, status: null, at, isMismatch: false })
    },
    ofWorkspace: (id: string) => ({ off: disabling.off(id), polling: others.stateOf(id) }),
    /** Must be called after workspaces were added or removed, or after their keys became readable. */
    followWorkspaces: others.refresh,
    forgetWorkspace(id: string) {
      others.forget(id)
      disabling.forgetWorkspace(id)
    },
    sweep: health.sweep,
    close() {
      poller.close()
      others.close()
      health.close()
      clearTimeout(publishTimer)
    },
  }
}

/**
 * Returns one notice for any number of endpoints. Their URLs are reduced to the host name, because a locked screen may show the
 * notice.
 */
function disabledNotice({ workspace, endpoints }: EventData<'endpoints.disabled'>): SystemNotice {
  const isSandbox = workspace.id === sandboxWorkspaceId
  const where = isSandbox || workspace.label === '' ? '' : `Workspace ${workspace.label}. `
  const consequence = 'Events are missed while disabled. Click for details.'
  const [first, ...others] = endpoints
  // Quotes the id, because the page's router parses search values as JSON and would read an id of digits as a number.
  const search = isSandbox ? '' : `?workspace=${encodeURIComponent(asText(workspace.id))}`
  const place = `#/attention${search}`
  if (first && others.length === 0) {
    const host = URL.parse(first.url)?.host || first.id
    return first.by === 'service'
      ? {
          title: `The service disabled ${host}`,
          body: `${where}It failed for 4 days. ${consequence}`,
          place,
        }
      : { title: `Disabled outside Notehook: ${host}`, body: `${where}${consequence}`, place }
  }
  return { title: `${endpoints.length} endpoints were disabled`, body: `${where}${consequence}`, place }
}

function asText(value: string): string {
  try {
    JSON.parse(value)
    return JSON.stringify(value)
  } catch {
    return value
  }
}

import type { QueryClient } from '@tanstack/react-query'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import type { Replacement } from '#shared/endpoints/replacement.ts'
import type { IndexStatus } from '#shared/notes/index-contract.ts'
import type { Client } from '#shared/rpc/client.ts'
import type { HostEvent } from '#shared/rpc/events.ts'
import type { Revision } from '#shared/rpc/revision.ts'
import {
  createAskHost,
  createRecount,
  markDelivery,
  putInto,
  upsertDeliveries,
} from '../features/deliveries/index.ts'
import { noteTurnedOff } from '../features/endpoints/index.ts'
import { isLong } from '../features/notes/index.ts'
import { setHostConnection } from '../host/host-connection.ts'
import { invalidate, isLatest, patchQuery, setEventRun, setLatest } from '../host/latest.ts'
import { keys } from '../host/query-keys.ts'
import { setSession, workspaceIn } from '../host/session-cache.ts'

export interface EventContext {
  readonly cache: QueryClient
  /** Runs once before the next paint. */
  readonly onFrame: (run: () => void) => void
}

/** Every pushed event and what it changes. One that is missing here does not compile. Returns the end of it. */
export function applyEvents(api: Client, { cache, onFrame }: EventContext): () => void {
  const arrived = new Map<number, DeliverySummary>()
  const askHost = createAskHost(api, cache, (list, deliveries) => putInto(cache, list, deliveries))

  const recount = createRecount(cache)

  // A flood becomes a larger batch, never more renders: one change of the cache a frame.
  const take = (delivery: DeliverySummary) => {
    arrived.set(delivery.id, delivery)
    if (arrived.size > 1) return
    onFrame(() => {
      // The listener serves every workspace, and what is on its way may be of the one before.
      const open = workspaceIn(cache)
      const batch = [...arrived.values()].filter(({ workspaceId }) => open === null || workspaceId === open)
      arrived.clear()
      upsertDeliveries(cache, batch, askHost)
      recount(batch)
    })
  }

  const apply = (event: HostEvent): void => {
    switch (event.name) {
      case 'host.opened':
        setHostConnection(cache, { lost: null })
        setEventRun(cache, event.revision)
        // The service's notes did not change because this wire broke, and a long list would be asked for page by page.
        invalidate(
          cache,
          { predicate: ({ queryKey, state }) => !isOfNotes(queryKey) || !isLong(state.data) },
          event.revision,
        )
        return
      case 'host.lost':
        setHostConnection(cache, { lost: event.data.reason })
        return
      case 'app.changed':
        setLatest(cache, keys.app, event.data, event.revision)
        return
      case 'workspaces.status-changed':
        setSession(cache, event.data, event.revision)
        return
      case 'workspaces.connection-changed':
        setLatest(cache, keys.serviceConnection, event.data, event.revision)
        return
      case 'workspaces.changed':
        invalidate(cache, { queryKey: keys.profiles }, event.revision)
        return
      case 'endpoints.changed':
        invalidate(cache, { queryKey: keys.endpoints.all }, event.revision)
        invalidate(cache, { queryKey: keys.listening.all }, event.revision)
        invalidate(cache, { queryKey: keys.deliveries.responses }, event.revision)
        return
      case 'endpoints.replacing':
        takeReplacement(cache, event.data)
        return
      case 'endpoints.turned-off':
        noteTurnedOff(cache, event.data)
        return
      case 'listener.changed':
        setLatest(cache, keys.deliveries.status, event.data, event.revision)
        return
      case 'deliveries.received':
        take(event.data)
        return
      case 'deliveries.annotated':
        markDelivery(cache, event.data, event.revision)
        return
      case 'listener.rejected-changed':
        invalidate(cache, { queryKey: keys.deliveries.rejected }, event.revision)
        return
      case 'listener.simulated-responses-changed':
        setLatest(cache, keys.deliveries.responses, event.data, event.revision)
        return
      case 'deliveries.reverified':
      case 'deliveries.removed':
        invalidate(cache, { queryKey: keys.deliveries.all }, event.revision)
        return
      case 'notes.index-changed':
        takeIndex(cache, event.data, event.revision)
        return
      case 'exports.changed':
        setLatest(cache, keys.exports, event.data, event.revision)
        return
      case 'jobs.changed':
        setLatest(cache, keys.jobs, event.data, event.revision)
        return
      case 'tunnel.changed':
        setLatest(cache, keys.tunnel, event.data, event.revision)
        return
      case 'listening.changed':
        setLatest(cache, keys.listening.status, event.data, event.revision)
        return
      case 'settings.changed':
        setLatest(cache, keys.settings, event.data, event.revision)
        return
      case 'deliveries.storage-changed':
        setLatest(cache, keys.storage, event.data, event.revision)
        return
      case 'workspaces.api-differences-changed':
        invalidate(cache, { queryKey: keys.apiDifferences }, event.revision)
        return
      default:
        // One that only a newer host tells does no harm.
        event satisfies never
    }
  }
  return api.subscribe(apply)
}

function takeReplacement(cache: QueryClient, told: Replacement): void {
  patchQuery(cache, keys.endpoints.replacements, () =>
    cache.setQueryData<readonly Replacement[]>(keys.endpoints.replacements, (known) =>
      known?.some(({ id }) => id === told.id)
        ? known.map((one) => (one.id === told.id ? told : one))
        : known && [...known, told],
    ),
  )
}

/** What is found changes with what was read; asking again is cheap and goes to this machine only. */
function takeIndex(cache: QueryClient, status: IndexStatus, revision: Revision | undefined): void {
  const open = workspaceIn(cache)
  if (open !== null && status.workspaceId !== undefined && status.workspaceId !== open) return
  const before = cache.getQueryData<IndexStatus>(keys.index.status)
  if (!isLatest(cache, keys.index.status, revision)) return
  cache.setQueryData(keys.index.status, status)
  // A note or a list that a person opened teaches where notes are too, which no number of the status says.
  invalidate(cache, { queryKey: keys.index.allNoteFolders }, revision)
  if (before?.folders.listedAt !== status.folders.listedAt) {
    invalidate(cache, { queryKey: keys.index.folders }, revision)
    invalidate(cache, { queryKey: keys.index.folderCounts }, revision)
  }
  // While they are read, whoever shows the counts asks for them now and then.
  if (status.state !== 'reading') invalidate(cache, { queryKey: keys.index.folderCounts }, revision)
  if (isSameToSearch(before, status)) return
  invalidate(cache, { queryKey: keys.index.searches }, revision)
  invalidate(cache, { queryKey: keys.index.lists, predicate: ({ state }) => !isLong(state.data) }, revision)
}

const isSameToSearch = (before: IndexStatus | undefined, { notes, completeAsOf, folders }: IndexStatus) =>
  before?.notes === notes && before.completeAsOf === completeAsOf && before.folders.read === folders.read

const isOfNotes = ([first, second]: readonly unknown[]) =>
  (first === 'notes' && (second === 'pages' || second === 'transcript')) ||
  (first === 'index' && second === 'list')

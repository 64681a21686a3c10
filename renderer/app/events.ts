import type { QueryClient } from '@tanstack/react-query'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import type { Replacement } from '#shared/endpoints/replacement.ts'
import type { IndexStatus } from '#shared/notes/index-contract.ts'
import type { Send } from '#shared/receivers/model.ts'
import type { Client } from '#shared/rpc/client.ts'
import type { HostEvent } from '#shared/rpc/events.ts'
import type { Revision } from '#shared/rpc/revision.ts'
import {
  annotateDelivery,
  createCountRefresh,
  createMembershipLookup,
  insertDeliveries,
  openSession,
  toastRemovalFailed,
  upsertDeliveries,
} from '../features/deliveries/index.ts'
import { addDisabledEndpoints } from '../features/endpoints/index.ts'
import { isLong } from '../features/notes/index.ts'
import { applyReceiverStatus, insertSends } from '../features/receivers/index.ts'
import { createBatches } from '../host/batches.ts'
import { setHostConnection } from '../host/host-connection.ts'
import { invalidate, isLatest, patchQuery, setEventRun, setLatest } from '../host/latest.ts'
import { keys } from '../host/query-keys.ts'
import { setSession, workspaceIn } from '../host/session-cache.ts'
import { runPageAction } from './commands.ts'

export interface EventContext {
  readonly cache: QueryClient
  /** Runs a function once before the next paint. */
  readonly onFrame: (run: () => void) => void
}

/** Applies every pushed event to the query cache. An event without a case does not compile. Returns a function that ends it. */
export function applyEvents(api: Client, { cache, onFrame }: EventContext): () => void {
  const lookUpMembership = createMembershipLookup(api, cache, (list, deliveries) =>
    insertDeliveries(cache, list, deliveries),
  )

  const recount = createCountRefresh(cache)

  // The listener serves every workspace, and an event may belong to the previous one.
  const isShown = ({ workspaceId }: { readonly workspaceId?: string | null | undefined }) => {
    const open = workspaceIn(cache)
    return open === null || workspaceId === undefined || workspaceId === open
  }

  const receive = createBatches<DeliverySummary>(onFrame, (deliveries) => {
    const batch = deliveries.filter(isShown)
    upsertDeliveries(cache, batch, lookUpMembership)
    recount(batch)
  })
  const receiveSend = createBatches<Send>(onFrame, (sends) => insertSends(cache, sends.filter(isShown)))

  const apply = (event: HostEvent): void => {
    switch (event.name) {
      case 'host.opened':
        setHostConnection(cache, { lost: null })
        setEventRun(cache, event.revision)
        // The service's notes did not change because this connection broke, and a long list would be fetched page by page.
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
      case 'app.command':
        runPageAction(event.data.action)
        return
      case 'app.session-opened':
        void openSession(event.data)
        return
      case 'workspaces.status-changed':
        setSession(cache, event.data, event.revision)
        return
      case 'workspaces.connection-changed':
        setLatest(cache, keys.serviceConnection, event.data, event.revision)
        return
      case 'workspaces.changed':
        invalidate(cache, { queryKey: keys.workspaces }, event.revision)
        return
      case 'endpoints.changed':
        invalidate(cache, { queryKey: keys.endpoints.all }, event.revision)
        invalidate(cache, { queryKey: keys.listening.all }, event.revision)
        invalidate(cache, { queryKey: keys.deliveries.responses }, event.revision)
        return
      case 'endpoints.replacing':
        applyReplacement(cache, event.data)
        return
      case 'endpoints.disabled':
        addDisabledEndpoints(cache, event.data)
        return
      case 'listener.changed':
        setLatest(cache, keys.deliveries.status, event.data, event.revision)
        return
      case 'deliveries.received':
        receive(event.data)
        return
      case 'deliveries.annotated':
        annotateDelivery(cache, event.data, event.revision)
        return
      case 'listener.rejected-changed':
        invalidate(cache, { queryKey: keys.deliveries.rejected }, event.revision)
        return
      case 'listener.simulated-responses-changed':
        setLatest(cache, keys.deliveries.responses, event.data, event.revision)
        return
      case 'deliveries.reverified':
        invalidate(cache, { queryKey: keys.deliveries.all }, event.revision)
        return
      case 'deliveries.removed':
        invalidate(cache, { queryKey: keys.deliveries.all }, event.revision)
        // Their sends are deleted with them.
        invalidate(cache, { queryKey: keys.receivers.allSends }, event.revision)
        return
      case 'missed.changed':
        invalidate(cache, { queryKey: keys.missed.all }, event.revision)
        return
      case 'receivers.changed':
        invalidate(cache, { queryKey: keys.receivers.all }, event.revision)
        return
      case 'receivers.status-changed':
        applyReceiverStatus(cache, event.data, event.revision)
        return
      case 'receivers.sent':
        receiveSend(event.data)
        return
      case 'checks.changed':
        invalidate(cache, { queryKey: keys.checks.of(event.data.receiverId) }, event.revision)
        return
      case 'receivers.pass-through-changed':
        setLatest(cache, keys.receivers.passThrough, event.data, event.revision)
        return
      case 'deliveries.removal-failed':
        toastRemovalFailed()
        return
      case 'notes.index-changed':
        if (isShown(event.data)) applyIndexStatus(cache, event.data, event.revision)
        return
      case 'jobs.changed':
        setLatest(cache, keys.jobs, event.data, event.revision)
        // How many of a replay passed is known with them.
        invalidate(cache, { queryKey: keys.receivers.replays }, event.revision)
        invalidate(cache, { queryKey: keys.receivers.scenarioRuns }, event.revision)
        return
      case 'tunnel.changed':
        setLatest(cache, keys.tunnel, event.data, event.revision)
        return
      case 'listening.changed':
        setLatest(cache, keys.listening.status, event.data, event.revision)
        return
      case 'sandbox.changed':
        invalidate(cache, { queryKey: keys.sandbox.all }, event.revision)
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
        // An event that only a newer host sends is ignored.
        event satisfies never
    }
  }
  return api.subscribe(apply)
}

function applyReplacement(cache: QueryClient, changed: Replacement): void {
  patchQuery(cache, keys.endpoints.replacements, () =>
    cache.setQueryData<readonly Replacement[]>(keys.endpoints.replacements, (known) =>
      known?.some(({ id }) => id === changed.id)
        ? known.map((one) => (one.id === changed.id ? changed : one))
        : known && [...known, changed],
    ),
  )
}

/** Search results change with the index. Fetching them again is cheap, because they come from this machine. */
function applyIndexStatus(cache: QueryClient, status: IndexStatus, revision: Revision | undefined): void {
  const before = cache.getQueryData<IndexStatus>(keys.index.status)
  if (!isLatest(cache, keys.index.status, revision)) return
  cache.setQueryData(keys.index.status, status)
  // A note or list that the user opens also shows where notes are filed, which no number in the status reflects.
  invalidate(cache, { queryKey: keys.index.allNoteFolders }, revision)
  // So can a title be new while their number stays the same.
  invalidate(cache, { queryKey: keys.index.allNoteTitles }, revision)
  if (before?.folders.listedAt !== status.folders.listedAt) {
    invalidate(cache, { queryKey: keys.index.folders }, revision)
    invalidate(cache, { queryKey: keys.index.folderCounts }, revision)
  }
  // While folders are read, the page polls the counts.
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

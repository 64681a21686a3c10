import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import type { Replacement } from '#shared/endpoints/replacement.ts'
import type { IndexStatus } from '#shared/notes/index-contract.ts'
import type { TextStatus } from '#shared/notes/text-contract.ts'
import type { Send } from '#shared/receivers/model.ts'
import type { Client } from '#shared/rpc/client.ts'
import type { EventData, EventName, HostEvent } from '#shared/rpc/events.ts'
import type { Revision } from '#shared/rpc/revision.ts'
import { toast } from '#ui/feedback/toast/toast.ts'
import { setHostConnection } from '../host/host-connection.ts'
import { invalidate, isLatest, patchQuery, setEventRun, setLatest } from '../host/latest.ts'
import { keys } from '../host/query-keys.ts'
import { setSession, workspaceIn } from '../host/session-cache.ts'
import { createCountRefresh, createSentRefresh } from '../nouns/deliveries/live/count-refresh.ts'
import {
  annotateDelivery,
  insertDeliveries,
  upsertDeliveries,
} from '../nouns/deliveries/live/live-deliveries.ts'
import { createMembershipLookup } from '../nouns/deliveries/live/membership.ts'
import { addDisabledEndpoints, applyLabel } from '../nouns/endpoints/queries.ts'
import { isLong } from '../nouns/notes/queries.ts'
import { applyReceiverStatus, insertSends, updateResults } from '../nouns/receivers/live-receivers.ts'
import { failures } from '../places/inspector/list/copy.ts'
import { openSession } from '../places/inspector/session-file/open-from-outside.ts'
import { runPageAction } from './commands.ts'
import { copy } from './shell/copy.ts'

export interface EventContext {
  readonly cache: QueryClient
  readonly onFrame: (run: () => void) => void
}

/** Applies every event to the query cache, according to `eventEffects`. Returns a function that unsubscribes. */
export function applyEvents(api: Client, { cache, onFrame }: EventContext): () => void {
  const lookUpMembership = createMembershipLookup(api, cache, (list, deliveries) =>
    insertDeliveries(cache, list, deliveries),
  )

  const recount = createCountRefresh(cache)
  const sent = createSentRefresh(cache)

  // The listener serves every workspace, so an event may belong to a workspace that is not open.
  const isShown = (data: object) => {
    const open = workspaceIn(cache)
    const of = 'workspaceId' in data ? data.workspaceId : undefined
    return open === null || of === undefined || of === open
  }

  const target: EventTarget = {
    cache,
    receive: createBatches<DeliverySummary>(onFrame, (deliveries) => {
      const batch = deliveries.filter(isShown)
      upsertDeliveries(cache, batch, lookUpMembership)
      recount(batch)
    }),
    receiveSend: createBatches<Send>(onFrame, (sends) => {
      const batch = sends.filter(isShown)
      insertSends(cache, batch)
      updateResults(cache, batch)
      if (batch.length > 0) sent()
    }),
  }

  return api.subscribe(({ name, data, revision }: HostEvent) => {
    if (!Object.hasOwn(eventEffects, name) || !isShown(data)) return
    const effect: EventEffect<never> = eventEffects[name]
    if ('apply' in effect) effect.apply(target, data as never, revision)
    else if ('key' in effect) setLatest(cache, effect.key, data, revision)
    else for (const queryKey of effect.keys) invalidate(cache, { queryKey }, revision)
  })
}

/** Maximum number of new items per frame that a user can still read one by one. */
const readable = 4
const betweenMs = 100

/**
 * Collects items and delivers them before the next frame, keeping only the latest item for each id. If a frame has more than
 * `readable` items, they are delivered ten times a second instead, so that rendering leaves time for user input.
 */
export function createBatches<Item extends { readonly id: number }>(
  onFrame: (run: () => void) => void,
  handOver: (items: readonly Item[]) => void,
): (item: Item) => void {
  const items = new Map<number, Item>()
  let nextMs = Number.NEGATIVE_INFINITY
  const flush = () => {
    const batch = [...items.values()]
    items.clear()
    if (batch.length > readable) nextMs = performance.now() + betweenMs
    handOver(batch)
  }
  return (item) => {
    const isFirst = items.size === 0
    items.set(item.id, item)
    if (!isFirst) return
    const waitMs = nextMs - performance.now()
    if (waitMs > 0) setTimeout(() => onFrame(flush), waitMs)
    else onFrame(flush)
  }
}

interface EventTarget {
  readonly cache: QueryClient
  readonly receive: (delivery: DeliverySummary) => void
  readonly receiveSend: (send: Send) => void
}

type Apply<Name extends EventName> = (
  target: EventTarget,
  data: EventData<Name>,
  revision: Revision | undefined,
) => void

/**
 * The effect of an event on the query cache. With `state`, the event's data replaces the cached data. With `part`, it changes
 * only a part of that data. With `read again`, the affected queries are refetched. With `told only`, no query changes.
 */
type EventEffect<Name extends EventName> =
  | { readonly is: 'state'; readonly key: QueryKey }
  | { readonly is: 'read again'; readonly keys: readonly QueryKey[] }
  | { readonly is: 'state' | 'part' | 'read again' | 'told only'; readonly apply: Apply<Name> }

/** The effect of each event on the cache. `applyEvents` skips events of workspaces that are not open. */
export const eventEffects = {
  'host.opened': {
    is: 'read again',
    apply({ cache }, _, revision) {
      setHostConnection(cache, { lost: null })
      setEventRun(cache, revision)
      // After a reconnect, long lists of notes are not refetched, because that would request every page again.
      const isToRead = (key: QueryKey, data: unknown) => !isOfNotes(key) || !isLong(data)
      invalidate(cache, { predicate: ({ queryKey, state }) => isToRead(queryKey, state.data) }, revision)
    },
  },
  'host.lost': {
    is: 'told only',
    apply: ({ cache }, { reason }) => setHostConnection(cache, { lost: reason }),
  },
  'app.changed': { is: 'state', key: keys.app },
  'app.command': { is: 'told only', apply: (_, { action }) => runPageAction(action) },
  'app.place-opened': {
    is: 'told only',
    apply(_, { place }) {
      location.hash = place
    },
  },
  'app.session-opened': { is: 'told only', apply: (_, file) => void openSession(file) },
  'workspaces.status-changed': {
    is: 'state',
    apply: ({ cache }, status, revision) => setSession(cache, status, revision),
  },
  'workspaces.connection-changed': { is: 'state', key: keys.serviceConnection },
  'workspaces.changed': { is: 'read again', keys: [keys.workspaces] },
  'workspaces.api-differences-changed': { is: 'read again', keys: [keys.apiDifferences] },
  'endpoints.changed': {
    is: 'read again',
    keys: [keys.endpoints.all, keys.listening.all, keys.deliveries.responses],
  },
  'endpoints.renamed': { is: 'part', apply: ({ cache }, renamed) => applyLabel(cache, renamed) },
  'endpoints.replacing': { is: 'part', apply: ({ cache }, changed) => applyReplacement(cache, changed) },
  'endpoints.disabled': {
    is: 'told only',
    apply: ({ cache }, disabled) => addDisabledEndpoints(cache, disabled),
  },
  'listener.changed': { is: 'state', key: keys.deliveries.status },
  'listener.rejected-changed': { is: 'read again', keys: [keys.deliveries.rejected] },
  'listener.simulated-responses-changed': { is: 'state', key: keys.deliveries.responses },
  'deliveries.received': { is: 'part', apply: ({ receive }, delivery) => receive(delivery) },
  'deliveries.annotated': {
    is: 'part',
    apply: ({ cache }, delivery, revision) => annotateDelivery(cache, delivery, revision),
  },
  'deliveries.reverified': { is: 'read again', keys: [keys.deliveries.all] },
  'deliveries.removed': {
    is: 'read again',
    keys: [keys.deliveries.all, keys.receivers.allSends, keys.receivers.allResults],
  },
  'deliveries.removal-failed': { is: 'told only', apply: (_, { message }) => toastRemovalFailed(message) },
  'deliveries.storage-changed': { is: 'state', key: keys.storage },
  'receivers.changed': { is: 'read again', keys: [keys.receivers.all] },
  'receivers.status-changed': {
    is: 'part',
    apply: ({ cache }, status, revision) => applyReceiverStatus(cache, status, revision),
  },
  'receivers.sent': { is: 'part', apply: ({ receiveSend }, send) => receiveSend(send) },
  'receivers.pass-through-changed': { is: 'state', key: keys.receivers.passThrough },
  'checks.changed': {
    is: 'read again',
    apply: ({ cache }, { receiverId }, revision) =>
      invalidate(cache, { queryKey: keys.checks.of(receiverId) }, revision),
  },
  'missed.changed': { is: 'read again', keys: [keys.missed.all] },
  'notes.index-changed': {
    is: 'state',
    apply: ({ cache }, status, revision) => applyIndexStatus(cache, status, revision),
  },
  'notes.texts-changed': {
    is: 'state',
    apply: ({ cache }, status, revision) => applyTextStatus(cache, status, revision),
  },
  'jobs.changed': {
    is: 'state',
    apply({ cache }, jobs, revision) {
      setLatest(cache, keys.jobs, jobs, revision)
      invalidate(cache, { queryKey: keys.receivers.replays }, revision)
    },
  },
  'tunnel.changed': { is: 'state', key: keys.tunnel },
  'listening.changed': { is: 'state', key: keys.listening.status },
  'sandbox.changed': { is: 'read again', keys: [keys.sandbox.all] },
  'settings.changed': { is: 'state', key: keys.settings },
  'agents.changed': {
    is: 'read again',
    apply({ cache }, { isTurnedOff }, revision) {
      invalidate(cache, { queryKey: keys.agents.all }, revision)
      if (isTurnedOff) toast({ tone: 'warn', title: copy.agentsOff, description: copy.agentsOffWhy })
    },
  },
} as const satisfies { readonly [Name in EventName]: EventEffect<Name> }

export type StateEvent = {
  [Name in EventName]: (typeof eventEffects)[Name]['is'] extends 'state' ? Name : never
}[EventName]

function applyReplacement(cache: QueryClient, changed: Replacement): void {
  patchQuery(cache, keys.endpoints.replacements, () =>
    cache.setQueryData<readonly Replacement[]>(keys.endpoints.replacements, (known) =>
      known?.some(({ id }) => id === changed.id)
        ? known.map((one) => (one.id === changed.id ? changed : one))
        : known && [...known, changed],
    ),
  )
}

/** Refetches search results when the index changes. This is cheap, because the index is on this computer. */
function applyIndexStatus(cache: QueryClient, status: IndexStatus, revision: Revision | undefined): void {
  const before = cache.getQueryData<IndexStatus>(keys.index.status)
  if (!isLatest(cache, keys.index.status, revision)) return
  cache.setQueryData(keys.index.status, status)
  // Always invalidates the notes' folders, because they can also change without a change of the status, for example when the user
  // opens a note.
  invalidate(cache, { queryKey: keys.index.allNoteFolders }, revision)
  invalidate(cache, { queryKey: keys.index.allNoteTitles }, revision)
  if (before?.folders.listedAt !== status.folders.listedAt) {
    invalidate(cache, { queryKey: keys.index.folders }, revision)
    invalidate(cache, { queryKey: keys.index.folderCounts }, revision)
  }
  if (status.state !== 'reading') invalidate(cache, { queryKey: keys.index.folderCounts }, revision)
  if (isSameToSearch(before, status)) return
  invalidate(cache, { queryKey: keys.index.searches }, revision)
  invalidate(cache, { queryKey: keys.index.lists, predicate: ({ state }) => !isLong(state.data) }, revision)
}

const isSameToSearch = (before: IndexStatus | undefined, { notes, completeAsOf, folders }: IndexStatus) =>
  before?.notes === notes && before.completeAsOf === completeAsOf && before.folders.read === folders.read

/** Refetches searches of the text when more of it was read or deleted. Long results are refetched only at the end. */
function applyTextStatus(cache: QueryClient, status: TextStatus, revision: Revision | undefined): void {
  const before = cache.getQueryData<TextStatus>(keys.texts.status)
  if (!isLatest(cache, keys.texts.status, revision)) return
  cache.setQueryData(keys.texts.status, status)
  if (before?.read === status.read && before?.state === status.state) return
  const isReading = status.state === 'reading'
  const queryKey = keys.index.searches
  invalidate(
    cache,
    {
      queryKey,
      predicate: ({ queryKey, state }) =>
        queryKey.at(-1) === 'everything' && !(isReading && isLong(state.data)),
    },
    revision,
  )
}

const isOfNotes = ([first, second]: readonly unknown[]) =>
  (first === 'notes' && (second === 'pages' || second === 'transcript')) ||
  (first === 'index' && second === 'list')

/** Reports that the host could not delete a hidden delivery. The delivery is shown again. */
function toastRemovalFailed(reason: string): void {
  toast({ tone: 'danger', title: failures.removeOne, description: failures.shownAgain(reason) })
}

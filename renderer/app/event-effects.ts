import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import type { Replacement } from '#shared/endpoints/replacement.ts'
import type { IndexStatus } from '#shared/notes/index-contract.ts'
import type { TextStatus } from '#shared/notes/text-contract.ts'
import type { Send } from '#shared/receivers/model.ts'
import type { EventData, EventName } from '#shared/rpc/events.ts'
import type { Revision } from '#shared/rpc/revision.ts'
import { toast } from '#ui/feedback/toast/toast.ts'
import { setHostConnection } from '../host/host-connection.ts'
import { invalidate, isLatest, patchQuery, setEventRun, setLatest } from '../host/latest.ts'
import { keys } from '../host/query-keys.ts'
import { setSession } from '../host/session-cache.ts'
import { annotateDelivery } from '../nouns/deliveries/live/live-deliveries.ts'
import { addDisabledEndpoints } from '../nouns/endpoints/queries.ts'
import { isLong } from '../nouns/notes/queries.ts'
import { applyReceiverStatus } from '../nouns/receivers/live-receivers.ts'
import { failures } from '../places/inspector/list/copy.ts'
import { openSession } from '../places/inspector/session-file/open-from-outside.ts'
import { runPageAction } from './commands.ts'
import { copy } from './shell/copy.ts'

export interface EventTarget {
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
export type EventEffect<Name extends EventName> =
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

import type { QueryClient } from '@tanstack/react-query'
import type { Client } from '../../shared/contract/client.ts'
import type { HostEvent } from '../../shared/contract/events.ts'
import type { IndexStatus } from '../../shared/contract/note-index.ts'
import type { DeliverySummary } from '../../shared/domain/delivery.ts'
import type { Replacement } from '../../shared/domain/replacement.ts'
import { isLong } from './catalog.ts'
import { noteTurnedOff } from './endpoints.ts'
import { enterSession, workspaceIn } from './entering.ts'
import { keys } from './keys.ts'
import { setLink } from './link.ts'
import { markDelivery, putInto, upsertDeliveries } from './live-deliveries.ts'
import { createAskHost } from './matching.ts'
import { createRecount } from './tallies.ts'

export interface Live {
  readonly cache: QueryClient
  /** Runs once before the next paint. */
  readonly onFrame: (run: () => void) => void
}

/** Every pushed event and what it changes. One that is missing here does not compile. Returns the end of it. */
export function followEvents(api: Client, { cache, onFrame }: Live): () => void {
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
        setLink(cache, { lost: null })
        // The service's notes did not change because this wire broke, and a long list would be asked for page by page.
        void cache.invalidateQueries({
          predicate: ({ queryKey, state }) => !isNotes(queryKey) || !isLong(state.data),
        })
        return
      case 'host.lost':
        setLink(cache, { lost: event.data.reason })
        return
      case 'app.changed':
        cache.setQueryData(keys.app, event.data)
        return
      case 'session.changed':
        enterSession(cache, event.data)
        return
      case 'session.link':
        cache.setQueryData(keys.serviceLink, event.data)
        return
      case 'profiles.changed':
        void cache.invalidateQueries({ queryKey: keys.profiles })
        return
      case 'endpoints.changed':
        void cache.invalidateQueries({ queryKey: keys.endpoints.all })
        void cache.invalidateQueries({ queryKey: keys.listen.all })
        void cache.invalidateQueries({ queryKey: keys.inspector.responses })
        return
      case 'endpoints.removing':
        cache.setQueryData(keys.endpointsRemoving, event.data)
        return
      case 'endpoints.replacing':
        cache.setQueryData<readonly Replacement[]>(keys.endpoints.replacements, (known) =>
          known?.some(({ id }) => id === event.data.id)
            ? known.map((one) => (one.id === event.data.id ? event.data : one))
            : known && [...known, event.data],
        )
        return
      case 'endpoints.turned-off':
        noteTurnedOff(cache, event.data)
        return
      case 'inspector.changed':
        cache.setQueryData(keys.inspector.status, event.data)
        return
      case 'inspector.delivery-received':
        take(event.data)
        return
      case 'inspector.delivery-marked':
        markDelivery(cache, event.data)
        return
      case 'inspector.refused-changed':
        void cache.invalidateQueries({ queryKey: keys.inspector.refused })
        return
      case 'inspector.responses-changed':
        cache.setQueryData(keys.inspector.responses, event.data)
        return
      case 'inspector.removing':
        cache.setQueryData(keys.deliveriesRemoving, event.data)
        return
      case 'inspector.rejudged':
      case 'inspector.removed':
        void cache.invalidateQueries({ queryKey: keys.inspector.all })
        return
      case 'index.changed':
        takeIndex(cache, event.data)
        return
      case 'exports.changed':
        cache.setQueryData(keys.exports, event.data)
        return
      case 'tunnel.changed':
        cache.setQueryData(keys.tunnel, event.data)
        return
      case 'listen.changed':
        cache.setQueryData(keys.listen.status, event.data)
        return
      case 'settings.changed':
        cache.setQueryData(keys.settings, event.data)
        return
      case 'storage.changed':
        cache.setQueryData(keys.storage, event.data)
        return
      case 'surprises.changed':
        cache.setQueryData(keys.surprises.count, event.data)
        void cache.invalidateQueries({ queryKey: keys.surprises.lists })
        return
      default:
        // One that only a newer host tells does no harm.
        event satisfies never
    }
  }
  return api.subscribe(apply)
}

/** What is found changes with what was read; asking again is cheap and goes to this machine only. */
function takeIndex(cache: QueryClient, status: IndexStatus): void {
  const open = workspaceIn(cache)
  if (open !== null && status.workspaceId !== undefined && status.workspaceId !== open) return
  const before = cache.getQueryData<IndexStatus>(keys.index.status)
  cache.setQueryData(keys.index.status, status)
  // A note or a list that a person opened teaches where notes are too, which no number of the status says.
  void cache.invalidateQueries({ queryKey: keys.index.allNoteFolders })
  if (before?.folders.listedAt !== status.folders.listedAt) {
    void cache.invalidateQueries({ queryKey: keys.index.folders })
  }
  // While they are read, whoever shows the counts asks for them now and then.
  if (status.state !== 'reading') void cache.invalidateQueries({ queryKey: keys.index.folderCounts })
  if (isSameToSearch(before, status)) return
  void cache.invalidateQueries({ queryKey: keys.index.searches })
  void cache.invalidateQueries({
    queryKey: keys.index.lists,
    predicate: ({ state }) => !isLong(state.data),
  })
}

const isSameToSearch = (before: IndexStatus | undefined, { notes, completeAsOf, folders }: IndexStatus) =>
  before?.notes === notes && before.completeAsOf === completeAsOf && before.folders.read === folders.read

const isNotes = ([first, second]: readonly unknown[]) =>
  (first === 'catalog' && second === 'notes') || (first === 'index' && second === 'list')

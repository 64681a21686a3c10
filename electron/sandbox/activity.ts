import { type Events, type EventType, eventTypes, hears } from './delivery/events.ts'
import type { EndpointBook, EndpointRecord } from './endpoint-book.ts'
import { freshId } from './fresh-id.ts'
import { people } from './sample/people.ts'
import { randomFrom } from './sample/random.ts'
import { type Folder, isWithin, type Note, type Workspace } from './workspace.ts'

/** Colleagues at work: while somebody watches and an endpoint is enabled, notes appear, change and are shared. */
export interface Activity {
  setWatched(watched: boolean): void
  /** This endpoint is new or enabled again: the next thing to happen is one it hears, within a second. */
  stir(endpoint: EndpointRecord): void
  /** Something of this type happens now, to this note or to a fitting one. */
  happen(type: EventType, note?: Note): { readonly eventId: string; readonly noteId: string }
  close(): void
}

const soonMs = 400

export function createActivity(options: {
  readonly book: EndpointBook
  readonly workspace: Workspace
  readonly events: Events
  readonly everyMs: number
}): Activity {
  const { book, workspace, events, everyMs } = options
  const random = randomFrom(freshId('activity_'))
  let watched = false
  let steps = 0
  let next: EndpointRecord | undefined
  let timer: NodeJS.Timeout | undefined

  const schedule = (delayMs: number) => {
    clearTimeout(timer)
    timer = undefined
    if (watched && audience().length > 0) timer = setTimeout(step, delayMs)
  }
  const audience = () => book.list().filter(({ enabled }) => enabled)

  const step = () => {
    // Endpoints take turns, so that one with a narrow filter is not left waiting.
    const listening = audience()
    const endpoint = book.get(next?.id ?? '') ?? listening[steps % listening.length]
    next = undefined
    if (endpoint?.enabled) {
      const types = eventTypes.filter((type) => endpoint.events.includes(type))
      const type = types[Math.floor(steps / listening.length) % types.length] ?? 'note.generated'
      makeHappen(type, endpoint)
    }
    steps += 1
    schedule(everyMs)
  }

  const makeHappen = (type: EventType, endpoint: EndpointRecord | undefined) => {
    const edited = type === 'note.edited' ? noteHeardBy(endpoint) : undefined
    if (edited) workspace.revise(edited, Date.now())
    const note = edited ?? newNote(type, endpoint)
    if (!edited) workspace.add(note)
    return { eventId: events.publish(type, note), noteId: note.id }
  }

  /** One of the latest notes the endpoint hears of; nothing when it hears of none. */
  const noteHeardBy = (endpoint: EndpointRecord | undefined): Note | undefined => {
    const fitting: Note[] = []
    for (let at = workspace.notes.length - 1; at >= 0 && fitting.length < 20; at -= 1) {
      const note = workspace.notes[at]
      if (note && (!endpoint || hears(endpoint, 'note.edited', note, workspace))) fitting.push(note)
    }
    return fitting[random.below(fitting.length)]
  }

  /** A note that has just been summarised, or an older one of somebody else that the user may now see. */
  const newNote = (type: EventType, endpoint: EndpointRecord | undefined): Note => {
    const nowMs = Date.now()
    const granted = type === 'note.access_granted'
    const createdMs = granted ? nowMs - random.below(20 * 86_400_000) : nowMs
    return {
      id: freshId('not_'),
      textSeed: freshId('text_'),
      owner:
        granted || random.chance(0.6)
          ? random.pick([people[1] ?? workspace.user, ...people.slice(2)])
          : workspace.user,
      folder: folderFor(endpoint),
      createdMs,
      updatedMs: granted ? createdMs + 3_600_000 : nowMs,
      revision: 0,
    }
  }

  /** A folder whose notes the endpoint hears of. */
  const folderFor = (endpoint: EndpointRecord | undefined): Folder | null => {
    const filter = new Set(endpoint?.folderIds)
    const fitting = workspace.folders.filter((folder) => {
      if (filter.size > 0 && !isWithin(folder, filter)) return false
      return !endpoint || endpoint.scopes.includes(folder.visibility === 'workspace' ? 'public' : 'personal')
    })
    return fitting[random.below(fitting.length)] ?? null
  }

  return {
    setWatched(value) {
      if (watched === value) return
      watched = value
      schedule(Math.min(soonMs, everyMs))
    },
    stir(endpoint) {
      next = endpoint
      schedule(Math.min(soonMs, everyMs))
    },
    happen(type, note) {
      if (!note) return makeHappen(type, undefined)
      if (type === 'note.edited') workspace.revise(note, Date.now())
      return { eventId: events.publish(type, note), noteId: note.id }
    },
    close() {
      watched = false
      clearTimeout(timer)
    },
  }
}

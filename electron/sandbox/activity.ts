import { type Events, type EventType, eventTypes, matches } from './delivery/events.ts'
import type { EndpointBook, EndpointRecord } from './endpoint-book.ts'
import { freshId } from './fresh-id.ts'
import { people } from './sample/people.ts'
import { randomFrom } from './sample/random.ts'
import { dayMs, hourMs } from './sandbox-clock.ts'
import { type Folder, isWithin, type Note, type Workspace } from './workspace.ts'

export interface Triggered {
  readonly eventId: string
  readonly noteId: string
}

const firstDelayMs = 400

/** Simulates colleagues who create, edit and share notes. Runs while the workspace is watched, so disabled endpoints miss events. */
export function createActivity(options: {
  readonly book: EndpointBook
  readonly workspace: Workspace
  readonly events: Events
  readonly everyMs: number
}) {
  const { book, workspace, events, everyMs } = options
  const random = randomFrom(freshId('activity_'))
  let watched = false
  let steps = 0
  let turns = 0
  let next: EndpointRecord | undefined
  let timer: NodeJS.Timeout | undefined

  const schedule = (delayMs: number) => {
    clearTimeout(timer)
    timer = undefined
    if (watched) timer = setTimeout(step, delayMs)
  }
  const enabledEndpoints = () => book.list().filter(({ enabled }) => enabled)

  const step = () => {
    const enabled = enabledEndpoints()
    const all = enabled.length > 0 ? enabled : book.list()
    const first = book.get(next?.id ?? '')
    const endpoint = first?.enabled ? first : all[steps % all.length]
    next = undefined
    const types = eventTypes.filter((type) => endpoint?.events.includes(type) ?? true)
    // Varies the type from event to event, and from turn to turn of an endpoint.
    const turn = (steps % all.length) + Math.floor(steps / all.length)
    triggerFor(types[turn % types.length] ?? 'note.generated', endpoint)
    steps += 1
    schedule(everyMs)
  }

  const triggerFor = (
    type: EventType,
    endpoint: EndpointRecord | undefined,
    given?: Note,
    only?: EndpointRecord,
  ) => {
    const known = given ?? (type === 'note.edited' ? recentNoteFor(endpoint, type) : undefined)
    if (known && type === 'note.edited') workspace.revise(known, Date.now())
    const note = known ?? newNote(type, endpoint)
    if (!known) workspace.add(note)
    return { eventId: events.publish(type, note, only), noteId: note.id }
  }

  /** Returns one of the 20 newest notes that match the endpoint, or `undefined` if none does. */
  const recentNoteFor = (endpoint: EndpointRecord | undefined, type: EventType): Note | undefined => {
    const candidates: Note[] = []
    for (let index = workspace.notes.length - 1; index >= 0 && candidates.length < 20; index -= 1) {
      const note = workspace.notes[index]
      if (note && (!endpoint || matches(endpoint, type, note, workspace))) candidates.push(note)
    }
    return candidates[random.below(candidates.length)]
  }

  /**
   * Builds a note that was just summarized. For `note.access_granted`, builds an older note by a colleague that was just shared
   * with the user.
   */
  const newNote = (type: EventType, endpoint: EndpointRecord | undefined): Note => {
    const nowMs = Date.now()
    const granted = type === 'note.access_granted'
    const createdMs = granted ? nowMs - hourMs - random.below(20 * dayMs) : nowMs
    return {
      id: freshId('not_'),
      textSeed: freshId('text_'),
      owner:
        granted || random.chance(0.6)
          ? random.pick([people[1] ?? workspace.user, ...people.slice(2)])
          : workspace.user,
      folder: folderFor(endpoint),
      createdMs,
      updatedMs: granted ? createdMs + hourMs : nowMs,
      revision: 0,
    }
  }

  const folderFor = (endpoint: EndpointRecord | undefined): Folder | null => {
    const filter = new Set(endpoint?.folderIds)
    const candidates = workspace.folders.filter((folder) => {
      if (filter.size > 0 && !isWithin(folder, filter)) return false
      return !endpoint || endpoint.scopes.includes(folder.visibility === 'workspace' ? 'public' : 'personal')
    })
    return candidates[random.below(candidates.length)] ?? null
  }

  return {
    setWatched(value: boolean) {
      if (watched === value) return
      watched = value
      schedule(Math.min(firstDelayMs, everyMs))
    },
    /** Must be called when an endpoint was created or enabled. Sends a matching event within half a second. */
    prioritize(endpoint: EndpointRecord) {
      next = endpoint
      schedule(Math.min(firstDelayMs, everyMs))
    },
    /** Triggers an event now, for this note or a suitable one. With `only`, sends it to that endpoint alone. */
    trigger: (type: EventType, note?: Note, only?: EndpointRecord) => triggerFor(type, only, note, only),
    /** Sends an event to one endpoint. Changes no note, because the other endpoints would miss that change. */
    test(type: EventType, endpoint: EndpointRecord): Triggered {
      const note = recentNoteFor(endpoint, type)
      if (!note) return triggerFor(type, endpoint, undefined, endpoint)
      return { eventId: events.publish(type, note, endpoint), noteId: note.id }
    },
    /**
     * Triggers an event for one of the enabled endpoints that subscribe to this type. The endpoints take turns. If there are
     * none, picks any note.
     */
    triggerInTurn(type: EventType): Triggered {
      const candidates = enabledEndpoints().filter(({ events }) => events.includes(type))
      turns += 1
      return triggerFor(type, candidates[turns % candidates.length])
    },
    close() {
      watched = false
      clearTimeout(timer)
    },
  }
}

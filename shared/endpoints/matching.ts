import { eventTypes } from '#shared/deliveries/event-types.ts'
import type { Folder, FolderCertainty } from '#shared/notes/folder.ts'
import type { Note } from '#shared/notes/model.ts'
import { nameOfFolder } from '#shared/notes/names.ts'
import type { Endpoint } from './model.ts'

/** Whether an endpoint would receive the events of a note, by the specification, as far as the service shows what decides it. */
export type MatchResult = 'yes' | 'no' | 'unknown'

export interface MatchReason {
  readonly about: 'enabled' | 'events' | 'scopes' | 'folders'
  readonly result: MatchResult
  readonly sentence: string
}

export interface EndpointMatch {
  /** `no` when one reason says so, `yes` when all of them do. */
  readonly result: MatchResult
  readonly reasons: readonly MatchReason[]
}

/** What decides about a note. */
export interface NoteToMatch extends Pick<Note, 'owner'> {
  /** `null`: its folders are not known. */
  readonly folders: readonly Folder[] | null
  /** How far they can be relied on, where they were learnt by listing folders. `whole` unless it says otherwise. */
  readonly certainty?: FolderCertainty
  /** `null`: not checked. */
  readonly hasSummary: boolean | null
}

export type EndpointToMatch = Pick<Endpoint, 'enabled' | 'events' | 'scopes' | 'folderIds' | 'createdBy'>

/**
 * Whether the next thing that happens to a note is sent to an endpoint (specification, sections 3, 5.3 and 6), with each reason
 * in words. Never throws, never says yes where the specification says no, and says unknown wherever one of the two does not
 * show what it takes. `folders`: those that the key sees; `null` while they are not read.
 */
export function matchEndpoint(
  note: NoteToMatch,
  endpoint: EndpointToMatch,
  folders: readonly Folder[] | null,
): EndpointMatch {
  const reasons = [byState(endpoint), byEvents(note, endpoint), byScopes(note, endpoint)]
  reasons.push(byFolders(note, endpoint, folders))
  const results = reasons.map(({ result }) => result)
  if (results.includes('no')) return { result: 'no', reasons }
  return { result: results.every((result) => result === 'yes') ? 'yes' : 'unknown', reasons }
}

/** Section 3: nothing is sent to an endpoint that is disabled, and nothing later in its place. */
function byState({ enabled }: EndpointToMatch): MatchReason {
  return enabled
    ? { about: 'enabled', result: 'yes', sentence: 'It is enabled.' }
    : {
        about: 'enabled',
        result: 'no',
        sentence: 'It is disabled. Events in the meantime are not sent later.',
      }
}

/** Section 6. The first summary is generated once, and sharing may never happen: only an edit can always come. */
function byEvents({ hasSummary }: NoteToMatch, { events }: EndpointToMatch): MatchReason {
  const say = (result: MatchResult, sentence: string): MatchReason => ({ about: 'events', result, sentence })
  const [generated, edited, granted] = eventTypes.map((type) => events.includes(type))
  if (edited) {
    const first = generated && hasSummary === false ? 'when its first summary is generated, and ' : ''
    return say('yes', `It gets an event ${first}when the summary is edited or generated again.`)
  }
  if (generated && hasSummary === false)
    return say('yes', 'It gets an event when the first summary of the note is generated.')
  if (granted) return say('unknown', 'It gets an event only if the note is shared with its user.')
  if (generated && hasSummary === null)
    return say(
      'unknown',
      'It gets an event for a first summary only, and it is not known whether there is one already.',
    )
  if (generated)
    return say(
      'no',
      'It gets an event for a first summary only, and this note has one already. Subscribe it to note.edited as well.',
    )
  if (events.length === 0)
    return say(
      'unknown',
      'The service lists no event types for it, which the specification does not explain.',
    )
  return say('unknown', `It is subscribed to ${inWords(events)}, which the specification does not explain.`)
}

/** Section 5.3. Neither how a note is shared nor what everyone can see is shown; who owns it is. */
function byScopes({ owner }: NoteToMatch, { scopes, createdBy }: EndpointToMatch): MatchReason {
  const say = (result: MatchResult, sentence: string): MatchReason => ({ about: 'scopes', result, sentence })
  const creator = createdBy?.name || createdBy?.email || 'its creator'
  if (scopes.includes('personal') && isSame(owner?.email, createdBy?.email))
    return say('yes', `Its scope personal covers the notes of ${creator}, and this is one.`)
  const personal = scopes.includes('personal')
  if (personal && createdBy === null)
    return say('unknown', 'The account of its creator was deleted. What it still receives is not specified.')
  if (personal && scopes.includes('public'))
    return say(
      'unknown',
      `Its scopes cover what ${creator} may see. Whether that includes this note, the service does not show.`,
    )
  if (personal)
    return say(
      'unknown',
      `Its scope personal covers what ${creator} owns or is shared with ${creator}. The service does not show how this note is shared.`,
    )
  if (scopes.includes('public'))
    return say(
      'unknown',
      'Its scope public covers notes that everyone in the workspace can see. The service does not show whether this is one.',
    )
  if (scopes.length === 0) return say('unknown', 'The service names no scope of it.')
  return say('unknown', `Its scope is ${inWords(scopes)}, which the specification does not explain.`)
}

/** Section 4, `folder_ids`: only notes in these folders and their subfolders. */
function byFolders(
  note: NoteToMatch,
  { folderIds }: EndpointToMatch,
  folders: readonly Folder[] | null,
): MatchReason {
  const say = (result: MatchResult, sentence: string): MatchReason => ({ about: 'folders', result, sentence })
  if (folderIds.length === 0) return say('yes', 'It is not limited to folders.')
  if (note.folders === null)
    return say('unknown', 'It is limited to folders, and the service does not say where this note is filed.')
  const { certainty = 'whole' } = note
  if (note.folders.length === 0 && certainty === 'whole')
    return say('no', 'It is limited to folders, and this note is in none that your key sees.')
  const listed = new Map((folders ?? []).map((folder) => [folder.id, folder]))
  const chains = note.folders.map((folder) => chainOf(folder, new Set(folderIds), listed))
  const hit = chains.find(({ end }) => end === 'hit')
  if (hit) {
    const folder = listed.get(hit.at) ?? note.folders.find(({ id }) => id === hit.at)
    const place = `in “${folder ? nameOfFolder(folder) : hit.at}” or below it`
    return certainty === 'old'
      ? say('unknown', `The note was ${place}, one of its folders. It has changed since, and may have moved.`)
      : say('yes', `The note is ${place}, one of its folders.`)
  }
  if (chains.some(({ end }) => end === 'broken'))
    return say(
      'unknown',
      'It is limited to folders. Not every folder above this note is among those that your key sees.',
    )
  if (certainty === 'old')
    return say(
      'unknown',
      'It is limited to folders. This note was in none of them. It has changed since, and may have moved.',
    )
  if (certainty === 'part')
    return say(
      'unknown',
      'It is limited to folders. This note is in none of them as far as known, and not every folder was listed yet.',
    )
  return say('no', 'It is limited to folders, and this note is in none of them nor below one.')
}

interface Chain {
  readonly end: 'hit' | 'top' | 'broken'
  /** The id where it ended. */
  readonly at: string
}

/** Upwards from a folder, to the first one of the filter. What is not listed may have more above it than it says. */
function chainOf(folder: Folder, filter: ReadonlySet<string>, listed: ReadonlyMap<string, Folder>): Chain {
  const seen = new Set<string>()
  for (let at = folder.id; ; ) {
    if (filter.has(at)) return { end: 'hit', at }
    if (seen.has(at)) return { end: 'broken', at }
    seen.add(at)
    const known = listed.get(at)
    const parent = known ? known.parentFolderId : at === folder.id ? folder.parentFolderId : null
    if (parent === null) return { end: known ? 'top' : 'broken', at }
    at = parent
  }
}

/** Addresses differ in nothing but their case. */
const isSame = (one: string | undefined, other: string | undefined) =>
  one !== undefined && one.trim() !== '' && one.trim().toLowerCase() === other?.trim().toLowerCase()

const inWords = (values: readonly string[]) => values.map((value) => `“${value.slice(0, 64)}”`).join(', ')

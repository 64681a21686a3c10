import { eventTypes } from '#shared/deliveries/events/event-types.ts'
import type { Folder, FolderCertainty } from '#shared/notes/folder.ts'
import type { Note } from '#shared/notes/model.ts'
import { nameOfFolder } from '#shared/notes/names.ts'
import type { Endpoint } from './model.ts'

/** Whether an endpoint would receive a note's events, judging by the specification and the data that the service provides. */
export type MatchResult = 'yes' | 'no' | 'unknown'

export interface MatchReason {
  readonly about: 'enabled' | 'events' | 'scopes' | 'folders'
  readonly result: MatchResult
  readonly sentence: string
}

export interface EndpointMatch {
  /** `no` if any reason is `no`, `yes` if all reasons are `yes`, and otherwise `unknown`. */
  readonly result: MatchResult
  readonly reasons: readonly MatchReason[]
}

export interface NoteToMatch extends Pick<Note, 'owner'> {
  readonly folders: readonly Folder[] | null
  /** Reliability of `folders`, if the folders were found by listing them. Defaults to `whole`. */
  readonly certainty?: FolderCertainty
  readonly hasSummary: boolean | null
  /** Whether a verified delivery for this note has arrived at this endpoint. */
  readonly hasReached?: boolean
}

export type EndpointToMatch = Pick<Endpoint, 'enabled' | 'events' | 'scopes' | 'folderIds' | 'createdBy'>

/**
 * Returns whether a note's next event is sent to an endpoint (specification, sections 3, 5.3 and 6), with the reasons in words.
 * Never throws. The result is never `yes` where the specification says no, and is `unknown` where data is missing. `folders` are
 * the folders that the key can see, or `null` until they are loaded.
 */
export function matchEndpoint(
  note: NoteToMatch,
  endpoint: EndpointToMatch,
  folders: readonly Folder[] | null,
): EndpointMatch {
  const byAccess = [byScopes(note, endpoint), byFolders(note, endpoint, folders)]
  const reasons = [
    byState(endpoint),
    byEvents(note, endpoint),
    ...byAccess.map((reason) => (note.hasReached ? byDelivery(reason) : reason)),
  ]
  const results = reasons.map(({ result }) => result)
  if (results.includes('no')) return { result: 'no', reasons }
  return { result: results.every((result) => result === 'yes') ? 'yes' : 'unknown', reasons }
}

function byState({ enabled }: EndpointToMatch): MatchReason {
  return enabled
    ? { about: 'enabled', result: 'yes', sentence: 'It’s enabled.' }
    : {
        about: 'enabled',
        result: 'no',
        sentence: 'It’s disabled; events are missed.',
      }
}

/**
 * Changes `unknown` to `yes`, because the endpoint has received a delivery for this note. `no` doesn't change, because it
 * describes the note's next event.
 */
function byDelivery(reason: MatchReason): MatchReason {
  if (reason.result !== 'unknown') return reason
  return {
    ...reason,
    result: 'yes',
    sentence:
      reason.about === 'scopes'
        ? 'It received the note’s last event.'
        : 'Its folders let the note’s last event through.',
  }
}

/**
 * The service generates a note's first summary only once and may never share the note, so only edits are certain to follow
 * (specification, section 6).
 */
function byEvents({ hasSummary }: NoteToMatch, { events }: EndpointToMatch): MatchReason {
  const say = (result: MatchResult, sentence: string): MatchReason => ({ about: 'events', result, sentence })
  const [generated, edited, granted] = eventTypes.map((type) => events.includes(type))
  if (edited) {
    const first = generated && hasSummary === false ? 'when the first summary is ready, and ' : ''
    return say('yes', `Notified ${first}when the summary changes${granted ? ' or the note is shared' : ''}.`)
  }
  if (generated && hasSummary === false) return say('yes', 'Notified when the first summary is ready.')
  if (granted) return say('unknown', 'Notified only when the note is shared with its user.')
  if (generated && hasSummary === null)
    return say('unknown', 'Notified of the first summary only, which may exist already.')
  if (generated)
    return say('no', 'Notified of the first summary only, which exists already. Add note.edited.')
  if (events.length === 0)
    return say('unknown', 'It has no event types, which the specification doesn’t cover.')
  return say('unknown', `It’s subscribed to ${inWords(events)}, which the specification doesn’t cover.`)
}

/**
 * The service returns a note's owner, but neither its visibility nor the people it is shared with (specification, section 5.3).
 */
function byScopes({ owner }: NoteToMatch, { scopes, createdBy }: EndpointToMatch): MatchReason {
  const say = (result: MatchResult, sentence: string): MatchReason => ({ about: 'scopes', result, sentence })
  const name = createdBy?.name || createdBy?.email || ''
  const creator = name === '' ? 'the endpoint’s creator' : `the endpoint’s creator, ${name},`
  if (scopes.includes('personal') && isSame(owner?.email, createdBy?.email))
    return say('yes', `The endpoint’s creator, ${name}, owns this note.`)
  const personal = scopes.includes('personal')
  if (personal && createdBy === null)
    return say(
      'unknown',
      'Its creator’s account was deleted; the specification doesn’t say what it receives.',
    )
  if (personal && scopes.includes('public'))
    return say('unknown', `Notified of notes that ${creator} can read. ${notShown}`)
  if (personal) return say('unknown', `Notified of notes that ${creator} owns or was given. ${notShown}`)
  if (scopes.includes('public'))
    return say('unknown', `Notified of notes that the whole workspace can read. ${notShown}`)
  if (scopes.length === 0) return say('unknown', 'It has no scopes.')
  return say('unknown', `Its scope is ${inWords(scopes)}, which the specification doesn’t cover.`)
}

const notShown = 'The service doesn’t say if this is one until it sends an event.'

/** A filter includes only the notes in its folders and their subfolders (specification, section 4, `folder_ids`). */
function byFolders(
  note: NoteToMatch,
  { folderIds }: EndpointToMatch,
  folders: readonly Folder[] | null,
): MatchReason {
  const say = (result: MatchResult, sentence: string): MatchReason => ({ about: 'folders', result, sentence })
  if (folderIds.length === 0) return say('yes', 'Any folder.')
  if (note.folders === null) return say('unknown', 'Limited to folders; this note’s folder is unknown.')
  const { certainty = 'whole' } = note
  if (note.folders.length === 0 && certainty === 'whole')
    return say('no', 'Limited to folders; this note is in none that your key can see.')
  const listed = new Map((folders ?? []).map((folder) => [folder.id, folder]))
  const chains = note.folders.map((folder) => chainOf(folder, new Set(folderIds), listed))
  const hit = chains.find(({ end }) => end === 'hit')
  if (hit) {
    const folder = listed.get(hit.at) ?? note.folders.find(({ id }) => id === hit.at)
    const place = `in its folder “${folder ? nameOfFolder(folder) : hit.at}”`
    return certainty === 'old'
      ? say('unknown', `The note was ${place}, but has changed since and may have moved.`)
      : say('yes', `The note is ${place}.`)
  }
  if (chains.some(({ end }) => end === 'broken'))
    return say('unknown', 'Limited to folders; your key can’t see all parent folders of this note.')
  if (certainty === 'old')
    return say(
      'unknown',
      'Limited to folders; the note was in none, but has changed since and may have moved.',
    )
  if (certainty === 'part')
    return say('unknown', 'Limited to folders; the note is in none of those loaded so far.')
  return say('no', 'Limited to folders that don’t include this note.')
}

interface Chain {
  readonly end: 'hit' | 'top' | 'broken'
  readonly at: string
}

/**
 * Follows a folder's ancestors to the first one in the filter, or to the top. The chain is broken at a folder that is not listed,
 * and in a cycle.
 */
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

const isSame = (one: string | undefined, other: string | undefined) =>
  one !== undefined && one.trim() !== '' && one.trim().toLowerCase() === other?.trim().toLowerCase()

const inWords = (values: readonly string[]) => values.map((value) => `“${value.slice(0, 64)}”`).join(', ')

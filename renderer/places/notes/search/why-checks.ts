import { scopeMeanings } from '#shared/endpoints/scopes.ts'
import type { AppError } from '#shared/errors.ts'
import type { Folder } from '#shared/notes/folder.ts'
import { otherIdIn } from '#shared/notes/ids-in-text.ts'
import type { IndexStatus } from '#shared/notes/index-contract.ts'
import type { Note, NoteListItem } from '#shared/notes/model.ts'
import { nameOfFolder, nameOfNote } from '#shared/notes/names.ts'
import type { SessionStatus } from '#shared/workspaces/session-contract.ts'
import { describeIndex } from '../copy.ts'
import { isKeyProblem } from '../key-problems.ts'
import { type NotesSearch, noFilters } from '../notes-search.ts'
import { filtersOn, hidingFilters } from './why-filters.ts'

export type QueryState<Value> =
  | { readonly state: 'pending' }
  | { readonly state: 'known'; readonly value: Value }
  | { readonly state: 'failed'; readonly error: AppError }

export interface WhyFacts {
  readonly entered: string
  readonly id: string | null
  readonly search: NotesSearch
  readonly session: SessionStatus
  readonly index: IndexStatus
  readonly indexed: QueryState<NoteListItem | null>
  /** The number of titles in the index that match the entered text, if it is not an id. */
  readonly titles: QueryState<number>
  readonly read: QueryState<Note>
  readonly folders: QueryState<{ readonly items: readonly Folder[]; readonly incomplete: unknown }>
  /** The relative time of the note's last event received here, or `null` if there is none. */
  readonly lastEvent: string | null
  readonly nowMs: number
}

export type CheckAction =
  | { readonly do: 'open-note' | 'retry' | 'resume-index' | 'sync-index' | 'settings' }
  | { readonly do: 'open-endpoint'; readonly id: string }
  | { readonly do: 'change'; readonly label: string; readonly changes: NotesSearch }

export interface Check {
  readonly about: 'id' | 'service' | 'index' | 'filters' | 'folder' | 'key'
  readonly title: string
  /**
   * `cause` means that this check explains why the note is not shown. `unknown` means that the result can't be determined on this
   * computer.
   */
  readonly state: 'pending' | 'fine' | 'cause' | 'unknown'
  readonly words: string
  readonly actions: readonly CheckAction[]
}

/** Returns the checks in order, up to the first pending check. */
export function whyChecks(facts: WhyFacts): readonly Check[] {
  const checks = facts.id === null ? allOfText(facts) : allOf(facts)
  const pending = checks.findIndex(({ state }) => state === 'pending')
  return pending < 0 ? checks : checks.slice(0, pending + 1)
}

const allOf = (facts: WhyFacts) => [
  byId(facts),
  byService(facts),
  byIndex(facts),
  byFilters(facts),
  ...(facts.read.state === 'known' ? [byFolder(facts, facts.read.value)] : []),
  ...(needsKey(facts.read) ? [] : [byKey(facts)]),
]

function allOfText(facts: WhyFacts): readonly Check[] {
  const other = byOtherId(facts)
  if (other !== null) return [other]
  return facts.titles.state === 'known' && facts.titles.value > 0 ? [] : [byTitle(facts), byKey(facts)]
}

/**
 * Returns the conclusion in one sentence. Returns `null` while a check is pending, or if a single check already says everything.
 */
export function whyConclusion(facts: WhyFacts, checks: readonly Check[]): string | null {
  if (checks.some(({ state }) => state === 'pending')) return null
  if (facts.id === null) return ofText(facts, checks)
  const stateOf = (about: Check['about']) => checks.find((check) => check.about === about)?.state
  if (stateOf('filters') === 'cause') return 'The note exists, but the current filters hide it.'
  if (stateOf('service') === 'cause') return refused(facts.read)
  if (needsKey(facts.read)) return 'Checking access needs the API key.'
  if (stateOf('service') !== 'fine') return 'Can’t check access right now.'
  if (stateOf('index') !== 'fine') return 'The note exists, but isn’t in the search index yet.'
  if (stateOf('folder') === 'cause') return 'The note exists, but only under All notes.'
  return 'The note exists and nothing hides it.'
}

function refused(read: WhyFacts['read']): string {
  const code = read.state === 'failed' ? read.error.code : null
  if (code === 'not-found') return 'The service doesn’t return this note.'
  return code === 'too-large' ? 'The note exists, but is too large to open.' : 'Your key can’t access it.'
}

function ofText({ titles }: WhyFacts, checks: readonly Check[]): string | null {
  if (checks.some(({ about }) => about === 'id')) return null
  return titles.state === 'known' && titles.value > 0
    ? 'Select the note to check it. If it isn’t here, paste its ID or link.'
    : 'To check the note itself, paste its ID or link.'
}

const idCheck = { about: 'id', title: 'Is it a note ID?' } as const

const byId = ({ id }: WhyFacts): Check => ({ ...idCheck, state: 'fine', words: `Yes: ${id}.`, actions: [] })

function byOtherId({ entered }: WhyFacts): Check | null {
  const other = otherIdIn(entered)
  if (!other) return null
  const no = (words: string, actions: readonly CheckAction[]): Check => ({
    ...idCheck,
    state: 'cause',
    words,
    actions,
  })
  if (other.kind === 'folder') {
    const changes = { folder: other.id, q: undefined, why: undefined }
    return no('No, it’s a folder ID.', [{ do: 'change', label: 'Show folder', changes }])
  }
  if (other.kind === 'endpoint')
    return no('No, it’s an endpoint ID.', [{ do: 'open-endpoint', id: other.id }])
  return no('No, it’s a space ID. Its notes are in its folders.', [])
}

function byService({ read, lastEvent }: WhyFacts): Check {
  const check = (state: Check['state'], words: string, actions: readonly CheckAction[] = []): Check => ({
    about: 'service',
    title: 'Can your key access it?',
    state,
    words,
    actions,
  })
  if (read.state === 'pending') return check('pending', 'Checking…')
  if (read.state === 'known') return check('fine', `Yes: “${nameOfNote(read.value)}”.`, [{ do: 'open-note' }])
  const { code, message } = read.error
  const again: readonly CheckAction[] = [{ do: 'retry' }]
  if (code === 'not-found') {
    const event = lastEvent === null ? '' : ` An event arrived ${lastEvent}, so the note exists or existed.`
    return check(
      'cause',
      `404: the note isn’t summarized yet, your key has no access, or it was deleted.${event}`,
      again,
    )
  }
  if (code === 'too-large')
    return check('cause', 'Yes, but the note is too large for the service to send.', again)
  if (code === 'forbidden') return check('cause', message, [{ do: 'settings' }])
  if (needsKey(read)) return check('unknown', message, [{ do: 'settings' }])
  return check('unknown', `Can’t check right now. ${message}`, again)
}

const needsKey = (read: WhyFacts['read']) => read.state === 'failed' && isKeyProblem(read.error.code)

function byIndex(facts: WhyFacts): Check {
  const { indexed, index } = facts
  if (indexed.state === 'pending') return { ...indexCheck, state: 'pending', words: 'Checking…', actions: [] }
  if (indexed.state === 'known' && indexed.value)
    return {
      ...indexCheck,
      state: 'fine',
      words: `Yes. ${sentence(describeIndex(index, facts.nowMs))}`,
      actions: [],
    }
  if (indexed.state === 'failed')
    return { ...indexCheck, state: 'unknown', words: indexed.error.message, actions: [] }
  return notIndexed(facts, 'No.')
}

function byTitle(facts: WhyFacts): Check {
  const { titles } = facts
  if (titles.state === 'pending') return { ...indexCheck, state: 'pending', words: 'Checking…', actions: [] }
  if (titles.state === 'failed')
    return { ...indexCheck, state: 'unknown', words: titles.error.message, actions: [] }
  return notIndexed(facts, 'No title matches. The text of notes isn’t searched.')
}

/** Reports that the note is not in the index, which may not contain recent changes or notes that have not been read yet. */
function notIndexed({ index, nowMs }: WhyFacts, no: string): Check {
  const how = sentence(describeIndex(index, nowMs))
  const missing = index.completeAsOf === null ? 'The note may be missing.' : 'Later changes may be missing.'
  const actions: Partial<Record<IndexStatus['state'], readonly CheckAction[]>> = {
    paused: [{ do: 'resume-index' }],
    resting: [{ do: 'sync-index' }],
  }
  const words = `${no} ${how} ${missing}`
  return { ...indexCheck, state: 'cause', words, actions: actions[index.state] ?? [] }
}

const indexCheck = { about: 'index', title: 'Is it in the search index?' } as const

function byFilters(facts: WhyFacts): Check {
  const { search, indexed, read } = facts
  const check = (state: Check['state'], words: string, actions: readonly CheckAction[] = []): Check => ({
    about: 'filters',
    title: 'Do the filters show it?',
    state,
    words,
    actions,
  })
  if (filtersOn(search).length === 0) return check('fine', 'Yes: no filter, folder or search is set.')
  const whole = read.state === 'known' ? read.value : null
  const item = whole ?? (indexed.state === 'known' ? indexed.value : null)
  if (!item)
    return check('unknown', 'Can’t check: the note isn’t readable.', [
      { do: 'change', label: 'Show all notes', changes: allNotes },
    ])
  const folders = facts.folders.state === 'known' ? facts.folders.value.items : null
  const hiding = hidingFilters(item, whole, search, folders)
  const words = hiding.map(({ sentence }) => sentence).join(' ')
  const actions = hiding.map(({ label, changes }): CheckAction => ({ do: 'change', label, changes }))
  if (hiding.some(({ isSure }) => isSure)) return check('cause', words, actions)
  if (hiding.length > 0) return check('unknown', words, actions)
  return check('fine', 'Yes.')
}

const allNotes: NotesSearch = { ...noFilters, q: undefined, folder: undefined, why: undefined }

function byFolder({ folders }: WhyFacts, { folders: filed }: Note): Check {
  const check = (state: Check['state'], words: string): Check => ({
    about: 'folder',
    title: 'Is its folder visible?',
    state,
    words,
    actions: state === 'fine' ? [] : [{ do: 'change', label: 'Show all notes', changes: allNotes }],
  })
  if (filed === null) return check('unknown', 'The service doesn’t report its folder.')
  if (filed.length === 0) return check('fine', 'It’s in no folder your key can see, so only under All notes.')
  if (folders.state === 'pending') return { ...check('pending', 'Loading folders…'), actions: [] }
  if (folders.state === 'failed') return check('unknown', `Can’t load the folders. ${folders.error.message}`)
  const listed = new Set(folders.value.items.map(({ id }) => id))
  const unseen = filed.filter(({ id }) => !listed.has(id))
  const names = unseen.map((folder) => `“${nameOfFolder(folder)}”`).join(', ')
  if (unseen.length === 0)
    return check('fine', `Yes: ${filed.map((folder) => `“${nameOfFolder(folder)}”`).join(', ')}.`)
  if (folders.value.incomplete !== null)
    return check('unknown', `The folder list is incomplete and doesn’t include ${names}.`)
  return check(
    unseen.length === filed.length ? 'cause' : 'fine',
    `It’s in ${names}, which your key doesn’t list.`,
  )
}

/** Explains which notes a key can access (specification, section 5). The service has no request for a key's kind and scopes. */
function byKey({ session, read }: WhyFacts): Check {
  const check = (state: Check['state'], words: string): Check => ({
    about: 'key',
    title: 'What can your key see?',
    state,
    words,
    actions: state === 'fine' ? [] : [{ do: 'settings' }],
  })
  if (session.state !== 'connected') return check('cause', 'No valid key is in use.')
  if (read.state === 'known') return check('fine', 'Your key can read this note.')
  return check(
    'unknown',
    `Depends on its scopes, which the service doesn’t report. personal: ${lower(scopeMeanings.personal)} public: ${lower(scopeMeanings.public)}`,
  )
}

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
const sentence = (text: string) => (text.endsWith('.') ? text : `${text}.`)

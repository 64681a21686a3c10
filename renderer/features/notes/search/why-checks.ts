import { scopeMeanings } from '#shared/endpoints/scopes.ts'
import type { AppError } from '#shared/errors.ts'
import type { Folder } from '#shared/notes/folder.ts'
import { otherIdIn } from '#shared/notes/ids-in-text.ts'
import type { IndexStatus } from '#shared/notes/index-contract.ts'
import type { Note, NoteListItem } from '#shared/notes/model.ts'
import { nameOfFolder, nameOfNote } from '#shared/notes/names.ts'
import type { SessionStatus } from '#shared/workspaces/session-contract.ts'
import { describeIndex } from '../copy.ts'
import { type NotesSearch, noFilters } from '../notes-search.ts'
import { filtersOn, hidingFilters } from './why-filters.ts'

/** The state of a query. */
export type QueryState<Value> =
  | { readonly state: 'pending' }
  | { readonly state: 'known'; readonly value: Value }
  | { readonly state: 'failed'; readonly error: AppError }

export interface WhyFacts {
  readonly entered: string
  /** The note id in what was entered. */
  readonly id: string | null
  readonly search: NotesSearch
  readonly session: SessionStatus
  readonly index: IndexStatus
  readonly indexed: QueryState<NoteListItem | null>
  readonly read: QueryState<Note>
  readonly folders: QueryState<{ readonly items: readonly Folder[]; readonly incomplete: unknown }>
  /** When the last event of the note arrived here, as text; `null` if none did. */
  readonly lastEvent: string | null
  readonly nowMs: number
}

/** An action offered by a check. */
export type CheckAction =
  | { readonly do: 'open-note' | 'retry' | 'resume-index' | 'settings' }
  | { readonly do: 'open-endpoint'; readonly id: string }
  | { readonly do: 'change'; readonly label: string; readonly changes: NotesSearch }

export interface Check {
  readonly about: 'id' | 'service' | 'index' | 'filters' | 'folder' | 'key'
  readonly title: string
  /** `cause`: this alone can be why; `unknown`: it cannot be determined here. */
  readonly state: 'pending' | 'fine' | 'cause' | 'unknown'
  readonly words: string
  readonly actions: readonly CheckAction[]
}

/** Why a note may not be shown: the checks in order, up to the first that is still pending. */
export function whyChecks(facts: WhyFacts): readonly Check[] {
  const checks = facts.id === null ? [byId(facts), byIndexAlone(facts), byKey(facts)] : allOf(facts)
  const pending = checks.findIndex(({ state }) => state === 'pending')
  return pending < 0 ? checks : checks.slice(0, pending + 1)
}

const allOf = (facts: WhyFacts) => [
  byId(facts),
  byService(facts),
  byIndex(facts),
  byFilters(facts),
  byFolder(facts),
  byKey(facts),
]

/** The conclusion in one sentence; `null` while a check is pending or without an id. */
export function whyConclusion(facts: WhyFacts, checks: readonly Check[]): string | null {
  if (facts.id === null || checks.some(({ state }) => state === 'pending')) return null
  const stateOf = (about: Check['about']) => checks.find((check) => check.about === about)?.state
  if (stateOf('filters') === 'cause') return 'The note exists, but the current filters hide it.'
  if (stateOf('service') === 'cause') return 'Your key can’t access it.'
  if (stateOf('service') !== 'fine') return 'Can’t check access right now.'
  if (stateOf('index') !== 'fine') return 'The note exists, but isn’t in the search index yet.'
  if (stateOf('folder') === 'cause') return 'The note exists, but only under All notes.'
  return 'The note exists and nothing hides it.'
}

function byId({ entered, id }: WhyFacts): Check {
  const check = (state: Check['state'], words: string, actions: readonly CheckAction[] = []): Check => ({
    about: 'id',
    title: 'Is it a note ID?',
    state,
    words,
    actions,
  })
  if (id !== null) return check('fine', `Yes: ${id}.`)
  const other = otherIdIn(entered)
  if (other?.kind === 'folder')
    return check('cause', 'No, it’s a folder ID.', [
      {
        do: 'change',
        label: 'Show folder',
        changes: { folder: other.id, q: undefined, why: undefined },
      },
    ])
  if (other?.kind === 'endpoint')
    return check('cause', 'No, it’s an endpoint ID.', [{ do: 'open-endpoint', id: other.id }])
  if (other) return check('cause', 'No, it’s a space ID. Its notes are in its folders.')
  return check('unknown', 'No. Select a note above, or paste its ID or link.')
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
  if (keyProblems.has(code)) return check('unknown', message, [{ do: 'settings' }])
  return check('unknown', `Can’t check right now. ${message}`, again)
}

const keyProblems: ReadonlySet<string> = new Set([
  'key-rejected',
  'key-missing',
  'keychain-locked',
  'not-connected',
])

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
  return byIndexAlone(facts)
}

/** What the index can miss: later changes, and notes that it has not read yet. */
function byIndexAlone({ index, nowMs, id }: WhyFacts): Check {
  const how = sentence(describeIndex(index, nowMs))
  const actions: readonly CheckAction[] = index.state === 'paused' ? [{ do: 'resume-index' }] : []
  const no = id === null ? '' : 'No. '
  if (index.completeAsOf === null)
    return {
      ...indexCheck,
      state: 'cause',
      words: `${no}${how} The note may be missing.`,
      actions,
    }
  return {
    ...indexCheck,
    state: id === null ? 'fine' : 'cause',
    words: `${no}${how} Newer changes appear at the next sync.`,
    actions,
  }
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

function byFolder({ read, folders }: WhyFacts): Check {
  const check = (state: Check['state'], words: string): Check => ({
    about: 'folder',
    title: 'Is its folder visible?',
    state,
    words,
    actions: state === 'fine' ? [] : [{ do: 'change', label: 'Show all notes', changes: allNotes }],
  })
  if (read.state !== 'known') return check('unknown', 'Can’t check: the note isn’t readable.')
  const filed = read.value.folders
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

/** What the specification says about keys (section 5). It gives no way to ask a key for its kind or its scopes. */
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
    `Depends on its scopes, which the service doesn’t report. personal: ${lower(scopeMeanings.personal)} public: ${lower(scopeMeanings.public)} Other notes need another key, or to be shared with you.`,
  )
}

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
const sentence = (text: string) => (text.endsWith('.') ? text : `${text}.`)

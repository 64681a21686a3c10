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
  if (stateOf('filters') === 'cause') return 'It is there, and what the list is set to hides it.'
  if (stateOf('service') === 'cause') return 'The service does not show it to your key.'
  if (stateOf('service') !== 'fine') return 'Whether the service shows it cannot be said now.'
  if (stateOf('index') !== 'fine')
    return 'It is there. The search does not find it, because the index does not have it yet.'
  if (stateOf('folder') === 'cause') return 'It is there, but under All notes only.'
  return 'It is there, and nothing hides it.'
}

function byId({ entered, id }: WhyFacts): Check {
  const check = (state: Check['state'], words: string, actions: readonly CheckAction[] = []): Check => ({
    about: 'id',
    title: 'Is it the id of a note?',
    state,
    words,
    actions,
  })
  if (id !== null) return check('fine', `Yes: ${id}${id === entered ? '' : ', found in what you entered'}.`)
  const other = otherIdIn(entered)
  if (other?.kind === 'folder')
    return check('cause', 'It is the id of a folder.', [
      {
        do: 'change',
        label: 'Show this folder',
        changes: { folder: other.id, q: undefined, why: undefined },
      },
    ])
  if (other?.kind === 'endpoint')
    return check('cause', 'It is the id of a webhook endpoint.', [{ do: 'open-endpoint', id: other.id }])
  if (other) return check('cause', 'It is the id of a space. Its notes are in the folders below it.')
  return check('unknown', 'There is none in it. Choose a note above, or paste its id or a link to it.')
}

function byService({ read, lastEvent }: WhyFacts): Check {
  const check = (state: Check['state'], words: string, actions: readonly CheckAction[] = []): Check => ({
    about: 'service',
    title: 'Does the service show it to your key?',
    state,
    words,
    actions,
  })
  if (read.state === 'pending') return check('pending', 'Asking the service …')
  if (read.state === 'known') return check('fine', `Yes: “${nameOfNote(read.value)}”.`, [{ do: 'open-note' }])
  const { code, message } = read.error
  const again: readonly CheckAction[] = [{ do: 'retry' }]
  if (code === 'not-found') {
    const event =
      lastEvent === null ? '' : ` An event of it arrived ${lastEvent}, so there is or was such a note.`
    return check(
      'cause',
      `It answers 404 and does not say why: the note is not summarized yet, your key has no access to it, or it is gone.${event}`,
      again,
    )
  }
  if (code === 'too-large')
    return check('cause', 'It has it, and says that it is too large to be sent.', again)
  if (code === 'forbidden') return check('cause', message, [{ do: 'settings' }])
  if (keyProblems.has(code)) return check('unknown', message, [{ do: 'settings' }])
  return check('unknown', `It cannot be asked now. ${message}`, again)
}

const keyProblems: ReadonlySet<string> = new Set([
  'key-rejected',
  'key-missing',
  'keychain-locked',
  'not-connected',
])

function byIndex(facts: WhyFacts): Check {
  const { indexed, index } = facts
  if (indexed.state === 'pending') return { ...indexCheck, state: 'pending', words: 'Looking …', actions: [] }
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
      words: `${no}It is not complete: ${lower(how)} The note may be among the others.`,
      actions,
    }
  return {
    ...indexCheck,
    state: id === null ? 'fine' : 'cause',
    words: `${no}${how} What changed since comes with the next reading.`,
    actions,
  }
}

const indexCheck = { about: 'index', title: 'Is it in the index on this machine?' } as const

function byFilters(facts: WhyFacts): Check {
  const { search, indexed, read } = facts
  const check = (state: Check['state'], words: string, actions: readonly CheckAction[] = []): Check => ({
    about: 'filters',
    title: 'Does the list show it as it is set now?',
    state,
    words,
    actions,
  })
  if (filtersOn(search).length === 0) return check('fine', 'No filter, no folder and no search is set.')
  const whole = read.state === 'known' ? read.value : null
  const item = whole ?? (indexed.state === 'known' ? indexed.value : null)
  if (!item)
    return check('unknown', 'What is not known of the note cannot be compared with what is set.', [
      { do: 'change', label: 'Show all notes', changes: allNotes },
    ])
  const folders = facts.folders.state === 'known' ? facts.folders.value.items : null
  const hiding = hidingFilters(item, whole, search, folders)
  const words = hiding.map(({ sentence }) => sentence).join(' ')
  const actions = hiding.map(({ label, changes }): CheckAction => ({ do: 'change', label, changes }))
  if (hiding.some(({ isSure }) => isSure)) return check('cause', words, actions)
  if (hiding.length > 0) return check('unknown', words, actions)
  return check('fine', 'Yes: what is set leaves it in.')
}

const allNotes: NotesSearch = { ...noFilters, q: undefined, folder: undefined, why: undefined }

function byFolder({ read, folders }: WhyFacts): Check {
  const check = (state: Check['state'], words: string): Check => ({
    about: 'folder',
    title: 'Can its folder be seen?',
    state,
    words,
    actions: state === 'fine' ? [] : [{ do: 'change', label: 'Show all notes', changes: allNotes }],
  })
  if (read.state !== 'known') return check('unknown', 'Only the note itself says where it is filed.')
  const filed = read.value.folders
  if (filed === null) return check('unknown', 'The service does not say where it is filed.')
  if (filed.length === 0)
    return check('fine', 'It is in no folder that your key sees, so it is under All notes only.')
  if (folders.state === 'pending') return { ...check('pending', 'Reading the folders …'), actions: [] }
  if (folders.state === 'failed')
    return check('unknown', `The folders cannot be read. ${folders.error.message}`)
  const listed = new Set(folders.value.items.map(({ id }) => id))
  const unseen = filed.filter(({ id }) => !listed.has(id))
  const names = unseen.map((folder) => `“${nameOfFolder(folder)}”`).join(', ')
  if (unseen.length === 0)
    return check('fine', `Yes: ${filed.map((folder) => `“${nameOfFolder(folder)}”`).join(', ')}.`)
  if (folders.value.incomplete !== null)
    return check('unknown', `The list of folders is not complete, and ${names} is not in what came of it.`)
  return check(
    unseen.length === filed.length ? 'cause' : 'fine',
    `It is filed in ${names}, not among the folders that your key lists. There it cannot be found in the tree.`,
  )
}

/** What the specification says about keys (section 5). It gives no way to ask a key for its kind or its scopes. */
function byKey({ session, read }: WhyFacts): Check {
  const check = (state: Check['state'], words: string): Check => ({
    about: 'key',
    title: 'What may your key see?',
    state,
    words,
    actions: state === 'fine' ? [] : [{ do: 'settings' }],
  })
  if (session.state !== 'connected') return check('cause', 'There is no key in use that the service accepts.')
  if (read.state === 'known') return check('fine', 'Your key may read this note.')
  return check(
    'unknown',
    `A key does not tell its kind or its scopes. With the scope personal it sees: ${lower(scopeMeanings.personal)} With public: ${lower(scopeMeanings.public)} On Enterprise plans, workspace admins choose which scopes members can use. A note that is none of these needs another key, or someone who shares it.`,
  )
}

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
const sentence = (text: string) => (text.endsWith('.') ? text : `${text}.`)

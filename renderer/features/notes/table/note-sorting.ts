import type { NoteListItem } from '#shared/notes/model.ts'
import type { NoteOrder } from '#shared/notes/order.ts'
import { holdsWords, ownerKey, titleKey } from '#shared/notes/words.ts'
import { type NotesSearch, type Sort, usualSort } from '../notes-search.ts'

/** `null`: the order of the service. */
export function orderOf(sort: NotesSearch['sort']): NoteOrder | null {
  if (sort === undefined || sort === 'service') return null
  const descending = sort.startsWith('-')
  return { by: (descending ? sort.slice(1) : sort) as NoteOrder['by'], descending }
}

/** The order that a list is shown in; `undefined`: that of the service. */
export function shownSort(
  { sort, folder }: Pick<NotesSearch, 'sort' | 'folder'>,
  mode: 'service' | 'index' | 'found',
): Sort | undefined {
  if (mode !== 'service') return sort === undefined || sort === 'service' ? usualSort : sort
  if (sort === 'service') return undefined
  // All notes come page by page, and sorting what came so far would move the rows with each page.
  return sort ?? (folder === undefined ? undefined : usualSort)
}

/**
 * What a press on a column makes of the order: its usual direction, the other one, then the usual order again. Times begin with
 * the newest.
 */
export function nextSort(sort: NotesSearch['sort'], by: NoteOrder['by']): Sort {
  const newestFirst = by === 'created' || by === 'updated'
  const [first, second]: readonly [Sort, Sort] = newestFirst ? [`-${by}`, by] : [by, `-${by}`]
  return sort === first ? second : sort === second ? usualSort : first
}

interface NotePage {
  readonly items: readonly NoteListItem[]
}

/** A note that moved between two pages while they were read is there once. Of a list that grows only the new pages are gone through. */
export function uniqueNotes(pages: readonly NotePage[]): readonly NoteListItem[] {
  const [first] = pages
  if (!first) return []
  const before = joined.get(first)
  if (before?.pages === pages) return before.notes
  const grows = before && before.pages.length < pages.length && samePages(before.pages, pages)
  const notes = grows ? [...before.notes] : []
  const places = grows ? before.places : new Map<string, number>()
  for (const note of pages.slice(grows ? before.pages.length : 0).flatMap(({ items }) => items)) {
    const place = places.get(note.id)
    if (place !== undefined) {
      notes[place] = note
      continue
    }
    places.set(note.id, notes.length)
    notes.push(note)
  }
  joined.set(first, { pages, notes, places })
  return notes
}

const samePages = (before: readonly NotePage[], pages: readonly NotePage[]) =>
  before.every((page, at) => page === pages[at])

/** What the pages of a list held when they were joined last, by the first of them. */
const joined = new WeakMap<
  NotePage,
  {
    readonly pages: readonly NotePage[]
    readonly notes: readonly NoteListItem[]
    readonly places: Map<string, number>
  }
>()

/** Words are looked for, and the list is sorted, among what is loaded. */
export function filterAndSort(
  notes: readonly NoteListItem[],
  { title, owner, sort }: Pick<NotesSearch, 'title' | 'owner' | 'sort'>,
): readonly NoteListItem[] {
  const words = { ...(title === undefined ? {} : { title }), ...(owner === undefined ? {} : { owner }) }
  const held =
    title === undefined && owner === undefined ? notes : notes.filter((note) => holdsWords(note, words))
  const order = orderOf(sort)
  return order === null ? held : sorted(held, order)
}

/** Sorted as the index sorts: without case and accents. What says no time comes last either way. */
function sorted(notes: readonly NoteListItem[], { by, descending }: NoteOrder): readonly NoteListItem[] {
  const way = descending ? -1 : 1
  const keyed = notes.map((note) => ({ note, key: keyOf(note, by) }))
  keyed.sort((a, b) => {
    if (a.key === b.key) return 0
    if (a.key === null || b.key === null) return a.key === null ? 1 : -1
    return a.key < b.key ? -way : way
  })
  return keyed.map(({ note }) => note)
}

function keyOf(note: NoteListItem, by: NoteOrder['by']): string | number | null {
  if (by === 'created' || by === 'updated') {
    const time = Date.parse((by === 'created' ? note.createdAt : note.updatedAt) ?? '')
    return Number.isNaN(time) ? null : time
  }
  const known = folds.get(note) ?? {}
  known[by] ??= by === 'title' ? titleKey(note) : ownerKey(note)
  folds.set(note, known)
  return known[by]
}

/** Worked out once a note: a list is sorted again with every page that comes. */
const folds = new WeakMap<NoteListItem, { title?: string; owner?: string }>()

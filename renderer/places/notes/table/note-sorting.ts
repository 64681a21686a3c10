import type { NoteListItem } from '#shared/notes/model.ts'
import type { NoteOrder } from '#shared/notes/order.ts'
import { holdsWords, ownerKey, titleKey } from '#shared/notes/words.ts'
import { type NotesSearch, type Sort, usualSort } from '../notes-search.ts'

/** Converts the order in the URL. `null` is the service's order. */
export function orderOf(sort: NotesSearch['sort']): NoteOrder | null {
  if (sort === undefined || sort === 'service') return null
  const descending = sort.startsWith('-')
  return { by: (descending ? sort.slice(1) : sort) as NoteOrder['by'], descending }
}

/** Returns the order in which a list is shown. `undefined` is the service's order. */
export function shownSort(
  { sort, folder }: Pick<NotesSearch, 'sort' | 'folder'>,
  mode: 'service' | 'index' | 'found',
): Sort | undefined {
  if (mode !== 'service') return sort === undefined || sort === 'service' ? usualSort : sort
  if (sort === 'service') return undefined
  // The list of all notes has the service's order, because sorting the loaded notes would move rows with every new page.
  return sort ?? (folder === undefined ? undefined : usualSort)
}

/**
 * Returns the new order after the user pressed a column header: first the column's usual direction, then the opposite one, then
 * the default order.
 */
export function nextSort(sort: NotesSearch['sort'], by: NoteOrder['by']): Sort {
  const newestFirst = by === 'created' || by === 'updated'
  const [first, second]: readonly [Sort, Sort] = newestFirst ? [`-${by}`, by] : [by, `-${by}`]
  return sort === first ? second : sort === second ? usualSort : first
}

interface NotePage {
  readonly items: readonly NoteListItem[]
}

/** Joins the pages of a list. A note that moved to another page during loading is listed once. */
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

const joined = new WeakMap<
  NotePage,
  {
    readonly pages: readonly NotePage[]
    readonly notes: readonly NoteListItem[]
    readonly places: Map<string, number>
  }
>()

export function filterAndSort<Note extends NoteListItem>(
  notes: readonly Note[],
  { title, owner, sort }: Pick<NotesSearch, 'title' | 'owner' | 'sort'>,
): readonly Note[] {
  const words = { ...(title === undefined ? {} : { title }), ...(owner === undefined ? {} : { owner }) }
  const held =
    title === undefined && owner === undefined ? notes : notes.filter((note) => holdsWords(note, words))
  const order = orderOf(sort)
  return order === null ? held : sorted(held, order)
}

/** Sorts like the index does, ignoring case and accents. Notes without a time are last in both directions. */
function sorted<Note extends NoteListItem>(
  notes: readonly Note[],
  { by, descending }: NoteOrder,
): readonly Note[] {
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

/** Sort keys, computed once per note, because a list is sorted again with every page. */
const folds = new WeakMap<NoteListItem, { title?: string; owner?: string }>()

import { withinDays } from '#shared/notes/days.ts'
import type { Folder } from '#shared/notes/folder.ts'
import { folderPath } from '#shared/notes/folder-tree.ts'
import type { Note, NoteFilter, NoteListItem } from '#shared/notes/model.ts'
import { nameOfFolder } from '#shared/notes/names.ts'
import { holdsWords } from '#shared/notes/words.ts'
import { exactTime } from '#ui/text/time-words.ts'
import type { NotesSearch } from '../notes-search.ts'

export interface HidingFilter {
  readonly sentence: string
  readonly label: string
  readonly changes: NotesSearch
  /** Whether the note is certainly hidden. If `false`, it may be hidden. */
  readonly isSure: boolean
}

export function filtersOn(search: NotesSearch): readonly (keyof NotesSearch)[] {
  return (['q', 'folder', 'after', 'before', 'updated', 'title', 'owner'] as const).filter(
    (name) => (search[name] ?? '').trim() !== '',
  )
}

/** Returns the filters that hide this note. `whole` is the note with its folders, or `null` if the note was not loaded. */
export function hidingFilters(
  item: NoteListItem,
  whole: Pick<Note, 'folders'> | null,
  search: NotesSearch,
  folders: readonly Folder[] | null,
): readonly HidingFilter[] {
  // A search covers all notes, so the folder and the days don't apply.
  if ((search.q ?? '').trim() !== '') {
    return [
      {
        sentence: `The list is searched for “${search.q}”.`,
        label: 'Clear search',
        changes: { q: undefined },
        isSure: false,
      },
    ]
  }
  return [...byDays(item, search), ...byWords(item, search), ...byFolder(whole, search, folders)]
}

function byDays(item: NoteListItem, { after, before, updated }: NotesSearch): readonly HidingFilter[] {
  const bound = (
    filter: NoteFilter,
    label: string,
    happened: string,
    at: string | null,
    changes: NotesSearch,
  ): readonly HidingFilter[] =>
    withinDays(item, filter)
      ? []
      : [
          {
            sentence: `${happened} ${at === null ? 'at an unknown time' : exactTime(Date.parse(at))}; the filter is “${label}”.`,
            label: `Remove “${label}”`,
            changes,
            isSure: true,
          },
        ]
  const { createdAt, updatedAt } = item
  return [
    ...(after === undefined
      ? []
      : bound({ createdAfter: after }, `Created after ${formatDay(after)}`, 'Created', createdAt, {
          after: undefined,
        })),
    ...(before === undefined
      ? []
      : bound({ createdBefore: before }, `Created before ${formatDay(before)}`, 'Created', createdAt, {
          before: undefined,
        })),
    ...(updated === undefined
      ? []
      : bound({ updatedAfter: updated }, `Updated after ${formatDay(updated)}`, 'Updated', updatedAt, {
          updated: undefined,
        })),
  ]
}

function byWords(item: NoteListItem, { title, owner }: NotesSearch): readonly HidingFilter[] {
  const hiding = (what: string, words: string, changes: NotesSearch): HidingFilter => ({
    sentence: `The ${what} doesn’t contain “${words}”.`,
    label: `Remove “${words}”`,
    changes,
    isSure: true,
  })
  return [
    ...(title === undefined || holdsWords(item, { title })
      ? []
      : [hiding('title', title, { title: undefined })]),
    ...(owner === undefined || holdsWords(item, { owner })
      ? []
      : [hiding('owner', owner, { owner: undefined })]),
  ]
}

function byFolder(
  whole: Pick<Note, 'folders'> | null,
  { folder, direct }: NotesSearch,
  folders: readonly Folder[] | null,
): readonly HidingFilter[] {
  if (folder === undefined) return []
  const known = folders?.find(({ id }) => id === folder)
  const name = known ? nameOfFolder(known) : 'a folder'
  const hiding = (sentence: string, isSure: boolean): readonly HidingFilter[] => [
    { sentence, label: 'Show all folders', changes: { folder: undefined }, isSure },
  ]
  const filed = whole?.folders ?? null
  if (filed === null) return hiding(`The list shows only “${name}”, and the note’s folder is unknown.`, false)
  if (filed.some(({ id }) => id === folder)) return []
  // A folder includes its subfolders (specification, section 4, `folder_id`).
  const paths = filed.map(({ id }) => folderPath(folders ?? [], id))
  if (paths.some((path) => path.some(({ id }) => id === folder))) {
    if (direct === undefined) return []
    const sentence = `The list shows only notes directly in “${name}”, and the note is in a subfolder.`
    return [{ sentence, label: 'Include subfolders', changes: { direct: undefined }, isSure: true }]
  }
  const isKnown = folders !== null && paths.every((path) => path[0]?.parentFolderId === null)
  return hiding(
    `The list shows only “${name}”, and the note ${isKnown ? 'isn’t' : 'may not be'} in it.`,
    isKnown,
  )
}

function formatDay(day: string): string {
  const at = Date.parse(day)
  return Number.isNaN(at) ? day : dayFormat.format(at)
}

const dayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })

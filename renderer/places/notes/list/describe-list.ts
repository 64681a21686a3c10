import type { FolderCoverage } from '#shared/notes/folder-contract.ts'
import type { NoteFilter } from '#shared/notes/model.ts'
import { count } from '../copy.ts'
import type { NotesSearch, Sort } from '../notes-search.ts'
import { orderOf } from '../table/note-sorting.ts'

export interface ListState {
  readonly search: NotesSearch
  readonly sort: Sort | undefined
  readonly loaded: number
  readonly shown: number
  readonly more: boolean
}

/**
 * Describes the filters and the order that the app applies to the loaded notes. Empty if the list is shown as the service sent
 * it.
 */
export function describeServiceList({ search, sort, loaded, shown, more }: ListState): readonly string[] {
  const isFiltered = search.title !== undefined || search.owner !== undefined
  const among = `${count(loaded, 'note')}${more ? ' loaded' : ''}`
  return [
    ...(isFiltered ? [`${shown.toLocaleString()} of ${among} ${shown === 1 ? 'matches' : 'match'}.`] : []),
    ...(sort !== undefined && more ? [`Sorted within ${among}.`] : []),
  ]
}

/**
 * Describes the source of an indexed list, and which of the folder's notes it may miss. `from` is `null` if the source is already
 * shown elsewhere.
 */
export function describeIndexList(
  search: NotesSearch,
  from: string | null,
  folders: Pick<FolderCoverage, 'read' | 'total'> = { read: 0, total: 0 },
): readonly string[] {
  const isPart = search.folder !== undefined && folders.read < folders.total
  const isDirect = search.direct !== undefined
  const change = isDirect ? 'this list may change' : 'more notes may appear'
  return [
    ...(from === null ? [] : [from]),
    ...(isDirect ? ['Notes that are also in a subfolder may be missing.'] : []),
    ...(isPart
      ? [`${folders.read.toLocaleString()} of ${count(folders.total, 'folder')} loaded; ${change}.`]
      : []),
  ]
}

/** Returns the filters that the service applies. */
export function filterOf({ folder, after, before, updated }: NotesSearch): NoteFilter {
  return {
    ...(folder === undefined ? {} : { folderId: folder }),
    ...(after === undefined ? {} : { createdAfter: after }),
    ...(before === undefined ? {} : { createdBefore: before }),
    ...(updated === undefined ? {} : { updatedAfter: updated }),
  }
}

/** Returns the filters that only the app applies. */
export function wordsOfSearch({ title, owner }: NotesSearch) {
  return { ...(title === undefined ? {} : { title }), ...(owner === undefined ? {} : { owner }) }
}

export function indexQuery(search: NotesSearch) {
  const order = orderOf(search.sort)
  return {
    ...filterOf(search),
    ...(search.direct === undefined ? {} : { direct: true }),
    ...wordsOfSearch(search),
    ...(order === null ? {} : { order }),
  }
}

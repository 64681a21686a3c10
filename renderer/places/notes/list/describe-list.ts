import type { FolderCoverage } from '#shared/notes/folder-contract.ts'
import type { NoteFilter } from '#shared/notes/model.ts'
import { count } from '../copy.ts'
import type { NotesSearch, Sort } from '../notes-search.ts'
import { orderOf } from '../table/note-sorting.ts'

export interface ListState {
  readonly search: NotesSearch
  readonly sort: Sort | undefined
  /** The number of loaded notes before the app filters them by words. */
  readonly loaded: number
  readonly shown: number
  readonly more: boolean
}

/**
 * Describes how many of the loaded notes match the filters and order that the app applies. Empty if the list is shown as the
 * service sends it.
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
 * Describes where an index list comes from, and which notes of a folder it may miss. `from` is `null` where the source is already
 * shown. The list's age is shown below it.
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

/** Returns the part of the search that the service filters by. */
export function filterOf({ folder, after, before, updated }: NotesSearch): NoteFilter {
  return {
    ...(folder === undefined ? {} : { folderId: folder }),
    ...(after === undefined ? {} : { createdAfter: after }),
    ...(before === undefined ? {} : { createdBefore: before }),
    ...(updated === undefined ? {} : { updatedAfter: updated }),
  }
}

/** Returns the part of the search that only the app filters by. */
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

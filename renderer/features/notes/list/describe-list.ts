import type { FolderCoverage } from '#shared/notes/folder-contract.ts'
import type { NoteFilter } from '#shared/notes/model.ts'
import { count } from '../copy.ts'
import type { NotesSearch } from '../notes-search.ts'
import { orderOf } from '../table/note-sorting.ts'

/** The state of a list, from which its description is made. */
export interface ListState {
  readonly search: NotesSearch
  /** How many were loaded, before this app filtered them by words. */
  readonly loaded: number
  /** How many are shown. */
  readonly shown: number
  readonly more: boolean
}

/** Says who filters and sorts, and over which notes. Empty for a list as the service sends it. */
export function describeServiceList({ search, loaded, shown, more }: ListState): readonly string[] {
  const days = dayFilters(search)
  const here = wordFilters(search)
  const asked = [...(search.folder === undefined ? [] : [folderFilter]), ...days]
  const among = more ? `${count(loaded, 'note')} loaded of more` : `all ${count(loaded, 'note')}`
  return [
    asked.length === 0
      ? null
      : `The service filters by ${listed(asked)}${days.length === 0 ? '' : ', one day wider; here the days are cut by your time zone'}.`,
    here.length === 0 ? null : `Filtered here by ${listed(here)}: ${shown.toLocaleString()} among ${among}.`,
    search.sort === undefined ? null : `Sorted among ${among}.`,
  ].filter((sentence) => sentence !== null)
}

/** The same for the index, where everything is done on this machine. */
export function describeIndexList(
  search: NotesSearch,
  total: number,
  asOf: string,
  folders: Pick<FolderCoverage, 'read' | 'of'> = { read: 0, of: 0 },
): readonly string[] {
  const inFolder = search.folder !== undefined
  const filters = [...(inFolder ? [folderFilter] : []), ...dayFilters(search), ...wordFilters(search)]
  const whole = filters.length === 0 ? `All ${count(total, 'note')}` : count(total, 'note')
  return [
    `${whole} from the index here, ${asOf}.`,
    filters.length === 0 ? 'Sorted over all.' : `Filtered here by ${listed(filters)}, sorted over all.`,
    ...(inFolder && folders.read < folders.of
      ? [
          `${folders.read.toLocaleString()} of ${count(folders.of, 'folder')} were read, so there may be more notes in it.`,
        ]
      : []),
  ]
}

function dayFilters({ after, before, updated }: NotesSearch): readonly string[] {
  return [
    ...(after === undefined && before === undefined ? [] : ['day of creation']),
    ...(updated === undefined ? [] : ['day of the last update']),
  ]
}

function wordFilters({ title, owner }: NotesSearch): readonly string[] {
  return [...(title === undefined ? [] : ['title']), ...(owner === undefined ? [] : ['owner'])]
}

const folderFilter = 'folder with subfolders'
const listed = (parts: readonly string[]) => new Intl.ListFormat('en').format(parts)

/** The part of the search that the service filters. */
export function filterOf({ folder, after, before, updated }: NotesSearch): NoteFilter {
  return {
    ...(folder === undefined ? {} : { folderId: folder }),
    ...(after === undefined ? {} : { createdAfter: after }),
    ...(before === undefined ? {} : { createdBefore: before }),
    ...(updated === undefined ? {} : { updatedAfter: updated }),
  }
}

/** The part of the search that only this app filters. */
export function wordsOfSearch({ title, owner }: NotesSearch) {
  return { ...(title === undefined ? {} : { title }), ...(owner === undefined ? {} : { owner }) }
}

/** The query for the index. */
export function indexQuery(search: NotesSearch) {
  const order = orderOf(search.sort)
  return { ...filterOf(search), ...wordsOfSearch(search), ...(order === null ? {} : { order }) }
}

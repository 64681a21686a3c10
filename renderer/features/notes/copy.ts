import type { ExportFormat } from '#shared/exports/contract.ts'
import type { FolderMark } from '#shared/notes/folder-tree.ts'
import { incompleteReasons } from '#shared/notes/incomplete-reasons.ts'
import type { IndexStatus } from '#shared/notes/index-contract.ts'
import type { Incomplete } from '#shared/notes/page.ts'

/** The texts of the notes page: folders, filters, list and export. */
export const copy = {
  notes: 'Notes',
  allNotes: 'All notes',
  folder: 'Folder',
  noOwner: 'No owner',
  whyNotShown: 'Why don’t I see a note?',
  clearFilters: 'Clear the filters',
  folders: {
    title: 'Folders',
    splitter: 'the folders',
    tree: 'Spaces and folders',
    noSpace: 'No space',
    find: 'Find a folder',
    noMatch: 'No folder matches.',
    openAll: 'Open all folders',
    closeAll: 'Close all folders',
    refresh: 'Refresh folders',
    read: 'Read the folders',
    reading: 'Reading the folders',
    readSoFar: (folders: number) => `${count(folders, 'folder')} read so far.`,
    stop: 'Stop',
    pause: 'Pause',
    paused: 'Reading in the background is paused.',
    unread: 'Folders were not read yet',
    alsoFailed: 'The folders could not be read either.',
    retry: 'Try again',
    asOf: 'Folders as of',
    counted: (read: number, of: number) => `${read.toLocaleString()} of ${of.toLocaleString()} counted`,
    countedTitle: 'Counts are incomplete until the notes of every folder were read',
    orphan: 'Its parent folder is not in the list',
    loop: 'Its parents form a loop, which is cut here',
    newEndpoint: 'New endpoint for',
    unknown: 'This folder is not known here',
    unknownReason: 'It may be new, deleted, or hidden from this key.',
    listsNotes: 'The service lists its notes.',
    listsNone: 'The service lists no notes for this filter.',
    foldersRead: 'The folders were read',
  },
  learned: {
    partly: 'learned from the lists of folders, not all of them yet',
    asOf: 'learned from the lists of folders, as of',
    beforeChange: ', before the note changed',
  },
  filters: {
    label: 'Filters',
    created: 'Created',
    updated: 'Updated',
    after: 'After',
    before: 'Before',
    title: 'Title',
    titleDescription:
      'Words in the title. Filtered on this computer, because the service cannot filter by title.',
    owner: 'Owner',
    ownerDescription:
      'Part of a name or an address. Filtered on this computer, because the service cannot filter by owner.',
    clear: 'Clear all filters',
    sort: 'Sort',
    tooLong: (field: string) => `${field} filter`,
  },
  sorts: {
    none: 'As listed',
    title: 'Title, A to Z',
    '-title': 'Title, Z to A',
    owner: 'Owner, A to Z',
    '-owner': 'Owner, Z to A',
    '-created': 'Created last',
    created: 'Created first',
    '-updated': 'Updated last',
    updated: 'Updated first',
  },
  presets: {
    today: 'Today',
    yesterday: 'Yesterday',
    last7: 'Last 7 days',
    last30: 'Last 30 days',
    thisMonth: 'This month',
    lastMonth: 'Last month',
    thisYear: 'This year',
  },
  columns: {
    label: 'Columns',
    title: 'Title',
    owner: 'Owner',
    folder: 'Folder',
    created: 'Created',
    updated: 'Updated',
    events: 'Events',
    eventsTitle: 'Events received here for the note',
    sortBy: (column: string, direction: 'up' | 'down' | null) =>
      `Sort by ${column.toLowerCase()}${direction === null ? '' : direction === 'up' ? ', ascending now' : ', descending now'}`,
    folderTitle: (read: number, of: number) =>
      `Known for ${read.toLocaleString()} of ${count(of, 'folder')}, which are read one by one.`,
    foldersRead: (read: number, of: number) =>
      of === 0 ? 'not read yet' : `${read.toLocaleString()} of ${of.toLocaleString()} read`,
  },
  row: {
    created: 'created ',
    updated: 'updated ',
    folderUnknown: 'not known yet',
    noFolder: 'no folder',
    orBelow: (folder: string) => `${folder} or below`,
    thisFolder: 'this folder',
  },
  list: {
    search: 'Search',
    searchSubtitle: 'in all notes of the workspace',
    export: 'Export these notes',
    refresh: 'Refresh notes',
    loading: 'Loading notes',
    loaded: (notes: number, more: boolean, isPart: boolean) =>
      more
        ? `${notes.toLocaleString()} loaded, more to come`
        : isPart
          ? `${notes.toLocaleString()} loaded, perhaps not all`
          : count(notes, 'note'),
    end: (notes: number, more: boolean, isPart: boolean) =>
      more
        ? `${count(notes, 'note')} loaded, more to come`
        : isPart
          ? `${count(notes, 'note')} loaded, perhaps not all`
          : `All ${count(notes, 'note')} loaded`,
    whenIndexed: 'Over everything once the index is read.',
    overIndex: (notes: number) => `Over all ${notes.toLocaleString()} in the index`,
    overFolder: 'Over what the index knows of this folder',
    notAmongLoaded: 'Not among the loaded notes',
    noMatch: 'No note matches these words',
    allChecked: 'All notes of this list were checked.',
    emptyPage: 'Nothing on this page of the service',
    checked: (notes: number) => `${count(notes, 'note')} checked, more to come.`,
    loadAll: 'Keep looking',
    stop: 'Stop',
    noneInDates: 'No notes in these dates',
    noneInDatesText: 'No note of this list is within the chosen dates.',
    none: 'No notes here',
    noneText: 'Notes appear here when they are filed in this folder or shared with you.',
    foundTitle: (text: string) => `Notes found for ${text}`,
  },
  index: {
    loading: 'Loading the index',
    label: 'All notes of the index',
    subtitle: (notes: number) => `${count(notes, 'note')} in the index`,
    askService: 'Ask the service instead',
    shown: (notes: number, of: number) =>
      `${notes.toLocaleString()} of ${count(of, 'note')} here, more as you scroll`,
    noMatch: 'No note matches the filters',
    empty: 'The index is empty',
    noneInFolder: 'No note is known to be in this folder',
    allChecked: 'All notes of the index were checked.',
    incomplete: 'It is still being read; more may come.',
    pause: 'Pause indexing',
    resume: 'Resume indexing',
  },
  selection: { copyIds: 'Copy ids', copyIdsLabel: 'Copy the ids of the selection', export: 'Export…' },
  export: {
    title: 'Export notes',
    about:
      'Ids, titles, owners, folders as far as they are known here, times and the number of events received. Nothing of the content of notes.',
    what: 'What',
    selected: (notes: number) => `The selection: ${count(notes, 'note')}`,
    loaded: (notes: number, isPart: boolean) =>
      `${isPart ? 'The loaded notes' : 'The whole list'}: ${count(notes, 'note')}`,
    loadedDescription: 'As the list is filtered and sorted now.',
    format: 'Format',
    formats: formatTexts(),
    failed: 'The export failed',
    selectionTitle: (title: string) => `${title}, selection`,
    index: (notes: number | null) =>
      notes === null ? 'All of it, from the index' : `All ${count(notes, 'note')}, from the index`,
    indexDescription: 'Filtered and sorted as here, without asking the service.',
    service: 'The whole list, to its last page',
    serviceFolder: 'The folder with its subfolders, to the last page',
    serviceDescription:
      'Read from the service at its pace, with the filters here. It can be canceled at any time.',
  },
} as const

function formatTexts(): Readonly<Record<ExportFormat, string>> {
  return {
    csv: 'A table for spreadsheets. Cells that a spreadsheet would read as a formula start with an apostrophe.',
    json: 'For programs, with the field names of the service.',
    markdown: 'A table for a document or a ticket.',
  }
}

/** Explains a folder that is at the top although it names a parent. */
export function describeMark(mark: FolderMark): string {
  return mark === 'orphan' ? copy.folders.orphan : copy.folders.loop
}

/** Warnings about a list that is incomplete. */
export function listWarnings(
  noun: string,
  { incomplete, unreadable }: { readonly incomplete: Incomplete | null; readonly unreadable: number },
): readonly string[] {
  return [
    ...(incomplete === null ? [] : [`There may be more ${noun}s: ${incompleteReasons[incomplete]}`]),
    ...(unreadable === 0
      ? []
      : [
          `${count(unreadable, noun)} could not be understood and ${unreadable === 1 ? 'is' : 'are'} left out.`,
        ]),
  ]
}

export function count(number: number, noun: string): string {
  return `${number.toLocaleString()} ${noun}${number === 1 ? '' : 's'}`
}

/** The state of the index in one line. Always says when it was complete, or how much of it was read. */
export function describeIndex(status: IndexStatus, nowMs: number, asksFolders = false): string {
  const { state, run, problem, incomplete } = status
  const isFull = run?.kind === 'full'
  const parts = [
    describeKnown(status, nowMs),
    status.completeAsOf === null && isFull ? 'the service gives no total' : null,
    isFull && run.of ? `${percent(run.read, run.of)} % read again` : null,
    incomplete !== null && !isFull ? `There may be more notes: ${incompleteReasons[incomplete]}` : null,
    asksFolders ? describeFolders(status) : null,
    state === 'paused' ? 'paused' : null,
    problem,
  ]
  return parts.filter((part) => part !== null).join(' · ')
}

function describeKnown({ completeAsOf, notes }: IndexStatus, nowMs: number): string {
  if (completeAsOf !== null) return `Index ${describeAge(completeAsOf, nowMs)}`
  return `${count(notes, 'note')} read so far`
}

/** `null` once all folders were read. */
function describeFolders({ folders }: IndexStatus): string | null {
  if (folders.asOf !== null) return null
  const text = `${folders.read.toLocaleString()} of ${count(folders.of, 'folder')} read`
  return folders.problem === null ? text : `${text}: ${folders.problem}`
}

/** When the index was complete, or that it is not complete yet. */
export function describeAge(asOf: string | null, nowMs: number): string {
  return asOf === null ? 'not read to its end yet' : `complete as of ${clockTime(Date.parse(asOf), nowMs)}`
}

/** The time of day, with the date if it is not today. */
function clockTime(atMs: number, nowMs: number): string {
  const isToday = new Date(atMs).toDateString() === new Date(nowMs).toDateString()
  return (isToday ? timeOnly : dateAndTime).format(atMs)
}

const percent = (read: number, of: number) => Math.min(99, Math.floor((100 * read) / of))
const timeOnly = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })
const dateAndTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

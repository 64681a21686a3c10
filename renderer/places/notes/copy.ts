import type { ExportFormat, NoteFiles } from '#shared/exports/contract.ts'
import type { FolderMark } from '#shared/notes/folder-tree.ts'
import { incompleteReasons } from '#shared/notes/incomplete-reasons.ts'
import type { IndexStatus, TextMatch } from '#shared/notes/index-contract.ts'
import type { Incomplete } from '#shared/notes/page.ts'
import { duration, shortTime } from '#ui/text/time-words.ts'

export const copy = {
  notes: 'Notes',
  allNotes: 'All notes',
  folder: 'Folder',
  noOwner: 'No owner',
  whyNotShown: 'Can’t find a note?',
  clearFilters: 'Clear filters',
  folders: {
    title: 'Folders',
    splitter: 'folders',
    tree: 'Spaces and folders',
    noSpace: 'No space',
    find: 'Search folders',
    noMatch: 'No matching folders',
    refresh: 'Refresh folders',
    read: 'Load folders',
    reading: 'Loading folders',
    readSoFar: (folders: number) => `${count(folders, 'folder')} loaded…`,
    stop: 'Stop',
    pause: 'Pause',
    paused: 'Background loading is paused.',
    unread: 'Folders not loaded',
    alsoFailed: 'Folders couldn’t be loaded either.',
    retry: 'Try again',
    asOf: 'Folders updated',
    orphan: 'Parent folder not listed',
    loop: 'Its parent folders form a loop',
    newEndpoint: 'New endpoint for',
    unknown: 'Unknown folder',
    menu: 'Folder actions',
    unknownReason: 'It may be new, deleted or hidden from this key.',
    listsNotes: 'The service lists its notes.',
    listsNone: 'The service lists no notes for it.',
    foldersRead: 'Folders updated',
  },
  learned: {
    partly: 'incomplete so far',
    asOf: 'as of',
    beforeChange: ', before the note changed',
  },
  filters: {
    label: 'Filters',
    created: 'Created',
    updated: 'Updated',
    after: 'After',
    before: 'Before',
    title: 'Title',
    titleDescription: 'Words in the title. Searches loaded notes only.',
    owner: 'Owner',
    ownerDescription: 'Part of a name or email. Searches loaded notes only.',
    direct: 'Direct notes only',
    directDescription: 'Leaves out notes of subfolders. From the search index.',
    clear: 'Clear all filters',
    sort: 'Sort',
    tooLong: (field: string) => `${field} filter`,
    show: 'Filter',
    notInSearch: 'Column filters don’t apply to a search.',
    phrase: 'Use "quotes" for an exact phrase.',
  },
  sorts: {
    none: 'Service order',
    title: 'Title, A to Z',
    '-title': 'Title, Z to A',
    owner: 'Owner, A to Z',
    '-owner': 'Owner, Z to A',
    '-created': 'Created, newest first',
    created: 'Created, oldest first',
    '-updated': 'Updated, newest first',
    updated: 'Updated, oldest first',
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
    eventsTitle: 'Events received for this note',
    sortBy: (column: string, direction: 'up' | 'down' | null) =>
      `Sort by ${column.toLowerCase()}${direction === null ? '' : direction === 'up' ? ', ascending' : ', descending'}`,
  },
  row: {
    folderUnknown: 'Folder not loaded yet',
    noFolder: 'No folder',
    orBelow: (folder: string) => `${folder} or a subfolder`,
    thisFolder: 'this folder',
    parts: { attendees: 'Attendees · ', private: 'Private notes · ', transcript: 'Transcript · ' },
    inPart: (part: TextMatch['part']) => `In the ${partNames()[part]}`,
    foundIn: (part: TextMatch['part'], text: string) =>
      `found in the ${partNames()[part]}${text === '' ? '' : `: ${text}`}`,
  },
  list: {
    search: 'Search',
    export: 'Export…',
    exportNotes: 'Export notes',
    refresh: 'Refresh notes',
    refreshing: 'Refreshing',
    nothing: 'No notes in the list',
    loading: 'Loading notes',
    end: (notes: number, more: boolean, isPart: boolean) =>
      more
        ? `${count(notes, 'note')} loaded`
        : isPart
          ? `${count(notes, 'note')} loaded, may be incomplete`
          : count(notes, 'note'),
    whenIndexed: 'Available for all notes once the search index is ready.',
    overIndex: (notes: number) => `Search all ${notes.toLocaleString()} notes`,
    overFolder: 'Search the whole folder',
    notAmongLoaded: 'No matches in the loaded notes',
    noMatch: 'No matching notes',
    allChecked: 'All notes in this list were searched.',
    emptyPage: 'This page of results is empty',
    checked: (notes: number) => `${count(notes, 'note')} searched.`,
    loadAll: 'Keep searching',
    stop: 'Stop',
    noneInDates: 'No notes in this date range',
    noneInDatesText: 'Try a wider range or clear the filters.',
    none: 'No notes yet',
    noneText: 'Notes that your API key can see appear here.',
    found: (notes: number, more: boolean) =>
      more ? `${notes.toLocaleString()}+ notes found` : `${count(notes, 'note')} found`,
    foundTitle: (text: string) => `Notes matching ${text}`,
  },
  index: {
    loading: 'Loading notes',
    label: 'Indexed notes',
    askService: 'Load from service',
    noMatch: 'No matching notes',
    noneInFolder: 'No notes in this folder',
    allChecked: 'All indexed notes were searched.',
    from: 'From the search index.',
    fromPart: 'From the search index, incomplete.',
    incomplete: 'Indexing is in progress; more may appear.',
    pause: 'Pause indexing',
    resume: 'Resume indexing',
  },
  selection: {
    copyIds: { label: 'Copy IDs', full: 'Copy IDs of selected' },
    export: { label: 'Export…', full: 'Export selected…' },
  },
  export: {
    title: (list: string) => `Export: ${list}`,
    about: 'Includes IDs, titles, owners, known folders, times and event counts. Never the notes’ content.',
    aboutFiles: (notes: number | null, transcripts: NoteFiles['transcripts']) => {
      const ms = ((notes ?? 0) * (transcripts === 'none' ? 1 : 2) * 1000) / requestsPerSecond
      const each =
        notes === null ? 'Each note' : notes === 1 ? 'The note' : `Each of the ${count(notes, 'note')}`
      const from = `Every note is read from the service${ms < 20_000 ? '' : `, which takes about ${duration(ms)}`}.`
      return `${each} becomes one Markdown file in a zip, ${filesContain[transcripts]} ${from}`
    },
    transcripts: 'Transcripts',
    noTranscripts: 'None',
    inNotes: 'In the note',
    asFiles: 'As files',
    what: 'Notes',
    selected: (notes: number) => `Selected (${count(notes, 'note')})`,
    loaded: (notes: number, isPart: boolean) => `${isPart ? 'Loaded' : 'All'} (${count(notes, 'note')})`,
    loadedDescription: 'With the current filters and order.',
    format: 'Format',
    formats: formatTexts(),
    failed: 'Export failed',
    selectionTitle: (title: string) => `${title}, selection`,
    index: (notes: number | null) => (notes === null ? 'All' : `All (${count(notes, 'note')})`),
    indexDescription: 'From the search index, with the current filters and order.',
    service: 'All, including pages not loaded yet',
    serviceFolder: 'The folder and its subfolders, including pages not loaded yet',
    serviceDescription: 'Loaded from the service, with the current filters. You can cancel at any time.',
  },
} as const

const filesContain: Readonly<Record<NoteFiles['transcripts'], string>> = {
  none: 'with the summary. The text under “Private notes” and the transcript are left out of each file.',
  section: 'with the summary and the transcript. The text under “Private notes” is left out of each file.',
  files:
    'with the summary. Each transcript becomes another file. The text under “Private notes” is left out.',
}

/** Number of requests per second that an export makes at the default pace. The user's own requests come first. */
const requestsPerSecond = 4.3

function partNames(): Readonly<Record<TextMatch['part'], string>> {
  return {
    title: 'title',
    owner: 'owner',
    attendees: 'attendees',
    summary: 'summary',
    private: 'private notes',
    transcript: 'transcript',
  }
}

function formatTexts(): Readonly<Record<ExportFormat | 'files', string>> {
  return {
    files: 'A zip with a Markdown file per note, in folders, for a notes app or vault.',
    csv: 'For spreadsheets. Cells that look like formulas start with an apostrophe.',
    json: 'For programs, with the service’s field names.',
    markdown: 'A table for documents and tickets.',
  }
}

export function describeMark(mark: FolderMark): string {
  return mark === 'orphan' ? copy.folders.orphan : copy.folders.loop
}

export function listWarnings(
  noun: string,
  { incomplete, unreadable }: { readonly incomplete: Incomplete | null; readonly unreadable: number },
): readonly string[] {
  return [
    ...(incomplete === null
      ? []
      : [`The list of ${noun}s may be incomplete: ${incompleteReasons[incomplete]}`]),
    ...(unreadable === 0 ? [] : [`${count(unreadable, noun)} left out: unreadable.`]),
  ]
}

export function count(number: number, noun: string): string {
  return `${number.toLocaleString()} ${noun}${number === 1 ? '' : 's'}`
}

/** Describes the index's state in one line: when it was complete, or how many notes it has so far. */
export function describeIndex(status: IndexStatus, nowMs: number, asksFolders = false): string {
  const { state, run, problem, incomplete } = status
  const isFull = run?.kind === 'full'
  const parts = [
    describeKnown(status, nowMs),
    isFull && run.total ? `${percent(run.read, run.total)}% refreshed` : null,
    incomplete !== null && !isFull ? `may be incomplete: ${incompleteReasons[incomplete]}` : null,
    asksFolders ? describeFolders(status) : null,
    state === 'paused' ? 'paused' : null,
    problem,
  ]
  return parts.filter((part) => part !== null).join(' · ')
}

function describeKnown({ completeAsOf, notes }: IndexStatus, nowMs: number): string {
  if (completeAsOf !== null) return `Index complete, ${shortTime(Date.parse(completeAsOf), nowMs)}`
  return `Indexing: ${count(notes, 'note')}`
}

/** Describes how many folders have loaded. Returns `null` once all have. */
function describeFolders({ folders }: IndexStatus): string | null {
  if (folders.asOf !== null) return null
  const text = `${folders.read.toLocaleString()} of ${count(folders.total, 'folder')} loaded`
  return folders.problem === null ? text : `${text}: ${folders.problem}`
}

const percent = (read: number, of: number) => Math.min(99, Math.floor((100 * read) / of))

export const actions = {
  copyAs: 'Copy as',
  copyNote: 'Copy the note',
  formats: { markdown: 'Markdown', json: 'JSON', id: 'ID', link: 'Link' },
  copyMarkdown: 'Copy as Markdown',
  markdownCopied: 'Note copied as Markdown',
  copyJson: 'Copy as JSON',
  jsonCopied: 'Note copied as JSON',
  withoutPrivate: 'Without private notes.',
  copyLink: 'Copy link',
  linkCopied: 'Link copied',
  copyId: 'Copy note ID',
  idCopied: 'Note ID copied',
  idsCopied: 'Note IDs copied',
  open: 'Open note in browser',
  noLink: 'The service sent no link.',
  notRead: 'Open the note first.',
  showEvents: 'Show events in Inspector',
  compose: 'Compose delivery about this note…',
  more: 'More actions',
  refresh: 'Refresh note',
  loading: 'It is loading.',
  notCopied: 'Couldn’t copy',
}

export const folderActions = {
  newEndpoint: 'New endpoint for this folder…',
  copyFolderId: 'Copy folder ID',
  copySpaceId: 'Copy space ID',
  idCopied: 'ID copied',
  expandAll: 'Expand all folders',
  collapseAll: 'Collapse all folders',
  expand: 'Expand all inside',
  collapse: 'Collapse all inside',
  nothingInside: 'It has no subfolders.',
  refresh: 'Refresh folders',
}

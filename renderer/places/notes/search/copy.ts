import { count } from '../copy.ts'

export const copy = {
  field: {
    label: 'Search notes',
    placeholder: { titles: 'Search titles, owners, IDs', everything: 'Search titles, owners, text' },
    scope: 'Search in',
    scopes: { titles: 'Titles', everything: 'Everything' },
  },
  problems: {
    noDay: (key: string) => `isn’t a date and is searched as a word. Use ${key}:2026-03-01.`,
    noKey: (near: string) => `isn’t a key and is searched as a word. Did you mean ${near}:?`,
    ofText: 'searches text. Choose Everything.',
  },
  found: {
    label: 'Search results',
    searching: 'Searching',
    shorten: 'Shorten it above.',
    none: 'No notes found',
    notYet: 'No notes found so far',
    soFar: (notes: number) => `${count(notes, 'note')} indexed so far; results update. `,
    textsSoFar: (read: number, total: number) =>
      `Searched the text of ${read.toLocaleString()} of ${count(total, 'note')} so far. Results update. `,
    textsOff:
      'Note text isn’t searched, because it isn’t kept on this computer. To keep and search it, choose Everything beside the search field (Alt+E). ',
    everything: 'Search everything',
    covers: {
      titles: 'Searches titles, owners and IDs. All words must match.',
      everything: 'Searches titles, owners, IDs and text. All words must match.',
    },
    examples: [
      ['title:budget', 'in the title'],
      ['owner:mara', 'in the owner'],
      ['folder:board', 'in a folder or its subfolders'],
      ['after:2026-01-31', 'updated after (or before:) a date'],
      ['"annual plan"', 'exact phrase'],
    ],
    textExamples: [
      ['text:renewal', 'in the text'],
      ['transcript:renewal', 'in the transcript'],
    ],
  },
  why: {
    title: 'Can’t find a note?',
    field: 'Note ID, link or title',
    help: 'Paste an ID or link, or type part of the title. Notehook checks what may hide the note.',
    titles: 'Matching notes',
    moreTitles: (shown: number, all: string) => `${shown} of ${all} shown. Type more to narrow them down.`,
    fine: 'OK:',
    cause: 'Possible cause:',
    unknown: 'Unknown:',
    looking: 'Checking',
    openNote: 'Open note',
    retry: 'Check again',
    resume: 'Resume indexing',
    sync: 'Update index',
    settings: 'Open settings',
    openEndpoint: 'Show endpoint',
  },
} as const

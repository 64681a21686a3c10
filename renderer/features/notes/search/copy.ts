import { count } from '../copy.ts'

/** The texts of the search, and of *Why don’t I see a note?* */
export const copy = {
  field: { label: 'Search notes', placeholder: 'Search titles, owners and ids' },
  found: {
    label: 'Notes found',
    searching: 'Searching',
    shorten: 'Shorten it above.',
    none: 'No note found',
    notYet: 'Not found so far',
    soFar: (notes: number) =>
      `${count(notes, 'note')} were read so far, and the search continues as more are read. `,
    covers: 'The search covers titles, owners and ids, not the text of notes. Every word must match.',
    examples: [
      ['title:budget', 'only in titles'],
      ['owner:mara', 'only in owners'],
      ['folder:board', 'in a folder of that name, or below it'],
      ['after:2026-01-31', 'updated after that day; also before:'],
      ['"annual plan"', 'these words, in this order'],
    ],
  },
  why: {
    title: 'Why don’t I see a note?',
    field: 'Id, link or title of the note',
    help: 'Paste the id of a note or a link to it, or type a part of its title. Then everything that can hide a note is checked.',
    titles: 'Is it one of these?',
    noTitle: 'No note in the index has these words.',
    moreTitles: (shown: number, all: string) =>
      `${shown} of ${all} with these words are shown. Type more of the title to narrow them down.`,
    fine: 'Fine:',
    cause: 'This can be why:',
    unknown: 'Not known:',
    looking: 'Looking',
    openNote: 'Open the note',
    retry: 'Look again',
    resume: 'Resume reading',
    settings: 'Go to the settings',
    openEndpoint: 'Show the endpoint',
  },
} as const

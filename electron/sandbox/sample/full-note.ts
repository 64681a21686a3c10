import type { Note, Person } from '../workspace.ts'
import type { Theme } from './folders.ts'
import { guests, people } from './people.ts'
import { type Random, randomFrom } from './random.ts'
import { firstName } from './titles.ts'

/** A note's content beyond its list item. It is derived from the note's seed when the note is fetched. */
export interface NoteText {
  readonly summaryMarkdown: string
  readonly summaryText: string
  readonly privateNotesMarkdown: string
  readonly privateNotesText: string
  readonly attendees: readonly Person[]
  readonly lengthMinutes: number
  readonly transcript: readonly Line[]
}

interface Line {
  readonly speaker: string
  readonly text: string
  readonly startSecond: number
  readonly endSecond: number
}

export function fullNote(note: Note, theme: Theme): NoteText {
  const random = randomFrom(note.textSeed, 'text', theme)
  const attendees = attendeesOf(note, theme, random)
  const names = attendees.map(({ name }) => firstName(name))
  const who = (): string => names[random.below(names.length)] ?? 'A guest'

  const opening = `${who()} opened with ${random.pick(openings[theme])}. ${random.pick(turns)} ${random.pick(turns)}`
  const points = sample(findings, 2 + random.below(3), random)
  const steps = sample(actions, 2 + random.below(3), random).map((action) => ({ who: who(), action }))
  const reports = reportsOf(note, theme, names)
  const edits = Array.from(
    { length: note.revision },
    (_, index) => `Edited (${index + 1}): ${who()} added a correction.`,
  )

  const summaryMarkdown = [
    opening,
    reports.join(' '),
    '### What was said',
    points.map((point) => `- ${point}`).join('\n'),
    ...(random.chance(0.2) ? [table(names)] : []),
    ...(random.chance(0.15) ? ['> 「まず小さく始めて、測ってから決める」'] : []),
    ...extras(note, theme),
    '### Next steps',
    steps.map((step) => `- [ ] **${step.who}**: ${step.action}`).join('\n'),
    ...edits,
  ].join('\n\n')

  const asked = who()
  const finding = random.pick(findings)
  return {
    summaryMarkdown,
    summaryText: [
      opening,
      ...reports,
      ...points,
      ...steps.map((step) => `${step.who}: ${step.action}`),
      ...edits,
    ].join('\n'),
    privateNotesMarkdown: `- ask ${asked} about the *dates*\n- ${finding}`,
    privateNotesText: `ask ${asked} about the dates\n${finding}`,
    attendees,
    lengthMinutes: random.pick([25, 30, 45, 50, 60, 90]),
    transcript: conversation(names, [...turns, ...reports], random),
  }
}

function attendeesOf(note: Note, theme: Theme, random: Random): readonly Person[] {
  const pool = theme === 'customers' ? [...guests, ...people.slice(0, 6)] : people
  const count = theme === 'own' ? 1 : 2 + random.below(4)
  const others = sample(pool, count, random).filter(({ email }) => email !== note.owner.email)
  return [note.owner, ...others]
}

function conversation(
  names: readonly string[],
  said: readonly [string, ...string[]],
  random: Random,
): readonly Line[] {
  const lines: Line[] = []
  let second = 4
  for (let index = 0; index < 12 + random.below(12); index += 1) {
    const startSecond = second
    second += 3 + random.below(20)
    const text = random.chance(0.5) ? random.pick(said) : random.pick(findings)
    lines.push({ speaker: names[index % names.length] ?? 'A guest', text, startSecond, endSecond: second })
  }
  return lines
}

/** Returns sentences that few notes share, so that a search for one finds its note. Uses its own random sequence. */
function reportsOf(note: Note, theme: Theme, names: readonly string[]): readonly string[] {
  const random = randomFrom(note.textSeed, 'reports', theme)
  return Array.from({ length: 2 + random.below(2) }, () => {
    const who = names[random.below(names.length)] ?? 'A guest'
    return `${who} ${random.pick(reported)} ${random.pick(subjects[theme])} ${random.pick(outcomes)}.`
  })
}

/**
 * Returns special content that real notes may have: entities, a wide table and nested lists. Uses its own random sequence, so
 * that the rest of the note doesn't change.
 */
function extras(note: Note, theme: Theme): readonly string[] {
  const random = randomFrom(note.textSeed, 'extras', theme)
  return [
    ...(random.chance(0.2) ? [random.pick(withEntities)] : []),
    ...(random.chance(0.1) ? [costs] : []),
    ...(random.chance(0.1) ? [deepList(3 + random.below(6))] : []),
  ]
}

const withEntities: readonly [string, ...string[]] = [
  'Q&amp;A: is 2 &lt; 3 always true? &ldquo;Mostly&rdquo;, said the caf&eacute; team.',
  'R&amp;D asked for &euro;40&nbsp;000, half of it before June&hellip;',
  '`&amp;` is written `&amp;amp;` in the template, and &#x2713; marks what is done.',
]

const costs = [
  '| Item | Owner | Q1 | Q2 | Q3 | Note |',
  '| :--- | :---: | ---: | ---: | ---: | --- |',
  '| Hosting | Platform | 1 200 | 1 250 | 1 310 | **fixed** until May |',
  '| Support &amp; training | Care | 800 | 640 | 640 | see `plan.md` |',
  '| Travel | | 90 | 0 | 45 | |',
].join('\n')

function deepList(levels: number): string {
  const lines = Array.from(
    { length: levels },
    (_, level) => `${'  '.repeat(level)}- ${steps[level] ?? 'and so on'}`,
  )
  return lines.join('\n')
}

const steps = [
  'Launch',
  'Website',
  'Pricing page',
  'Table of plans',
  'Row *Team*',
  'Footnote',
  'Wording',
  'Comma',
]

function table(names: readonly string[]): string {
  const rows = names.map((name, index) => `| ${name} | ${index % 2 === 0 ? 'yes' : 'not yet'} |`)
  return ['| Who | Agrees |', '| --- | --- |', ...rows].join('\n')
}

function sample<Item>(items: readonly Item[], count: number, random: Random): readonly Item[] {
  const start = random.below(items.length)
  return Array.from(
    { length: Math.min(count, items.length) },
    (_, index) => items[(start + index) % items.length],
  ).filter((item) => item !== undefined)
}

const openings: Readonly<Record<Theme, readonly [string, ...string[]]>> = {
  company: [
    'the numbers of the month',
    'the hiring plan',
    'last week’s open points',
    'what the board asked for',
  ],
  customers: [
    'the state of the rollout',
    'two tickets that are still open',
    'the renewal date',
    'how the pilot went',
  ],
  product: ['a prototype', 'the error budget', 'three interviews from last week', 'a sketch of the new flow'],
  own: ['how the week went', 'the goals of the quarter', 'a piece of feedback', 'what to stop doing'],
}

const reported: readonly [string, ...string[]] = [
  'reported that',
  'explained why',
  'was surprised that',
  'confirmed that',
  'had heard that',
]

const subjects: Readonly<Record<Theme, readonly [string, ...string[]]>> = {
  company: [
    'the office move to the harbor',
    'the pension scheme',
    'the summer party in Ghent',
    'the fire drill',
    'the travel policy',
    'the audit of the warehouse',
    'the new payroll provider',
    'the apprenticeship program',
    'the insurance for bicycles',
    'the canteen contract',
  ],
  customers: [
    'the pilot at Larkspur Ferries',
    'the renewal with Quill & Anchor',
    'the import for Northwind Dental',
    'the training in Tromsø',
    'the invoice for Marigold Bakery',
    'the outage that Copperfield Rail saw',
    'the security questionnaire of Basalt Bank',
    'the webinar for museums',
    'the discount for schools',
    'the migration of Juniper Seeds',
  ],
  product: [
    'the offline mode',
    'the calendar import',
    'the new search field',
    'the dark theme',
    'the tablet layout',
    'the audio upload',
    'the keyboard shortcuts',
    'the onboarding tour',
    'the translation into Finnish',
    'the billing page',
  ],
  own: [
    'the talk about gardens',
    'the Spanish course',
    'the mentoring circle',
    'the marathon training',
    'the reading group',
    'the sabbatical plan',
    'the workshop on estimates',
    'the desk by the window',
    'the first-aid certificate',
    'the side project with maps',
  ],
}

const outcomes: readonly [string, ...string[]] = [
  'slipped by two weeks, because the parts arrived late',
  'cost a third less than planned',
  'needs a second signature before June',
  'worked at once, without a single complaint',
  'was postponed until the river is lower',
  'depends on one person, who is away in August',
  'will be repeated in the spring',
  'turned out to be twice as popular as expected',
  'failed the rehearsal on Thursday',
  'is waiting for an answer from the landlord',
  'saves every team an hour a week',
  'should be finished before the first snow',
]

const turns: readonly [string, ...string[]] = [
  'The room agreed that the first step should be small.',
  'There was some doubt about the date, and no one wanted to promise it.',
  'Most of the time went into one question: who owns this after launch?',
  'The earlier decision still holds; only the order of the work changes.',
  'It became clear that two teams had understood the plan differently.',
  'Support had seen the same thing in nine tickets since May.',
]

const findings: readonly [string, ...string[]] = [
  'Setup takes 40 minutes; half of that is waiting for access.',
  'The export is used by fewer people than thought, but every day.',
  'A dry run on a copy found 14 records with no owner.',
  'Legal needs the new wording by Friday.',
  'The `retry` setting should be visible, not hidden in advanced options.',
  'Prices stay as they are until the end of the quarter.',
  'See [the shared plan](https://example.com/plan) for the dates.',
  'Two candidates reached the last round; both asked about remote work.',
]

const actions: readonly [string, ...string[]] = [
  'send the summary to everyone who could not come',
  'check the figures again with finance',
  'write down the three options, one page each',
  'book a room for the follow-up',
  'ask the customer for a test account',
  'turn the sketch into a prototype',
  'tell support what changes, and when',
]

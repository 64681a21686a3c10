import type { Folder } from '../workspace.ts'
import type { Theme } from './folders.ts'
import { people } from './people.ts'
import { type Random, randomFrom } from './random.ts'

type Words = readonly [string, ...string[]]

const companies: Words = ['Northwind', 'Blue Fjord', 'Halcyon', 'Tidewater', 'Juniper & Sons', 'Café Mirador']
const areas: Words = [
  'search',
  'editor',
  'billing',
  'webhooks',
  'mobile',
  'onboarding',
  'permissions',
  'export',
]
const quarters: Words = ['Q1', 'Q2', 'Q3', 'Q4']

/** A pattern for meeting titles. `company` returns the customer whose folder the note is in, or a random customer. */
interface Pattern {
  readonly folder?: string
  readonly title: (r: Random, company: () => string) => string
}

const patterns: Readonly<Record<Theme, readonly [Pattern, ...Pattern[]]>> = {
  company: [
    { folder: 'Board', title: (r) => `Board preparation, ${r.pick(quarters)}` },
    { folder: 'Board', title: (r) => `Board minutes, ${r.pick(quarters)}` },
    { folder: 'Board', title: (r) => `Board: ${r.pick(['growth plan', 'hiring plan', 'risks', 'pricing'])}` },
    {
      folder: 'All hands',
      title: (r) =>
        `All hands: ${r.pick(['hiring', 'the new pricing', 'what we learned', 'year in review', 'security'])}`,
    },
    { folder: 'Leadership', title: (r) => `Leadership weekly #${1 + r.below(120)}` },
    { folder: 'Leadership', title: (r) => `Priorities for ${r.pick(quarters)}` },
    {
      folder: 'Hiring',
      title: (r) =>
        `Interview debrief: ${r.pick(['staff engineer', 'designer', 'account executive', 'data analyst'])}`,
    },
    {
      folder: 'Finance',
      title: (r) => `Budget ${r.pick(quarters)}: ${r.pick(['first pass', 'second pass', 'sign-off'])}`,
    },
    {
      folder: 'Finance',
      title: (r) => `Forecast ${r.pick(quarters)}: ${r.pick(['revenue', 'costs', 'cash'])}`,
    },
    { folder: 'Offsites', title: () => 'Travel & offsite planning' },
    { folder: 'Leadership', title: () => '季度规划会议:预算与招聘' },
    { folder: 'Board', title: () => 'اجتماع مجلس الإدارة: خطة النمو' },
    { folder: 'Finance', title: () => 'Réunion trimestrielle: budget et recrutement' },
  ],
  customers: [
    {
      title: (r, company) =>
        `${company()}: ${r.pick(['weekly call', 'kick-off', 'renewal', 'escalation', 'quarterly review'])}`,
    },
    { title: (r, company) => `${company()} / ${r.pick(areas)} questions` },
    { title: (r, company) => `Onboarding session ${1 + r.below(6)} with ${company()}` },
    { title: (_, company) => `Demo for ${company()} 🎉` },
    {
      title: (r, company) =>
        `${company()} data migration: ${r.pick(['dry run', 'cut-over', 'what is left'])}`,
    },
    { title: () => '東京チームとの導入ミーティング' },
    { title: () => 'פגישת לקוח: סיכום ופעולות המשך' },
    {
      title: (r, company) =>
        `${company()} renewal: everything that was promised in the ${r.pick(quarters)} calls, what legal still has to read, who signs, and what happens to the three teams that have not moved over yet`,
    },
  ],
  product: [
    { folder: 'Design reviews', title: (r) => `Design review: ${r.pick(areas)}` },
    {
      folder: 'Platform',
      title: (r) =>
        `${capital(r.pick(areas))}: ${r.pick(['API shape', 'rollout plan', 'open questions', 'performance budget'])}`,
    },
    {
      folder: 'Incidents',
      title: (r) =>
        `Incident review, ${r.pick(areas)} ${r.pick(['slow', 'down', 'wrong totals', 'duplicate mails'])}`,
    },
    { folder: 'Product council', title: (r) => `Product council ${r.pick(quarters)}` },
    { folder: 'Product council', title: (r) => `Roadmap: ${r.pick(areas)}` },
    { folder: 'Research', title: (r) => `User interview ${1 + r.below(40)}: ${r.pick(areas)}` },
    { folder: 'Platform', title: (r) => `Retry policy for ${r.pick(areas)} (v${1 + r.below(4)})` },
    { folder: 'Design reviews', title: () => '设计评审:编辑器评论功能' },
    { folder: 'Product council', title: () => '🚀 Launch readiness' },
    {
      folder: 'Design reviews',
      title: () =>
        'Should the editor keep its own undo history for comments, or follow the document’s? Notes from two hours with design, platform and support, with the three prototypes side by side',
    },
  ],
  own: [
    { folder: '1:1s', title: (r) => `1:1 ${r.pick(people).name}` },
    {
      folder: '1:1s',
      title: (r) =>
        `1:1 with ${firstName(r.pick(people).name)}: ${r.pick(['goals', 'feedback', 'catch-up', 'career', 'workload'])}`,
    },
    { folder: 'Coaching', title: (r) => `Coaching, session ${1 + r.below(24)}` },
    { folder: 'Drafts', title: (r) => `Draft: talk on ${r.pick(areas)}` },
    {
      folder: 'Drafts',
      title: (r) => `${capital(r.pick(['thoughts', 'notes', 'ideas']))} after the ${r.pick(areas)} review`,
    },
    { folder: '1:1s', title: () => '一对一:职业发展' },
    { folder: 'Drafts', title: () => 'Untitled' },
  ],
}

/** Derives the title from the note's seed and folder alone, so that it doesn't have to be stored. */
export function titleFrom(textSeed: string, theme: Theme, folder: Folder | null): string {
  const random = randomFrom(textSeed, 'title')
  const names = namesAbove(folder)
  const ofFolder = companies.find((company) => names.includes(company))
  return random.pick(patternsIn(theme, names)).title(random, () => ofFolder ?? random.pick(companies))
}

function patternsIn(theme: Theme, names: readonly string[]): readonly [Pattern, ...Pattern[]] {
  for (const name of names) {
    const [first, ...more] = patterns[theme].filter(({ folder }) => folder === name)
    if (first) return [first, ...more]
  }
  return patterns[theme]
}

function namesAbove(folder: Folder | null): readonly string[] {
  return folder === null ? [] : [folder.name, ...namesAbove(folder.parent)]
}

export function firstName(name: string): string {
  return name.split(' ')[0] ?? name
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

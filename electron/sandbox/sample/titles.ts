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

const patterns: Readonly<
  Record<Theme, readonly [(random: Random) => string, ...((random: Random) => string)[]]>
> = {
  company: [
    (r) => `Board preparation, ${r.pick(quarters)}`,
    (r) =>
      `All hands: ${r.pick(['hiring', 'the new pricing', 'what we learned', 'year in review', 'security'])}`,
    (r) => `Leadership weekly #${1 + r.below(120)}`,
    (r) =>
      `Interview debrief: ${r.pick(['staff engineer', 'designer', 'account executive', 'data analyst'])}`,
    (r) => `Budget ${r.pick(quarters)}: ${r.pick(['first pass', 'second pass', 'sign-off'])}`,
    () => 'Travel & offsite planning',
    () => '季度规划会议:预算与招聘',
    () => 'اجتماع مجلس الإدارة: خطة النمو',
    () => 'Réunion trimestrielle: budget et recrutement',
  ],
  customers: [
    (r) =>
      `${r.pick(companies)}: ${r.pick(['weekly call', 'kick-off', 'renewal', 'escalation', 'quarterly review'])}`,
    (r) => `${r.pick(companies)} / ${r.pick(areas)} questions`,
    (r) => `Onboarding session ${1 + r.below(6)} with ${r.pick(companies)}`,
    (r) => `Demo for ${r.pick(companies)} 🎉`,
    (r) => `${r.pick(companies)} data migration: ${r.pick(['dry run', 'cut-over', 'what is left'])}`,
    () => '東京チームとの導入ミーティング',
    () => 'פגישת לקוח: סיכום ופעולות המשך',
    (r) =>
      `${r.pick(companies)} renewal: everything that was promised in the ${r.pick(quarters)} calls, what legal still has to read, who signs, and what happens to the three teams that have not moved over yet`,
  ],
  product: [
    (r) => `Design review: ${r.pick(areas)}`,
    (r) =>
      `${capital(r.pick(areas))}: ${r.pick(['API shape', 'rollout plan', 'open questions', 'performance budget'])}`,
    (r) => `Incident review, ${r.pick(areas)} ${r.pick(['slow', 'down', 'wrong totals', 'duplicate mails'])}`,
    (r) => `Product council ${r.pick(quarters)}`,
    (r) => `User interview ${1 + r.below(40)}: ${r.pick(areas)}`,
    (r) => `Retry policy for ${r.pick(areas)} (v${1 + r.below(4)})`,
    () => '设计评审:编辑器评论功能',
    () => '🚀 Launch readiness',
    () =>
      'Should the editor keep its own undo history for comments, or follow the document’s? Notes from two hours with design, platform and support, with the three prototypes side by side',
  ],
  own: [
    (r) => `1:1 ${r.pick(people).name}`,
    (r) =>
      `1:1 with ${firstName(r.pick(people).name)}: ${r.pick(['goals', 'feedback', 'catch-up', 'career', 'workload'])}`,
    (r) => `Coaching, session ${1 + r.below(24)}`,
    (r) => `Draft: talk on ${r.pick(areas)}`,
    (r) => `${capital(r.pick(['thoughts', 'notes', 'ideas']))} after the ${r.pick(areas)} review`,
    () => '一对一:职业发展',
    () => 'Untitled',
  ],
}

/** The title is derived from the note's seed alone, so it is not stored. */
export function titleFrom(textSeed: string, theme: Theme): string {
  const random = randomFrom(textSeed, 'title')
  return random.pick(patterns[theme])(random)
}

export function firstName(name: string): string {
  return name.split(' ')[0] ?? name
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

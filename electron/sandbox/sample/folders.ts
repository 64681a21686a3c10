import type { Folder, Space, Visibility } from '../workspace.ts'
import { idFrom, randomFrom } from './random.ts'

export type Theme = 'company' | 'customers' | 'product' | 'own'

interface Branch {
  readonly [name: string]: Branch
}

const tree: readonly {
  readonly name: string
  readonly theme: Theme
  readonly visibility: Visibility
  readonly folders: Branch
}[] = [
  {
    name: 'Company',
    theme: 'company',
    visibility: 'workspace',
    folders: {
      'All hands': {},
      Board: { Preparation: { 'Q3 packet': {}, 'Q4 packet': {} }, Minutes: {} },
      Finance: { Budget: {} },
      Hiring: { Engineering: { 'Staff engineer': { Interviews: {} } }, Sales: {} },
      Leadership: { Weekly: {}, Offsites: { Lisbon: {}, 京都: {} } },
    },
  },
  {
    name: 'Customers',
    theme: 'customers',
    visibility: 'workspace',
    folders: {
      'Blue Fjord': { Calls: {}, Renewal: { 'Legal review': {} } },
      Halcyon: { Calls: { Escalations: { 'Login outage': {} } }, Onboarding: {} },
      Northwind: { Calls: {}, Onboarding: { 'Data migration': {} }, 'Quarterly reviews': {} },
      Prospects: { EMEA: { 'مؤتمر دبي': {} }, 'Asia–Pacific': { 東京チーム: {} } },
      Tidewater: {},
    },
  },
  {
    name: 'Product & Engineering',
    theme: 'product',
    visibility: 'workspace',
    folders: {
      'Design reviews': { Mobile: {}, Editor: { Comments: {} } },
      Incidents: { Postmortems: {} },
      Platform: { API: { Webhooks: { 'Retry policy': {} }, 'Rate limits': {} }, Search: {} },
      'Product council': {},
      Research: { Interviews: { 'Round two': {} } },
    },
  },
  {
    name: 'Noor’s space',
    theme: 'own',
    visibility: 'private',
    folders: { '1:1s': { Ada: {}, Tomás: {} }, Coaching: {}, Drafts: { 'Talk 🎤': {} } },
  },
]

const subjects = ['Account', 'Archive', 'Campaign', 'Interview', 'Project', 'Region', 'Team'] as const

export function sampleTree(seed: string, more = 0) {
  const themes = new Map<Space, Theme>()
  const folders: Folder[] = []

  const addFolders = (branch: Branch, parent: Folder | null, space: Space, visibility: Visibility) => {
    for (const [name, children] of Object.entries(branch)) {
      const id = idFrom('fol_', randomFrom(seed, 'folder', folders.length))
      const folder = { id, name, parent, space, visibility }
      folders.push(folder)
      addFolders(children, folder, space, visibility)
    }
  }
  const spaces = tree.map(({ name, theme, visibility, folders: branch }, index) => {
    const space = { id: idFrom('spa_', randomFrom(seed, 'space', index)), name }
    themes.set(space, theme)
    addFolders(branch, null, space, visibility)
    return space
  })
  const random = randomFrom(seed, 'more folders')
  for (let number = 1; number <= more; number += 1) {
    const parent = folders[Math.floor(random.next() ** 2 * folders.length)]
    if (!parent) break
    const id = idFrom('fol_', randomFrom(seed, 'folder', folders.length))
    const name = `${random.pick(subjects)} ${String(number).padStart(5, '0')}`
    folders.push({ id, name, parent, space: parent.space, visibility: parent.visibility })
  }
  return { spaces, folders, themeOf: (folder: Folder): Theme => themes.get(folder.space) ?? 'company' }
}

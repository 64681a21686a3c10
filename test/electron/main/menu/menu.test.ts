import { homedir } from 'node:os'
import { join, sep } from 'node:path'
import type { MenuItemConstructorOptions } from 'electron'
import { expect, test } from 'vitest'
import { commands } from '#shared/app/commands.ts'
import { type MenuActions, menuTemplate } from '../../../../electron/main/menu/menu.ts'

const ran: string[] = []
const actions: MenuActions = {
  run: (id) => void ran.push(id),
  openSession: (path) => void ran.push(path),
  clearRecent: () => void ran.push('clear'),
}
const platforms = ['darwin', 'linux', 'win32'] as const

type Item = MenuItemConstructorOptions
const submenu = ({ submenu }: Item): readonly Item[] => (Array.isArray(submenu) ? submenu : [])
const all = (items: readonly Item[]): readonly Item[] =>
  items.flatMap((item) => [item, ...all(submenu(item))])
const plain = ({ label, role }: Item) => (label ?? role ?? '').replace('&', '')
const menus = (platform: NodeJS.Platform, packaged = true, recent: readonly string[] = []) =>
  menuTemplate({ platform, packaged, recent }, actions)
const titles = (platform: NodeJS.Platform) => menus(platform).map(plain)
const itemsOf = (platform: NodeJS.Platform, menu: string) =>
  submenu(menus(platform).find((it) => plain(it) === menu) ?? {}).filter(({ type }) => type !== 'separator')

test('orders the menus as usual on each operating system', () => {
  const common = ['File', 'Edit', 'View', 'Go']
  expect(titles('darwin')).toEqual(['appMenu', ...common, 'windowMenu', 'Help'])
  for (const platform of ['linux', 'win32'] as const)
    expect(titles(platform)).toEqual([...common, 'Window', 'Help'])
})

test('places Settings, About and Quit as usual on each operating system', () => {
  const named = (platform: NodeJS.Platform, menu: string) => itemsOf(platform, menu).map(plain)
  expect(named('darwin', 'appMenu')).toEqual(
    expect.arrayContaining(['about', 'Settings…', 'services', 'hide', 'quit']),
  )
  expect(named('darwin', 'File').at(-1)).toBe('close')
  expect(named('darwin', 'Help').join()).not.toContain('About Notehook')
  expect(named('win32', 'File').slice(-2)).toEqual(['Settings', 'Exit'])
  expect(named('linux', 'File').slice(-2)).toEqual(['Settings', 'Quit'])
  for (const platform of ['linux', 'win32'] as const)
    expect(named(platform, 'Help').at(-1)).toBe('About Notehook')
})

test.each(['linux', 'win32'] as const)(
  'on %s, every menu item has an access key that is unique in its menu',
  (platform) => {
    const check = (items: readonly Item[], of: string) => {
      const shown = items.filter(({ type, visible }) => type !== 'separator' && visible !== false)
      const letters = shown.map(({ label }) => /&(.)/.exec(label ?? '')?.[1]?.toLowerCase())
      // Developer tools need no access key.
      const missing = shown.filter(({ role }, at) => letters[at] === undefined && role !== 'toggleDevTools')
      expect(missing.map(plain), of).toEqual([])
      const used = letters.filter((letter) => letter !== undefined)
      expect(used.length, `${of}: ${used.join(' ')}`).toBe(new Set(used).size)
      for (const item of shown) check(submenu(item), plain(item))
    }
    const many = Array.from({ length: 10 }, (_, index) => `/tmp/${index}.nhsession`)
    check(menus(platform, false, many), 'the bar')
  },
)

test.each(platforms)('on %s, every menu shortcut is unique', (platform) => {
  const keys = all(menus(platform, false)).flatMap(({ accelerator }) =>
    accelerator ? [String(accelerator)] : [],
  )
  expect(new Set(keys).size).toBe(keys.length)
})

test.each(platforms)('on %s, every command can be run from the menus', (platform) => {
  ran.length = 0
  for (const item of all(menus(platform))) item.click?.({} as never, undefined, {} as never)
  expect(new Set(ran.filter((one) => one !== 'clear'))).toEqual(new Set(Object.keys(commands)))
})

test.each(platforms)('on %s, every menu item runs a command or opens a recent file', (platform) => {
  const recent = ['/srv/day.nhsession']
  for (const item of all(menus(platform, false, recent))) {
    if (item.type === 'separator' || item.submenu !== undefined || item.role !== undefined) continue
    ran.length = 0
    item.click?.({} as never, undefined, {} as never)
    expect([...Object.keys(commands), ...recent, 'clear']).toContain(ran[0])
  }
})

test.each(platforms)('on %s, the zoom shortcuts work without Shift and on the number pad', (platform) => {
  const keys = (role: string) =>
    itemsOf(platform, 'View').flatMap((it) => (it.role === role && it.accelerator ? [it.accelerator] : []))
  expect(keys('zoomIn')).toEqual(['CmdOrCtrl+=', 'CmdOrCtrl+numadd'])
  expect(keys('zoomOut')).toEqual(['CmdOrCtrl+numsub'])
})

test('the menu items Back and Forward have the usual shortcuts of each system', () => {
  const keys = (platform: NodeJS.Platform) =>
    itemsOf(platform, 'Go')
      .slice(0, 2)
      .map(({ accelerator }) => accelerator)
  expect(keys('darwin')).toEqual(['Cmd+[', 'Cmd+]'])
  expect(keys('win32')).toEqual(['Alt+Left', 'Alt+Right'])
  expect(keys('linux')).toEqual(['Alt+Left', 'Alt+Right'])
})

test.each(platforms)('the Edit menu offers Paste and Match Style only on macOS (%s)', (platform) => {
  const roles = itemsOf(platform, 'Edit').map(({ role }) => role)
  expect(roles.includes('pasteAndMatchStyle')).toBe(platform === 'darwin')
})

test('the menu contains the developer tools only if the app is not packaged', () => {
  const roles = (packaged: boolean) => all(menus('linux', packaged)).map(({ role }) => role)
  expect(roles(true)).not.toContain('toggleDevTools')
  expect(roles(false)).toContain('toggleDevTools')
})

test('Open Recent lists the recent files by their paths', () => {
  const recentMenu = (recent: readonly string[]) =>
    submenu(menus('linux', true, recent)[0] ?? {}).find((it) => plain(it) === 'Open Recent')
  expect(recentMenu([])?.enabled).toBe(false)
  const paths = [join(homedir(), 'R&D.nhsession'), '/srv/day.nhsession']
  const items = submenu(recentMenu(paths) ?? {})
  expect(items.map(({ label }) => label)).toEqual([
    `&1 ~${sep}R&&D.nhsession`,
    '&2 /srv/day.nhsession',
    undefined,
    '&Clear Menu',
  ])
  ran.length = 0
  for (const it of items) it.click?.({} as never, undefined, {} as never)
  expect(ran).toEqual([...paths, 'clear'])
})

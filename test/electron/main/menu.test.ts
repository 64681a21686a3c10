import type { MenuItemConstructorOptions } from 'electron'
import { expect, test } from 'vitest'
import { menuTemplate } from '../../../electron/main/menu.ts'

const actions = { goTo() {}, openExternal() {}, openDataFolder() {} }
const names = (items: readonly MenuItemConstructorOptions[]): string[] =>
  items.flatMap(({ label, role, submenu }) => [
    label ?? role ?? '',
    ...(Array.isArray(submenu) ? names(submenu) : []),
  ])

test('on macOS, the app menu comes first and has Settings and Quit', () => {
  const [app, file] = menuTemplate('darwin', true, actions)
  expect(names([app ?? {}])).toEqual(
    expect.arrayContaining(['appMenu', 'about', 'Settings…', 'hide', 'quit']),
  )
  expect(names([file ?? {}])).toEqual(['&File', 'close'])
})

test.each(['linux', 'win32'] as const)(
  'on %s, File has Settings and Quit, and Help has About',
  (platform) => {
    const template = menuTemplate(platform, true, actions)
    expect(names(template)).not.toContain('appMenu')
    expect(names(template.slice(0, 1))).toEqual(expect.arrayContaining(['&File', 'Settings', 'quit']))
    expect(names(template.slice(-1))).toContain('about')
  },
)

test('only an unpackaged app has the developer tools in its menu', () => {
  expect(names(menuTemplate('linux', true, actions))).not.toContain('toggleDevTools')
  expect(names(menuTemplate('linux', false, actions))).toContain('toggleDevTools')
})

test('no accelerator is used twice', () => {
  const accelerators = (items: readonly MenuItemConstructorOptions[]): string[] =>
    items.flatMap(({ accelerator, submenu }) => [
      ...(accelerator ? [String(accelerator)] : []),
      ...(Array.isArray(submenu) ? accelerators(submenu) : []),
    ])
  const all = accelerators(menuTemplate('linux', false, actions))
  expect(new Set(all).size).toBe(all.length)
})

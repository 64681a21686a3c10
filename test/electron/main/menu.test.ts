import type { MenuItemConstructorOptions } from 'electron'
import { expect, test } from 'vitest'
import { menuTemplate } from '../../../electron/main/menu.ts'

const actions = { goTo() {}, openExternal() {}, openDataFolder() {} }
const names = (items: readonly MenuItemConstructorOptions[]): string[] =>
  items.flatMap(({ label, role, submenu }) => [
    label ?? role ?? '',
    ...(Array.isArray(submenu) ? names(submenu) : []),
  ])

test('a Mac has the app first, with the settings and the way out in it', () => {
  const [app, file] = menuTemplate('darwin', true, actions)
  expect(names([app ?? {}])).toEqual(
    expect.arrayContaining(['appMenu', 'about', 'Settings…', 'hide', 'quit']),
  )
  expect(names([file ?? {}])).toEqual(['&File', 'close'])
})

test.each(['linux', 'win32'] as const)('on %s they are where its users look for them', (platform) => {
  const template = menuTemplate(platform, true, actions)
  expect(names(template)).not.toContain('appMenu')
  expect(names(template.slice(0, 1))).toEqual(expect.arrayContaining(['&File', 'Settings', 'quit']))
  expect(names(template.slice(-1))).toContain('about')
})

test('the developer tools are in the menu of an app under development only', () => {
  expect(names(menuTemplate('linux', true, actions))).not.toContain('toggleDevTools')
  expect(names(menuTemplate('linux', false, actions))).toContain('toggleDevTools')
})

test('no accelerator is given twice', () => {
  const accelerators = (items: readonly MenuItemConstructorOptions[]): string[] =>
    items.flatMap(({ accelerator, submenu }) => [
      ...(accelerator ? [String(accelerator)] : []),
      ...(Array.isArray(submenu) ? accelerators(submenu) : []),
    ])
  const all = accelerators(menuTemplate('linux', false, actions))
  expect(new Set(all).size).toBe(all.length)
})

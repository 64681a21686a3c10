// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { type Command, commands, type PageAction, placeIds } from '#shared/app/commands.ts'
import { eventually } from '../../support/eventually.ts'
import { openApp, shows } from '../../support/renderer/open-app.tsx'
import { anEndpoint } from '../../support/renderer/samples.ts'

let app: Awaited<ReturnType<typeof openApp>>
afterEach(() => app.close())

const choose = (action: PageAction) => app.tell({ name: 'app.command', data: { action } })

test('the application menu uses the same shortcuts for pages as the page itself', async () => {
  app = await openApp('#/settings', {})
  await shows('Endpoints')
  for (const [index, id] of placeIds.entries()) {
    const { keys, place }: Command = commands[id]
    expect(keys).toBe(`Mod+${index + 1}`)
    const key = String(index + 1)
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey: true, bubbles: true }))
    await eventually(() => expect(location.hash).toBe(place))
  }
})

test('every page in the application menu can be opened', async () => {
  app = await openApp('#/settings', {})
  await shows('Endpoints')
  for (const { place } of Object.values<Command>(commands)) {
    if (place === undefined) continue
    location.hash = place
    await eventually(() => expect(document.querySelector('main h1, main h2, [role="dialog"]')).not.toBeNull())
    expect(document.body.textContent).not.toContain('There is no such page')
  }
})

test('the menu item Keyboard Shortcuts opens the list of shortcuts', async () => {
  app = await openApp('#/settings', {})
  await shows('Endpoints')
  await choose('show-shortcuts')
  await shows('Keyboard shortcuts')
})

test('the menu item Switch Workspace opens the list of workspaces', async () => {
  app = await openApp('#/settings', {})
  await shows('Endpoints')
  await choose('switch-workspace')
  // The focus starts at the open workspace, so Enter and the arrow keys start there.
  await eventually(() => expect(document.activeElement?.getAttribute('role')).toBe('menuitem'))
  expect(document.activeElement?.textContent).toContain('Sandbox')
})

test('the menu item Search This Page focuses the search field and selects its text', async () => {
  app = await openApp('#/endpoints?q=hooks', { 'endpoints.list': () => [anEndpoint()] })
  await eventually(() => expect(document.querySelector('input[type="search"]')).not.toBeNull())
  await choose('search-list')
  const field = document.activeElement as HTMLInputElement
  expect(field.type).toBe('search')
  expect(field.selectionEnd).toBe(field.value.length)
})

test('shows the page that a script opens', async () => {
  app = await openApp('#/settings', {})
  await shows('Endpoints')
  app.tell({ name: 'app.place-opened', data: { place: '#/endpoints' } })
  await eventually(() => expect(location.hash).toBe('#/endpoints'))
})

test('runs an action of the menu that was chosen before the page was ready', async () => {
  const { runPageAction } = await import('../../../renderer/app/commands.ts')
  runPageAction('show-shortcuts')
  app = await openApp('#/settings', {})
  await shows('Keyboard shortcuts')
})

// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { openApp, shows } from '../../support/renderer/open-app.tsx'
import { aReceiver } from '../../support/renderer/receiver-samples.ts'
import { aDelivery, anEndpoint } from '../../support/renderer/samples.ts'

let app: Awaited<ReturnType<typeof openApp>>
afterEach(() => app.close())

const press = (key: string, more: KeyboardEventInit = {}, on: Element = document.body) =>
  on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }))

test.each(['j', 'k', 'ArrowDown', 'ArrowUp'])(
  '%s moves the focus into the list while no control is focused',
  async (key) => {
    app = await openApp('#/inspector', {
      'deliveries.list': () => ({
        deliveries: [aDelivery(2), aDelivery(1)],
        hasMore: false,
      }),
    })
    await shows('note.edited')
    press(key)
    expect(document.activeElement?.getAttribute('role')).toMatch(/listbox|grid/)
    const isCurrent = () => document.activeElement?.getAttribute('aria-activedescendant')
    await eventually(() => expect(isCurrent()).toMatch(/-0$/))
    expect(location.hash, 'moving opens nothing by itself').not.toContain('delivery')
    press('Enter', {}, document.activeElement ?? document.body)
    await eventually(() => expect(location.hash).toContain('delivery=2'))
  },
)

test('the keys of the list work while a filter chip is focused', async () => {
  app = await openApp('#/inspector', {
    'deliveries.list': () => ({ deliveries: [aDelivery(2), aDelivery(1)], hasMore: false }),
    'receivers.list': () => [aReceiver()],
  })
  await shows('note.edited')
  const chip = await eventually(() => {
    const found = [...document.querySelectorAll('button')].find((one) => one.textContent === 'Failed')
    if (!found) throw new Error('There is no chip.')
    return found
  })
  const row = () => document.activeElement?.getAttribute('aria-activedescendant') ?? ''
  for (const [key, position] of [
    ['ArrowDown', /-0$/],
    ['j', /-1$/],
  ] as const) {
    chip.focus()
    press(key, {}, chip)
    await eventually(() => expect(row(), key).toMatch(position))
  }
  chip.focus()
  press('x', {}, chip)
  await shows('1 selected')
  chip.focus()
  expect(press('a', { ctrlKey: true }, chip), 'the text of the page is not selected').toBe(false)
  await shows('2 selected')
  chip.focus()
  press('r', {}, chip)
  await eventually(() => expect(document.querySelector('[role=dialog]')?.textContent).toContain('Replay'))
})

test.each(['Enter', ' '])('%j presses a focused chip', async (key) => {
  app = await openApp('#/inspector', {
    'deliveries.list': () => ({ deliveries: [aDelivery(1)], hasMore: false }),
  })
  await shows('note.edited')
  const chip = [...document.querySelectorAll('button')].find((one) => one.textContent === 'Failed')
  chip?.focus()
  press(key, {}, chip)
  chip?.dispatchEvent(new KeyboardEvent('keyup', { key, bubbles: true }))
  await eventually(() => expect(location.hash).toMatch(/q=.*failed/))
})

test('an arrow key moves the focus into the list of a page that a shortcut opened', async () => {
  app = await openApp('#/inspector', {
    'deliveries.list': () => ({ deliveries: [], hasMore: false }),
    'endpoints.list': () => [anEndpoint()],
  })
  await shows('Inspector')
  press('2', { ctrlKey: true })
  await eventually(() => expect(document.activeElement?.localName).toBe('h1'))
  await eventually(() => expect(document.querySelectorAll('[role=option]')).toHaveLength(1))
  press('ArrowDown', {}, document.activeElement ?? document.body)
  expect(document.activeElement?.getAttribute('role')).toBe('listbox')
})

test('single-key shortcuts do nothing while a menu is open', async () => {
  app = await openApp('#/endpoints', { 'endpoints.list': () => [] })
  await shows('No endpoints yet')
  press('j', { ctrlKey: true })
  const menu = await eventually(() => {
    const found = document.querySelector('[role=menu]')
    if (!found) throw new Error('It is not open.')
    return found
  })
  expect(press('?', {}, menu), 'it is left to the menu').toBe(true)
})

test('the arrow key moves the focus from a search field to its results', async () => {
  app = await openApp('#/endpoints', {
    'endpoints.list': () => [
      anEndpoint({ id: 'whe_One00000000001' }),
      anEndpoint({ id: 'whe_Two00000000002' }),
    ],
  })
  await eventually(() => expect(document.querySelectorAll('[role=option]')).toHaveLength(2))
  const field = document.querySelector<HTMLInputElement>('input[type="search"]')
  field?.focus()
  press('ArrowDown', {}, field ?? document.body)
  expect(document.activeElement?.getAttribute('role')).toMatch(/listbox|grid/)
})

test('Ctrl with a digit opens the page that the list of shortcuts names', async () => {
  app = await openApp('#/inspector', { 'deliveries.list': () => ({ deliveries: [], hasMore: false }) })
  await shows('Endpoints')
  for (const [digit, place] of [
    ['2', 'endpoints'],
    ['3', 'notes'],
    ['4', 'receivers'],
    ['5', 'coverage'],
    ['6', 'missed'],
    ['7', 'attention'],
    ['8', 'settings'],
  ] as const) {
    press(digit, { ctrlKey: true })
    await eventually(() => expect(location.hash).toContain(`#/${place}`))
  }
})

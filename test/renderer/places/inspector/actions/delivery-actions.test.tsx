// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { actions } from '../../../../../renderer/places/inspector/detail/copy.ts'
import { eventually } from '../../../../support/eventually.ts'
import { type Answers, control, openApp, press, shows } from '../../../../support/renderer/open-app.tsx'
import { aDelivery, aWholeDelivery } from '../../../../support/renderer/samples.ts'

let app: Awaited<ReturnType<typeof openApp>>
afterEach(() => app.close())

async function open(hash: string, answers: Answers = {}) {
  app = await openApp(
    hash,
    {
      'deliveries.list': () => ({
        deliveries: [aDelivery(3, { noteId: null }), aDelivery(2), aDelivery(1)],
        hasMore: false,
      }),
      'deliveries.get': ({ id }) => aWholeDelivery(id),
      ...answers,
    },
    1200,
  )
  await eventually(() => expect(row(2)).toBeDefined())
}

/** Closes the menu, which doesn't receive keys right after it opened. */
const closeMenu = () =>
  eventually(() => {
    const menu = document.querySelector('[role=menu]')
    if (menu) key('Escape', menu)
    expect(items()).toEqual([])
  })

test('a delivery’s row and its pane have the same menu', async () => {
  await open('#/inspector?delivery=2')
  await eventually(() => control('button', 'More actions'))
  await press('button', 'More actions')
  await eventually(() => control('menuitem', /^Copy as cURL/))
  const ofDetail = items()
  await closeMenu()
  rightClick(row(1))
  await eventually(() => expect(items()).toEqual(ofDetail))
  expect(items().at(-1)).toMatch(/^Delete/)
})

test('Shift+F10 and the menu key open the menu of the current delivery', async () => {
  await open('#/inspector')
  const list = await focusList()
  for (const pressed of [{ key: 'F10', shiftKey: true }, { key: 'ContextMenu' }]) {
    key(pressed.key, list, pressed)
    await eventually(() => control('menuitem', /^Copy as cURL/))
    await closeMenu()
    await eventually(() => expect(document.activeElement).toBe(list))
  }
})

test('explains why an action of a delivery’s menu is unavailable', async () => {
  await open('#/inspector')
  rightClick(row(0))
  await eventually(() => control('menuitem', /^Open note/))
  const item = control('menuitem', /^Open note/)
  expect(item.getAttribute('aria-disabled')).toBe('true')
  expect(item.textContent).toContain(actions.noNote)
})

test('cannot open the note of a stale delivery, even if its signature is valid', async () => {
  await open('#/inspector', {
    'deliveries.list': () => ({
      deliveries: [aDelivery(3, { noteId: null, verdict: 'stale' }), aDelivery(2), aDelivery(1)],
      hasMore: false,
    }),
  })
  rightClick(row(0))
  await eventually(() => control('menuitem', /^Open note/))
  expect(control('menuitem', /^Open note/).textContent).toContain(actions.noNote)
})

test('cannot open a note for an unverified delivery', async () => {
  await open('#/inspector', {
    'deliveries.list': () => ({
      deliveries: [aDelivery(3, { noteId: null, verdict: 'signature-mismatch' }), aDelivery(2), aDelivery(1)],
      hasMore: false,
    }),
  })
  rightClick(row(0))
  await eventually(() => control('menuitem', /^Open note/))
  for (const name of [/^Open note/, /^Compare with previous of this note/])
    expect(control('menuitem', name).textContent).toContain(actions.notRead)
})

test('adds the endpoint of a delivery to the filter', async () => {
  await open('#/inspector?q=is:retried')
  rightClick(row(1))
  await eventually(() => control('menuitem', actions.filterEndpoint))
  await press('menuitem', actions.filterEndpoint)
  const { endpointId } = aDelivery(2)
  await eventually(() =>
    expect(new URLSearchParams(location.hash.split('?')[1]).get('q')).toBe(
      `is:retried endpoint:${endpointId}`,
    ),
  )
})

test('single-key shortcuts act on the current row while another delivery is open', async () => {
  const starred: unknown[] = []
  await open('#/inspector?delivery=1', {
    'deliveries.set-star': (input) => {
      starred.push(input.id)
      return { ...aDelivery(input.id), starred: input.starred }
    },
  })
  await shows('event_id')
  const list = await focusList()
  // Shift moves the current row away from the open one.
  key('ArrowUp', list, { shiftKey: true })
  await eventually(() => expect(list.getAttribute('aria-activedescendant')).toMatch(/-1$/))
  key('Escape', list)
  await eventually(() => expect(document.querySelector('[aria-label="Selection"]')).toBeNull())
  key('s', list)
  await eventually(() => expect(starred).toEqual([2]))
})

const row = (index: number) => document.querySelectorAll<HTMLElement>('[role=option]')[index]
const items = () => [...document.querySelectorAll('[role=menuitem]')].map(({ textContent }) => textContent)

function rightClick(element: HTMLElement | undefined): void {
  const init = { bubbles: true, cancelable: true, button: 2, clientX: 40, clientY: 40 }
  element?.dispatchEvent(new MouseEvent('contextmenu', init))
}

function key(name: string, target: Element | null, more = {}): void {
  target?.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...more }))
}

async function focusList(): Promise<HTMLElement> {
  const list = document.querySelector<HTMLElement>('main [role=listbox]')
  list?.focus()
  await eventually(() => expect(list?.getAttribute('aria-activedescendant')).toMatch(/-\d+$/))
  return list as HTMLElement
}

// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DeliveryView } from '#shared/deliveries/view.ts'
import { AppError } from '#shared/errors.ts'
import { views as viewsCopy } from '../../../../../renderer/nouns/deliveries/filter/copy.ts'
import { viewDialog } from '../../../../../renderer/places/inspector/copy.ts'
import { eventually } from '../../../../support/eventually.ts'
import { control, openApp, press, pressKey, shows, type } from '../../../../support/renderer/open-app.tsx'
import { aDelivery } from '../../../../support/renderer/samples.ts'

let app: Awaited<ReturnType<typeof openApp>>
let views: DeliveryView[]

beforeEach(() => {
  views = [{ id: 7, name: 'Edited twice', q: 'type:note.edited attempt:>1' }]
})
afterEach(() => app.close())

test('shows frequently used saved filters with their counts beside the filter field', async () => {
  await open('#/inspector')
  await eventually(() => control('button', /^Failed, 4$/))
  await eventually(() => control('button', 'Retrying, 1,000\\+'))
  await press('button', /^Failed, 4/)
  await eventually(() => expect(query()).toBe('verdict:verified status:failed'))
  await eventually(() => expect(control('button', /^Failed/).getAttribute('aria-pressed')).toBe('true'))
  control('button', /^Views$/)
  await press('button', /^Failed/)
  await eventually(() => expect(query()).toBeNull())
})

test('selecting an active saved filter again clears the filter', async () => {
  await open('#/inspector')
  await openMenu()
  const short = ['Failed', 'Receiver failed', 'Not verified', 'Retrying']
  const always = [...short, 'More than one attempt', 'Late (> 1 h)', 'Starred']
  expect(menuItems()).toEqual([...always, 'Edited twice'])
  await eventually(() => expect(item('Edited twice').textContent).toBe('Edited twice4'))
  await choose('Edited twice')
  await eventually(() => expect(query()).toBe('type:note.edited attempt:>1'))
  await eventually(() => control('button', /^Views: Edited twice$/))
  await openMenu()
  expect(item('Edited twice').getAttribute('aria-checked')).toBe('true')
  await choose('Edited twice')
  await eventually(() => expect(query()).toBeNull())
})

test('counts the deliveries of saved filters in the menu only while it is open', async () => {
  await open('#/inspector')
  await eventually(() => control('button', /^Failed, 4$/))
  expect(counted('is:starred')).toBe(0)
  await openMenu()
  await eventually(() => expect(counted('is:starred')).toBe(1))
})

test('saves the current filter under a name', async () => {
  await open('#/inspector?q=lag:>1d')
  await openMenu()
  await choose(viewsCopy.save)
  await eventually(() => control('textbox', 'Name'))
  await type('Name', 'edited TWICE')
  await press('button', viewDialog.submit(true))
  await shows('A view with this name exists.')
  await type('Name', 'Late')
  await press('button', viewDialog.submit(true))
  await eventually(() => control('button', /^Views: Late$/))
  expect(app.inputsOf('deliveries.save-view').at(-1)).toEqual({ name: 'Late', q: 'lag:>1d' })
  await eventually(() => expect(document.activeElement).toBe(control('button', /^Views/)))
})

test('renames and deletes a saved filter in the menu', async () => {
  await open('#/inspector?q=type:note.edited attempt:>1')
  await eventually(() => control('button', /^Views: Edited twice$/))
  await openMenu()
  expect(menuItems()).not.toContain(viewsCopy.save)
  await choose(viewsCopy.rename('Edited twice'))
  await eventually(() => expect((control('textbox', 'Name') as HTMLInputElement).value).toBe('Edited twice'))
  await pressKey('textbox', 'Name', 'Escape')
  await eventually(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  await openMenu()
  await choose(viewsCopy.delete('Edited twice'))
  await eventually(() => expect(app.inputsOf('deliveries.remove-view')).toEqual([{ id: 7 }]))
})

test('Undo restores a deleted saved filter with its name', async () => {
  views = [{ id: 7, name: 'Late by a day', q: 'lag:>1d' }]
  await open('#/inspector?q=lag:>1d')
  await eventually(() => control('button', /^Views: Late by a day$/))
  await openMenu()
  await choose(viewsCopy.delete('Late by a day'))
  await shows(viewsCopy.deleted)
  await eventually(() => expect(() => control('button', /^Views: Late/)).toThrow())
  await press('button', /^Undo/)
  await eventually(() => control('button', /^Views: Late by a day$/))
  expect(app.inputsOf('deliveries.save-view')).toEqual([{ name: 'Late by a day', q: 'lag:>1d' }])
  await eventually(() => expect(document.body.textContent).not.toContain(viewsCopy.deleted))
})

test('pressing Enter twice saves a filter only once', async () => {
  await open('#/inspector?q=lag:>1d')
  await openMenu()
  await choose(viewsCopy.save)
  await eventually(() => control('textbox', 'Name'))
  await pressKey('textbox', 'Name', 'Escape')
  await eventually(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  await openMenu()
  await choose(viewsCopy.save)
  await eventually(() => control('textbox', 'Name'))
  await type('Name', 'Late')
  await Promise.all([pressKey('textbox', 'Name', 'Enter'), pressKey('textbox', 'Name', 'Enter')])
  await eventually(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  expect(app.inputsOf('deliveries.save-view')).toEqual([{ name: 'Late', q: 'lag:>1d' }])
})

test('counts only saved filters again that may match a new delivery', async () => {
  await open('#/inspector')
  await eventually(() => control('button', 'Retrying, 1,000\\+'))
  const before = counted('verdict:verified status:retrying')
  await app.tell({ name: 'deliveries.received', data: aDelivery(9, { status: 503 }) })
  await eventually(() => expect(counted('verdict:verified status:retrying')).toBe(before + 1))
  expect(counted('verdict:verified status:failed')).toBe(1)
  // The retry succeeds, so the delivery no longer matches.
  await app.tell({ name: 'deliveries.received', data: aDelivery(9, { status: 200, attempts: 2 }) })
  await eventually(() => expect(counted('verdict:verified status:retrying')).toBe(before + 2))
})

const counted = (q: string) =>
  app.inputsOf('deliveries.count-view').filter((input) => (input as { q: string }).q === q).length

async function openMenu() {
  await eventually(() => control('button', /^Views/))
  // React Aria opens a menu on a press, including a click without a pointer.
  await press('button', /^Views/)
  await eventually(() => expect(menuItems().length).toBeGreaterThan(0))
}

const elements = () => [...document.querySelectorAll<HTMLElement>('[role=menuitemradio], [role=menuitem]')]
/** Returns the names without the counts after them. */
const menuItems = () => elements().map((element) => element.querySelector('span:nth-of-type(2)')?.textContent)

function item(name: string): HTMLElement {
  const found = elements().find(
    (element) => element.querySelector('span:nth-of-type(2)')?.textContent === name,
  )
  if (!found) throw new Error(`There is no ${name} in the menu.`)
  return found
}

async function choose(name: string) {
  item(name).click()
  await eventually(() => expect(elements()).toEqual([]))
}

async function open(hash: string) {
  app = await openApp(hash, {
    'deliveries.list': () => ({ deliveries: [aDelivery(1)], hasMore: false }),
    'deliveries.views': () => views,
    'deliveries.count-view': ({ q }) => ({
      count: q === 'verdict:verified status:retrying' ? 1000 : 4,
      isMore: q === 'verdict:verified status:retrying',
    }),
    'deliveries.save-view': ({ name, q }) => {
      if (/twice/i.test(name)) {
        const sentence = 'A view with this name exists.'
        throw new AppError('invalid-input', sentence, { fields: { name: sentence } })
      }
      views = [...views, { id: 8, name, q }]
      return views
    },
    'deliveries.remove-view': ({ id }) => {
      views = views.filter((view) => view.id !== id)
      return views
    },
  })
}

const query = () => new URLSearchParams(location.hash.split('?')[1]).get('q')

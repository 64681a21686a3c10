// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DeliveryView } from '#shared/deliveries/view.ts'
import { AppError } from '#shared/errors.ts'
import { viewDialog, views as viewsCopy } from '../../../../../renderer/features/deliveries/filter/copy.ts'
import { eventually } from '../../../../support/eventually.ts'
import { control, openApp, press, pressKey, shows, type } from '../../../../support/renderer/open-app.tsx'
import { aDelivery } from '../../../../support/renderer/samples.ts'

let app: Awaited<ReturnType<typeof openApp>>
let views: DeliveryView[]

beforeEach(() => {
  views = [{ id: 7, name: 'Edited twice', q: 'type:note.edited attempt:>1' }]
})
afterEach(() => app.close())

test('a view shows how many match, sets the filter when chosen, and clears it when chosen again', async () => {
  await open('#/inspector')
  await eventually(() => control('button', 'Retried, 1,000\\+'))
  await eventually(() => control('button', /^Edited twice, 4/))
  await press('button', /^Edited twice, 4/)
  await eventually(() => expect(query()).toBe('type:note.edited attempt:>1'))
  await eventually(() => expect(control('button', /^Edited twice/).getAttribute('aria-pressed')).toBe('true'))
  await press('button', /^Edited twice/)
  await eventually(() => expect(query()).toBeNull())
})

test('the chosen view is scrolled to, with its menu beside it', async () => {
  views = Array.from({ length: 30 }, (_, at) => ({ id: at, name: `View ${at}`, q: `lag:>${at + 2}d` }))
  const seen: (string | null)[] = []
  await open('#/inspector?q=lag:>12d', (element) => seen.push(element.getAttribute('aria-label')))
  const menu = await eventually(() => control('button', 'Change the view View 10'))
  expect(menu.previousElementSibling).toBe(control('button', /^View 10(,|$)/))
  expect(seen).toContainEqual(expect.stringMatching(/^View 10/))
})

test('a filter is saved under a name, and a problem with the name is shown beside it', async () => {
  await open('#/inspector?q=lag:>1d')
  await eventually(() => control('button', viewsCopy.save))
  await press('button', viewsCopy.save)
  await type('Name', 'edited TWICE')
  await press('button', viewDialog.submit(true))
  await shows('A view with this name exists.')
  await type('Name', 'Late')
  await press('button', viewDialog.submit(true))
  await eventually(() => control('button', /^Late, 4/))
  expect(app.inputsOf('deliveries.save-view').at(-1)).toEqual({ name: 'Late', q: 'lag:>1d' })
})

test('pressing Enter twice saves one view, and Escape in the field closes the dialog', async () => {
  await open('#/inspector?q=lag:>1d')
  await eventually(() => control('button', viewsCopy.save))
  await press('button', viewsCopy.save)
  await pressKey('textbox', 'Name', 'Escape')
  await eventually(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  await press('button', viewsCopy.save)
  await type('Name', 'Late')
  await Promise.all([pressKey('textbox', 'Name', 'Enter'), pressKey('textbox', 'Name', 'Enter')])
  await eventually(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  expect(app.inputsOf('deliveries.save-view')).toEqual([{ name: 'Late', q: 'lag:>1d' }])
})

test('the count of a view is refreshed for deliveries that it may include, and not for others', async () => {
  await open('#/inspector')
  await eventually(() => control('button', /^Edited twice, 4/))
  const counted = (q: string) =>
    app.inputsOf('deliveries.count-view').filter((input) => (input as { q: string }).q === q).length
  const before = counted('attempt:>1')
  await app.tell({ name: 'deliveries.received', data: aDelivery(9, { attempts: 2 }) })
  await eventually(() => expect(counted('attempt:>1')).toBe(before + 1))
  expect(counted('-status:2xx')).toBe(1)
})

async function open(hash: string, onScrolledTo: (element: Element) => void = () => {}) {
  const opening = openApp(hash, {
    'deliveries.list': () => ({ deliveries: [aDelivery(1)], hasMore: false }),
    'deliveries.views': () => views,
    'deliveries.count-view': ({ q }) => ({
      count: q === 'attempt:>1' ? 1000 : 4,
      isMore: q === 'attempt:>1',
    }),
    'deliveries.save-view': ({ name, q }) => {
      if (/twice/i.test(name)) {
        const sentence = 'A view with this name exists.'
        throw new AppError('invalid-input', sentence, { fields: { name: sentence } })
      }
      views = [...views, { id: 8, name, q }]
      return views
    },
  })
  HTMLElement.prototype.scrollIntoView = function () {
    onScrolledTo(this)
  }
  app = await opening
}

const query = () => new URLSearchParams(location.hash.split('?')[1]).get('q')

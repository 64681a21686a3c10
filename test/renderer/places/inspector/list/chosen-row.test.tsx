// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { list } from '../../../../../renderer/places/inspector/list/copy.ts'
import { eventually } from '../../../../support/eventually.ts'
import {
  type Answers,
  choose,
  control,
  openApp,
  press,
  shows,
} from '../../../../support/renderer/open-app.tsx'
import { aDelivery, anEndpoint, aWholeDelivery } from '../../../../support/renderer/samples.ts'

let app: Awaited<ReturnType<typeof openApp>>

afterEach(() => app.close())

test('scrolls to the delivery that the URL opens', async () => {
  await open('#/inspector?delivery=40', history(200))
  await eventually(() => expect(chosen()).toContain('note.edited'))
  expect(control('listbox', 'Deliveries').scrollTop, 'it is row 160').toBe(161 * 30 - 600)
  expect(pagesAsked()).toBe(4)
})

test('resumes a paused list when the user selects a newer delivery', async () => {
  await open('#/inspector', history(3))
  await shows(list.end(3))
  await choose('Inspector actions', 'Pause the list')
  await app.tell({ name: 'deliveries.received', data: aDelivery(4) })
  await shows('1 new')
  location.hash = '#/inspector?delivery=4'
  await eventually(() => expect(chosen()).toContain('note.edited'))
})

test('reports that the open delivery does not match the filter', async () => {
  await open(
    '#/inspector?q=status:500&delivery=2',
    history(3, () => false),
  )
  await shows('Signaturewebhook-id')
  await shows('The open delivery does not match the filter.')
  await press('button', 'Show all deliveries')
  await eventually(() => expect(location.hash).not.toContain('status'))
  await eventually(() => expect(chosen()).toContain('note.edited'))
  expect(document.body.textContent).not.toContain('does not match the filter')
})

test('offers to scroll to an open delivery far down the list', async () => {
  await open('#/inspector?delivery=5', history(100_000))
  await shows('The open delivery is further down.')
  const asked = pagesAsked()
  expect(asked).toBeLessThanOrEqual(40)
  await press('button', 'Show the list from there')
  await eventually(() =>
    expect(decodeURIComponent(location.hash)).toContain('before:2026-01-01T00:00:01.001Z'),
  )
})

test('does not report an open delivery that was deleted as not matching the filter', async () => {
  await open('#/inspector?q=status:500&delivery=9', {
    ...history(3, () => false),
    'deliveries.get': () => {
      throw Object.assign(new Error('It is not stored any more.'), { code: 'not-found' })
    },
  })
  await eventually(() => expect(document.querySelector('#delivery-detail [role=alert]')).not.toBeNull())
  expect(document.body.textContent).not.toContain('does not match the filter')
})

/** Returns answers with deliveries, of which the newest has the highest id. `matches` filters them by id. */
function history(size: number, matches: (id: number) => boolean = () => true): Answers {
  return {
    'deliveries.list': ({ before = size + 1, limit = 50, ids, q }) => {
      const ok = (id: number) => q === undefined || matches(id)
      if (ids !== undefined)
        return {
          deliveries: ids.filter((id) => id <= size && ok(id)).map((id) => aDelivery(id)),
          hasMore: false,
        }
      const from = Math.max(1, before - limit)
      const page = Array.from({ length: before - from }, (_, at) => before - 1 - at).filter(ok)
      return { deliveries: page.map((id) => aDelivery(id)), hasMore: from > 1 }
    },
    'deliveries.get': ({ id }) => aWholeDelivery(id),
  }
}

const chosen = () => control('listbox', 'Deliveries').querySelector('[aria-current=true]')?.textContent ?? ''
const pagesAsked = () =>
  app.inputsOf('deliveries.list').filter((input) => !(input as { ids?: unknown }).ids).length

async function open(hash: string, answers: Answers) {
  app = await openApp(hash, { 'endpoints.list': () => [anEndpoint()], ...answers })
}

// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import type { DeliveryDetail } from '#shared/deliveries/model.ts'
import { menu, structure } from '../../../../../renderer/places/inspector/compare/copy.ts'
import { eventually } from '../../../../support/eventually.ts'
import { control, openApp, press, shows } from '../../../../support/renderer/open-app.tsx'
import { aDelivery, aWholeDelivery } from '../../../../support/renderer/samples.ts'

let app: Awaited<ReturnType<typeof openApp>>
afterEach(() => app.close())

test('the key D compares the open delivery with the delivery selected next', async () => {
  await open('#/inspector?delivery=2')
  await shows('event_id')
  key('d')
  await shows(menu.choose)
  expect(search().get('compare')).toBe('2')
  row(1).click()
  await eventually(() => control('button', 'End comparison'))
  await eventually(() =>
    expect(document.querySelector('[aria-label="Differences in structure"]')?.textContent).toMatch(
      /event_id.*changed/,
    ),
  )
  expect([search().get('delivery'), search().get('compare')]).toEqual(['1', '2'])
  const ids = [...document.querySelectorAll('#delivery-detail section')].map(({ textContent }) => textContent)
  expect(ids, 'the one that came first is at the left').toEqual([
    expect.stringMatching(/^Earlier.* · 200.*evt_1/),
    expect.stringMatching(/^Later.*evt_2/),
  ])
  control('listbox', 'Deliveries').dispatchEvent(pressed('d'))
  await eventually(() => expect(search().get('compare'), 'in the list too').toBeNull())
})

test('clicking a delivery to compare does not select its row', async () => {
  await open('#/inspector?delivery=2')
  await shows('event_id')
  await eventually(() => control('listbox', 'Deliveries').focus())
  key('d')
  await shows(menu.choose)
  await shows(/EnterCompareEscCancel/)
  const list = control('listbox', 'Deliveries')
  list.dispatchEvent(pressed('ArrowDown'))
  list.dispatchEvent(pressed('x'))
  await shows(menu.choose)
  expect(document.body.textContent).not.toMatch(/\d selected/)
  list.dispatchEvent(pressed('Enter'))
  await eventually(() => control('button', 'End comparison'))
  await shows(/DEnd comparison/)
  key('d')
  await eventually(() => expect(search().get('compare')).toBeNull())
})

test('Escape cancels a comparison before it closes the pane', async () => {
  await open('#/inspector?delivery=2')
  await shows('event_id')
  await eventually(() => control('listbox', 'Deliveries').focus())
  key('d')
  await shows(menu.choose)
  key('Escape')
  await eventually(() => expect(search().get('compare')).toBeNull())
  expect(search().get('delivery')).toBe('2')
  key('Escape')
  await eventually(() => expect(search().get('delivery')).toBeNull())
})

test('explains in a narrow window how to choose a delivery to compare', async () => {
  await open('#/inspector?compare=2')
  await shows(menu.choose)
  await eventually(() => control('listbox', 'Deliveries').focus())
  key('Escape')
  await eventually(() => expect(search().get('compare')).toBeNull())
  expect(document.body.textContent).not.toContain(menu.choose)
})

test('compares binary bodies byte by byte', async () => {
  await open('#/inspector?delivery=2&compare=1', {
    1: { bodyBase64: btoa('\xff\xfe{"a":1}') },
    2: { bodyBase64: btoa('\xff\xfd{"a":1}') },
  })
  await shows(
    /Different from offset 1 \(0x1\)\. Earlier: 9 bytes\. Later: 9 bytes\. The last 7 bytes are identical/,
  )
})

test('distinguishes bodies with different bytes from bodies with different values', async () => {
  await open('#/inspector?delivery=2&compare=1', {
    1: { bodyBase64: btoa('{"a":1,"b":2}') },
    2: { bodyBase64: btoa('{"b":2, "a":1}') },
  })
  await shows(structure.sameValues)
  await app.close()
  await open('#/inspector?delivery=2&compare=1', {
    1: { bodyBase64: btoa('{"a":1}') },
    2: { bodyBase64: btoa('{"a":1}\n') },
  })
  await shows(structure.sameMeaning)
})

test('compares the changed body of an event with its first body', async () => {
  await open('#/inspector?delivery=2', { 2: { flags: ['body-changed'], bodyBase64: btoa('{"a":1}') } })
  await eventually(() => control('button', 'More actions'))
  await press('button', 'More actions')
  await eventually(() => control('menuitem', /^Compare with other body/))
  await press('menuitem', /^Compare with other body/)
  await shows('First body')
  await eventually(() =>
    expect(document.querySelector('[aria-label="Differences in structure"]')?.textContent).toMatch(
      /a.*changed.*1.*7/,
    ),
  )
  expect(search().get('compare')).toBe('body-5')
  const heads = document.querySelector('#delivery-detail')?.textContent ?? ''
  expect(heads, 'each with its own type').toMatch(/First bodynote\.edited.*Other bodynote\.generated/)
})

async function open(hash: string, parts: Readonly<Record<number, Partial<DeliveryDetail>>> = {}) {
  app = await openApp(
    hash,
    {
      'deliveries.list': () => ({ deliveries: [aDelivery(2), aDelivery(1)], hasMore: false }),
      'deliveries.get': ({ id }) =>
        aWholeDelivery(id, { bodyBase64: btoa(`{"event_id":"evt_${id}"}`), ...parts[id] }),
      'deliveries.other-bodies': () => [
        {
          id: 5,
          receivedAt: '2026-01-01T00:01:00Z',
          headers: [['Webhook-Id', 'evt_2']],
          bodyBase64: btoa('{"a":7,"event_type":"note.generated"}'),
        },
      ],
    },
    1200,
  )
}

const search = () => new URLSearchParams(location.hash.split('?')[1])
const pressed = (key: string) => new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
const key = (name: string) => document.body.dispatchEvent(pressed(name))
function row(id: number): HTMLElement {
  const found = document.querySelectorAll<HTMLElement>('[role=option]')[id === 2 ? 0 : 1]
  if (!found) throw new Error('There is no such row.')
  return found
}

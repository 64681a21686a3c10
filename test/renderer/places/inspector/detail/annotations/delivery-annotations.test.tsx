// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DeliveryDetail } from '#shared/deliveries/model.ts'
import { AppError } from '#shared/errors.ts'
import { annotations } from '../../../../../../renderer/places/inspector/detail/copy.ts'
import { eventually } from '../../../../../support/eventually.ts'
import { control, openApp, press, shows } from '../../../../../support/renderer/open-app.tsx'
import { aDelivery, aWholeDelivery } from '../../../../../support/renderer/samples.ts'

let app: Awaited<ReturnType<typeof openApp>>
let whole: DeliveryDetail
let isFull = false

beforeEach(() => {
  whole = aWholeDelivery(2)
  isFull = false
  sessionStorage.clear()
})
afterEach(() => app.close())

async function open() {
  app = await openApp(
    '#/inspector?delivery=2',
    {
      'deliveries.list': () => ({ deliveries: [aDelivery(2), aDelivery(1)], hasMore: false }),
      'deliveries.get': () => whole,
      'deliveries.set-star': ({ starred }) => aDelivery(2, { starred, remark: whole.remark }),
      'deliveries.set-remark'({ remark }) {
        if (isFull) throw new AppError('storage', 'It could not be stored.')
        whole = { ...whole, remark }
        return aDelivery(2, { remark })
      },
    },
    1000,
  )
  await shows('Received')
}

const remark = () => control('textbox', 'Remark') as HTMLTextAreaElement
async function addRemark() {
  await press('button', 'More actions')
  await eventually(() => control('menuitem', 'Add remark'))
  await press('menuitem', 'Add remark')
  await eventually(() => expect(document.activeElement).toBe(remark()))
}
async function write(text: string) {
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(remark(), text)
  remark().dispatchEvent(new Event('input', { bubbles: true }))
  await new Promise((resolve) => setTimeout(resolve))
}
const key = (target: EventTarget, key: string) =>
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
const starred = () => document.querySelector('#delivery-detail [aria-label^=Starred]') !== null

test('the key S stars the open delivery', async () => {
  await open()
  expect(starred()).toBe(false)
  key(document.body, 's')
  await eventually(() => expect(starred()).toBe(true))
  await eventually(() =>
    expect(document.querySelector('[role=option], [role=row]')?.getAttribute('aria-label')).toContain(
      'starred',
    ),
  )
  await addRemark()
  key(remark(), 's')
  key(document.body, 's')
  await eventually(() => expect(starred()).toBe(false))
  expect(app.inputsOf('deliveries.set-star')).toEqual([
    { id: 2, starred: true },
    { id: 2, starred: false },
  ])
})

test('saves a delivery’s remark on Enter, on blur and before another page opens', async () => {
  await open()
  expect(() => remark(), 'no note, no line').toThrow()
  await addRemark()
  await write('Sent twice')
  key(remark(), 'Enter')
  await eventually(() =>
    expect(app.inputsOf('deliveries.set-remark')).toEqual([{ id: 2, remark: 'Sent twice' }]),
  )
  await write('Sent twice, see Mara')
  remark().blur()
  await eventually(() => expect(app.inputsOf('deliveries.set-remark')).toHaveLength(2))
  await write('Done')
  location.hash = '#/settings'
  await eventually(() => expect(app.inputsOf('deliveries.set-remark')).toHaveLength(3))
})

test('Undo restores a remark that was removed from a delivery', async () => {
  whole = { ...whole, remark: 'Sent twice' }
  await open()
  await eventually(() => expect(remark().value).toBe('Sent twice'))
  remark().focus()
  await write('')
  key(remark(), 'Enter')
  await shows(annotations.remarkRemoved)
  await press('button', /^Undo/)
  await eventually(() =>
    expect(app.inputsOf('deliveries.set-remark')).toEqual([
      { id: 2, remark: '' },
      { id: 2, remark: 'Sent twice' },
    ]),
  )
  remark().blur()
  await eventually(() => expect(remark().value).toBe('Sent twice'))
  expect(whole.remark).toBe('Sent twice')
})

test('keeps the typed remark if it could not be stored', async () => {
  await open()
  isFull = true
  await addRemark()
  await write('Do not lose this')
  key(remark(), 'Enter')
  await shows('It could not be stored.')
  expect(remark().value).toBe('Do not lose this')
  await app.close()
  isFull = false
  await open()
  expect(remark().value).toBe('Do not lose this')
  key(remark(), 'Enter')
  await eventually(() => expect(whole.remark).toBe('Do not lose this'))
})

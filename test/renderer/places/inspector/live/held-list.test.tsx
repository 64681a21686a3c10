// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { upsertDeliveries } from '../../../../../renderer/nouns/deliveries/live/live-deliveries.ts'
import { list as copy } from '../../../../../renderer/places/inspector/list/copy.ts'
import { eventually } from '../../../../support/eventually.ts'
import {
  type Answers,
  control,
  openApp,
  press,
  pressKey,
  shows,
} from '../../../../support/renderer/open-app.tsx'
import { aDelivery, aWholeDelivery } from '../../../../support/renderer/samples.ts'

/** Deliveries at the host, newest first, including the hidden ones. */
let stored: DeliverySummary[]
let hidden: Set<number>
/** The last used id. */
let lastId: number
/** Number of deliveries that arrived while the list is held. */
let waiting: number
let app: Awaited<ReturnType<typeof openApp>>

beforeEach(() => {
  stored = upTo(9)
  hidden = new Set()
  lastId = 200
  waiting = 0
})
afterEach(() => app.close())

test.each([60, 2500])(
  'shows no deleted deliveries after %i new ones arrived while the list was not updating',
  async (count) => {
    stored = upTo(200)
    await open()
    await pressRow(4)
    await eventually(() => expect(isOpen()).toEqual([196]))
    await remove(200)
    await eventually(() => expect(ids().slice(0, 3)).toEqual([199, 198, 197]))
    await arrive(count)
    await remove(198, 195)
    await eventually(() => expect(ids().slice(0, 5)).toEqual([199, 197, 196, 194, 193]))
    await arrive(1)
    expect(ids().slice(0, 5)).toEqual([199, 197, 196, 194, 193])
  },
)

test('removes the oldest row when it is deleted while the list is not updating', async () => {
  await open()
  await pressRow(0)
  await eventually(() => expect(isOpen()).toEqual([9]))
  await remove(1)
  await eventually(() => expect(ids()).toEqual([9, 8, 7, 6, 5, 4, 3, 2]))
})

test.each([0, 1, 8])(
  'Undo restores row %i at its former position while the list is not updating',
  async (row) => {
    const deleted = 9 - row
    await open()
    const others = [9, 8, 7, 6, 5, 4, 3, 2, 1].filter((id) => id !== deleted)
    const list = control('listbox', 'Deliveries')
    list.focus()
    for (let at = 0; at <= row; at += 1) {
      await eventually(() =>
        expect(list.getAttribute('aria-activedescendant')).toMatch(new RegExp(`-${at}$`)),
      )
      await pressKey('listbox', 'Deliveries', at < row ? 'j' : 'Delete')
    }
    await eventually(() => expect(ids()).toEqual(others))
    await shows('Delivery deleted')
    await eventually(async () => {
      await pressKey('listbox', 'Deliveries', 'Enter')
      expect(isOpen()).toHaveLength(1)
    })
    await arrive(1)
    await press('button', /^Undo/)
    await eventually(() => expect(ids()).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]))
    await shows(copy.new(1))
    await shows('Delivery restored')
  },
)

test('adds no new deliveries to the list while rows are selected', async () => {
  await open()
  const list = control('listbox', 'Deliveries')
  list.focus()
  await eventually(() => expect(list.getAttribute('aria-activedescendant')).toMatch(/-0$/))
  await pressKey('listbox', 'Deliveries', 'x')
  await shows('1 selected')
  await arrive(2)
  expect(ids()[0]).toBe(9)
  await pressKey('listbox', 'Deliveries', 'x')
  await eventually(() => expect(ids()[0]).toBe(202))
  expect(document.body.textContent).not.toContain(copy.new(2))
})

function upTo(newest: number): DeliverySummary[] {
  return Array.from({ length: newest }, (_, at) => one(newest - at))
}

const one = (id: number) => aDelivery(id, { eventType: `note.${id}` })

async function arrive(count: number): Promise<void> {
  for (let left = count; left > 0; left -= 100) {
    const arrived = Array.from({ length: Math.min(left, 100) }, () => one(++lastId))
    stored = [...arrived.toReversed(), ...stored]
    upsertDeliveries(app.cache, arrived)
    waiting += arrived.length
    await shows(copy.new(waiting))
  }
}

async function remove(...gone: number[]): Promise<void> {
  stored = stored.filter(({ id }) => !gone.includes(id))
  await app.tell({ name: 'deliveries.removed', data: {} })
}

const rows = () => [...control('listbox', 'Deliveries').querySelectorAll<HTMLElement>('[role=option]')]
const numberIn = (row: HTMLElement) => Number(/note\.(\d+)/.exec(row.textContent ?? '')?.[1])
const ids = () => rows().map(numberIn)
const isOpen = () =>
  rows()
    .filter((row) => row.getAttribute('aria-current') === 'true')
    .map(numberIn)

async function pressRow(at: number): Promise<void> {
  rows()[at]?.click()
  await eventually(() => expect(location.hash).toContain('delivery='))
}

async function open(answers: Answers = {}): Promise<void> {
  app = await openApp(
    '#/inspector',
    {
      'deliveries.list': ({ before = Number.POSITIVE_INFINITY, limit = 50 }) => {
        const left = stored.filter(({ id }) => id < before && !hidden.has(id))
        return { deliveries: left.slice(0, limit), hasMore: left.length > limit }
      },
      'deliveries.get': ({ id }) => aWholeDelivery(id),
      'deliveries.hide': ({ id }) => {
        hidden.add(id)
        void app.tell({ name: 'deliveries.removed', data: {} })
        return null
      },
      'deliveries.unhide': ({ id }) => {
        const restored = hidden.delete(id)
        void app.tell({ name: 'deliveries.removed', data: {} })
        return { restored }
      },
      ...answers,
    },
    1000,
  )
  await eventually(() => expect(rows().length).toBeGreaterThan(0))
}

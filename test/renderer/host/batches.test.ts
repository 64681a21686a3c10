import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBatches } from '../../../renderer/app/event-effects.ts'

let frames: (() => void)[]
let handedOver: number[][]
let add: (item: { readonly id: number }) => void

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  frames = []
  handedOver = []
  add = createBatches(
    (run) => frames.push(run),
    (items) => handedOver.push(items.map(({ id }) => id)),
  )
})
afterEach(() => vi.useRealTimers())

function paint(): void {
  for (const run of frames.splice(0)) run()
}

test('delivers a single item in the next frame', () => {
  for (let id = 1; id <= 3; id += 1) {
    add({ id })
    paint()
  }
  expect(handedOver).toEqual([[1], [2], [3]])
})

test('delivers items ten times a second while very many arrive', () => {
  let id = 0
  for (let ms = 0; ms < 1000; ms += 10) {
    for (let n = 0; n < 5; n += 1) add({ id: ++id })
    if (ms % 20 === 0) paint()
    vi.advanceTimersByTime(10)
  }
  vi.advanceTimersByTime(100)
  paint()
  expect(handedOver.flat()).toEqual(Array.from({ length: 500 }, (_, at) => at + 1))
  expect(handedOver.length).toBeGreaterThanOrEqual(8)
  expect(handedOver.length).toBeLessThanOrEqual(12)
})

test('after a flood of items, delivers the next item in the next frame', () => {
  for (let id = 1; id <= 100; id += 1) add({ id })
  paint()
  vi.advanceTimersByTime(200)
  add({ id: 101 })
  paint()
  expect(handedOver.at(-1)).toEqual([101])
})

test('delivers an item only once even if it was added twice', () => {
  add({ id: 1 })
  add({ id: 1 })
  paint()
  expect(handedOver).toEqual([[1]])
})

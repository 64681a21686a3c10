import { expect, test } from 'vitest'
import { placeWindow } from '../../../../electron/main/window/window-bounds.ts'

const left = { x: 0, y: 0, width: 1920, height: 1040 }
const right = { x: 1920, y: 0, width: 1280, height: 984 }
const at = (x: number, y: number, width = 1000, height = 700) => ({
  bounds: { x, y, width, height },
  maximized: false,
  fullScreen: false,
})

test('restores a window at its saved position on either of two screens', () => {
  for (const state of [
    at(100, 100),
    at(2000, 40),
    { ...at(0, 0), maximized: true },
    { ...at(0, 0), fullScreen: true },
  ]) {
    expect(placeWindow(state, [left, right])).toEqual(state)
  }
})

test('moves a window that reaches past the edge of the screen fully into view', () => {
  expect(placeWindow(at(1800, 300), [left])).toEqual(at(920, 300))
  expect(placeWindow(at(-880, 300), [left])).toEqual(at(0, 300))
  const laptop = { x: 0, y: 0, width: 1366, height: 728 }
  expect(placeWindow(at(100, 500), [laptop])).toEqual(at(100, 28))
  expect(placeWindow(at(1000, 600, 1240, 820), [{ ...laptop, y: 40 }])).toEqual(at(126, 40, 1240, 728))
})

test('leaves a window that spans two screens in place', () => {
  expect(placeWindow(at(1500, 100), [left, right])).toEqual(at(1500, 100))
  expect(placeWindow(at(1500, 330), [left, right])).toEqual(at(1500, 284))
})

test('centers a window at the default size if its saved position is on no screen', () => {
  for (const state of [at(1900, 300), at(-950, 300), at(100, 1030), at(100, -300), at(2000, 40)]) {
    expect(placeWindow(state, [left]).bounds).toEqual({ width: 1240, height: 820 })
  }
})

test('shrinks a window that is larger than the screen', () => {
  expect(placeWindow(at(0, 0, 5000, 5000), [left]).bounds).toMatchObject({ width: 1920, height: 1040 })
  expect(placeWindow(at(0, 0, 200, 100), [left]).bounds).toMatchObject({ width: 760, height: 520 })
})

test('ignores an invalid saved position of the window', () => {
  const odd = [undefined, null, 'left', [], {}, { bounds: null }, { bounds: { x: 1 } }]
  const values = [Number.NaN, Number.POSITIVE_INFINITY, '1', 1.5, null]
  const states = values.map((value) => ({ bounds: { x: 0, y: 0, width: value, height: 600 } }))
  for (const state of [...odd, ...states]) {
    expect(placeWindow(state, [left])).toEqual({
      bounds: { width: 1240, height: 820 },
      maximized: false,
      fullScreen: false,
    })
  }
})

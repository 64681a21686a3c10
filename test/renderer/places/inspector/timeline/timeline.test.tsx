// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest'
import { timeline as copy } from '../../../../../renderer/places/inspector/timeline/copy.ts'
import { eventually } from '../../../../support/eventually.ts'
import {
  type Answers,
  choose,
  control,
  openApp,
  press,
  shows,
} from '../../../../support/renderer/open-app.tsx'
import { aDelivery } from '../../../../support/renderer/samples.ts'

const start = new Date(2026, 10, 21, 14, 0).getTime()
const minute = 60_000

let app: Awaited<ReturnType<typeof openApp>>

beforeEach(() => localStorage.clear())
afterEach(() => app.close())

test('Enter filters deliveries by the range of the timeline marked with the arrow keys', async () => {
  await open('#/inspector?q=budget')
  const bars = await slider()
  await key(bars, 'Home')
  await key(bars, 'ArrowRight')
  await eventually(() => expect(valueText(bars)).toMatch(/14:01\s–\s14:02: 3 delivered, 1 failed or refused/))
  await key(bars, 'ArrowRight', true)
  await eventually(() =>
    expect(valueText(bars)).toMatch(/14:01\s–\s14:03: 3 delivered, 2 retrying, 1 failed or refused/),
  )
  await key(bars, 'Enter')
  await eventually(() => expect(query()).toBe('budget after:2026-11-21T14:01 before:2026-11-21T14:03'))
})

test('shows the whole timeline while a range of it is the filter', async () => {
  await open('#/inspector?q=budget%20after:2026-11-21T14:01%20before:2026-11-21T14:03')
  await slider()
  expect(app.inputsOf('deliveries.timeline')).toEqual([expect.objectContaining({ q: 'budget' })])
  await press('button', /^Clear range/)
  await eventually(() => expect(query()).toBe('budget'))
})

test('Escape clears the range marked on the timeline', async () => {
  await open('#/inspector?q=after:2026-11-21T14:01')
  await key(await slider(), 'Escape')
  await eventually(() => expect(query()).toBeNull())
})

test('a hidden timeline stays hidden when the app restarts', async () => {
  await open('#/inspector')
  await slider()
  await choose(/^Timeline/, copy.hide)
  await eventually(() => expect(document.querySelector('[role=slider]')).toBeNull())
  await app.close()
  await open('#/inspector')
  await shows('1 delivery')
  expect(document.querySelector('[role=slider]')).toBeNull()
  expect(app.inputsOf('deliveries.timeline')).toEqual([])
  await choose(/^Timeline/, copy.show)
  await slider()
})

test('refreshes the timeline only once for many new deliveries', async () => {
  await open('#/inspector')
  await slider()
  for (let id = 2; id < 40; id += 1) {
    void app.tell({ name: 'deliveries.received', data: aDelivery(id) })
  }
  await eventually(() => expect(app.inputsOf('deliveries.timeline').length).toBeGreaterThan(1))
  expect(app.inputsOf('deliveries.timeline').length).toBeLessThan(5)
})

function open(hash: string, answers: Answers = {}) {
  return openApp(hash, {
    'deliveries.list': () => ({ deliveries: [aDelivery(1)], hasMore: false }),
    'deliveries.timeline': () => ({
      start,
      stepMs: minute,
      steps: 60,
      counts: [
        [1, 3, 0, 1],
        [2, 0, 2, 0],
      ],
      since: null,
    }),
    ...answers,
  }).then((opened) => {
    app = opened
  })
}

const slider = () => eventually(() => control('slider', copy.slider))
const valueText = (bars: HTMLElement) => bars.getAttribute('aria-valuetext') ?? ''
const query = () => new URLSearchParams(location.hash.split('?')[1]).get('q')

function key(target: HTMLElement, name: string, shiftKey = false): Promise<void> {
  target.dispatchEvent(new KeyboardEvent('keydown', { key: name, shiftKey, bubbles: true }))
  return new Promise((resolve) => setTimeout(resolve))
}

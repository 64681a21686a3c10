// @vitest-environment jsdom
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { exportDialog } from '../../../../../renderer/places/inspector/list/copy.ts'
import { eventually } from '../../../../support/eventually.ts'
import { type Answers, control, openApp, press, shows } from '../../../../support/renderer/open-app.tsx'
import { aDelivery, anEndpoint, aWholeDelivery } from '../../../../support/renderer/samples.ts'

let app: Awaited<ReturnType<typeof openApp>>

afterEach(() => app.close())

test('shows in the dialog how many deliveries will be exported', async () => {
  let second = () => {}
  const counted = new Promise<void>((resolve) => {
    second = resolve
  })
  await open({
    'deliveries.count': async ({ before }) => {
      const step = { starred: 0, newest: 2, at: '2026-11-21T09:00:00.000Z' }
      if (before === undefined) return { ...step, matching: 15_000, next: 3 }
      await counted
      return { ...step, matching: 9_000, next: null }
    },
  })
  await press('button', 'Export…')
  await shows('Counting: 15,000 deliveries so far.')
  second()
  await shows('24,000 deliveries, regardless of the time range.')
  await press('radio', /^Notehook session/)
  await shows('The newest 20,000 of 24,000 deliveries, if they fit.')
})

test('exports exactly the deliveries that were counted when the dialog opened', async () => {
  let count = 1_204
  await open({
    'deliveries.total': () => ({ count }),
    'deliveries.count': () => ({
      matching: count,
      starred: 0,
      newest: 2,
      at: '2026-11-21T09:00:00.000Z',
      next: null,
    }),
  })
  await press('button', 'Export…')
  await shows('1,204 deliveries, regardless of the time range.')
  count = 1_205
  await app.tell({ name: 'deliveries.received', data: aDelivery(9) })
  await press('button', /^Export$/)
  await eventually(() =>
    expect(app.inputsOf('exports.start-deliveries')).toMatchObject([{ filter: { newest: 2 } }]),
  )
  expect(app.inputsOf('deliveries.count')).toHaveLength(1)
})

test('exports deliveries even if they cannot be counted first', async () => {
  await open({
    'deliveries.count': () => {
      throw new Error('The disk failed.')
    },
  })
  await press('button', 'Export…')
  await shows(exportDialog.notCounted)
  await press('button', /^Export$/)
  await eventually(() =>
    // The format that most other tools open is first.
    expect(app.inputsOf('exports.start-deliveries')).toMatchObject([{ format: 'har' }]),
  )
})

test('names an exported file after the filter in plain words', async () => {
  await open(
    { 'deliveries.count': () => ({ matching: 2, starred: 0, newest: 2, at: 'x', next: null }) },
    '-verdict:verified',
  )
  await press('button', 'Export…')
  await shows('Filter: Verdict not verified')
  await press('button', /^Export$/)
  await eventually(() =>
    expect(app.inputsOf('exports.start-deliveries')).toMatchObject([
      { title: 'Deliveries, Verdict not verified' },
    ]),
  )
})

test('shows the file name of an open session file', async () => {
  await open({})
  openFile('from-ana.ndjson')
  await shows('Monday')
  await shows('from-ana.ndjson, exported')
  await shows('1 delivery in the file')
})

test('moves the focus to the content if the focused control disappears', async () => {
  await open({})
  const opener = control('button', 'Inspector actions')
  opener.focus()
  openFile('from-ana.ndjson')
  await shows('from-ana.ndjson, exported')
  await eventually(() => expect(opener.isConnected).toBe(false))
  await eventually(() => expect(document.activeElement?.closest('main')).not.toBeNull())
  control('button', 'Back to Inspector').focus()
  await press('button', 'Back to Inspector')
  await eventually(() => expect(document.querySelector('[aria-label="Deliveries"]')).not.toBeNull())
  await eventually(() => expect(document.activeElement?.closest('main')).not.toBeNull())
})

test('the second click of a double click does not close the dialog that the first one opened', async () => {
  await open({ 'deliveries.count': () => ({ matching: 2, starred: 0, newest: 2, at: 'x', next: null }) })
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000)
  onTestFinished(() => clock.mockRestore())
  await press('button', 'Export…')
  await shows('2 deliveries, regardless of the time range.')
  const clickBeside = () => {
    const beside = document.querySelector('[data-rac][class*="overlay"]') ?? document.body
    for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
      beside.dispatchEvent(new MouseEvent(type, { bubbles: true, button: 0 }))
  }
  clickBeside()
  clock.mockReturnValue(2_000)
  expect(document.querySelector('[role=dialog]')).not.toBeNull()
  clickBeside()
  await eventually(() => expect(document.querySelector('[role=dialog]')).toBeNull())
})

function openFile(name: string) {
  const head = { notehook_session: 1, title: 'Monday', exported_at: '2026-11-21T09:00:00Z' }
  const lines = [head, aWholeDelivery(7)].map((line) => JSON.stringify(line)).join('\n')
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('There is no field for a file.')
  Object.defineProperty(input, 'files', { value: [new File([lines], name)] })
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

async function open(answers: Answers, q = '') {
  app = await openApp(`#/inspector?q=${q}`, {
    'endpoints.list': () => [anEndpoint()],
    'deliveries.list': () => ({ deliveries: [aDelivery(2), aDelivery(1)], hasMore: false }),
    'exports.start-deliveries': () => ({ jobId: 'x' }),
    ...answers,
  })
  await shows('2 deliveries')
}

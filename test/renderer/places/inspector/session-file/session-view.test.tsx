// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { list } from '../../../../../renderer/places/inspector/list/copy.ts'
import { eventually } from '../../../../support/eventually.ts'
import { control, openApp, press, shows } from '../../../../support/renderer/open-app.tsx'
import { aDelivery, anEndpoint, aWholeDelivery } from '../../../../support/renderer/samples.ts'

let app: Awaited<ReturnType<typeof openApp>>

afterEach(() => app.close())

test('keeps the open session file and delivery in the URL', async () => {
  await open('#/inspector?q=type:note.edited')
  openFile('monday.ndjson', 'Monday', [7, 8])
  await shows('2 deliveries in the file')
  await eventually(() => expect(address()).toContain('"file":"monday.ndjson"'))
  control('option', /note\.edited/).click()
  await eventually(() => expect(address()).toContain('"delivery":7'))
  await press('tab', /^Headers/)
  await eventually(() => expect(address()).toContain('"tab":"headers"'))

  await press('link', /^Endpoints/)
  await shows('New endpoint')
  history.back()
  await shows('monday.ndjson, exported')
  expect(control('tab', /^Headers/).getAttribute('aria-selected')).toBe('true')
  history.forward()
  await shows('New endpoint')
  history.back()
  await shows('monday.ndjson, exported')

  await press('button', 'Back to Inspector')
  await shows(list.end(2))
  expect(address(), 'the filter of the inspector is unchanged').toContain('q=type:note.edited')
  history.back()
  await shows('monday.ndjson, exported')
})

test('Back returns to the earlier of two session files with the same name', async () => {
  await open('#/inspector')
  openFile('day.ndjson', 'Tuesday', [1])
  await shows('Tuesday')
  await press('button', 'Back to Inspector')
  openFile('day.ndjson', 'Wednesday', [1, 2])
  await shows('Wednesday')
  history.go(-2)
  await shows('Tuesday')
})

test('a session file that a reload closed opens again at the same delivery', async () => {
  const left = encodeURIComponent(JSON.stringify({ file: 'friday.ndjson', q: 'note.edited', delivery: 8 }))
  await open(`#/inspector?session=${left}`, 'is not open')
  await shows('“friday.ndjson” is not open')
  control('button', 'Open the file again…')
  openFile('friday.ndjson', 'Friday', [7, 8])
  await shows('friday.ndjson, exported')
  await eventually(() => expect(document.querySelector('#delivery-detail')).not.toBeNull())
  expect(address()).toContain('"delivery":8')
})

test('reports that the session file does not contain the delivery in the URL', async () => {
  await open('#/inspector')
  openFile('short.ndjson', 'Short', [7])
  await shows('short.ndjson, exported')
  const wrong = encodeURIComponent(JSON.stringify({ file: 'short.ndjson', delivery: 99 }))
  location.hash = `#/inspector?session=${wrong}`
  await shows('Delivery not in this file')
})

const address = () => decodeURIComponent(location.hash)

function openFile(name: string, title: string, ids: readonly number[]) {
  const head = { notehook_session: 1, title, exported_at: '2026-11-21T09:00:00Z' }
  const lines = [head, ...ids.map((id) => aWholeDelivery(id))].map((line) => JSON.stringify(line)).join('\n')
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('There is no field for a file.')
  Object.defineProperty(input, 'files', { value: [new File([lines], name)], configurable: true })
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

async function open(hash: string, until = list.end(2)) {
  app = await openApp(hash, {
    'endpoints.list': () => [anEndpoint()],
    'deliveries.list': () => ({ deliveries: [aDelivery(2), aDelivery(1)], hasMore: false }),
  })
  await shows(until)
}

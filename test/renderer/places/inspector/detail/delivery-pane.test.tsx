// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import type { DeliveryDetail } from '#shared/deliveries/model.ts'
import type { EventData } from '#shared/rpc/events.ts'
import { copyMenu, verdictBox } from '../../../../../renderer/places/inspector/detail/copy.ts'
import { eventually } from '../../../../support/eventually.ts'
import { type Answers, control, openApp, press, shows } from '../../../../support/renderer/open-app.tsx'
import { aDelivery, anEndpoint, aWholeDelivery } from '../../../../support/renderer/samples.ts'

let app: Awaited<ReturnType<typeof openApp>>
afterEach(() => app.close())

const mismatch = { verdict: 'signature-mismatch', status: 401, noteId: null, eventType: null } as const

async function open(parts: Partial<DeliveryDetail> = {}, answers: Answers = {}, chosen = '?delivery=2') {
  const { headers: _, bodyBase64: __, attemptLog: ___, trace: ____, ...row } = aWholeDelivery(2, parts)
  app = await openApp(
    `#/inspector${chosen}`,
    {
      'deliveries.list': () => ({ deliveries: [aDelivery(2, row)], hasMore: false }),
      'deliveries.get': () => aWholeDelivery(2, parts),
      'endpoints.list': () => [anEndpoint({ label: 'CI sandbox' })],
      'deliveries.diagnose': () => new Promise(() => {}),
      ...answers,
    },
    1000,
  )
}

const asOf = '2026-01-01T00:00:00Z'
const indexStatus: EventData<'notes.index-changed'> = {
  ...{ state: 'resting', workspaceId: 'sandbox', notes: 1, run: null, completeAsOf: asOf, incomplete: null },
  ...{ problem: null, folders: { read: 0, total: 0, asOf, listedAt: asOf, problem: null } },
}

const pane = () => document.querySelector('#delivery-detail')
const box = () => document.querySelector(`[aria-label="${verdictBox.region}"]`)
const key = (name: string) =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }))

test('shows the row’s data in the pane until the delivery is loaded', async () => {
  await open(mismatch, { 'deliveries.get': () => new Promise(() => {}) }, '')
  await eventually(() => control('option', /answered 401/))
  control('option', /answered 401/).click()
  await eventually(() => expect(pane()?.querySelector('h2')?.textContent).toBe('Unverified request'))
  expect(pane()?.textContent).toContain('401')
  expect(box()?.textContent).toContain('Not verified: signature mismatch')
  expect(control('tab', /^Attempts/).textContent).toBe('Attempts1')
})

test('requests no diagnosis for a verified delivery', async () => {
  await open()
  await shows('Signature')
  expect(box()).toBeNull()
  expect(app.inputsOf('deliveries.diagnose')).toEqual([])
})

test('names the endpoint with the matching secret in the verdict', async () => {
  const other = anEndpoint({ id: 'whe_Bbbbbbbbbbbbb1', label: 'Interviews' })
  await open(mismatch, {
    'endpoints.list': () => [anEndpoint({ label: 'CI sandbox' }), other],
    'deliveries.diagnose': () => ({
      conclusion: {
        sentence: 'Signed with another endpoint’s secret',
        advice: '',
        endpointId: other.id,
      },
      checks: [
        { check: 'own-secret', outcome: 'no', sentence: 'Secret of this endpoint' },
        { check: 'other-secret', outcome: 'matches', sentence: 'Secret of another endpoint' },
      ],
    }),
  })
  await shows('Not verified: signed with another endpoint’s secret')
  expect(box()?.textContent).toContain('It matches the secret of Interviews, not CI sandbox.')
  await press('button', 'See both checks')
  await eventually(() => expect(control('tab', /^Verification/).getAttribute('aria-selected')).toBe('true'))
})

test('shows the reason for a verdict that has no diagnosis', async () => {
  await open({ verdict: 'no-secret', status: 503 })
  await shows('Not verified: signing secret missing')
  await eventually(() => control('button', 'Import secret'))
  expect(app.inputsOf('deliveries.diagnose')).toEqual([])
})

test('does not offer to import a secret for an endpoint that was deleted', async () => {
  await open(
    { verdict: 'no-secret', status: 503 },
    {
      'endpoints.list': () => [],
      'endpoints.labels': () => [{ id: aDelivery(2).endpointId ?? '', label: 'CI sandbox' }],
    },
  )
  await shows('Its endpoint was deleted, and its signing secret with it.')
  expect(box()?.textContent).not.toContain('Import')
})

test('links a delivery to its endpoint and its note by name', async () => {
  let known: readonly string[] = []
  await open({}, { 'notes.titles': ({ ids }) => ids.flatMap((id) => known.map((title) => ({ id, title }))) })
  await eventually(() =>
    expect(control('link', 'CI sandbox').getAttribute('href')).toContain('endpoint=whe_'),
  )
  expect(pane()?.textContent).toContain('hooks.example.com/hooks/abc')
  await eventually(() => control('link', /^not_/))

  // The title of a new note is read after the delivery was opened.
  known = ['Blue Fjord kickoff']
  await app.tell({ name: 'notes.index-changed', data: indexStatus })
  await eventually(() => control('link', 'Blue Fjord kickoff'))
})

test('the key C copies the delivery, and O opens its note', async () => {
  const written = vi.fn(async () => {})
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: written } })
  await open({}, { 'deliveries.copy': ({ as }) => ({ text: `copied as ${as}` }) })
  await eventually(() => control('button', 'More actions'))
  key('c')
  await eventually(() => expect(written).toHaveBeenCalledWith('copied as curl'))
  await press('button', 'More actions')
  await eventually(() => control('menuitem', /^Open note/))
  key('o')
  expect(location.hash, 'an open menu gets the keys').toContain('#/inspector')
  await press('menuitem', /^Open note/)
  await eventually(() => expect(location.hash).toContain('#/notes?note=not_'))
})

test('reports that the browser forbids writing to the clipboard', async () => {
  const refused = vi.fn(async () => {
    throw new DOMException('Write permission denied.', 'NotAllowedError')
  })
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: refused } })
  await open({}, { 'deliveries.copy': () => ({ text: 'curl' }) })
  await eventually(() => control('button', 'More actions'))
  key('c')
  await shows(copyMenu.notAllowed)
})

test('lists the attempts of a delivery with the time between them', async () => {
  const [attempt] = aWholeDelivery(2).attemptLog
  if (!attempt) throw new Error('The sample has no attempt.')
  await open(
    {
      attempts: 2,
      attemptLog: [
        { ...attempt, receivedAt: '2026-01-01T00:00:01.250Z', status: 503, answer: 'storage' },
        { ...attempt, receivedAt: '2026-01-01T00:00:06.350Z', status: 503, answer: 'simulated 503' },
      ],
    },
    {},
    '?delivery=2&tab=attempts',
  )
  await eventually(() => control('tab', /^Attempts/))
  await eventually(() => expect(document.querySelectorAll('[aria-label=Attempts] tbody tr')).toHaveLength(2))
  const rows = [...document.querySelectorAll('[aria-label=Attempts] tbody tr')].map((row) => row.textContent)
  expect(rows[0]).toMatch(/^1\d\d:00:01\.250503Not stored$/)
  expect(rows[1]).toMatch(/^2\d\d:00:06\.350\+5\.1 s503Simulated response$/)
  expect(pane()?.textContent?.match(/Retried for up to 4 days/g)).toHaveLength(1)
})

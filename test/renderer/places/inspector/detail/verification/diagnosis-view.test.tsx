// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import type { DeliveryDetail } from '#shared/deliveries/model.ts'
import { signatures, verification } from '../../../../../../renderer/places/inspector/detail/copy.ts'
import { eventually } from '../../../../../support/eventually.ts'
import { type Answers, openApp, shows } from '../../../../../support/renderer/open-app.tsx'
import { aDelivery, anEndpoint, aWholeDelivery } from '../../../../../support/renderer/samples.ts'

let app: Awaited<ReturnType<typeof openApp>>

afterEach(() => app.close())

const found: NonNullable<Answers['deliveries.diagnose']> = () => ({
  conclusion: {
    sentence: 'It was signed with another secret.',
    advice: 'See their URLs.',
    endpointId: anEndpoint().id,
  },
  checks: [
    { check: 'own-secret', outcome: 'no', sentence: 'Its own does not fit.' },
    { check: 'other-secret', outcome: 'matches', sentence: 'Another one fits.' },
  ],
})

test('shows the diagnosis of an unverified delivery with its conclusion only once', async () => {
  await open({ verdict: 'signature-mismatch', status: 401 })
  await shows('Not verified: it was signed with another secret.')
  await shows('401refused, no more retries')
  const text = document.body.textContent ?? ''
  expect(text.indexOf('See their URLs.')).toBeLessThan(text.indexOf('Its own does not fit. Ruled out'))
  expect(text, 'by its name').toContain(`Secret of ${anEndpoint().url.replace('https://', '')} Cause`)
  expect(text.match(/signed with another secret/g)).toHaveLength(1)
})

test('shows no diagnosis of a verified delivery', async () => {
  await open({})
  await shows(signatures.valid.title)
  expect(document.body.textContent).not.toContain(verification.separators)
  expect(app.inputsOf('deliveries.diagnose')).toEqual([])
})

test('explains that a delivery’s signatures are separated by commas', async () => {
  const { trace } = aWholeDelivery(2, {})
  const entries = [
    { version: 'v1', text: 'AAAA=,', matches: false },
    { version: 'v1', text: 'BBBB=', matches: true },
  ]
  await open({ trace: { ...trace, entries } })
  await shows(verification.separators)
})

test('diagnoses a delivery again after a secret was added', async () => {
  await open({ verdict: 'no-secret', status: 503 })
  await shows('It was signed with another secret.')
  await app.tell({ name: 'deliveries.reverified', data: {} })
  await eventually(() => expect(app.inputsOf('deliveries.diagnose')).toEqual([{ id: 2 }, { id: 2 }]))
})

async function open(parts: Partial<DeliveryDetail>): Promise<void> {
  app = await openApp('#/inspector?delivery=2&tab=verification', {
    'deliveries.list': () => ({ deliveries: [aDelivery(2)], hasMore: false }),
    'deliveries.get': () => aWholeDelivery(2, parts),
    'endpoints.list': () => [anEndpoint()],
    'deliveries.diagnose': found,
  })
}

// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import type { DeliveryDetail } from '#shared/deliveries/model.ts'
import { AppError } from '#shared/errors.ts'
import { produced } from '../../../../../renderer/features/deliveries/detail/copy.ts'
import { eventually } from '../../../../support/eventually.ts'
import { openApp, press, shows } from '../../../../support/renderer/open-app.tsx'
import { aDelivery, aWholeDelivery } from '../../../../support/renderer/samples.ts'

let app: Awaited<ReturnType<typeof openApp>>
afterEach(() => app.close())

const open = async (tab: string, whole: () => DeliveryDetail) => {
  app = await openApp(
    `#/inspector?delivery=2${tab}`,
    {
      'deliveries.list': () => ({ deliveries: [aDelivery(2)], hasMore: false }),
      'deliveries.get': whole,
    },
    1000,
  )
}
const elements = () => document.querySelectorAll('#delivery-detail *').length
const many = 20_000
const whole = aWholeDelivery(2)
const [attempt] = whole.attemptLog
const countless: DeliveryDetail = {
  ...whole,
  attempts: many,
  attemptLog: Array.from({ length: many }, () => attempt ?? raise()),
  headers: Array.from({ length: many }, (_, at) => [`X-${at}`, 'v'] as const),
  trace: {
    ...whole.trace,
    entries: Array.from({ length: many }, () => ({ version: 'v1', text: 'a', matches: false })),
  },
}

test.each(['attempts', 'headers', 'verification'])(
  'only a part of very many %s is rendered, and the last is one press away',
  async (tab) => {
    await open(`&tab=${tab}`, () => countless)
    await shows('1 to 100 of 20,000')
    expect(elements()).toBeLessThan(4_000)
    await press('button', /^Last$/)
    await shows('19,901 to 20,000 of 20,000')
    if (tab === 'attempts')
      expect([...document.querySelectorAll('[aria-label=Attempts] tr')].at(-1)?.textContent).toMatch(
        /^20,000/,
      )
    await press('button', 'Previous')
    await shows('19,801 to 19,900 of 20,000')
  },
)

test('a delivery that is deleted elsewhere while it is shown is reported as deleted at once', async () => {
  let isKept = true
  await open('', () => {
    if (isKept) return whole
    throw new AppError('not-found', 'This delivery is not stored here any more.')
  })
  await shows('Received')
  isKept = false
  await app.tell({ name: 'deliveries.removed', data: {} })
  await shows('This delivery is not stored here any more.')
  await eventually(() => expect(document.querySelector('#delivery-detail dl')).toBeNull())
})

function raise(): never {
  throw new Error('The sample has no attempt.')
}

test('a delivery that the sandbox made to be refused says so, and only in the sandbox', async () => {
  const made: DeliveryDetail = {
    ...whole,
    workspaceId: 'sandbox',
    verdict: 'signature-mismatch',
    headers: [...whole.headers, ['sandbox-produced', 'wrong-secret']],
  }
  await open('', () => made)
  await shows(produced.kinds.get('wrong-secret') ?? '')
  await app.close()
  await open('', () => ({ ...made, workspaceId: 'another' }))
  await shows('Received')
  await eventually(() => expect(document.querySelector('[role=tab]')).not.toBeNull())
  expect(document.body.textContent).not.toContain(produced.kinds.get('wrong-secret'))
})

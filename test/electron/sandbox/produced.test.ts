import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { openReceiver, type Received } from './receiver.ts'
import { running } from './running.ts'

const headersOf = ({ headers }: Received) => headers as Record<string, string>
const isProduced = (one: Received) => headersOf(one)['sandbox-produced'] !== undefined

async function open({ refusal = 400, producedEveryMs = 15, laterRefusals = 0 } = {}) {
  const receiver = await openReceiver((one) => {
    if (isProduced(one)) return refusal
    const id = headersOf(one)['webhook-id']
    const attempts = receiver.received.filter((other) => headersOf(other)['webhook-id'] === id)
    return attempts.some(isProduced) && attempts.length - 1 <= laterRefusals ? 500 : 204
  })
  const sandbox = await running({
    listenerOrigin: () => receiver.origin,
    notes: 10,
    producedEveryMs,
  })
  sandbox.setSwitches({ automatic: false })
  const { body } = await sandbox.send('POST', '/v1/webhook-endpoints', {
    url: `${sandbox.tunnelUrl}/all`,
    scopes: ['personal', 'public'],
  })
  sandbox.trigger('note.edited', 1)
  await eventually(() => expect(sandbox.deliveries()[0]?.state).toBe('delivered'))
  return { receiver, sandbox, secret: body.signing_secret ?? '' }
}

test('generates invalid deliveries that the official library rejects', async () => {
  const { receiver, sandbox, secret } = await open()
  sandbox.setWatched(true)
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect(receiver.received).toHaveLength(1)
  // No deliveries are produced for this endpoint, because it has never received one. Its secret serves as the wrong secret.
  const other = await sandbox.send('POST', '/v1/webhook-endpoints', {
    url: `${sandbox.tunnelUrl}/none`,
    scopes: ['personal'],
  })

  sandbox.setSwitches({ producesFailures: true })
  await eventually(() => expect(receiver.received.length).toBeGreaterThan(3))
  sandbox.setSwitches({ producesFailures: false })
  const produced = receiver.received.filter(isProduced).slice(0, 3)
  const reasons = produced.map((one) => {
    try {
      new Webhook(secret).verify(one.body, headersOf(one))
      return 'accepted'
    } catch (error) {
      return `${headersOf(one)['sandbox-produced']}: ${(error as Error).message}`
    }
  })
  expect(reasons).toEqual([
    'wrong-secret: No matching signature found',
    'tampered-body: No matching signature found',
    'slow-retry: Message timestamp too old',
  ])
  const [wrong] = produced
  if (!wrong) throw new Error('None was produced.')
  new Webhook(other.body.signing_secret ?? '').verify(wrong.body, headersOf(wrong))
  const [original] = receiver.received
  const ids = [original, ...produced].map((one) => one && headersOf(one)['webhook-id'])
  expect(new Set(ids).size).toBe(4)
  expect(produced.map(({ body }) => JSON.parse(body).event_type)).toEqual(Array(3).fill('note.edited'))
  await eventually(() =>
    expect(sandbox.deliveries().slice(1, 4)).toMatchObject(
      ['wrong-secret', 'tampered-body', 'slow-retry'].map((kind) => ({
        produced: kind,
        state: 'failed',
        attempts: [{ status: 400 }],
        nextAt: null,
      })),
    ),
  )
  expect(sandbox.isProduced(ids[1] ?? '')).toBe(true)
  expect(sandbox.isProduced(ids[0] ?? '')).toBe(false)
})

test('retries a delivery that had an old timestamp with a current timestamp', async () => {
  const { receiver, sandbox } = await open({ refusal: 503 })
  sandbox.setWatched(true)
  sandbox.setSwitches({ producesFailures: true })
  const slow = await eventually(() => {
    const found = sandbox
      .deliveries()
      .find(({ produced, attempts }) => produced === 'slow-retry' && attempts[1])
    if (!found) throw new Error('It was not retried.')
    return found
  })
  expect(slow).toMatchObject({
    state: 'delivered',
    attempts: [{ status: 503 }, { status: 204 }],
    nextAt: null,
  })
  sandbox.setSwitches({ producesFailures: false })
  const again = receiver.received.filter((one) => headersOf(one)['webhook-id'] === slow.eventId)
  expect(again.map(isProduced)).toEqual([true, false])
  // Other kinds are sent once, whatever the response is.
  const others = sandbox
    .deliveries()
    .filter(({ produced, state }) => produced === 'wrong-secret' && state !== 'pending')
  expect(others.every(({ state, attempts }) => state === 'failed' && attempts.length === 1)).toBe(true)
})

test('retries a delivery with an old timestamp until the receiver accepts it', async () => {
  const { sandbox } = await open({ refusal: 503, laterRefusals: 2 })
  sandbox.setWatched(true)
  sandbox.setSwitches({ producesFailures: true })
  const slow = await eventually(() => {
    const found = sandbox
      .deliveries()
      .find(({ produced, state }) => produced === 'slow-retry' && state !== 'pending')
    if (!found) throw new Error('It has not ended.')
    return found
  })
  expect(slow).toMatchObject({
    state: 'delivered',
    attempts: [{ status: 503 }, { status: 500 }, { status: 500 }, { status: 204 }],
  })
})

test('sends the first invalid delivery as soon as the user turns them on', async () => {
  const { receiver, sandbox } = await open({ producedEveryMs: 60_000 })
  sandbox.setWatched(true)
  sandbox.setSwitches({ producesFailures: true })
  await eventually(() => expect(receiver.received.map(isProduced)).toEqual([false, true]))
})

test('sends no invalid deliveries unless a page shows the sandbox', async () => {
  const { receiver, sandbox } = await open()
  sandbox.setSwitches({ producesFailures: true })
  await new Promise((resolve) => setTimeout(resolve, 80))
  expect(receiver.received).toHaveLength(1)
  sandbox.setSuspended(true)
  sandbox.setWatched(true)
  await new Promise((resolve) => setTimeout(resolve, 80))
  expect(receiver.received).toHaveLength(1)
})

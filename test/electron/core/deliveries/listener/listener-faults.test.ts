import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createPaths } from '#core/deliveries/listener/known-paths.ts'
import { type ListenerOptions, openListener } from '#core/deliveries/listener/listener.ts'
import type { StoreOutcome } from '#core/deliveries/store/delivery-rows.ts'
import { realClock, silentLog } from '../../../../support/deliveries/open-delivery-engine.ts'
import { exchange } from '../../../../support/deliveries/raw-http.ts'
import { rawRequest, sampleSecret, signDelivery } from '../../../../support/deliveries/signed-delivery.ts'
import { tell } from '../../../../support/tell.ts'

const path = '/hooks/faults'
type Done = (outcome: StoreOutcome | 'storage') => void

/** Starts a listener whose store responds through `keep`. */
async function listen(options: Partial<ListenerOptions> = {}, keep = (done: Done) => done('stored')) {
  const paths = createPaths()
  paths.set('faults', {
    endpointId: null,
    url: null,
    secrets: { kind: 'ready', secrets: [sampleSecret] },
    keptAt: null,
    workspaceId: null,
    hasVerified: true,
  })
  const store = { storeVerified: (_: unknown, done: Done) => keep(done), storeUnverified: () => true }
  const base = { paths, store, clock: realClock, log: silentLog, toleranceSeconds: () => 300 }
  return openListener(0, { ...base, ...options })
}

const valid = () => rawRequest(path, signDelivery())
const statuses = async (port: number, bytes: Buffer | string, expected = 1) =>
  (await exchange(port, bytes, expected)).responses.map(({ status }) => status)

describe.concurrent('slow clients and a slow store', () => {
  test('answers 408 if the headers of a request take more than five seconds', async () => {
    const listener = await listen()
    expect(await statuses(listener.port, `POST ${path} HTTP/1.1\r\nHost: a\r\n`)).toEqual([408])
    expect(listener.counts.get('too_slow')).toBe(1)
    await listener.close()
  })

  test('answers 408 if the body of a request takes more than ten seconds', async () => {
    const listener = await listen()
    const half = valid().subarray(0, -10)
    expect(await statuses(listener.port, half)).toEqual([408])
    await listener.close()
  })

  test('300 silent connections block the listener only until they time out', async () => {
    const listener = await listen()
    const silent = await Promise.all(Array.from({ length: 300 }, () => silentPeer(listener.port)))
    expect(await statuses(listener.port, valid())).toEqual([])
    const since = performance.now()
    await eventually(async () => (await statuses(listener.port, valid()))[0] === 200)
    tell('300 silent sockets', `service again after ${((performance.now() - since) / 1000).toFixed(1)} s`)
    for (const socket of silent) socket.destroy()
    await listener.close()
  })

  test('sends a single 503 if the store responds after the deadline', async () => {
    const waiting: Done[] = []
    const listener = await listen({ deadlineMs: 50 }, (done) => waiting.push(done))
    const { responses, closed } = await exchange(listener.port, valid(), 2)
    expect(responses.map(({ status, body }) => [status, body])).toEqual([[503, 'deadline\n']])
    expect(closed).toBe(true)
    for (const done of waiting) done('stored')
    expect(await statuses(listener.port, `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)).toEqual([405])
    await listener.close()
  })
})

test('answers 503 with Retry-After while 64 earlier requests wait for the store', async () => {
  const waiting: Done[] = []
  const listener = await listen({}, (done) => waiting.push(done))
  const first = Array.from({ length: 64 }, () => exchange(listener.port, valid()))
  await eventually(async () => waiting.length === 64)

  const { responses } = await exchange(listener.port, valid())
  expect(responses[0]).toMatchObject({ status: 503, body: 'overloaded\n' })
  expect(responses[0]?.head).toMatch(/retry-after: 5/i)

  for (const done of waiting) done('stored')
  for (const { responses } of await Promise.all(first)) expect(responses[0]?.status).toBe(200)
  const afterwards = exchange(listener.port, valid())
  await eventually(async () => waiting.length === 65)
  waiting[64]?.('stored')
  expect((await afterwards).responses[0]?.status).toBe(200)
  await listener.close()
})

test('answers 503 with a Retry-After of 30 seconds when the store fails', async () => {
  const listener = await listen({}, (done) => done('storage'))
  const { responses } = await exchange(listener.port, valid())
  expect(responses[0]).toMatchObject({ status: 503, body: 'storage\n' })
  expect(responses[0]?.head).toMatch(/retry-after: 30/i)
  await listener.close()
})

test('counts a connection that the client closes in the middle of a body', async () => {
  const listener = await listen()
  const socket = connect(listener.port, '127.0.0.1')
  await new Promise((sent) => socket.write(valid().subarray(0, -10), sent))
  socket.destroy()
  await eventually(async () => listener.counts.get('cut') === 1)
  expect(await statuses(listener.port, valid())).toEqual([200])
  await listener.close()
})

test('answers 5,000 pipelined deliveries on one connection in order', async () => {
  const listener = await listen()
  const many = Buffer.concat(Array.from({ length: 5000 }, valid))
  const answered = await pipelined(listener.port, many, 5000)
  expect(answered).toBe(5000)
  await listener.close()
})

describe('the listener while the app quits', () => {
  test('answers requests in progress and rejects later requests with 503 while the app quits', async () => {
    const waiting: Done[] = []
    const listener = await listen({}, (done) => waiting.push(done))
    const underWay = exchange(listener.port, valid())
    // A second connection has sent half a request, and sends the rest when the listener is already quitting.
    const late = connect(listener.port, '127.0.0.1')
    const heard: string[] = []
    late.on('data', (text) => heard.push(text.toString('latin1')))
    const request = valid()
    late.write(request.subarray(0, 20))
    await eventually(async () => waiting.length === 1)

    const closed = listener.close()
    late.write(request.subarray(20))
    await eventually(async () => heard.length > 0)
    expect(heard.join('')).toMatch(/^HTTP\/1\.1 503 .*connection: close.*quitting\n$/is)
    waiting[0]?.('stored')
    const { responses } = await underWay
    expect(responses[0]?.status).toBe(200)
    expect(responses[0]?.head).toMatch(/connection: close/i)
    await closed
    late.destroy()
    expect(await statuses(listener.port, valid())).toEqual([])
  })

  test('quits without waiting for idle connections', async () => {
    const listener = await listen()
    const silent = await silentPeer(listener.port)
    const busy = connect(listener.port, '127.0.0.1')
    busy.on('error', () => {})
    busy.write(valid().subarray(0, -10))
    await sleep(50)
    await listener.close()
    silent.destroy()
    busy.destroy()
  })
})

/** Connects, sends half a header and never closes the connection, not even when the other side does. */
function silentPeer(port: number): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => resolve(socket))
    socket.on('error', () => resolve(socket))
    socket.write('POST /hooks')
    socket.resume()
  })
}

function pipelined(port: number, bytes: Buffer, expected: number): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    const count = () => text.match(/HTTP\/1\.1 200/g)?.length ?? 0
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      if (text.length % 7 === 0 || chunk.length < 60_000) if (count() >= expected) socket.destroy()
    })
    socket.on('close', () => resolve(count()))
    socket.write(bytes)
  })
}

async function eventually(isTrue: () => Promise<boolean>) {
  while (!(await isTrue())) await sleep(20)
}

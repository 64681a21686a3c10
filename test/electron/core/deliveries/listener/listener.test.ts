import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { ListenerStatus } from '#shared/deliveries/contract.ts'
import { DeliveryDetail, DeliverySummary } from '#shared/deliveries/model.ts'
import {
  openTestDeliveryEngine,
  type TestDeliveryEngine,
} from '../../../../support/deliveries/open-delivery-engine.ts'
import { exchange } from '../../../../support/deliveries/raw-http.ts'
import {
  notePayload,
  otherSecret,
  rawRequest,
  sampleSecret,
  signDelivery,
} from '../../../../support/deliveries/signed-delivery.ts'
import { eventually as patiently } from '../../../../support/eventually.ts'
import { testNeeding } from '../../../../support/needs.ts'
import { property } from '../../../../support/runs.ts'

let app: TestDeliveryEngine

beforeEach(async () => {
  app = await openTestDeliveryEngine()
})
afterEach(() => app.close())

const deliver = async (path: string, delivery = signDelivery()) =>
  (await exchange(app.port, rawRequest(path, delivery))).responses[0]?.status

const told = (name: string) => app.events.filter((event) => event.name === name).map(({ data }) => data)

async function eventually(isTrue: () => boolean) {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5))
}

describe('a delivery', () => {
  test('announces, lists and shows a delivery as the schemas of the procedures declare', async () => {
    const path = app.addPath('told')
    const delivery = signDelivery()
    await deliver(path, delivery)
    await eventually(() => told('deliveries.received').length === 1)

    const [summary] = told('deliveries.received').map((data) => DeliverySummary.parse(data))
    expect(summary).toMatchObject({
      endpointId: 'whe_told',
      webhookId: delivery.id,
      eventType: 'note.generated',
      verdict: 'verified',
      status: 200,
      attempts: 1,
    })
    expect(app.store.deliveries({})).toEqual({ deliveries: [summary], hasMore: false })
    const detail = DeliveryDetail.parse(app.store.delivery(summary?.id ?? 0))
    expect(Buffer.from(detail.bodyBase64, 'base64')).toEqual(delivery.body)
    expect(detail.headers).toContainEqual(['webhook-signature', delivery.signature])
    expect(detail.trace).toMatchObject({ signature: 'valid', age: { judgement: 'fresh' } })
    expect(detail.attemptLog).toEqual([expect.objectContaining({ answer: 'stored', status: 200 })])
  })

  test('announces the time of an endpoint’s last verified delivery', async () => {
    await deliver(app.addPath('mine'))
    await deliver(app.addPath('wrong'), signDelivery({ secret: otherSecret }))
    await eventually(() => told('deliveries.received').length === 2)
    const mine = { pathId: 'mine', endpointId: 'whe_mine', workspaceId: null }
    expect(app.verified).toEqual([{ pathId: 'mine', at: app.store.lastVerifiedAt(mine) }])
  })

  test('reports that a delivery with an unknown id is not found', () => {
    expect(() => app.store.delivery(4711)).toThrow(expect.objectContaining({ code: 'not-found' }))
  })

  test('explains a wrong signature without revealing the secret or the valid signature', async () => {
    const right = signDelivery()
    await deliver(app.addPath('why'), { ...right, signature: right.signature.replace('=', '') })
    await eventually(() => told('deliveries.received').length === 1)
    const detail = app.store.delivery(1)
    expect(detail).toMatchObject({ verdict: 'signature-mismatch', trace: { signature: 'mismatch' } })
    expect(detail.attemptLog[0]?.answer).toBe('signature_mismatch (padding)')
    const text = JSON.stringify(detail)
    expect(text).not.toContain(sampleSecret.slice(6))
    expect(text).not.toContain(right.signature.slice(3))
  })

  test('assigns a delivery on a path to an endpoint as soon as the endpoint’s id is known', async () => {
    const path = app.addPath('early', { endpointId: null })
    await deliver(path)
    app.addPath('early', { endpointId: 'whe_named' })
    expect(app.store.deliveries({ endpointId: 'whe_named' }).deliveries).toHaveLength(1)
  })

  test('answers 404 to a delivery at a path that was removed', async () => {
    const path = app.addPath('gone')
    app.paths.remove('gone')
    expect(await deliver(path)).toBe(404)
  })
})

describe('the listener', () => {
  test('reports the listener’s address while it listens, and its stop', async () => {
    expect(app.status()).toEqual({
      state: 'listening',
      origin: `http://127.0.0.1:${app.port}`,
      port: app.port,
      degraded: null,
      clock: null,
    })
    expect(await app.engine.stop()).toEqual({ state: 'stopped' })
    expect(told('listener.changed').map((data) => ListenerStatus.parse(data).state)).toEqual([
      'listening',
      'stopped',
    ])
    const again = await app.engine.start(app.port)
    expect(again).toMatchObject({ state: 'listening', port: app.port })
    expect(await deliver(app.addPath('again'))).toBe(200)
  })

  test('starting the listener on its current port has no effect', async () => {
    await app.engine.start()
    await app.engine.start(app.port)
    expect(told('listener.changed')).toHaveLength(1)
  })

  testNeeding(['linux'], 'names the program that uses the listener’s port', async () => {
    const listen =
      "require('net').createServer().listen(0,'127.0.0.1',function(){console.log(this.address().port)})"
    const holder = spawn(process.execPath, ['-e', listen])
    onTestFinished(() => void holder.kill())
    const [said] = await once(holder.stdout, 'data')
    await app.engine.stop()
    const busy = await app.engine.start(Number(String(said)))
    const message = expect.stringContaining(`another program (node, process ${holder.pid})`)
    expect(busy).toMatchObject({ state: 'failed', code: 'port-busy', message })
  })

  test('reports that the listener’s port is already in use by Notehook', async () => {
    const holder = createServer()
    const port = await new Promise<number>((resolve) => {
      holder.listen(0, '127.0.0.1', () => {
        const address = holder.address()
        resolve(typeof address === 'object' && address ? address.port : 0)
      })
    })
    await app.engine.stop()
    const busy = await app.engine.start(port)
    expect(busy).toMatchObject({ state: 'failed', code: 'port-busy', port })
    expect(busy.state === 'failed' && busy.message).toContain(String(port))
    if (process.platform === 'linux') {
      expect(busy.state === 'failed' && busy.message).toContain('Notehook’s own page')
    }
    expect(await app.engine.start()).toMatchObject({ state: 'listening' })
    holder.close()
  })

  test('the listener keeps its current port if the new port is unavailable', async () => {
    const holder = createServer()
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve))
    const address = holder.address()
    const port = typeof address === 'object' && address ? address.port : 0
    await expect(app.engine.start(port)).rejects.toMatchObject({
      code: 'invalid-input',
      details: { fields: { listenerPort: expect.stringContaining(`port ${port}. Choose another port.`) } },
    })
    expect(app.status()).toMatchObject({ state: 'listening', port: app.port })
    expect(await deliver(app.addPath('stays'))).toBe(200)
    await new Promise((resolve) => holder.close(resolve))
    expect(await app.engine.start(port)).toMatchObject({ state: 'listening', port })
    expect(await app.engine.start(app.port)).toMatchObject({ state: 'listening', port: app.port })
  })

  test('starts listening on a busy port as soon as the other program releases it', async () => {
    const holder = createServer()
    await app.engine.stop()
    await new Promise<void>((resolve) => holder.listen(app.port, '127.0.0.1', resolve))
    expect(await app.engine.start(app.port)).toMatchObject({ state: 'failed', code: 'port-busy' })
    await new Promise((resolve) => holder.close(resolve))
    await patiently(() => expect(app.status()).toMatchObject({ state: 'listening', port: app.port }))
    expect(await deliver(app.addPath('freed'))).toBe(200)
  })

  test('the listener answers 503 while the disk is full and recovers without a restart', async () => {
    const path = app.addPath('full')
    const { sql } = app.database
    const pages = Number(sql.prepare('PRAGMA page_count').get()?.page_count)
    sql.exec(`PRAGMA max_page_count = ${pages}`)
    const big = () => {
      const id = `evt_${Math.random().toString(36).slice(2)}`
      return signDelivery({ id, body: notePayload(id, { filler: 'x'.repeat(9000) }) })
    }
    const answers: (number | undefined)[] = []
    while (answers.at(-1) !== 503) answers.push(await deliver(path, big()))
    expect(app.status()).toMatchObject({
      degraded: expect.stringMatching(/disk is full.* Free: [\d,]+ KiB\.$/),
    })

    sql.exec('PRAGMA max_page_count = 1000000')
    expect(await deliver(path, big())).toBe(200)
    expect(app.status()).toMatchObject({ degraded: null })
    const stored = app.store.deliveries({ endpointId: 'whe_full' }).deliveries.length
    expect(stored).toBe(answers.filter((status) => status === 200).length + 1)
    expect(told('listener.changed').at(-1)).toMatchObject({ degraded: null })
  })
})

test('answers 200 or 503 to valid deliveries within the limits, and verifies no other request', async () => {
  const pathId = 'model'
  const path = app.addPath(pathId)
  const header = fc.tuple(fc.stringMatching(/^x-[a-z]{1,8}$/), fc.stringMatching(/^[\x21-\x7e]{0,20}$/))
  const request = fc.record({
    id: fc.stringMatching(/^[\x21-\x7e]{1,40}$/),
    age: fc.constantFrom(-4000, -310, -290, 0, 0, 0, 290, 310, 4000),
    body: fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.json().map((text) => new TextEncoder().encode(text)),
    ),
    damage: fc.constantFrom(
      'none',
      'none',
      'none',
      'secret',
      'body',
      'unpadded',
      'version',
      'id',
      'timestamp',
      'no-id',
      'no-timestamp',
      'no-signature',
      'twice',
      'method',
      'path',
      'cut-length',
    ),
    extra: fc.array(header, { maxLength: 5 }),
    isChunked: fc.boolean(),
    before: fc.stringMatching(/^(v1,[A-Za-z0-9+/=]{0,44} ){0,3}$/),
  })
  await fc.assert(
    fc.asyncProperty(request, async (one) => {
      const { bytes, isGenuine } = wire(path, one)
      const { responses } = await exchange(app.port, bytes)
      const status = responses[0]?.status ?? 0
      if (isGenuine) {
        expect([200, 503]).toContain(status)
        expect(status).toBe(Math.abs(one.age) < 300 ? 200 : 503)
      } else expect([400, 401, 404, 405]).toContain(status)
    }),
    property(500_000),
  )
  expect(app.status()).toMatchObject({ state: 'listening', degraded: null })
})

interface Model {
  readonly id: string
  readonly age: number
  readonly body: Uint8Array
  readonly damage: string
  readonly extra: readonly (readonly [string, string])[]
  readonly isChunked: boolean
  readonly before: string
}

/** Returns a request's bytes, and whether it arrives undamaged from the genuine sender. */
function wire(path: string, { id, age, body, damage, extra, isChunked, before }: Model) {
  const timestamp = Math.floor(Date.now() / 1000) - age
  const secret = damage === 'secret' ? otherSecret : sampleSecret
  const signed = signDelivery({ id, timestamp, body, secret })
  const content = damage === 'body' ? Buffer.concat([signed.body, Buffer.from('!')]) : signed.body
  let signature = before + signed.signature
  if (damage === 'unpadded') signature = signature.replace(/=$/, '')
  if (damage === 'version') signature = signature.replaceAll('v1,', 'v2,')
  const lines = [
    ...(damage === 'no-id' ? [] : [`Webhook-Id: ${damage === 'id' ? `${id}-` : id}`]),
    ...(damage === 'no-timestamp'
      ? []
      : [`webhook-timestamp: ${timestamp}${damage === 'timestamp' ? '0' : ''}`]),
    ...(damage === 'no-signature' ? [] : [`WEBHOOK-SIGNATURE: ${signature}`]),
    ...(damage === 'twice' ? [`webhook-id: ${id}`] : []),
    ...extra.map(([name, value]) => `${name}: ${value}`),
  ]
  const method = damage === 'method' ? 'PUT' : 'POST'
  const target = damage === 'path' ? `${path}x` : path
  const length = damage === 'cut-length' ? '-1' : String(content.length)
  const isInChunks = isChunked && damage !== 'cut-length'
  const framing = isInChunks ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`
  const head = [`${method} ${target} HTTP/1.1`, 'Host: a', ...lines, framing].join('\r\n')
  const chunks =
    content.length === 0 ? ['0\r\n\r\n'] : [`${content.length.toString(16)}\r\n`, content, '\r\n0\r\n\r\n']
  const parts = isInChunks ? chunks : [content]
  const bytes = Buffer.concat([`${head}\r\n\r\n`, ...parts].map((part) => Buffer.from(part)))
  return { bytes, isGenuine: damage === 'none' }
}

import { createHmac } from 'node:crypto'
import { connect } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestInspector, type TestInspector } from '../../../support/open-inspector.ts'
import { exchange } from '../../../support/raw-http.ts'
import { property } from '../../../support/runs.ts'
import { rawRequest, sampleSecret, signDelivery } from '../../../support/signed-delivery.ts'

let app: TestInspector

beforeAll(async () => {
  app = await openTestInspector()
})
afterAll(() => app.close())

const words = [
  '\r\n',
  '\r\n\r\n',
  '\n',
  '\0',
  ' ',
  ':',
  ',',
  '\t',
  '\xff',
  '0',
  '-1',
  '999999',
  'chunked',
  'identity',
  'gzip',
  'Transfer-Encoding: chunked\r\n',
  'Content-Length: 0\r\n',
  'Connection: close\r\n',
  'Expect: 100-continue\r\n',
  'webhook-id: x\r\n',
  'webhook-signature: v1,x\r\n',
  'Host: b\r\n',
  'Upgrade: h2c\r\n',
  'GET ',
  'HTTP/1.0',
  'HTTP/2.0',
]
const answersEver = [100, 200, 400, 401, 404, 405, 408, 413, 417, 431, 503]

const place = fc.double({ min: 0, max: 1, noNaN: true })
const mutation = fc.oneof(
  fc.record({ kind: fc.constant('byte' as const), at: place, byte: fc.nat(255) }),
  fc.record({ kind: fc.constant('insert' as const), at: place, word: fc.constantFrom(...words) }),
  fc.record({ kind: fc.constant('cut' as const), at: place, length: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ kind: fc.constant('repeat' as const), at: place, length: fc.integer({ min: 1, max: 200 }) }),
)

test('whatever the bytes, it answers from its table, stays up, and accepts nothing that is not signed', async () => {
  const path = app.addPath('fuzz')
  let serial = 0
  // Twenty at a time, so that those that wait for more bytes cost little.
  const batch = fc.array(fc.array(mutation, { maxLength: 3 }), { minLength: 20, maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(batch, async (all) => {
      const answers = await Promise.all(
        all.map((mutations) => {
          const request = rawRequest(path, signDelivery({ id: `evt_fuzz_${++serial}` }))
          return firstStatus(app.port, mutations.reduce(mutate, request))
        }),
      )
      for (const status of answers) if (status !== null) expect(answersEver).toContain(status)
    }),
    { ...property(5_000), endOnFailure: true },
  )
  const key = Buffer.from(sampleSecret.slice('whsec_'.length), 'base64')
  const rows = app.database.sql.prepare('SELECT headers, body FROM deliveries WHERE verified = 1').all()
  expect(rows.length).toBeGreaterThan(100)
  for (const { headers, body } of rows) {
    const pairs: [string, string][] = JSON.parse(String(headers))
    const value = (name: string) => pairs.find(([own]) => own.toLowerCase() === name)?.[1] ?? ''
    const signed = createHmac('sha256', key).update(`${value('webhook-id')}.${value('webhook-timestamp')}.`)
    const right = signed.update(body instanceof Uint8Array ? body : '').digest('base64')
    expect(value('webhook-signature').split(' ')).toContain(`v1,${right}`)
  }
  const { responses } = await exchange(app.port, rawRequest(path, signDelivery()))
  expect(responses[0]?.status).toBe(200)
}, 60_000)

type Mutation = typeof mutation extends fc.Arbitrary<infer Value> ? Value : never

function mutate(bytes: Buffer, mutation: Mutation): Buffer {
  const at = Math.floor(mutation.at * bytes.length)
  const before = bytes.subarray(0, at)
  switch (mutation.kind) {
    case 'byte':
      return Buffer.concat([before, Buffer.from([mutation.byte]), bytes.subarray(at + 1)])
    case 'insert':
      return Buffer.concat([before, Buffer.from(mutation.word, 'latin1'), bytes.subarray(at)])
    case 'cut':
      return Buffer.concat([before, bytes.subarray(at + mutation.length)])
    case 'repeat':
      return Buffer.concat([bytes.subarray(0, at + mutation.length), bytes.subarray(at)])
  }
}

/** `null` when nothing came in a little while: the listener waits for the rest, as it should. */
function firstStatus(port: number, bytes: Buffer): Promise<number | null> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const finish = (status: number | null) => {
      socket.destroy()
      resolve(status)
    }
    socket.setTimeout(40, () => finish(null))
    socket.on('data', (text) => finish(Number(/^HTTP\/1\.1 (\d{3})/.exec(text.toString('latin1'))?.[1])))
    socket.on('error', () => finish(null))
    socket.on('close', () => finish(null))
    socket.write(bytes)
  })
}

import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sign, signingKey } from '#core/deliveries/listener/verify.ts'
import {
  openTestDeliveryEngine,
  type TestDeliveryEngine,
} from '../../../../support/deliveries/open-delivery-engine.ts'
import { exchange } from '../../../../support/deliveries/raw-http.ts'
import {
  notePayload,
  rawRequest,
  type SignedDelivery,
  sampleSecret,
  signDelivery,
} from '../../../../support/deliveries/signed-delivery.ts'

// Compares verification on the wire with the official library, and documents where and why Notehook differs.

const library = new Webhook(sampleSecret)
let app: TestDeliveryEngine
let path: string
beforeAll(async () => {
  app = await openTestDeliveryEngine()
  path = app.addPath('library')
})
afterAll(() => app.close())

const listenerAccepts = async (delivery: SignedDelivery) => {
  const { responses } = await exchange(app.port, rawRequest(path, delivery))
  return responses[0]?.status === 200
}

function libraryAccepts({ id, timestamp, signature, body }: SignedDelivery): boolean {
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature }
  try {
    library.verify(body, headers)
    return true
  } catch {
    return false
  }
}

const bodies = [
  ['an event', notePayload('evt_1')],
  ['text beyond ASCII', '{"title":"季度规划会议 — réunion 🎉"}'],
  ['spaces and line breaks', '{\n  "a" : 1\r\n}\n'],
  ['numbers that change when they are rewritten', '{"a":1.0,"b":12345678901234567890,"c":1e2}'],
] as const

test.each(bodies)(
  'the listener accepts signatures that the Standard Webhooks library makes: %s',
  async (_, body) => {
    const now = new Date()
    const id = `evt_lib_${bodies.findIndex((one) => one[1] === body)}`
    const timestamp = String(Math.floor(now.getTime() / 1000))
    const delivery = { id, timestamp, signature: library.sign(id, now, body), body: Buffer.from(body) }
    expect(await listenerAccepts(delivery)).toBe(true)
  },
)

test.each(bodies)(
  'the Standard Webhooks library accepts the signatures that Notehook makes: %s',
  (_, text) => {
    const body = Buffer.from(text)
    const timestamp = String(Math.floor(Date.now() / 1000))
    const signature = `v1,${sign(signingKey(sampleSecret), `evt_ours.${timestamp}.`, body)}`
    expect(libraryAccepts({ id: 'evt_ours', timestamp, signature, body })).toBe(true)
  },
)

describe('differences from the Standard Webhooks library', () => {
  const seconds = () => Math.floor(Date.now() / 1000)
  const signedAs = (id: string, signed: string, body: Buffer, parts: Partial<SignedDelivery> = {}) => ({
    ...signDelivery({ id, timestamp: signed, body }),
    ...parts,
  })
  const invalid = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')])
  const json = Buffer.from('{"a":1}')

  const cases: readonly {
    readonly what: string
    readonly why: string
    readonly delivery: () => SignedDelivery
    readonly ours: boolean
    readonly theirs: boolean
  }[] = [
    {
      what: 'a timestamp with letters behind its digits',
      why: 'the library ignores the letters and accepts a header that was not signed',
      delivery: () => signedAs('evt_d1', `${seconds()}`, json, { timestamp: `${seconds()}abc` }),
      ours: false,
      theirs: true,
    },
    {
      what: 'text behind the signature',
      why: 'the library reads only the text between two commas',
      delivery: () => {
        const right = signedAs('evt_d2', `${seconds()}`, json)
        return { ...right, signature: `${right.signature},junk` }
      },
      ours: false,
      theirs: true,
    },
    {
      what: 'invalid UTF-8, signed as received',
      why: 'the specification signs the raw body; the library decodes it first',
      delivery: () => signedAs('evt_d3', `${seconds()}`, invalid),
      ours: true,
      theirs: false,
    },
    {
      what: 'invalid UTF-8, signed with replacement characters',
      why: 'the library accepts a body that was not signed',
      delivery: () => ({
        ...signedAs('evt_d4', `${seconds()}`, Buffer.from(invalid.toString())),
        body: invalid,
      }),
      ours: false,
      theirs: true,
    },
    {
      what: 'a timestamp with a leading zero, signed as written',
      why: 'the specification signs the text of the header; the library signs the number',
      delivery: () => signedAs('evt_d5', `0${seconds()}`, json),
      ours: true,
      theirs: false,
    },
    {
      what: 'a body that is not JSON',
      why: 'the signature is valid, so Notehook stores and marks the delivery',
      delivery: () => signedAs('evt_d6', `${seconds()}`, Buffer.from('hello')),
      ours: true,
      theirs: false,
    },
  ]
  test.each(cases)('differs from the library: $what: $why', async ({ delivery, ours, theirs }) => {
    const one = delivery()
    expect({ ours: await listenerAccepts(one), theirs: libraryAccepts(one) }).toEqual({ ours, theirs })
  })
})

import { createHmac, createSecretKey, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { checkAge, type Verification, verify } from '#core/deliveries/listener/verify.ts'
import { readWebhookHeaders } from '#core/deliveries/listener/webhook-headers.ts'
import { otherSecret, sampleSecret, signDelivery } from '../../../../support/deliveries/signed-delivery.ts'
import { property } from '../../../../support/runs.ts'

const now = new Date('2026-11-21T09:00:00Z')
const nowSeconds = now.getTime() / 1000
const keyOf = (secret: string) => Buffer.from(secret.slice('whsec_'.length), 'base64')
const ready = (...secrets: string[]) => ({
  kind: 'ready' as const,
  keys: secrets.map((secret) => createSecretKey(keyOf(secret))),
})
const judged = (delivery: ReturnType<typeof signDelivery>, secrets = ready(sampleSecret)): Verification =>
  verify(delivery, delivery.body, secrets, now, 300)

describe('age', () => {
  test.each([
    [-301, 'future'],
    [-300, 'fresh'],
    [0, 'fresh'],
    [300, 'fresh'],
    [301, 'stale'],
  ] as const)(
    'a delivery that is %i seconds old is %s with a tolerance of 300 seconds',
    (seconds, judgement) => {
      expect(checkAge(String(nowSeconds - seconds), now, 300)).toEqual({
        seconds,
        toleranceSeconds: 300,
        judgement,
      })
      const expected = judgement === 'fresh' ? 'verified' : judgement
      expect(judged(signDelivery({ timestamp: nowSeconds - seconds })).verdict).toBe(expected)
    },
  )

  test('rejects a wrong signature, however old the delivery is', () => {
    const old = signDelivery({ timestamp: 1, secret: otherSecret })
    expect(judged(old).verdict).toBe('signature-mismatch')
  })
})

describe('signature', () => {
  test('verifies the timestamp as text, so that a leading zero must be signed too', () => {
    const padded = signDelivery({ timestamp: `0${nowSeconds}` })
    expect(judged(padded).verdict).toBe('verified')
    expect(judged({ ...padded, timestamp: String(nowSeconds) }).verdict).toBe('signature-mismatch')
  })

  test('verifies the signature of a body that is not valid UTF-8', () => {
    const delivery = signDelivery({ timestamp: nowSeconds, body: new Uint8Array([0xff, 0x00, 0xc3, 0x28]) })
    expect(judged(delivery).verdict).toBe('verified')
    const repaired = Buffer.from(delivery.body.toString('utf8'))
    expect(verify(delivery, repaired, ready(sampleSecret), now, 300).verdict).toBe('signature-mismatch')
  })

  test('tries at most sixteen v1 signatures of a delivery, and ignores other versions', () => {
    const good = signDelivery({ timestamp: nowSeconds })
    const behind = (entries: string) => judged({ ...good, signature: `${entries} ${good.signature}` }).verdict
    expect(behind(Array(15).fill('v1,x').join(' '))).toBe('verified')
    expect(behind(Array(16).fill('v1,x').join(' '))).toBe('signature-mismatch')
    expect(behind(Array(40).fill('v1a,x').join(' '))).toBe('verified')
  })

  test('tries at most four secrets for each delivery', () => {
    const delivery = signDelivery({ timestamp: nowSeconds })
    const others = Array.from({ length: 4 }, () => otherSecret)
    expect(judged(delivery, ready(...others.slice(1), sampleSecret)).verdict).toBe('verified')
    expect(judged(delivery, ready(...others, sampleSecret)).verdict).toBe('signature-mismatch')
  })

  test('explains why a signature in unpadded base64 or base64url is rejected', () => {
    const delivery = signDelivery({ timestamp: nowSeconds })
    const bare = { ...delivery, signature: delivery.signature.replace('=', '') }
    expect(judged(bare)).toMatchObject({ verdict: 'signature-mismatch', hint: 'padding' })
    const plus = withPlusOrSlash()
    const url = { ...plus, signature: plus.signature.replaceAll('+', '-').replaceAll('/', '_') }
    expect(judged(url)).toMatchObject({ verdict: 'signature-mismatch', hint: 'base64url' })
  })

  test('gives no verdict on a signature while the secret can’t be read', () => {
    const delivery = signDelivery({ timestamp: nowSeconds })
    const locked = verify(delivery, delivery.body, { kind: 'unavailable', reason: 'locked' }, now, 300)
    expect(locked.verdict).toBe('secret-locked')
    expect(locked.trace.signature).toBe('unjudged')
  })

  test('the verification trace of a wrong signature contains no secret and no valid signature', () => {
    const right = signDelivery({ timestamp: nowSeconds })
    const trace = JSON.stringify(judged({ ...right, signature: 'v1,AAAA' }))
    for (const hidden of [
      right.signature.slice(3),
      sampleSecret.slice(6),
      keyOf(sampleSecret).toString('hex'),
    ]) {
      expect(trace).not.toContain(hidden)
    }
  })

  test('agrees with the Standard Webhooks library on well-formed deliveries', () => {
    const library = new Webhook(sampleSecret)
    const clean = fc.record({
      id: fc.stringMatching(/^[A-Za-z0-9_]{1,40}$/),
      body: fc.json(),
      isRight: fc.boolean(),
    })
    fc.assert(
      fc.property(clean, ({ id, body, isRight }) => {
        const timestamp = Math.floor(Date.now() / 1000)
        const secret = isRight ? sampleSecret : otherSecret
        const delivery = signDelivery({ id, timestamp, body, secret })
        const headers = {
          'webhook-id': id,
          'webhook-timestamp': String(timestamp),
          'webhook-signature': delivery.signature,
        }
        const ours = verify(delivery, delivery.body, ready(sampleSecret), new Date(), 300).verdict
        let theirs = 'verified'
        try {
          library.verify(body, headers)
        } catch {
          theirs = 'signature-mismatch'
        }
        expect(ours).toBe(theirs)
        if (isRight) expect(delivery.signature).toBe(library.sign(id, new Date(timestamp * 1000), body))
      }),
      property(50_000),
    )
  })

  test('accepts exactly the deliveries that a second implementation with Web Crypto accepts', async () => {
    const entry = fc.oneof(
      { weight: 3, arbitrary: fc.constant('GOOD') },
      { weight: 1, arbitrary: fc.constant('OTHER') },
      fc.stringMatching(/^(v1|v1a|v2|)?,?[A-Za-z0-9+/=,_-]{0,48}$/),
    )
    const change = fc.constantFrom(
      'none',
      'body',
      'id',
      'timestamp',
      'unpadded',
      'junk',
      'url',
      'upper',
      'tab',
    )
    const request = fc.record({
      id: fc.stringMatching(/^[\x21-\x7e]{1,60}$/),
      timestamp: fc.stringMatching(/^[0-9]{1,12}$/),
      body: fc.uint8Array({ maxLength: 300 }),
      entries: fc.array(entry, { maxLength: 20 }),
      active: fc.subarray([sampleSecret, otherSecret], { minLength: 1 }),
      change,
    })
    await fc.assert(
      fc.asyncProperty(request, async ({ id, timestamp, body, entries, active, change }) => {
        const good = changed(signDelivery({ id, timestamp, body }).signature, change)
        const other = signDelivery({ id, timestamp, body, secret: otherSecret }).signature
        const signature = entries
          .map((one) => (one === 'GOOD' ? good : one === 'OTHER' ? other : one))
          .join(' ')
        const received = {
          id: change === 'id' ? `${id}x` : id,
          timestamp: change === 'timestamp' ? `${timestamp}0` : timestamp,
          signature,
        }
        const bytes = change === 'body' ? Buffer.concat([body, Buffer.from(' ')]) : body
        const { trace } = verify(received, bytes, ready(...active), now, 300)
        const accepts = await oracle(received, bytes, active)
        expect(trace.signature === 'valid').toBe(accepts)
      }),
      property(5_000_000),
    )
  })

  test('rejects a delivery if one bit of its id, timestamp, body or signature is flipped', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (body) => {
        const delivery = signDelivery({ id: randomBytes(6).toString('hex'), timestamp: nowSeconds, body })
        for (const part of ['id', 'timestamp', 'signature', 'body'] as const) {
          const bytes = Buffer.from(delivery[part])
          for (let bit = 0; bit < bytes.length * 8; bit++) {
            const flipped = Buffer.from(bytes)
            flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
            const damaged = { ...delivery, [part]: part === 'body' ? flipped : flipped.toString('latin1') }
            if (judged(damaged).trace.signature === 'valid') {
              throw new Error(`Bit ${bit} of ${part} makes no difference.`)
            }
          }
        }
      }),
      property(2_000),
    )
  })
})

test('verification ignores other headers, order and case, but rejects a repeated webhook header', () => {
  const own = signDelivery({ timestamp: nowSeconds })
  const three = [
    ['webhook-id', own.id],
    ['webhook-timestamp', own.timestamp],
    ['webhook-signature', own.signature],
  ] as const
  const strange = fc.tuple(
    fc.stringMatching(/^[a-z-]{1,20}$/).filter((name) => !name.startsWith('webhook-')),
    fc.string(),
  )
  const lists = fc.record({
    order: fc.shuffledSubarray([...three], { minLength: 3, maxLength: 3 }),
    others: fc.array(strange, { maxLength: 6 }),
    upper: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
    twice: fc.option(fc.constantFrom(...three), { nil: null }),
  })
  fc.assert(
    fc.property(lists, ({ order, others, upper, twice }) => {
      const named = order.map(([name, value], at) => [upper[at] ? name.toUpperCase() : name, value] as const)
      const raw = [...others.slice(0, 3), ...named, ...others.slice(3), ...(twice ? [twice] : [])].flat()
      const reading = readWebhookHeaders(raw)
      if (twice) {
        expect(reading).toEqual({ ok: false, fault: 'duplicate_header' })
        return
      }
      if (!reading.ok) throw new Error(reading.fault)
      expect(verify(reading.headers, own.body, ready(sampleSecret), now, 300).verdict).toBe('verified')
    }),
    property(200_000),
  )
})

function withPlusOrSlash() {
  for (;;) {
    const delivery = signDelivery({ timestamp: nowSeconds })
    if (/[+/]/.test(delivery.signature.slice(3))) return delivery
  }
}

function changed(signature: string, change: string): string {
  if (change === 'unpadded') return signature.replace(/=+$/, '')
  if (change === 'junk') return `${signature},junk`
  if (change === 'url') return signature.replaceAll('+', '-').replaceAll('/', '_')
  if (change === 'upper') return signature.replace('v1', 'V1')
  if (change === 'tab') return `\t${signature}`
  return signature
}

/** A second implementation of section 5.6 on another library. It shares only the limits with the code under test. */
async function oracle(
  received: { id: string; timestamp: string; signature: string },
  body: Uint8Array,
  secrets: readonly string[],
): Promise<boolean> {
  const candidates = received.signature
    .split(' ')
    .filter((entry) => entry.startsWith('v1,'))
    .slice(0, 16)
    .map((entry) => entry.slice(3))
  const content = Buffer.concat([Buffer.from(`${received.id}.${received.timestamp}.`), body])
  for (const secret of secrets) {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' }
    const key = await crypto.subtle.importKey('raw', keyOf(secret), algorithm, false, ['sign'])
    const mac = new Uint8Array(await crypto.subtle.sign('HMAC', key, content))
    if (candidates.includes(btoa(String.fromCharCode(...mac)))) return true
  }
  return false
}

test('the second implementation of verification accepts a valid signature', async () => {
  const mac = createHmac('sha256', keyOf(sampleSecret)).update('a.1.{}').digest('base64')
  const body = Buffer.from('{}')
  expect(await oracle({ id: 'a', timestamp: '1', signature: `v1,${mac}` }, body, [sampleSecret])).toBe(true)
  expect(await oracle({ id: 'b', timestamp: '1', signature: `v1,${mac}` }, body, [sampleSecret])).toBe(false)
})

import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { diagnose, type Evidence, type SecretsAtHand } from '#core/deliveries/diagnosis/diagnose.ts'
import type { Check } from '#shared/deliveries/diagnosis.ts'
import { findSecret } from '../../../../support/canary.ts'
import { otherSecret, sampleSecret, signDelivery } from '../../../../support/deliveries/signed-delivery.ts'
import { property } from '../../../../support/runs.ts'

const receivedAt = new Date('2026-11-21T09:00:00Z')
const timestamp = String(receivedAt.getTime() / 1000)
const clock = { toleranceSeconds: 300, serviceAheadSeconds: null }
const body =
  '{"event_id":"evt_1","event_type":"note.edited","note_id":"not_1","url":"https://example.com/a","by":"Zoë","n":1.0,"data":{"changed_fields":["summary"],"more":{},"none":[]}}'
const secrets: SecretsAtHand = { own: [sampleSecret], whyNone: 'missing', isProven: true, others: [] }

/** Signs a delivery correctly, then alters it as an intermediary would. */
function delivered(
  how: {
    signed?: string | Uint8Array
    body?: string | Uint8Array
    secret?: string
    timestamp?: string
    signature?: (right: string) => string
    names?: string
  } = {},
): Evidence {
  const time = how.timestamp ?? timestamp
  const { id, signature } = signDelivery({
    id: 'evt_1',
    timestamp: time,
    body: how.signed ?? body,
    ...(how.secret ? { secret: how.secret } : {}),
  })
  const names = how.names ?? 'Webhook-'
  return {
    headers: [
      ['Host', '127.0.0.1'],
      [`${names}Id`, id],
      [`${names}Timestamp`, time],
      [`${names}Signature`, how.signature?.(signature) ?? signature],
    ],
    body: Buffer.from(how.body ?? how.signed ?? body),
    receivedAt,
  }
}

const withId = ({ headers, ...rest }: Evidence, id: string): Evidence => ({
  ...rest,
  headers: headers.map(([name, value]) => [name, name === 'Webhook-Id' ? id : value]),
})
const foreign = `v1,${Buffer.alloc(32, 7).toString('base64')}`
const mac = (key: string | Buffer, content: string) => {
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`
}
const hexOf = (signature: string) => Buffer.from(signature.slice('v1,'.length), 'base64').toString('hex')
const sampleKey = Buffer.from(sampleSecret.slice('whsec_'.length), 'base64')
const matching = (evidence: Evidence, at: SecretsAtHand = secrets) =>
  diagnose(evidence, at, clock)
    .checks.filter(({ outcome }) => outcome === 'matches')
    .map(({ check }) => check)

describe('a delivery whose signature failed for a known cause', () => {
  const parsed = JSON.parse(body)
  const python = body.replaceAll(',"', ', "').replaceAll('":', '": ').replace('1.0', '1.0')
  const url = delivered({ signature: (right) => right.replaceAll('+', '-').replaceAll('/', '_') })
  const cases: readonly (readonly [string, Check, Evidence])[] = [
    ['a proxy that wrote the JSON with spaces', 're-serialised', delivered({ body: python })],
    ['a proxy that took the spaces out', 're-serialised', delivered({ signed: python, body })],
    ['a proxy that escaped slashes', 're-serialised', delivered({ body: body.replaceAll('/', '\\/') })],
    [
      'a proxy that took the escapes of slashes out',
      're-serialised',
      delivered({ signed: body.replaceAll('/', '\\/'), body }),
    ],
    ['a proxy that wrote ASCII', 're-serialised', delivered({ body: body.replace('ë', '\\u00EB') })],
    [
      'a proxy that wrote UTF-8 for ASCII',
      're-serialised',
      delivered({ signed: python.replace('ë', '\\u00eb'), body: python }),
    ],
    [
      'a proxy that made one line of many',
      're-serialised',
      delivered({
        signed: JSON.stringify({ ...parsed, n: 1 }, null, 2),
        body: JSON.stringify({ ...parsed, n: 1 }),
      }),
    ],
    ['a line feed put behind the body', 'line-breaks', delivered({ body: `${body}\n` })],
    ['a CRLF put behind the body', 'line-breaks', delivered({ body: `${body}\r\n` })],
    ['a line feed taken away', 'line-breaks', delivered({ signed: `${body}\n`, body })],
    ['a CRLF taken away', 'line-breaks', delivered({ signed: `${body}\r\n`, body })],
    ['a byte order mark put before it', 'encoding', delivered({ body: `\ufeff${body}` })],
    ['a byte order mark taken away', 'encoding', delivered({ signed: `\ufeff${body}`, body })],
    [
      'a secret used with its prefix',
      'undecoded-secret',
      delivered({ signature: () => mac(sampleSecret, `evt_1.${timestamp}.${body}`) }),
    ],
    [
      'a secret used without its prefix, not decoded',
      'undecoded-secret',
      delivered({ signature: () => mac(sampleSecret.slice(6), `evt_1.${timestamp}.${body}`) }),
    ],
    ['a signature in base64url', 'signature-text', url],
    ['a signature without padding', 'signature-text', delivered({ signature: (s) => s.replace('=', '') })],
    ['a signature in hex', 'signature-text', delivered({ signature: (s) => `v1,${hexOf(s)}` })],
    [
      'a signature in hex as other services write it',
      'signature-text',
      delivered({ signature: (s) => `sha256=${hexOf(s).toUpperCase()}` }),
    ],
    ['a signature without its version', 'signature-text', delivered({ signature: (s) => s.slice(3) })],
    ...(
      [
        ['with a comma and another one behind it', (s) => `${s}, ${foreign}`],
        ['with a comma and no space', (s) => `${s},${foreign}`],
        ['behind another one and a comma without a space', (s) => `${foreign},${s}`],
        ['with a semicolon', (s) => `${s};${foreign}`],
        ['behind a tab', (s) => `${foreign}\t${s}`],
        ['labeled v1=', (s) => s.replace('v1,', 'v1=')],
        ['labeled v1:', (s) => s.replace('v1,', 'v1:')],
        ['with a time before it', (s) => `t=1,${s.replace('v1,', 'v1=')}`],
        ['in quotes', (s) => `"${s}"`],
        ['quoted behind its label', (s) => s.replace(/,(.*)/, ',"$1"')],
        ['in single quotes in a list', (s) => `'${foreign}' '${s}'`],
        ['in capitals', (s) => s.replace('v1', 'V1')],
        ['percent-encoded', (s) => encodeURIComponent(s)],
        ['percent-encoded in a list', (s) => encodeURIComponent(`${foreign} ${s}`)],
      ] as const satisfies readonly (readonly [string, (right: string) => string])[]
    ).map(
      ([name, signature]) => [`a signature ${name}`, 'signature-text', delivered({ signature })] as const,
    ),
    [
      'an id that was not signed',
      'signed-content',
      delivered({ signature: () => mac(sampleKey, `${timestamp}.${body}`) }),
    ],
    [
      'a time that was not signed',
      'signed-content',
      delivered({ signature: () => mac(sampleKey, `evt_1.${body}`) }),
    ],
    ...['"evt_1"', "'evt_1'", 'evt_1,evt_1', 'req_8f14e45f', 'EVT_1'].map(
      (id) => [`the ID ${id} for evt_1`, 'webhook-id', withId(delivered(), id)] as const,
    ),
    ['a body signed alone', 'signed-content', delivered({ signature: () => mac(sampleKey, body) })],
    [
      'a time signed in milliseconds',
      'milliseconds',
      delivered({ signature: () => mac(sampleKey, `evt_1.${timestamp}000.${body}`) }),
    ],
    [
      'a time sent in milliseconds',
      'milliseconds',
      {
        ...delivered({
          signature: () => mac(sampleKey, `evt_1.${timestamp}.${body}`),
          timestamp: `${timestamp}000`,
        }),
      },
    ],
    ['headers named svix-…', 'header-names', delivered({ names: 'Svix-' })],
    ['headers named x-webhook-…', 'header-names', delivered({ names: 'x-webhook-' })],
  ]

  test.each(cases)('identifies the cause of a failed signature: %s', (_, check, evidence) => {
    expect(matching(evidence)).toEqual([check])
    const { conclusion } = diagnose(evidence, secrets, clock)
    expect(conclusion.sentence).not.toMatch(/^Altered, or/)
    expect(conclusion.advice).not.toBe('')
  })

  test('names the other endpoint whose secret signed the delivery', () => {
    const others = [
      { endpointId: 'whe_else', secret: `whsec_${Buffer.alloc(32, 9).toString('base64')}` },
      { endpointId: 'whe_other', secret: otherSecret },
    ]
    const evidence = delivered({ secret: otherSecret })
    expect(matching(evidence, { ...secrets, others })).toEqual(['other-secret'])
    const { conclusion } = diagnose(evidence, { ...secrets, own: [], others }, clock)
    expect(conclusion).toMatchObject({
      endpointId: 'whe_other',
      sentence: 'Signed with another endpoint’s secret',
    })
  })
})

test('reports the syntax error in a webhook-signature header', () => {
  const found = (signature: (right: string) => string) =>
    diagnose(delivered({ signature }), secrets, clock).conclusion
  expect(found((s) => `${s}, ${foreign}`)).toMatchObject({
    sentence: 'Signatures separated by something other than a space',
    advice: expect.stringContaining('proxy that joins repeated headers'),
  })
  expect(found((s) => s.replace('v1,', 'v1=')).sentence).toBe('Signature with v1= instead of v1, in front')
  expect(found((s) => `"${s}"`).sentence).toBe('Signature in quotes')
  const withPlus = Array.from({ length: 50 }, (_, n) => delivered({ signed: `{"n":${n}}` })).filter(
    ({ headers }) => headers.at(-1)?.[1].includes('+'),
  )
  expect(withPlus.length).toBeGreaterThan(0)
  for (const { headers, ...rest } of withPlus) {
    const spaced = headers.map(([name, value]) => [name, value.replaceAll('+', ' ')] as const)
    expect(diagnose({ ...rest, headers: spaced }, secrets, clock).conclusion.sentence).toBe(
      'Signature with spaces for its + characters',
    )
  }
})

test.each([
  ['"evt_1"', 'quotes were added'],
  ["'evt_1'", 'quotes were added'],
  ['evt_1,evt_1', 'it was repeated'],
  ['req_8f14e45f', 'the event_id of the body was signed'],
])('reports that the webhook-id %s was changed, and how', (id, how) => {
  const signed = how.startsWith('the') ? body : '{}'
  const { checks } = diagnose(withId(delivered({ signed }), id), secrets, clock)
  expect(checks).toContainEqual({
    check: 'webhook-id',
    outcome: 'matches',
    sentence: `webhook-id changed: ${how}`,
  })
})

describe('a delivery with a valid signature', () => {
  const late = (seconds: number) => delivered({ timestamp: String(Number(timestamp) - seconds) })
  const conclusion = (seconds: number, serviceAheadSeconds: number | null) =>
    diagnose(late(seconds), secrets, { toleranceSeconds: 300, serviceAheadSeconds }).conclusion

  test('compares both clocks with the service’s time to name the wrong one', () => {
    expect(conclusion(301, null)).toMatchObject({
      sentence: 'Timestamp too old',
      advice: expect.stringContaining('Check this computer’s clock'),
    })
    expect(conclusion(400, -400).advice).toContain('400 s ahead of the service')
    expect(conclusion(-400, 400).advice).toContain('400 s behind the service')
    expect(conclusion(400, 2).advice).toMatch(/agree.*sent twice/)
    expect(matching(late(301))).toEqual(['own-secret', 'clock'])
    expect(JSON.stringify(diagnose(late(301), secrets, clock).checks)).toContain('301 s old')
    expect(JSON.stringify(diagnose(late(-301), secrets, clock).checks)).toContain('301 s ahead')
  })

  test('reports no fault for a validly signed delivery that arrived in time', () => {
    expect(matching(late(300))).toEqual(['own-secret'])
    expect(conclusion(300, null).sentence).toContain('Valid with the current secret')
  })

  test('reports a timestamp in milliseconds, which must be in seconds', () => {
    const evidence = delivered({ timestamp: `${timestamp}000` })
    expect(diagnose(evidence, secrets, clock).conclusion.sentence).toContain('milliseconds')
  })
})

describe('a delivery whose wrong signature has no known cause', () => {
  test('warns of a forged delivery only if the endpoint’s secret has verified a delivery before', () => {
    const forged = delivered({ secret: otherSecret })
    expect(matching(forged)).toEqual([])
    expect(diagnose(forged, secrets, clock).conclusion.advice).toContain('Don’t trust')
    const unproven = diagnose(forged, { ...secrets, isProven: false }, clock)
    expect(unproven.conclusion.advice).toContain('Import the')
    expect(unproven.conclusion.sentence).toBe('Altered, or signed with an unknown secret')
  })

  test('diagnoses a delivery with the secrets of other endpoints if its endpoint has none', () => {
    const others = [{ endpointId: 'whe_other', secret: otherSecret }]
    const missing = diagnose(delivered(), { ...secrets, own: [], others }, clock)
    expect(missing.checks.map(({ check }) => check)).toEqual(['other-secret'])
    expect(missing.conclusion.advice).toContain('Import the')
    const locked = diagnose(delivered(), { ...secrets, own: [], whyNone: 'locked' }, clock)
    expect(locked).toMatchObject({
      checks: [],
      conclusion: { advice: expect.stringContaining('Unlock') },
    })
    const deleted = diagnose(delivered(), { ...secrets, own: [], whyNone: 'deleted' }, clock)
    expect(deleted.conclusion.advice).toBe('Its endpoint was deleted, and its signing secret with it.')
  })

  test('reports missing webhook headers as the cause of a failed signature', () => {
    const none = { ...delivered(), headers: [] }
    expect(diagnose(none, secrets, clock).conclusion.sentence).toContain('headers missing')
  })
})

test('a diagnosis contains no secret and no valid signature', () => {
  const at = { ...secrets, others: [{ endpointId: 'whe_other', secret: otherSecret }] }
  for (const evidence of [
    delivered(),
    delivered({ body: `${body}\n` }),
    delivered({ secret: otherSecret }),
  ]) {
    const said = JSON.stringify(diagnose(evidence, at, clock))
    expect(findSecret(sampleSecret, { said })).toEqual([])
    expect(findSecret(otherSecret, { said })).toEqual([])
    const right = signDelivery({ id: 'evt_1', timestamp, body: evidence.body }).signature.slice(3)
    expect(said).not.toContain(right.slice(0, 12))
  }
})

test('diagnoses hostile bodies of the maximum size within the time limit', () => {
  const size = 256 * 1024
  const bodies = [
    `{${' '.repeat(size - 2)}}`,
    `{"a":"${'\\"'.repeat(size / 2 - 4)}"}`,
    `[${'1,'.repeat(size / 2 - 2)}1]`,
    `"${'\\\\'.repeat(size / 2 - 2)}`,
    `[${'{"/":"ë"},'.repeat(20_000)}0]`,
  ]
  for (const large of bodies) expect(matching(delivered({ body: large }))).toEqual([])
})

test('diagnoses any delivery without throwing', () => {
  const header = fc.tuple(
    fc.constantFrom('webhook-id', 'Webhook-Timestamp', 'webhook-signature', 'svix-id', 'svix-signature', 'x'),
    fc.oneof(fc.string(), fc.constantFrom('v1,', 'v1,AAAA v2,x', timestamp)),
  )
  fc.assert(
    fc.property(fc.array(header, { maxLength: 8 }), fc.uint8Array({ maxLength: 64 }), (headers, bytes) => {
      const { conclusion } = diagnose({ headers, body: bytes, receivedAt }, secrets, clock)
      expect(conclusion.sentence).not.toBe('')
    }),
    property(100_000),
  )
})

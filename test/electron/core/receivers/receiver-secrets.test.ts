import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  type InputType,
  zstdCompressSync,
} from 'node:zlib'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { isReservedHeader } from '#core/receivers/send/headers.ts'
import { storedResponseBytes } from '#shared/receivers/limits.ts'
import { newReceiver } from '#shared/receivers/model.ts'
import { filesBelow, findSecret } from '../../../support/canary.ts'
import { fakeKeychain, refusalOf } from '../../../support/core/open-core.ts'
import { otherSecret } from '../../../support/deliveries/signed-delivery.ts'
import { eventually } from '../../../support/eventually.ts'
import { headersOf, openRawReceiver, type RawReceiver } from '../../../support/receivers/raw-receiver.ts'
import { openReceivingCore, type ReceivingCore } from '../../../support/receivers/receiving-core.ts'
import { property } from '../../../support/runs.ts'

const retryOf = (deliveryId: number) => ({ mode: 'retry', deliveryId }) as const
const hidden = (name: string, value: string | null) => ({ name, value, isVisible: false })

describe('secrets that a receiver repeats in its response', () => {
  const functionsKey = 'fn-4b1f7de2a90c_Q+r/8=='
  const bearer = 'canary-7c9e"2f\\10&<é>'
  const password = 'pässword-51dd0e'
  const basic = Buffer.from(`robot:${password}`).toString('base64')
  const hexKey = '9f86D081884c7d659a2feaa0c55ad015'
  let core: ReceivingCore
  let raw: RawReceiver
  let id: string
  let deliveryId: number
  let secrets: Record<string, string>

  beforeEach(async () => {
    core = await openReceivingCore({ secrets: fakeKeychain() })
    raw = await openRawReceiver()
    const headers = [
      hidden('x-functions-key', functionsKey),
      hidden('Authorization', `Bearer ${bearer}`),
      hidden('X-Proxy', `Basic ${basic}`),
      hidden('X-Hex', hexKey),
    ]
    const created = await core.addReceiver({
      url: raw.url,
      signsWith: 'own',
      ownSecret: otherSecret,
      headers,
    })
    id = created.id
    deliveryId = await core.deliver()
    const { apiKey } = await core.client.call('sandbox.receiver-key')
    const raws = { own: otherSecret, endpoint: core.secret }
    secrets = {
      ...raws,
      ...{ functionsKey, bearer, password, hexKey, apiKey, endpointKey: core.secret.slice('whsec_'.length) },
      ...Object.fromEntries(
        Object.entries(raws).map(([name, text]) => [
          `bytes of ${name}`,
          Buffer.from(text.slice('whsec_'.length), 'base64').toString('latin1'),
        ]),
      ),
      'bytes of hexKey': Buffer.from(hexKey, 'hex').toString('latin1'),
    }
  })

  type Encode = (text: string) => string
  const bytes = (text: string) => Buffer.from(text, 'latin1')
  const each = (text: string, write: (code: number) => string) =>
    [...text].map((sign) => write(sign.charCodeAt(0))).join('')
  const digits = (code: number, length: number) => code.toString(16).padStart(length, '0')
  const encodings: Readonly<Record<string, Encode>> = {
    plain: (text) => text,
    'upper case': (text) => text.toUpperCase(),
    'lower case': (text) => text.toLowerCase(),
    'mixed case': (text) =>
      text.replace(/[a-z]/gi, (sign, at) => (at % 2 ? sign.toUpperCase() : sign.toLowerCase())),
    base64: (text) => bytes(text).toString('base64'),
    'base64 without padding': (text) => bytes(text).toString('base64').replace(/=+$/, ''),
    'base64 for URLs': (text) => bytes(text).toString('base64url'),
    'base64 after one byte': (text) => bytes(`:${text}`).toString('base64'),
    'base64 after two bytes': (text) => bytes(`::${text}`).toString('base64'),
    'base64 in lines': (text) =>
      bytes(text)
        .toString('base64')
        .replace(/(.{13})/g, '$1\r\n'),
    hex: (text) => bytes(text).toString('hex'),
    'upper-case hex': (text) => bytes(text).toString('hex').toUpperCase(),
    'hex after a digit': (text) => `a${bytes(text).toString('hex')}`,
    'hex with colons': (text) =>
      bytes(text)
        .toString('hex')
        .replace(/..(?!$)/g, '$&:'),
    'bytes of a buffer': (text) => JSON.stringify([...bytes(text)]),
    'bytes of a dump': (text) => [...bytes(text)].join(' '),
    'hex of a dump': (text) => each(text, (code) => `0x${digits(code, 2)}, `),
    'upper-case hex of upper case': (text) => bytes(text.toUpperCase()).toString('hex').toUpperCase(),
    'base64 of lower case': (text) => bytes(text.toLowerCase()).toString('base64'),
    URL: (text) => each(text, (code) => `%${digits(code, 2)}`),
    'parts for a URL': (text) =>
      each(text, (code) =>
        /\w/.test(String.fromCharCode(code))
          ? String.fromCharCode(code)
          : `%${digits(code, 2).toUpperCase()}`,
      ),
    JSON: (text) => JSON.stringify(text).slice(1, -1),
    'JSON in JSON': (text) => JSON.stringify(JSON.stringify(text)).slice(1, -1),
    'JSON escapes': (text) => each(text, (code) => `\\u${digits(code, 4)}`),
    'first sign escaped': (text) => text.replace(/^[!-~]/, (sign) => `\\u${digits(sign.charCodeAt(0), 4)}`),
    'JavaScript escapes': (text) => each(text, (code) => `\\x${digits(code, 2)}`),
    HTML: (text) => text.replace(/[&<>"']/g, (sign) => `&#x${digits(sign.charCodeAt(0), 2)};`),
    'HTML numbers': (text) => each(text, (code) => `&#${code};`),
    'UTF-8': (text) => Buffer.from(text, 'utf8').toString('latin1'),
    'UTF-16': (text) => each(text, (code) => `${String.fromCharCode(code)}\0`),
  }
  const places = [
    'status text',
    'header name',
    'header value',
    'body',
    'chunks',
    'the limit',
    'no end',
  ] as const
  const canStandIn: Readonly<Record<(typeof places)[number], RegExp>> = {
    'status text': /^[\t\x20-\x7e\x80-\xff]*$/,
    'header name': /^[\w!#$%&'*+.^`|~-]+$/,
    'header value': /^[\t\x20-\x7e\x80-\xff]*$/,
    ...{ body: /(?:)/, chunks: /(?:)/, 'the limit': /(?:)/, 'no end': /(?:)/ },
  }

  const respond = (place: (typeof places)[number], form: string, at: number) => {
    const head = (status: string, more: string) => `HTTP/1.1 500 ${status}\r\nConnection: close\r\n${more}`
    const whole = (body: string) => `${head('Oops', `Content-Length: ${body.length}\r\n`)}\r\n${body}`
    switch (place) {
      case 'status text':
        return `${head(`A ${form} b`, 'Content-Length: 0\r\n')}\r\n`
      case 'header name':
        return `${head('Oops', `x.${form}.y: 1\r\nContent-Length: 0\r\n`)}\r\n`
      case 'header value':
        return `${head('Oops', `X-Echo: a ${form} b\r\nContent-Length: 0\r\n`)}\r\n`
      case 'body':
        return whole(`${'. '.repeat(at)}${form} .`)
      case 'no end':
        return `${head('Oops', 'Content-Length: 999999\r\n')}\r\n. ${form} .`
      case 'the limit':
        return whole(`${'.'.repeat(storedResponseBytes - (at % (form.length + 1)))}${form}.${'.'.repeat(at)}`)
      case 'chunks': {
        const pieces = [`. ${form.slice(0, at)}`, form.slice(at, at + 5), `${form.slice(at + 5)} .`]
        const chunks = pieces
          .filter((piece) => piece !== '')
          .map((piece) => `${digits(piece.length, 1)}\r\n${piece}\r\n`)
        return `${head('Oops', 'Transfer-Encoding: chunked\r\n')}\r\n${chunks.join('')}0\r\n\r\n`
      }
    }
  }

  test('redacts secrets in every part and encoding of a receiver’s response', async () => {
    const encoding = fc.constantFrom(...Object.keys(encodings))
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: 100 }),
        fc.array(encoding, { minLength: 1, maxLength: 2 }),
        fc.constantFrom(...places),
        fc.nat({ max: 200 }),
        async (which, names, place, at) => {
          const known = Object.entries(secrets)
          const [name = '', secret = ''] = known[which % known.length] ?? []
          // Invalid text has no letter case to change.
          fc.pre(!name.startsWith('bytes') || !names.some((each) => /case$/.test(each)))
          // Changing the case of letters, or reading UTF-8 as Latin-1, destroys an encoding applied earlier.
          fc.pre(!/case$|^UTF-8/.test(names[1] ?? ''))
          const form = names.reduce((text, name) => encodings[name]?.(text) ?? text, secret)
          fc.pre(canStandIn[place].test(form))
          raw.answer = (_request, socket) => void socket.end(respond(place, form, at), 'latin1')
          const sent = await core.client.call('receivers.send', { id, sending: retryOf(deliveryId) })
          const { statusText = '', headers = [], bodyBase64 = '' } = sent.response ?? {}
          const shown = [statusText, ...headers.flat(), bytes(atob(bodyBase64)).toString('latin1')].join('\n')
          expect(shown).toContain('[redacted]'.slice(0, place === 'the limit' ? 0 : 10))
          // The characters at the ends of an encoded form depend on the adjacent bytes.
          const [edge, length] = names.length === 1 ? [4, 8] : [40, 32]
          for (let from = edge; from + edge + length < form.length; from += 1) {
            const part = form.slice(from, from + length)
            if (/[^.,\s\d]/.test(part)) expect(shown).not.toContain(part)
          }
          const read = await core.client.call('receivers.get-send', { id: sent.id })
          expect(read.response).toEqual(sent.response)
        },
      ),
      property(),
    )
    const texts = {
      ...filesBelow(core.dataFolder),
      log: core.log.join('\n'),
      events: JSON.stringify(core.events),
    }
    for (const secret of [functionsKey, bearer, basic, hexKey, otherSecret, core.secret])
      expect(findSecret(secret, texts)).toEqual([])
  })

  test.each<[string, (body: InputType) => Buffer]>([
    ['gzip', gzipSync],
    ['X-GZIP', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
    ['gzip, br', (body) => brotliCompressSync(gzipSync(body))],
  ])('decodes and redacts a receiver’s response with the content coding %s', async (coding, encode) => {
    const noise = Buffer.from(Array.from({ length: 3_000 }, (_, at) => (at * at) % 251)).toString('hex')
    const body = encode(`{"echo":"${functionsKey}"}${noise}`)
    const responses = [
      `Content-Length: ${body.length}\r\nContent-Encoding: ${coding}\r\n\r\n${body.toString('latin1')}`,
      `Content-Length: ${body.length}\r\nContent-Encoding: ${coding}\r\n\r\n${body.subarray(0, -9).toString('latin1')}`,
    ]
    for (const response of responses) {
      raw.answer = (_request, socket) => void socket.end(`HTTP/1.1 500 Oops\r\n${response}`, 'latin1')
      const sent = await core.client.call('receivers.send', { id, sending: retryOf(deliveryId) })
      const text = atob(sent.response?.bodyBase64 ?? '')
      expect(text).not.toContain(functionsKey)
      if (response === responses[0]) expect(text).toBe(`{"echo":"[redacted]"}${noise}`)
    }
  })

  test('shows the body of a response that is labeled as compressed but is not', async () => {
    raw.answer = (_request, socket) =>
      void socket.end('HTTP/1.1 500 Oops\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nplain')
    const { response } = await core.client.call('receivers.send', { id, sending: retryOf(deliveryId) })
    expect(atob(response?.bodyBase64 ?? '')).toBe('plain')
  })

  test('shows a receiver’s response without secrets byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 400 }),
        fc.string({ maxLength: 60 }),
        async (tail, text) => {
          const body = Buffer.concat([
            Buffer.from(`{"key_version":1,"authorization: needed":${JSON.stringify(text)}}`),
            tail,
          ])
          raw.answer = (_request, socket) => {
            socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n`)
            socket.end(body)
          }
          const { response } = await core.client.call('receivers.send', { id, sending: retryOf(deliveryId) })
          expect(response?.bodyBase64).toBe(body.toString('base64'))
        },
      ),
      property(),
    )
  })
})

describe('header values of a receiver', () => {
  const settings = { ...newReceiver, name: 'Local app', url: 'http://127.0.0.1:3000/' }

  test('stores a receiver’s header value as a secret unless the user marks it visible', async () => {
    const secrets = fakeKeychain()
    const core = await openReceivingCore({ secrets })
    const name = fc
      .oneof(
        fc.stringMatching(/^[A-Za-z][A-Za-z0-9-]{0,20}$/),
        fc.constantFrom(
          'x-functions-key',
          'Ocp-Apim-Subscription-Key',
          'X-Auth-Key',
          'X-Team',
          'Authorization',
        ),
      )
      .filter((text) => !isReservedHeader(text))
    let serial = 0
    await fc.assert(
      fc.asyncProperty(name, fc.boolean(), async (header, isVisible) => {
        serial += 1
        const value = `value-${serial}-of-a-header`
        const created = await core.client.call('receivers.create', {
          ...settings,
          headers: [{ name: header, value, isVisible }],
        })
        const inKeychain = secrets.entries.get(`rcv:sandbox:${created.id}:headers`)
        expect([created.headers, inKeychain]).toEqual([
          [{ name: header, value: isVisible ? value : null, isVisible }],
          isVisible ? undefined : JSON.stringify([[header.toLowerCase(), value]]),
        ])
        const texts = { ...filesBelow(core.dataFolder), events: JSON.stringify(core.events) }
        if (!isVisible) expect(findSecret(value, texts)).toEqual([])
        await core.client.call('receivers.remove', { id: created.id })
      }),
      property(1_000),
    )
  })

  test('shows a secret header value only if the user enters the value again', async () => {
    const core = await openReceivingCore()
    const { id } = await core.client.call('receivers.create', {
      ...settings,
      headers: [hidden('X-Key', 'a-hidden-value')],
    })
    const change = (value: string | null, isVisible: boolean) =>
      core.client.call('receivers.update', {
        id,
        changes: { headers: [{ name: 'X-Key', value, isVisible }] },
      })
    expect((await refusalOf(change(null, true))).details.fields?.headers).toBe(
      'Enter the value of the header X-Key.',
    )
    expect((await change('shown', true)).headers).toEqual([
      { name: 'X-Key', value: 'shown', isVisible: true },
    ])
    expect((await change('shown', false)).headers).toEqual([hidden('X-Key', null)])
  })

  test('does not redact secrets shorter than 8 characters in responses', async () => {
    const core = await openReceivingCore()
    const raw = await openRawReceiver()
    raw.answer = (_request, socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\nx-short')
    const { id } = await core.addReceiver({
      url: raw.url,
      headers: [hidden('X-Short', 'x-short'), hidden('X-One', '1')],
    })
    const sent = await core.client.call('receivers.send', { id, sending: retryOf(await core.deliver()) })
    expect(headersOf(raw.requests[0])).toMatchObject({ 'x-short': 'x-short', 'x-one': '1' })
    expect(headersOf(sent.request ?? (undefined as never))).toMatchObject({
      'x-short': '[redacted]',
      'x-one': '[redacted]',
    })
    expect(atob(sent.response?.bodyBase64 ?? '')).toBe('x-short')
  })

  test.each([
    [
      'were deleted from the keychain',
      (keychain: ReturnType<typeof fakeKeychain>) => {
        for (const account of keychain.entries.keys())
          if (account.endsWith(':headers')) keychain.entries.delete(account)
      },
    ],
    [
      'are unreachable, because there is no keychain',
      (keychain: ReturnType<typeof fakeKeychain>) => {
        keychain.mode = 'none'
      },
    ],
  ])('sends nothing to a receiver if its header values %s', async (_why, lose) => {
    const secrets = fakeKeychain()
    const first = await openReceivingCore({ secrets })
    const raw = await openRawReceiver()
    const key = hidden('X-Key', 'the-value-of-it')
    const { id } = await first.addReceiver({
      url: raw.url,
      headers: [key],
      signsWith: 'own',
      ownSecret: otherSecret,
    })
    const deliveryId = await first.deliver()
    await first.close()
    lose(secrets)
    const core = await openReceivingCore({ secrets, dataFolder: first.dataFolder })
    const { client } = core
    const read = async () => (await client.call('receivers.list')).find((one) => one.id === id)
    await eventually(async () => expect((await read())?.headerValues).toBe('missing'))
    await client.call('receivers.update', { id, changes: { signsWith: 'none' } })
    const refused = await refusalOf(client.call('receivers.send', { id, sending: retryOf(deliveryId) }))
    expect([refused.code, refused.message]).toEqual([
      'secret-missing',
      'The value of the header X-Key isn’t in the keychain. Enter it again in the settings of the receiver.',
    ])
    const kept = await refusalOf(
      client.call('receivers.update', { id, changes: { headers: [hidden('X-Key', null)] } }),
    )
    expect(kept.details.fields?.headers).toBe('Enter the value of the header X-Key.')
    await client.call('receivers.set-live', { id, live: true })
    await core.deliver()
    await eventually(async () => expect((await read())?.status.waiting.blocked?.reason).toBe('headers'))
    expect(raw.bytes()).toBe(0)
    const entered = await client.call('receivers.update', { id, changes: { headers: [key] } })
    expect([entered.headerValues, entered.headers]).toEqual(['stored', [hidden('X-Key', null)]])
    await client.call('receivers.send', { id, sending: retryOf(deliveryId) })
    expect(headersOf(raw.requests[0])['x-key']).toBe('the-value-of-it')
  })
})

import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { curlCommand, type Header, rawHttp, redactedHeaders } from '#core/deliveries/copy/sent-request.ts'
import { openCore, refusalOf } from '../../../../support/core/open-core.ts'
import { exchange } from '../../../../support/deliveries/raw-http.ts'
import { eventually } from '../../../../support/eventually.ts'
import { listenOnLoopback } from '../../../../support/loopback.ts'
import { describeNeeding } from '../../../../support/needs.ts'
import { property } from '../../../../support/runs.ts'

const run = promisify(execFile)

async function openReceiver() {
  const got: { headers: string[]; body: Buffer; target: string | undefined }[] = []
  const server = createServer((req, res) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => {
      got.push({ headers: req.rawHeaders, body: Buffer.concat(chunks), target: req.url })
      res.end()
    })
  })
  return { got, port: await listenOnLoopback(server) }
}

const headerName = fc.stringMatching(/^[A-Za-z][A-Za-z0-9-]{0,12}$/).map((name) => `X-${name}`)
const headerValue = fc
  .array(fc.oneof(fc.integer({ min: 0x21, max: 0x7e }), fc.integer({ min: 0x80, max: 0xff })), {
    maxLength: 20,
  })
  .map((codes) => String.fromCharCode(...codes))
const headers = fc.array(fc.tuple(headerName, headerValue), { maxLength: 6 })
const body = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }).map((text) => Buffer.from(text)),
  fc
    .constantFrom(`@/etc/hostname`, `'; exit 1; '`, '$HOME `id` !! \\', '{"a":"\n\n"}\n', '')
    .map((text) => Buffer.from(text)),
)

test.each([
  'x-functions-key',
  'Ocp-Apim-Subscription-Key',
  'X-Auth-Key',
  'X-Hub-Secret',
  'X-Session',
  'Cf-Access-Client-Secret',
  'X-Vercel-Protection-Bypass',
])('redacts the value of the header %s in a copied delivery', (name) => {
  expect(redactedHeaders([[name, 'plain']], { redact: (text) => text })).toEqual([[name, '[redacted]']])
})

test('keeps the values of headers that can’t contain secrets in a copied delivery', () => {
  const shown: [string, string][] = ['Webhook-Signature', 'Content-Type', 'Traceparent', 'X-Request-Id'].map(
    (name) => [name, 'plain'],
  )
  expect(redactedHeaders(shown, { redact: (text) => text })).toEqual(shown)
})

describeNeeding(['curl'], 'a cURL command', () => {
  test('a copied cURL command sends the same bytes, with headers in the original order and case', async () => {
    const { got, port } = await openReceiver()
    await fc.assert(
      fc.asyncProperty(headers, body, async (sent, bytes) => {
        const url = `http://127.0.0.1:${port}/hooks/a{b}[1-3]/../c`
        const command = curlCommand({ url, headers: sent, body: bytes })
        await run('bash', ['-c', `${command} --silent --fail`])
        const last = got.pop()
        expect(last?.body.equals(Buffer.from(bytes))).toBe(true)
        expect(last?.target).toBe('/hooks/a{b}[1-3]/../c')
        const own = ['Host', 'Content-Length']
        expect(pairs(last?.headers ?? []).filter(([name]) => !own.includes(name))).toEqual(sent)
      }),
      property(3_000),
    )
  })

  test('a copied cURL command sends a body that is too long for a shell argument', async () => {
    const { got, port } = await openReceiver()
    const bytes = Buffer.alloc(256 * 1024, 'é')
    const command = curlCommand({ url: `http://127.0.0.1:${port}/`, headers: [], body: bytes })
    const child = execFile('bash', ['-s'])
    child.stdin?.end(`${command}\n`)
    await eventually(() => expect(got[0]?.body.equals(bytes)).toBe(true))
  })
})

test('a delivery copied as raw HTTP parses into the same request', async () => {
  const { got, port } = await openReceiver()
  const text = fc.string({ unit: 'grapheme', maxLength: 100 })
  await fc.assert(
    fc.asyncProperty(headers, text, async (sent, content) => {
      const all: Header[] = [['Host', 'a'], ...sent]
      const raw = rawHttp({ url: 'https://a/hooks/b?c', headers: all, body: Buffer.from(content) })
      const split = raw.indexOf('\r\n\r\n') + 4
      await exchange(
        port,
        Buffer.concat([Buffer.from(raw.slice(0, split), 'latin1'), Buffer.from(raw.slice(split))]),
      )
      const last = got.pop()
      expect(last).toMatchObject({ target: '/hooks/b?c', body: Buffer.from(content) })
      expect(pairs(last?.headers ?? []).slice(0, all.length)).toEqual(all)
    }),
    property(3_000),
  )
})

function pairs(rawHeaders: readonly string[]): [string, string][] {
  return rawHeaders.flatMap(
    (name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? '']] : []) as [string, string][],
  )
}

describe('a copied delivery', () => {
  const withSandbox = async () => {
    const opened = await openCore()
    await opened.client.call('sandbox.start', { notes: 10 })
    const delivery = await eventually(async () => {
      const [first] = (await opened.client.call('deliveries.list', {})).deliveries
      if (!first) throw new Error('Nothing arrived yet.')
      return opened.client.call('deliveries.get', { id: first.id })
    })
    const [endpoint] = await opened.client.call('endpoints.list')
    const { secret } = await opened.client.call('endpoints.reveal-secret', { id: endpoint?.id ?? '' })
    const copy = async (
      as: 'curl' | 'curl-signed-now' | 'curl-signed-here' | 'http' | 'json' | 'fixture',
      id = delivery.id,
    ) => (await opened.client.call('deliveries.copy', { id, as })).text
    const port = Number(((await opened.client.call('listener.status')) as { port?: number }).port)
    return { ...opened, delivery, secret, copy, port }
  }

  test('a copied delivery contains the complete body and no signing secret', async () => {
    const { copy, secret, delivery } = await withSandbox()
    const text = Buffer.from(delivery.bodyBase64, 'base64').toString()
    for (const as of ['curl', 'curl-signed-now', 'curl-signed-here', 'http', 'json', 'fixture'] as const) {
      const copied = await copy(as)
      expect(copied).not.toContain(secret.slice('whsec_'.length, -4))
      if (as !== 'json' && as !== 'fixture') expect(copied).toContain(text)
    }
    expect(JSON.parse(await copy('json'))).toMatchObject({
      body: text,
      verdict: 'verified',
      workspaceId: null,
    })
  })

  test('a copied cURL command has a new signature with the current time', async () => {
    const { copy, secret, delivery } = await withSandbox()
    const command = await copy('curl-signed-now')
    const signature = /webhook-signature: ([^']+)'/.exec(command)?.[1] ?? ''
    const timestamp = /webhook-timestamp: (\d+)'/.exec(command)?.[1] ?? ''
    const body = Buffer.from(delivery.bodyBase64, 'base64').toString()
    const given = { 'webhook-id': delivery.webhookId ?? '', 'webhook-timestamp': timestamp }
    expect(() => new Webhook(secret).verify(body, { ...given, 'webhook-signature': signature })).not.toThrow()
  })

  describeNeeding(['curl'], 'copies of a delivery for the local listener', () => {
    test('the listener verifies the delivery that a copied command sends', async () => {
      const { copy, client, delivery, port } = await withSandbox()
      const command = await copy('curl-signed-here')
      expect(command).toContain(`http://127.0.0.1:${port}/hooks/`)
      const before = (await client.call('deliveries.get', { id: delivery.id })).attempts
      await run('bash', ['-c', `${command} --silent --fail`])
      await eventually(async () => {
        const now = await client.call('deliveries.get', { id: delivery.id })
        expect(now).toMatchObject({ attempts: before + 1, verdict: 'verified' })
      })
      await client.call('listener.stop')
      expect((await refusalOf(copy('curl-signed-here'))).message).toContain('Start the listener')
    })
  })

  test('the official library verifies a copied test fixture with the fixture’s sample secret', async () => {
    const { copy, secret } = await withSandbox()
    const fixture = JSON.parse(await copy('fixture'))
    expect(fixture.expected).toBe('accepted')
    expect(fixture.secret).not.toBe(secret)
    const named = Object.fromEntries(
      fixture.headers.map(([name, value]: Header) => [name.toLowerCase(), value]),
    )
    const age = Math.abs(Date.now() / 1000 - fixture.now)
    expect(age).toBeLessThan(280)
    expect(() => new Webhook(fixture.secret).verify(fixture.body, named)).not.toThrow()
  })

  test('redacts secrets in the headers of a copied delivery and keeps its other headers', async () => {
    const { copy, client, delivery, port } = await withSandbox()
    const path = new URL(delivery.endpointUrl ?? '').pathname
    const lines = [
      'webhook-id: evt_forged',
      `webhook-timestamp: ${Math.floor(Date.now() / 1000)}`,
      'webhook-signature: v1,AAAA',
    ]
    const secrets = [
      'Authorization: Basic abcdefgh',
      'X-Api-Key: 12345',
      'Cookie: a=b',
      'X-Note: bearer zyxwv',
      'X-Plain: kept',
    ]
    await exchange(
      port,
      `POST ${path} HTTP/1.1\r\nHost: a\r\n${[...lines, ...secrets].join('\r\n')}\r\nContent-Length: 2\r\n\r\n{}`,
    )
    const forged = await eventually(async () => {
      const { deliveries } = await client.call('deliveries.list', {})
      const one = deliveries.find(({ webhookId }) => webhookId === 'evt_forged')
      if (!one) throw new Error('It is not kept yet.')
      return one.id
    })
    for (const as of ['curl', 'http', 'json', 'fixture'] as const) {
      const copied = await copy(as, forged)
      expect(copied).not.toMatch(/abcdefgh|12345|a=b|zyxwv/)
      expect(copied).toMatch(/X-Plain.+kept/s)
    }
    const { expected, about, now, secret, headers, body } = JSON.parse(await copy('fixture', forged))
    expect([expected, about]).toEqual(['refused', expect.stringContaining('must reject')])
    const named = Object.fromEntries(headers.map(([name, value]: Header) => [name.toLowerCase(), value]))
    expect(Math.abs(Date.now() / 1000 - now)).toBeLessThan(280)
    expect(() => new Webhook(secret).verify(body, named)).toThrow('No matching signature')
    // Signing it would make a stranger's request look genuine.
    expect((await refusalOf(copy('curl-signed-now', forged))).message).toContain('wasn’t verified')
  })
})

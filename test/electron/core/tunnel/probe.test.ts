import { createServer, request } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createProbes, type ProbeOptions } from '#core/tunnel/probe.ts'
import { faultOfFailure } from '#core/tunnel/probe-faults.ts'
import { listenOnLoopback } from '../../../support/loopback.ts'
import { describeNeeding } from '../../../support/needs.ts'
import { type Authority, createAuthority } from '../../../support/tunnel/certificates.ts'
import { openPublicSide, type PublicSide } from '../../../support/tunnel/public-side.ts'

describeNeeding(['openssl'], 'probes of a public URL', () => {
  const name = 'hooks.example.com'
  let authority: Authority
  let side: PublicSide

  beforeAll(async () => {
    authority = createAuthority()
    side = await openPublicSide(authority.issue(name))
  })
  afterEach(() => {
    side.target = null
    side.answer = null
  })
  afterAll(async () => {
    await side.close()
    authority.remove()
  })

  function newProbes(options: Partial<ProbeOptions> = {}) {
    const dial = { lookup: async () => ['127.0.0.1'], ca: authority.ca }
    return createProbes({ lookup: async () => [], dial, ...options })
  }

  /** Returns the fault of a probe that another program responds to. */
  async function faultWhen(answer: PublicSide['answer']) {
    side.answer = answer
    const result = await newProbes().prove(`https://${name}:${side.port}`)
    if (result.reached) throw new Error('It was reached.')
    return result
  }

  async function openListener(probes: ReturnType<typeof newProbes>) {
    const server = createServer((req, res) => {
      const proof = probes.answer((req.url ?? '').slice('/probe/'.length))
      res.writeHead(proof === null ? 404 : 200).end(proof ?? 'not_found\n')
    })
    return listenOnLoopback(server)
  }

  test('proves a public URL by a nonce that the listener of this run has signed', async () => {
    const probes = newProbes()
    side.target = await openListener(probes)
    const result = await probes.prove(`https://${name}:${side.port}`)
    expect(result).toEqual({ reached: true, latencyMs: expect.any(Number) })
    expect(side.seen.at(-1)).toMatch(/^GET \/probe\/[\w-]{32}$/)
  })

  test('does not accept a probe’s response from another run of the app', async () => {
    side.target = await openListener(newProbes())
    const result = await newProbes().prove(`https://${name}:${side.port}`)
    expect(result).toMatchObject({ reached: false, fault: 'wrong-target' })
  })

  test('does not answer a probe with the nonce of a finished probe', async () => {
    const probes = newProbes()
    side.target = await openListener(probes)
    await probes.prove(`https://${name}:${side.port}`)
    const nonce = side.seen.at(-1)?.split('/').at(-1) ?? ''
    expect(probes.answer(nonce)).toBeNull()
    expect(probes.answer('')).toBeNull()
    expect(probes.answer('constructor')).toBeNull()
  })

  test('names the program that answers the probe instead of the listener', async () => {
    const html = (title: string) => `<!doctype html><html><head><title>${title}</title></head></html>`
    expect(await faultWhen((_, res) => void res.writeHead(502).end())).toMatchObject({ fault: 'gateway' })
    expect(await faultWhen((_, res) => void res.writeHead(530).end('error code: 1033'))).toMatchObject({
      fault: 'gateway',
      sentence: expect.stringContaining('530'),
    })
    expect(
      await faultWhen(
        (_, res) => void res.writeHead(302, { location: 'https://login.example.com/in?x=1' }).end(),
      ),
    ).toMatchObject({ fault: 'redirect', sentence: expect.stringContaining('login.example.com') })
    expect(
      await faultWhen(
        (_, res) => void res.writeHead(200, { 'content-type': 'text/html' }).end(html('Friendly reminder')),
      ),
    ).toMatchObject({ fault: 'interstitial', sentence: expect.stringContaining('“Friendly reminder”') })
    expect(
      await faultWhen(
        (_, res) => void res.writeHead(200, { 'ngrok-error-code': 'ERR_NGROK_6024' }).end(html('ngrok')),
      ),
    ).toMatchObject({ fault: 'interstitial', sentence: expect.stringContaining('warning page') })
    expect(
      await faultWhen(
        (_, res) => void res.writeHead(404, { 'ngrok-error-code': 'ERR_NGROK_3200' }).end(html('ngrok')),
      ),
    ).toMatchObject({ fault: 'gateway', sentence: expect.stringContaining('ERR_NGROK_3200') })
    expect(await faultWhen((_, res) => void res.writeHead(401).end('who?'))).toMatchObject({
      fault: 'interstitial',
    })
    expect(await faultWhen((_, res) => void res.writeHead(200).end('ok'))).toMatchObject({
      fault: 'wrong-target',
    })
    expect(await faultWhen((req) => void req.socket.destroy())).toMatchObject({ fault: 'no-connection' })
  })

  test('distinguishes an altered response to a probe from the response of another server', async () => {
    const probes = newProbes()
    const port = await openListener(probes)
    side.answer = ({ url }, res) =>
      void request({ port, path: url }, (reply) =>
        reply.resume().on('end', () => res.end('<p>Welcome</p>')),
      ).end()
    expect(await probes.prove(`https://${name}:${side.port}`)).toMatchObject({ fault: 'altered' })
  })

  test('explains why the certificate of the public URL is invalid', async () => {
    const expired = await openPublicSide(authority.issue(name, { expired: true }))
    const other = await openPublicSide(authority.issue('other.example.com'))
    onTestFinished(async () => void (await Promise.all([expired.close(), other.close()])))
    const prove = (port: number, options?: Partial<ProbeOptions>) =>
      newProbes(options).prove(`https://${name}:${port}`)
    expect(await prove(expired.port)).toMatchObject({
      fault: 'tls',
      sentence: expect.stringContaining('expired'),
    })
    expect(await prove(other.port)).toMatchObject({
      fault: 'tls',
      sentence: expect.stringContaining('another host name'),
    })

    const stranger = createAuthority()
    const dial = { lookup: async () => ['127.0.0.1'], ca: stranger.ca }
    stranger.remove()
    expect(await prove(side.port, { dial })).toMatchObject({ fault: 'tls' })

    const plain = createTcpServer(
      (socket) => void socket.on('error', () => {}).end('HTTP/1.1 200 OK\r\n\r\n'),
    )
    expect(await prove(await listenOnLoopback(plain))).toMatchObject({ fault: 'tls' })
  })

  test('reports a public URL that times out, has an unknown name or a closed port', async () => {
    side.answer = () => {}
    const late = await newProbes({ timeoutMs: 300 }).prove(`https://${name}:${side.port}`)
    expect(late).toMatchObject({ fault: 'timeout' })
    const nameless = newProbes({ dial: { lookup: async () => [], ca: authority.ca } })
    expect(await nameless.prove(`https://${name}:${side.port}`)).toMatchObject({ fault: 'no-name' })
    expect(await newProbes().prove(`https://${name}:1`)).toMatchObject({ fault: 'no-connection' })
  })

  test('never connects to a public URL whose name resolves to a private address', async () => {
    const before = side.seen.length
    for (const address of ['127.0.0.1', '10.0.0.7', '169.254.169.254', '::1']) {
      const probes = createProbes({ lookup: async () => ['203.0.113.1', address].slice(1) })
      expect(await probes.prove(`https://${name}:${side.port}`)).toMatchObject({ fault: 'private-answer' })
    }
    expect(side.seen.length).toBe(before)
  })
})

test.each(['EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH', 'ENETDOWN', 'EADDRNOTAVAIL'])(
  'suggests checking the network after the probe fails with %s',
  (code) => {
    expect(faultOfFailure(code, 'hooks.example.com')).toEqual({
      reached: false,
      fault: 'no-connection',
      sentence: 'Couldn’t reach hooks.example.com. Check this computer’s network connection.',
    })
  },
)

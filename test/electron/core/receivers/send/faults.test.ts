import { once } from 'node:events'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { newReceiver, SendDetail } from '#shared/receivers/model.ts'
import { openCore } from '../../../../support/core/open-core.ts'
import { openRawReceiver, type RawReceiver } from '../../../../support/receivers/raw-receiver.ts'
import { openReceivingCore, type ReceivingCore } from '../../../../support/receivers/receiving-core.ts'
import { isHard } from '../../../../support/runs.ts'
import { type Authority, createAuthority } from '../../../../support/tunnel/certificates.ts'

let core: ReceivingCore
let raw: RawReceiver
let deliveryId: number

beforeEach(async () => {
  core = await openReceivingCore({
    lookup: async (host) => (host === 'app.test' || host === 'other.test' ? ['127.0.0.1'] : []),
  })
  raw = await openRawReceiver()
  deliveryId = await core.deliver()
})

const sendTo = async (
  url: string,
  settings: Partial<typeof newReceiver> = { timeoutMs: 1000 },
): Promise<SendDetail> => {
  const { id } = await core.addReceiver({ url, ...settings })
  return core.client.call('receivers.send', { id, sending: { mode: 'retry', deliveryId } })
}

/** The problem of one send, which is recorded with it. */
async function problemOf(sent: SendDetail) {
  const recorded = await core.client.call('receivers.get-send', { id: sent.id })
  expect(recorded.problem).toEqual(sent.problem)
  expect(sent.problem?.sentence).toMatch(/^\S.*\.$/)
  return sent.problem
}

const head = (text: string) => (_request: unknown, socket: Socket) => void socket.write(text)
const endless = (socket: Socket, chunk: Buffer) => {
  const more = () => {
    while (!socket.destroyed && socket.write(chunk));
  }
  socket.on('drain', more)
  more()
}

describe('faulty responses of a receiver', () => {
  test('a send reports that the receiver is down', async () => {
    await raw.close()
    const problem = await problemOf(await sendTo(raw.url))
    expect(problem).toEqual({
      code: 'no-connection',
      sentence: `Nothing accepts connections at 127.0.0.1:${raw.port}. Start the receiver, or check the port.`,
    })
    const [listed] = await core.client.call('receivers.list')
    expect(listed?.status.health).toMatchObject({ state: 'down', problem: problem?.sentence })
  })

  test('reports a receiver that accepts the connection but never responds', async () => {
    raw.answer = () => {}
    const sent = await sendTo(raw.url)
    expect(await problemOf(sent)).toEqual({
      code: 'timeout',
      sentence: 'The receiver didn’t respond within 1 s.',
    })
    expect(sent.phases.totalMs).toBeLessThan(isHard ? 2500 : 10_000)
    expect(sent.phases.connectMs).not.toBeNull()
    expect(sent.phases.firstByteMs).toBeNull()
  })

  test('reports a receiver that resets the connection before its response', async () => {
    raw.answer = (_request, socket) => void socket.resetAndDestroy()
    expect(await problemOf(await sendTo(raw.url))).toEqual({
      code: 'reset',
      sentence: 'The receiver closed the connection without a response.',
    })
  })

  test('reports a receiver that closes the connection within its response', async () => {
    raw.answer = (_request, socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf')
    const sent = await sendTo(raw.url)
    expect(sent).toMatchObject({ status: 200, response: { bodyBytes: 4 } })
    expect((await problemOf(sent))?.code).toBe('reset')
  })

  test('stops reading a response that never ends at the timeout', async () => {
    raw.answer = (_request, socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      const timer = setInterval(() => socket.write('.'), 20)
      socket.on('close', () => clearInterval(timer))
    }
    const sent = await sendTo(raw.url)
    expect(await problemOf(sent)).toEqual({
      code: 'too-slow',
      sentence: 'The response didn’t end within 1 s.',
    })
    expect(sent).toMatchObject({ status: 200, response: { isCut: false } })
    expect(sent.phases.totalMs).toBeLessThan(isHard ? 2500 : 10_000)
  })

  test.each([
    ['of a gigabyte', 'Content-Length: 1073741824\r\n'],
    ['that never ends, fast', ''],
  ])('stores only the first 64 KiB of a response %s', async (_name, length) => {
    const chunk = Buffer.alloc(64 * 1024, 'x')
    raw.answer = (_request, socket) => {
      socket.write(`HTTP/1.1 200 OK\r\n${length}\r\n`)
      endless(socket, chunk)
    }
    const before = process.memoryUsage().rss
    const sent = await sendTo(raw.url, { timeoutMs: 15_000 })
    expect(sent).toMatchObject({ status: 200, problem: null, response: { isCut: true } })
    expect(atob(sent.response?.bodyBase64 ?? '')).toHaveLength(64 * 1024)
    expect(sent.response?.bodyBytes).toBeLessThan(4 * 1024 * 1024)
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
    expect(sent.phases.totalMs).toBeLessThan(10_000)
  })

  test.each([
    ['does not respond with HTTP', 'SSH-2.0-OpenSSH_9.9\r\n', 'malformed'],
    ['sends headers without end', `HTTP/1.1 200 OK\r\n${'x-y: z\r\n'.repeat(5000)}\r\n`, 'malformed'],
    ['sends a line break in its status', 'HTTP/1.1 20\n0 OK\r\n\r\n', 'malformed'],
    [
      'switches protocols',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
      'malformed',
    ],
  ])('a send reports a receiver that %s', async (_name, text, code) => {
    raw.answer = head(text)
    expect((await problemOf(await sendTo(raw.url)))?.code).toBe(code)
  })

  test('accepts a response that the receiver sends before it has read the request’s body', async () => {
    const early = await openRawReceiver()
    early.answer = (_request, socket) =>
      void socket.end('HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n')
    expect(await sendTo(early.url)).toMatchObject({ status: 413, problem: null })
  })

  test('a send waits for the receiver’s final response after 100 Continue', async () => {
    raw.answer = head('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n')
    expect(await sendTo(raw.url)).toMatchObject({ status: 204, problem: null })
  })

  test('reports a receiver whose host name has no address', async () => {
    // Uses another workspace, because the sandbox sends only to this computer.
    const service = await openReceivingCore({ workspace: 'service', lookup: async () => [] })
    const id = await service.deliver()
    const receiver = await service.addReceiver({ url: 'http://gone.test/webhooks' })
    const sent = await service.client.call('receivers.send', {
      id: receiver.id,
      sending: { mode: 'retry', deliveryId: id },
    })
    expect(sent.problem).toEqual({
      code: 'no-name',
      sentence: 'gone.test has no address. Check the name and your network.',
    })
  })

  test('rejects a receiver whose host name has no address in the sandbox', async () => {
    await expect(sendTo('http://gone.test/webhooks')).rejects.toThrow(
      /^The sandbox sends only to this computer/,
    )
  })

  test('sends to a receiver that listens only on IPv6', async () => {
    const six = await openRawReceiver({ host: '::1', port: raw.port }).catch(() => null)
    await raw.close()
    if (six === null) return
    expect(await sendTo(`http://localhost:${six.port}/webhooks`)).toMatchObject({
      status: 200,
      problem: null,
    })
  })
})

test('the time that a slow name server takes counts towards the receiver’s timeout', async () => {
  const slow = await openReceivingCore({
    workspace: 'service',
    lookup: (host) => (host === 'slow.test' ? new Promise(() => {}) : Promise.resolve([])),
  })
  const id = await slow.deliver()
  const receiver = await slow.addReceiver({ url: 'http://slow.test/webhooks', timeoutMs: 1000 })
  expect(receiver.address).toMatchObject({ kind: 'private', approval: 'given' })
  const sent = await slow.client.call('receivers.send', {
    id: receiver.id,
    sending: { mode: 'retry', deliveryId: id },
  })
  expect(sent.problem).toEqual({ code: 'no-name', sentence: 'The name server didn’t respond in time.' })
})

describe('receivers over TLS', () => {
  let authority: Authority
  beforeAll(() => {
    authority = createAuthority()
  })
  afterAll(() => authority.remove())

  const openTls = async (name: string, options?: { expired: boolean }) => {
    const server = createTlsServer(authority.issue(name, options), (request, response) => {
      request.resume()
      response.end('ok')
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    return (server.address() as AddressInfo).port
  }

  test('trusts a receiver’s private certificate authority only if the user added its certificate', async () => {
    const port = await openTls('app.test')
    expect(await problemOf(await sendTo(`https://app.test:${port}/`))).toEqual({
      code: 'tls',
      sentence:
        'The receiver’s certificate isn’t trusted. Add the certificate of its authority to the receiver.',
    })
    const sent = await sendTo(`https://app.test:${port}/`, { ca: authority.ca })
    expect(sent).toMatchObject({ status: 200, problem: null })
  })

  test.each([
    ['of another name', 'wrong.test', undefined, 'another name than app.test'],
    ['that has expired', 'app.test', { expired: true }, 'has expired'],
  ])(
    'rejects a receiver’s certificate %s, even if the user added its authority',
    async (_name, issued, options, words) => {
      const port = await openTls(issued, options)
      const problem = await problemOf(await sendTo(`https://app.test:${port}/`, { ca: authority.ca }))
      expect(problem).toEqual({ code: 'tls', sentence: expect.stringContaining(words) })
    },
  )

  test('reports a receiver that uses HTTP on a TLS port, or TLS on an HTTP port', async () => {
    expect((await problemOf(await sendTo(`https://app.test:${raw.port}/`)))?.code).toBe('timeout')
    raw.answer = head('HTTP/1.1 400 Bad Request\r\n\r\n')
    const port = await openTls('app.test')
    expect((await problemOf(await sendTo(`http://app.test:${port}/`)))?.code).toMatch(/reset|malformed/)
  })
})

test('records sends that are interrupted when the app quits', async () => {
  raw.answer = () => {}
  const { id } = await core.addReceiver({ url: raw.url })
  const sending = core.client.call('receivers.send', { id, sending: { mode: 'retry', deliveryId } })
  sending.catch(() => {})
  await expect.poll(() => raw.requests.length).toBe(1)
  const began = performance.now()
  await core.close()
  expect(performance.now() - began).toBeLessThan(5_000)
  const again = await openCore({ dataFolder: core.dataFolder })
  await again.client.call('sandbox.start', { notes: 10 })
  expect(await again.client.call('receivers.sends', { receiverId: id })).toMatchObject({
    sends: [{ status: null, problem: { code: 'stopped' } }],
  })
})

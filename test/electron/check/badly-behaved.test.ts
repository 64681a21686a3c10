import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { caseCount } from '#shared/checks/model.ts'
import { hintOf } from '#shared/checks/summary.ts'
import { closeLater, closeReceivers, startReceiver } from '../../support/checks/behaving-receiver.ts'
import { checkReceiver, numbersOf } from '../../support/checks/check-run.ts'

afterAll(closeReceivers)

async function raw(serve: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    serve(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closeLater(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

/** Responds to a request with `beginning`, then endlessly with `more`. */
const endless = (beginning: string, more: string) => (socket: Socket) => {
  socket.once('data', () => {
    socket.write(beginning)
    const timer = setInterval(() => socket.write(more), 20)
    socket.on('close', () => clearInterval(timer))
  })
}

const short = { requestMs: 300 }

describe.concurrent('a check of a misbehaving receiver', () => {
  test.each<[string, (socket: Socket) => void]>([
    ['never answers', (socket) => socket.resume()],
    ['never ends its head', endless('HTTP/1.1 200 OK\r\n', 'X-More: 1\r\n')],
    ['never ends its body', endless('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', '1\r\nx\r\n')],
  ])('stops the check after three requests to a receiver that %s', async (_, serve) => {
    const report = await checkReceiver(await raw(serve), { limits: short })
    expect(report.end).toBe('silent')
    expect(report.why).toContain('no complete answer to 3 valid deliveries')
    expect(numbersOf(report, 'failed')).toEqual([1])
    expect(numbersOf(report, 'not-run')).toHaveLength(caseCount - 1)
    expect(report.results.reduce((sum, { requests }) => sum + requests, 0)).toBe(3)
  })

  test('completes the check of a receiver that resets every connection', async () => {
    const report = await checkReceiver(
      await raw((socket) => void socket.once('data', () => socket.resetAndDestroy())),
    )
    expect(report.end).toBe('complete')
    expect(numbersOf(report, 'failed')).toContain(1)
    // A missing response to a forged delivery must not count as acceptance, so these cases pass.
    expect(numbersOf(report, 'passed')).toEqual(expect.arrayContaining([2, 3, 5, 8, 13]))
  })

  test('the check fails for a receiver that does not respond with HTTP', async () => {
    const report = await checkReceiver(
      await raw((socket) => void socket.once('data', () => socket.end('SSH-2.0-x\r\n'))),
    )
    expect(numbersOf(report, 'failed')).toContain(1)
  })

  test('completes the check of a receiver that does not respond to rejected requests', async () => {
    const { url } = await startReceiver({ reject: () => {} })
    const report = await checkReceiver(url, { limits: { requestMs: 2_500 }, only: [1, 2, 3, 5, 6, 16] })
    expect(report.end).toBe('complete')
    expect(numbersOf(report, 'failed', 'not-run')).toEqual([])
    expect(report.results[1]?.found).toEqual(['It was not answered. Answer 400 or 401 at once.'])
  })

  test('accepts the rejection of a request even if the response never ends', async () => {
    const { url } = await startReceiver({ reject: (response) => void response.writeHead(401).write('no') })
    const report = await checkReceiver(url, { limits: { requestMs: 2_500 }, only: [1, 2, 3] })
    expect(numbersOf(report, 'passed')).toEqual([1, 2, 3])
    expect(report.results[1]?.found).toEqual(['Answered 401, but the response did not end. End it at once.'])
    expect(report.results[2]?.found).toEqual([])
  })

  test('skips the remaining cases when the check has reached its time limit', async () => {
    const { url } = await startReceiver({ delayMs: 50 })
    const report = await checkReceiver(url, { limits: { runMs: 400 } })
    expect([report.end, report.results.length]).toEqual(['out-of-time', caseCount])
    expect(numbersOf(report, 'not-run').length).toBeGreaterThan(0)
  })

  test('stops the check while a request is running', async () => {
    const stopping = new AbortController()
    const url = await raw((socket) => {
      socket.resume()
      setTimeout(() => stopping.abort(), 50)
    })
    const began = performance.now()
    const report = await checkReceiver(url, { signal: stopping.signal, limits: { requestMs: 15_000 } })
    expect(report.end).toBe('stopped')
    expect(numbersOf(report, 'not-run')).toHaveLength(caseCount)
    expect(performance.now() - began).toBeLessThan(10_000)
  })
})

const answering = (text: string) => (socket: Socket) => void socket.once('data', () => socket.end(text))
const status = (line: string) =>
  answering(`HTTP/1.1 ${line}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`)

test.each<[string, string, (socket: Socket) => void]>([
  ['404', 'Nothing handles this path', status('404 Not Found')],
  ['405', 'does not take POST', status('405 Method Not Allowed')],
  ['308', 'Use the final URL', status('308 Permanent Redirect\r\nLocation: /other')],
  ['500', 'look at its log', status('500 Internal Server Error')],
  ['401', 'another signing secret', status('401 Unauthorized')],
  ['a reset', 'closed connection', (socket) => void socket.once('data', () => socket.resetAndDestroy())],
  ['an end', 'closed connection', (socket) => void socket.once('data', () => socket.end())],
  ['half an answer', 'closed connection', answering('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx')],
  ['no HTTP', 'something other than HTTP', answering('SSH-2.0-x\r\n')],
  ['TLS', 'something other than HTTP', answering('\u0015\u0003\u0001\u0000\u0002\u0002\u0016')],
  ['silence', 'was answered completely in time', (socket) => void socket.resume()],
])('names a single cause if a receiver answers every request with %s', async (kind, words, serve) => {
  const report = await checkReceiver(await raw(serve), {
    limits: short,
    only: [1, 2, 4, 9, 16, 21, 22, 24, 29],
  })
  const changes = report.results.flatMap(({ change }) => change ?? [])
  expect(changes[0]).toContain(words)
  expect(new Set(changes.slice(1))).toEqual(new Set(kind === 'silence' ? [] : ['See case 1.']))
  if (kind !== 'silence') expect(hintOf(report)).toContain(changes[0])
  if (kind !== '401') expect(changes.join()).not.toContain('secret')
})

test('runs no case if the receiver’s port is closed', async () => {
  const receiver = await startReceiver()
  receiver.close()
  const report = await checkReceiver(receiver.url)
  expect(report.end).toBe('unreachable')
  expect(report.why).toContain('Start the receiver, or check the port.')
  expect(numbersOf(report, 'not-run')).toHaveLength(caseCount)
})

test('reports that the receiver crashed and skips the remaining cases', async () => {
  const receiver = await startReceiver({
    refuse: ({ event_type }) => {
      if (event_type !== 'note.rediscovered') return null
      receiver.close()
      throw new Error('crash')
    },
  })
  const report = await checkReceiver(receiver.url)
  expect(numbersOf(report, 'failed')).toEqual([16])
  expect(report.end).toBe('silent')
  expect(report.why).toContain('accepts no more connections since case 17')
  expect(numbersOf(report, 'not-run')).toEqual([17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31])
})

test('the check continues once a receiver that crashed has restarted', async () => {
  let requests = 0
  const server = createHttpServer((request, response) => {
    requests += 1
    request.resume().on('end', () => response.writeHead(200).end())
    if (requests !== 2) return
    const { port } = server.address() as AddressInfo
    response.on('close', () => {
      server.close(() => setTimeout(() => server.listen(port, '127.0.0.1'), 300))
      server.closeAllConnections()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closeLater(() => server.close())
  const { port } = server.address() as AddressInfo
  const report = await checkReceiver(`http://127.0.0.1:${port}/`, {
    only: [1, 16],
    limits: { restartMs: 20_000 },
  })
  expect(numbersOf(report, 'passed')).toEqual([1, 16])
})

test('reports where a receiver’s redirect leads without following it', async () => {
  let followed = 0
  const elsewhere = await raw(() => {
    followed += 1
  })
  const url = await raw((socket) => {
    socket.once('data', () => {
      socket.end(
        `HTTP/1.1 308 Permanent Redirect\r\nLocation: ${elsewhere}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
      )
    })
  })
  const report = await checkReceiver(url, { only: [1, 24] })
  expect(numbersOf(report, 'failed')).toEqual([1, 24])
  expect(report.results[0]?.found[0]).toContain(`a redirect to ${elsewhere}, expected 2xx`)
  expect(followed).toBe(0)
})

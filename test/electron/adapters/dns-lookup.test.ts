import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { createDnsLookup, createSystemLookup } from '../../../electron/adapters/dns-lookup.ts'

const neverAborted = new AbortController().signal

test('returns all IPv4 and IPv6 addresses of a name', async () => {
  const lookup = createDnsLookup([
    await nameServer({
      a: [
        [192, 168, 1, 2],
        [8, 8, 8, 8],
      ],
      aaaa: [[0xfd, ...Array(14).fill(0), 1]],
    }),
  ])
  expect((await lookup('hooks.example.com', neverAborted)).toSorted()).toEqual([
    '192.168.1.2',
    '8.8.8.8',
    'fd00::1',
  ])
})

test('returns an empty list for a name that has no address', async () => {
  const four = createDnsLookup([await nameServer({ a: [[10, 0, 0, 7]], aaaa: [] })])
  expect(await four('hooks.example.com', neverAborted)).toEqual(['10.0.0.7'])
  const none = createDnsLookup([await nameServer({ a: [], aaaa: [] })])
  expect(await none('hooks.example.com', neverAborted)).toEqual([])
})

test('returns no addresses if the DNS lookup is aborted', async () => {
  const abort = new AbortController()
  const lookup = createDnsLookup([await nameServer('silent')])
  const answers = lookup('hooks.example.com', abort.signal)
  abort.abort()
  expect(await answers).toEqual([])
  expect(await lookup('hooks.example.com', AbortSignal.abort())).toEqual([])
})

interface Zone {
  readonly a: readonly (readonly number[])[]
  readonly aaaa: readonly (readonly number[])[]
}

/** A name server on loopback (RFC 1035, section 4) that answers every query with the same records, or never answers. */
async function nameServer(zone: Zone | 'silent'): Promise<string> {
  const socket = createSocket('udp4', (query, { port, address }) => {
    if (zone === 'silent') return
    const question = query.subarray(12, query.indexOf(0, 12) + 5)
    const kind = question.readUInt16BE(question.length - 4)
    const records = kind === 1 ? zone.a : zone.aaaa
    const header = Buffer.from([...query.subarray(0, 2), 0x81, 0x80, 0, 1, 0, records.length, 0, 0, 0, 0])
    const answers = records.map((bytes) =>
      // Name (a pointer to the question), type, class IN, a TTL of 60 s, length and address.
      Buffer.from([0xc0, 12, 0, kind, 0, 1, 0, 0, 0, 60, 0, bytes.length, ...bytes]),
    )
    socket.send(Buffer.concat([header, question, ...answers]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  return `127.0.0.1:${socket.address().port}`
}

test('looks a name up only once for several requests at the same time', async () => {
  const lookup = createSystemLookup()
  const { signal } = new AbortController()
  const [one, other] = [lookup('localhost', signal), lookup('localhost', signal)]
  expect(one).toBe(other)
  expect(await one).toEqual(expect.arrayContaining([expect.stringMatching(/^(?:127\.0\.0\.1|::1)$/)]))
  await expect(lookup('gone.invalid', signal)).rejects.toThrow()
})

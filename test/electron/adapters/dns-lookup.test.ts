import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { createDnsLookup } from '../../../electron/adapters/dns-lookup.ts'

const patient = new AbortController().signal

test('gives every address of both kinds', async () => {
  const lookup = createDnsLookup([
    await nameServer({
      a: [
        [192, 168, 1, 2],
        [8, 8, 8, 8],
      ],
      aaaa: [[0xfd, ...Array(14).fill(0), 1]],
    }),
  ])
  expect((await lookup('hooks.example.com', patient)).toSorted()).toEqual([
    '192.168.1.2',
    '8.8.8.8',
    'fd00::1',
  ])
})

test('gives what one kind answers when the other has nothing, and nothing when neither has', async () => {
  const four = createDnsLookup([await nameServer({ a: [[10, 0, 0, 7]], aaaa: [] })])
  expect(await four('hooks.example.com', patient)).toEqual(['10.0.0.7'])
  const none = createDnsLookup([await nameServer({ a: [], aaaa: [] })])
  expect(await none('hooks.example.com', patient)).toEqual([])
})

test('gives up when it is told to, and asks nobody when it was told before', async () => {
  const over = new AbortController()
  const lookup = createDnsLookup([await nameServer('silent')])
  const answers = lookup('hooks.example.com', over.signal)
  over.abort()
  expect(await answers).toEqual([])
  expect(await lookup('hooks.example.com', AbortSignal.abort())).toEqual([])
})

interface Zone {
  readonly a: readonly (readonly number[])[]
  readonly aaaa: readonly (readonly number[])[]
}

/** A name server on loopback (RFC 1035, section 4) that answers every name alike, or never. */
async function nameServer(zone: Zone | 'silent'): Promise<string> {
  const socket = createSocket('udp4', (query, { port, address }) => {
    if (zone === 'silent') return
    const question = query.subarray(12, query.indexOf(0, 12) + 5)
    const kind = question.readUInt16BE(question.length - 4)
    const records = kind === 1 ? zone.a : zone.aaaa
    const header = Buffer.from([...query.subarray(0, 2), 0x81, 0x80, 0, 1, 0, records.length, 0, 0, 0, 0])
    const answers = records.map((bytes) =>
      // The name by a pointer to the question, the kind, IN, a minute to live, the address.
      Buffer.from([0xc0, 12, 0, kind, 0, 1, 0, 0, 0, 60, 0, bytes.length, ...bytes]),
    )
    socket.send(Buffer.concat([header, question, ...answers]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  return `127.0.0.1:${socket.address().port}`
}

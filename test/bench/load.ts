import { createHmac, createSecretKey, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { benchPath, benchSecret, warmUpOf } from './target.ts'

/**
 * Sends the deliveries of a round: `node load.ts PORT COUNT CONNECTIONS SECONDS`. Runs as a separate process, so that it doesn't
 * use the receiver's time. Signs all deliveries in advance, each with its own id and body (specification, sections 4 and 5.6),
 * and prints `ready`. After each of two lines on stdin, sends deliveries over persistent connections, one at a time on each, and
 * prints a line of JSON. The first run is the warm-up, because a receiver that runs all day is warm. The second lasts SECONDS.
 */
const [port = 0, count = 0, connections = 0, seconds = 0] = process.argv.slice(2).map(Number)
const requests = signed(count)
const latencies = new Float64Array(count)
let next = 0
let answered = 0
let refused = 0
let lost = 0
let firstRefusal: string | null = null

process.stdout.write('ready\n')
await once(process.stdin, 'data')
await run(warmUpOf(seconds))
await once(process.stdin, 'data')
await run(seconds)
process.exit(0)

async function run(forSeconds: number) {
  answered = refused = lost = 0
  const sockets = await Promise.all(Array.from({ length: connections }, open))
  const startedAt = performance.now()
  const endsAt = startedAt + forSeconds * 1000
  await Promise.all(sockets.map((socket) => send(socket, endsAt)))
  const elapsedMs = performance.now() - startedAt
  for (const socket of sockets) socket.removeAllListeners('close').destroy()
  const sorted = latencies.subarray(0, answered).sort()
  const quantile = (share: number) => sorted[Math.min(answered - 1, Math.floor(answered * share))] ?? 0
  const result = { answered, refused, lost, firstRefusal, elapsedMs, p50: quantile(0.5), p99: quantile(0.99) }
  process.stdout.write(`${JSON.stringify(result)}\n`)
}

function open(): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket))
    socket.setNoDelay(true)
    socket.once('error', reject)
  })
}

/** Sends deliveries one after another. All responses of a receiver have the same length, which is taken from the first. */
function send(socket: Socket, endsAt: number): Promise<void> {
  return new Promise((resolve) => {
    let sentAt = 0
    let length = 0
    let missing = 0
    const deliver = () => {
      const request = requests[next]
      if (request === undefined || performance.now() >= endsAt) return resolve()
      next += 1
      missing = length
      sentAt = performance.now()
      socket.write(request)
    }
    socket.on('data', (chunk: Buffer) => {
      if (missing === length) {
        // The first digit of the status, after `HTTP/1.1 `.
        if (chunk[9] !== 0x32) {
          refused += 1
          firstRefusal ??= chunk.toString('latin1')
        }
        if (length === 0) length = missing = lengthOf(chunk)
      }
      missing -= chunk.length
      if (missing > 0) return
      latencies[answered] = performance.now() - sentAt
      answered += 1
      deliver()
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      lost += 1
      resolve()
    })
    deliver()
  })
}

function lengthOf(response: Buffer): number {
  const text = response.toString('latin1')
  return text.indexOf('\r\n\r\n') + 4 + Number(/^content-length: (\d+)/im.exec(text)?.[1] ?? 0)
}

function signed(many: number): readonly Buffer[] {
  const key = createSecretKey(Buffer.from(benchSecret.slice('whsec_'.length), 'base64'))
  const timestamp = String(Math.floor(Date.now() / 1000))
  return Array.from({ length: many }, (_, at) => {
    // Ids are random, as the service's are. Ordered ids would make the index look faster than it is.
    const id = `evt_${randomBytes(7).toString('hex')}`
    const body = bodyOf(id, at)
    const mac = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')
    return Buffer.from(
      `POST ${benchPath} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n` +
        `webhook-id: ${id}\r\nwebhook-timestamp: ${timestamp}\r\nwebhook-signature: v1,${mac}\r\n` +
        `Content-Length: ${body.length}\r\n\r\n${body}`,
      'latin1',
    )
  })
}

/** Returns an event of about 300 bytes (specification, section 2, *Webhook event payload*). */
function bodyOf(id: string, at: number): string {
  return JSON.stringify({
    event_id: id,
    event_type: 'note.edited',
    note_id: `not_${at.toString(36).padStart(14, '0')}`,
    occurred_at: '2026-11-21T09:00:00Z',
    changed_fields: ['title', 'summary', 'attendees', 'calendar_event', 'folder_membership'],
    occurrence: `${at}`.padStart(70, '0'),
  })
}

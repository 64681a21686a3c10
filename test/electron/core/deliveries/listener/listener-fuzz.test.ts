import { createHmac } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#core/database/database.ts'
import { exchange } from '../../../../support/deliveries/raw-http.ts'
import { rawRequest, sampleSecret, signDelivery } from '../../../../support/deliveries/signed-delivery.ts'
import { eventually } from '../../../../support/eventually.ts'
import {
  childPathId,
  type DeliveryEngineProcess,
  startDeliveryEngine,
} from '../../../../support/processes/delivery-engine-process.ts'
import { property } from '../../../../support/runs.ts'
import { figure, tell } from '../../../../support/tell.ts'

const folder = mkdtempSync(join(tmpdir(), 'notehook-fuzz-'))
const database = join(folder, 'notehook.db')
const path = `/hooks/${childPathId}`
let app: DeliveryEngineProcess

beforeAll(async () => {
  app = await startDeliveryEngine(database)
})
afterAll(async () => {
  await app?.kill()
  rmSync(folder, { recursive: true, force: true })
})

const words = [
  '\r\n',
  '\r\n\r\n',
  '\n',
  '\0',
  ' ',
  ':',
  ',',
  '\t',
  '\xff',
  '0',
  '-1',
  '999999',
  'chunked',
  'identity',
  'gzip',
  'Transfer-Encoding: chunked\r\n',
  'Content-Length: 0\r\n',
  'Connection: close\r\n',
  'Expect: 100-continue\r\n',
  'Expect: foo\r\n',
  'webhook-id: x\r\n',
  'webhook-signature: v1,x\r\n',
  'Host: b\r\n',
  'Upgrade: h2c\r\n',
  'GET ',
  'HTTP/1.0',
  'HTTP/2.0',
]
const answersEver = [100, 200, 400, 401, 404, 405, 408, 413, 417, 431, 503]

/** A position between 0 and 1, evenly spread because most generated doubles would be close to 0. */
const place = fc.nat(9_999).map((n) => n / 10_000)
const mutation = fc.oneof(
  fc.record({ kind: fc.constant('byte' as const), at: place, byte: fc.nat(255) }),
  fc.record({ kind: fc.constant('insert' as const), at: place, word: fc.constantFrom(...words) }),
  fc.record({ kind: fc.constant('cut' as const), at: place, length: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ kind: fc.constant('repeat' as const), at: place, length: fc.integer({ min: 1, max: 200 }) }),
)

const atOnce = 100
const batches = property(5_000_000 / atOnce)

/** Allowed memory growth in mebibytes. A process grows for about its first ten thousand requests. */
const growth = batches.numRuns < 1000 ? 96 : 32

test(
  'answers malformed requests with the expected statuses and accepts only signed deliveries',
  async () => {
    const counts = { sent: 0, answered: 0 }
    const batch = fc.array(fc.array(mutation, { maxLength: 3 }), { minLength: atOnce, maxLength: atOnce })
    const send = fc.asyncProperty(batch, async (all) => {
      const answers = await firstStatuses(
        all.map((mutations) => {
          const request = rawRequest(path, signDelivery({ id: `evt_fuzz_${++counts.sent}` }))
          return mutations.reduce(mutate, request)
        }),
      )
      for (const status of answers) expect(answersEver).toContain(status ?? 200)
      counts.answered += answers.filter((status) => status !== null).length
    })
    // Measures in two halves, because a one-time allocation is not a leak.
    const numRuns = batches.numRuns / 2
    await fc.assert(send, { seed: batches.seed, numRuns, endOnFailure: true })
    const before = await settled()
    await fc.assert(send, { seed: batches.seed + 1, numRuns, endOnFailure: true })

    expect(app.child.exitCode).toBeNull()
    expect(await firstStatuses([rawRequest(path, signDelivery())])).toEqual([200])
    const after = await settled()
    expect(after.files).toBeLessThanOrEqual(before.files + 2)
    expect(after.megabytes).toBeLessThan(before.megabytes + growth)
    const stored = wronglySigned()
    expect(stored.wrong).toEqual([])
    expect(stored.count).toBeGreaterThan(100)
    expect(counts.answered).toBeGreaterThan(counts.sent / 2)
    tell(
      'fuzzed requests',
      `${figure(counts.sent)}, ${figure(counts.answered)} answered: 0 crashes, 0 of ${figure(stored.count)} accepted wrongly`,
    )
    const more = `${after.files - before.files} open files and ${figure(after.megabytes - before.megabytes)} MiB more`
    tell('after the second half of the fuzz', `200, ${more}`)
  },
  60_000 + batches.numRuns * 400,
)

/** Returns the process's open files and memory, once its timeouts have closed the broken connections. */
async function settled(): Promise<{ readonly files: number; readonly megabytes: number }> {
  if (process.platform !== 'linux') return { files: 0, megabytes: 0 }
  const of = `/proc/${app.child.pid}`
  await eventually(() => {
    const files = readdirSync(`${of}/fd`).map((fd) => linkOf(`${of}/fd/${fd}`))
    expect(files.filter((name) => name.startsWith('socket:')).length).toBeLessThan(5)
  })
  const kilobytes = Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`${of}/status`, 'utf8'))?.[1])
  return { files: readdirSync(`${of}/fd`).length, megabytes: kilobytes / 1024 }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return 'closed meanwhile'
  }
}

/** Returns stored verified deliveries whose signature a second implementation rejects. */
function wronglySigned(): { readonly count: number; readonly wrong: readonly string[] } {
  const { sql, close } = openDatabase(database)
  const key = Buffer.from(sampleSecret.slice('whsec_'.length), 'base64')
  const rows = sql.prepare('SELECT headers, body FROM deliveries WHERE verified = 1').all()
  close()
  const wrong = rows.flatMap(({ headers, body }) => {
    const pairs: [string, string][] = JSON.parse(String(headers))
    const value = (name: string) => pairs.find(([own]) => own.toLowerCase() === name)?.[1] ?? ''
    const signed = createHmac('sha256', key).update(`${value('webhook-id')}.${value('webhook-timestamp')}.`)
    const right = signed.update(body instanceof Uint8Array ? body : '').digest('base64')
    return value('webhook-signature').split(' ').includes(`v1,${right}`) ? [] : [String(headers)]
  })
  return { count: rows.length, wrong }
}

type Mutation = typeof mutation extends fc.Arbitrary<infer Value> ? Value : never

function mutate(bytes: Buffer, mutation: Mutation): Buffer {
  const at = Math.floor(mutation.at * bytes.length)
  const before = bytes.subarray(0, at)
  switch (mutation.kind) {
    case 'byte':
      return Buffer.concat([before, Buffer.from([mutation.byte]), bytes.subarray(at + 1)])
    case 'insert':
      return Buffer.concat([before, Buffer.from(mutation.word, 'latin1'), bytes.subarray(at)])
    case 'cut':
      return Buffer.concat([before, bytes.subarray(at + mutation.length)])
    case 'repeat':
      return Buffer.concat([bytes.subarray(0, at + mutation.length), bytes.subarray(at)])
  }
}

/** Returns each request's first status, or `null` if the listener correctly waits for the rest of it. */
async function firstStatuses(requests: readonly Buffer[]): Promise<readonly (number | null)[]> {
  const peers = requests.map((bytes) => {
    const peer = { socket: connect(app.port, '127.0.0.1'), status: null as number | null }
    const written = new Promise<void>((resolve) => {
      peer.socket.write(bytes, () => resolve())
      peer.socket.on('error', () => resolve())
    })
    peer.socket.on('data', (text) => {
      peer.status ??= Number(/^HTTP\/1\.1 (\d{3})/.exec(text.toString('latin1'))?.[1])
    })
    return { peer, written }
  })
  await Promise.all(peers.map(({ written }) => written))
  // A response to a later request shows that the earlier ones were read and stored.
  for (let at = 0; at < 3; at += 1) await exchange(app.port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  await turn()
  for (const { peer } of peers) peer.socket.destroy()
  return peers.map(({ peer }) => peer.status)
}

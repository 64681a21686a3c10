import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sendSteadily } from '../../../../support/deliveries/flood.ts'
import { exchange } from '../../../../support/deliveries/raw-http.ts'
import { rawRequest, sampleSecret, signDelivery } from '../../../../support/deliveries/signed-delivery.ts'
import { eventually } from '../../../../support/eventually.ts'
import {
  childPathId,
  type DeliveryEngineProcess,
  startDeliveryEngine,
  streamDeliveries,
} from '../../../../support/processes/delivery-engine-process.ts'
import { runs } from '../../../../support/runs.ts'
import { figure, tell } from '../../../../support/tell.ts'

// Runs a listener in its own process under load. Figures that depend on the machine are printed, not asserted.

const path = `/hooks/${childPathId}`
let folder: string
let app: DeliveryEngineProcess

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'notehook-load-'))
  app = await startDeliveryEngine(join(folder, 'notehook.db'))
})
afterEach(async () => {
  await app.kill()
  rmSync(folder, { recursive: true, force: true })
})

const delivered = async () =>
  (await exchange(app.port, rawRequest(path, signDelivery()))).responses[0]?.status === 200

const mixSeconds = runs(60, 1200)

test(
  'the listener recovers after 300 slow, silent or half-closed connections',
  async () => {
    const endsAt = Date.now() + mixSeconds * 1000
    const peers = Array.from({ length: 300 }, async (_, at) => {
      const kind = kinds[at % kinds.length] ?? kinds[0]
      while (Date.now() < endsAt) await disturb(kind, endsAt - Date.now())
    })
    let stored = 0
    while (Date.now() < endsAt) {
      if (await delivered()) stored += 1
      await sleep(200)
    }
    const stoppedAt = performance.now()
    await Promise.all(peers)
    await eventually(async () => expect(await delivered()).toBe(true))
    const seconds = ((performance.now() - stoppedAt) / 1000).toFixed(1)
    expect(app.child.exitCode).toBeNull()
    tell(
      '300 disturbing sockets',
      `for ${mixSeconds} s, ${figure(stored)} deliveries stored meanwhile; free again after ${seconds} s`,
    )
  },
  60_000 + mixSeconds * 1000,
)

const steadySeconds = runs(30, 1800)

test(
  'acknowledges every delivery at 200 deliveries a second',
  async () => {
    const target = { port: app.port, path, secret: sampleSecret }
    const { answered, retried, latenciesMs } = await sendSteadily(target, 200, steadySeconds)
    expect(retried).toEqual([])
    expect(answered).toBe(200 * steadySeconds)
    const at = (share: number) => `${figure(latenciesMs[Math.floor(answered * share)] ?? Number.NaN)} ms`
    const found = `p50 ${at(0.5)}, p99 ${at(0.99)}, most ${figure(latenciesMs.at(-1) ?? Number.NaN)} ms`
    tell('200 deliveries a second', `for ${steadySeconds} s: ${found}, from sending to the answer`)
  },
  60_000 + steadySeconds * 2000,
)

const streamSeconds = runs(20, 60)

test(
  'acknowledges every delivery on 32 busy connections',
  async () => {
    const acknowledged = new Set<string>()
    const clients = Array.from({ length: 32 }, (_, at) => streamDeliveries(app.port, `${at}`, acknowledged))
    await sleep(streamSeconds * 1000)
    const perSecond = acknowledged.size / streamSeconds
    await app.kill()
    await Promise.all(clients)
    expect(acknowledged.size).toBeGreaterThan(0)
    tell('sustained rate', `${figure(perSecond)} a second for ${streamSeconds} s, synced before each answer`)
  },
  60_000 + streamSeconds * 1000,
)

type Kind = (socket: Socket) => NodeJS.Timeout | undefined

const head = `POST ${path} HTTP/1.1\r\nHost: a\r\n`
const kinds: readonly [Kind, ...Kind[]] = [
  // The silent peer sends nothing.
  () => undefined,
  (socket) => void socket.write(head),
  // This peer sends an endless header one letter at a time.
  (socket) => {
    socket.write(head)
    return setInterval(() => socket.write('x'), 200)
  },
  // This peer sends an incomplete body and closes its side of the connection.
  (socket) => void socket.end(rawRequest(path, signDelivery()).subarray(0, -20)),
  // This peer sends hundreds of requests and reads no response.
  (socket) => {
    socket.pause()
    socket.write(Buffer.concat(Array.from({ length: 200 }, () => rawRequest(path, signDelivery()))))
    return undefined
  },
]

/** Runs one misbehaving peer until the listener disconnects it or the time is up. */
function disturb(kind: Kind, leftMs: number): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(app.port, '127.0.0.1')
    let dripping: NodeJS.Timeout | undefined
    const end = setTimeout(() => socket.destroy(), leftMs)
    socket.on('connect', () => {
      dripping = kind(socket)
    })
    socket.on('data', () => {})
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(end)
      clearInterval(dripping)
      setTimeout(resolve, 100)
    })
  })
}

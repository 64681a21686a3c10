import { readdirSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#core/database/database.ts'
import {
  openTestDeliveryEngine,
  type TestDeliveryEngine,
} from '../../../../support/deliveries/open-delivery-engine.ts'
import { exchange } from '../../../../support/deliveries/raw-http.ts'
import { notePayload, rawRequest, signDelivery } from '../../../../support/deliveries/signed-delivery.ts'
import { eventually } from '../../../../support/eventually.ts'
import { testNeeding } from '../../../../support/needs.ts'
import { cuttableDisk, smallDisk } from '../../../../support/platform/disks.ts'
import {
  childPathId,
  startDeliveryEngine,
  streamDeliveries,
} from '../../../../support/processes/delivery-engine-process.ts'
import { patience, runs } from '../../../../support/runs.ts'
import { figure, tell } from '../../../../support/tell.ts'

// Uses real failing disks: full, without power or read-only. Also tests a process at its limit of open files.

const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function open(path?: string): Promise<TestDeliveryEngine> {
  const app = await openTestDeliveryEngine(path === undefined ? {} : { path })
  closing.push(() => app.close())
  return app
}

const deliver = async (port: number, path: string, delivery = signDelivery()) =>
  (await exchange(port, rawRequest(path, delivery))).responses[0]?.status
const large = () => {
  const id = `evt_${Math.random().toString(36).slice(2)}`
  return signDelivery({ id, body: notePayload(id, { filler: 'x'.repeat(2000) }) })
}
const storedIn = (app: TestDeliveryEngine) =>
  app.database.sql
    .prepare('SELECT webhook_id AS id FROM deliveries WHERE verified = 1')
    .all()
    .map(({ id }) => String(id))

testNeeding(
  ['loop-mount'],
  'keeps all acknowledged deliveries when the disk fills up',
  async () => {
    for (let cycle = 0; cycle < runs(5, 50); cycle++) {
      const disk = smallDisk(3)
      closing.push(() => disk.remove())
      const app = await open(join(disk.folder, 'notehook.db'))
      const path = app.addPath('full')
      const acknowledged: string[] = []
      const answers = new Set<number | undefined>()
      for (let refused = 0; refused < 20; ) {
        const delivery = large()
        const status = await deliver(app.port, path, delivery)
        answers.add(status)
        if (status === 200) acknowledged.push(delivery.id)
        else refused += 1
      }
      expect([...answers].sort()).toEqual([200, 503])
      expect(app.status()).toMatchObject({ degraded: expect.stringContaining('disk is full') })

      disk.resize(12)
      await eventually(() => expect(app.status()).toMatchObject({ degraded: null }))
      for (let at = 0; at < 50; at++) {
        const delivery = large()
        expect(await deliver(app.port, path, delivery)).toBe(200)
        acknowledged.push(delivery.id)
      }
      expect(storedIn(app).sort()).toEqual(acknowledged.sort())
      expect(app.database.sql.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
      for (const close of closing.splice(0).reverse()) await close()
    }
    tell('full disk and space again', `0 acknowledged lost in ${runs(5, 50)} cycles`)
  },
  60_000 * runs(5, 50),
)

test('answers 503 to deliveries while the disk is read-only, and recovers without a restart', async () => {
  const app = await open()
  const path = app.addPath('readonly')
  app.database.sql.exec('PRAGMA query_only = 1')
  expect(await deliver(app.port, path)).toBe(503)
  expect(app.status()).toMatchObject({ degraded: expect.stringContaining('read-only') })
  expect(app.store.deliveries({}).deliveries).toEqual([])
  app.database.sql.exec('PRAGMA query_only = 0')
  await eventually(() => expect(app.status()).toMatchObject({ degraded: null }))
  expect(await deliver(app.port, path)).toBe(200)
})

testNeeding(
  ['loop-mount'],
  'reports a full or read-only disk at the start and leaves the store unchanged',
  async () => {
    const disk = smallDisk(3)
    closing.push(() => disk.remove())
    const path = join(disk.folder, 'notehook.db')
    const app = await open(path)
    const delivery = signDelivery()
    expect(await deliver(app.port, app.addPath('kept'), delivery)).toBe(200)
    await closing.pop()?.()
    const before = readFileSync(path)

    disk.readOnly()
    expect(() => openDatabase(path)).toThrow(/read-only/)
    expect(() => openDatabase(join(disk.folder, 'new.db'))).toThrow(/read-only/)
    expect(readdirSync(disk.folder)).toEqual(['notehook.db'])
    expect(readFileSync(path)).toEqual(before)

    disk.resize(3)
    disk.fill()
    expect(() => openDatabase(join(disk.folder, 'new.db'))).toThrow(/disk is full/)
    expect(readFileSync(path)).toEqual(before)
  },
)

testNeeding(['linux'], 'recovers after the listener ran out of file descriptors', async () => {
  const app = await open()
  const database = join(app.database.path, '..', 'other.db')
  const engine = await startDeliveryEngine(database, ['bash', '-c', 'ulimit -n 64; exec "$0" "$@"'])
  closing.push(() => engine.kill())
  const path = `/hooks/${childPathId}`
  expect(await deliver(engine.port, path)).toBe(200)
  const hogs = Array.from({ length: 120 }, () => hog(engine.port))
  await sleep(500)
  for (const socket of hogs) socket.destroy()
  await eventually(async () => expect(await deliver(engine.port, path)).toBe(200))
  expect(engine.child.exitCode).toBeNull()
})

testNeeding(['linux'], 'the listener continues after its process was suspended', async () => {
  const app = await open()
  const engine = await startDeliveryEngine(join(app.database.path, '..', 'slept.db'))
  closing.push(() => engine.kill())
  const path = `/hooks/${childPathId}`
  const delivery = signDelivery()
  engine.child.kill('SIGSTOP')
  const underWay = deliver(engine.port, path, delivery)
  await sleep(2_000)
  engine.child.kill('SIGCONT')
  expect(await underWay).toBe(200)
  // The service retries unanswered deliveries, and the app recognizes them.
  const { responses } = await exchange(engine.port, rawRequest(path, delivery))
  expect(responses[0]?.body).toBe('duplicate\n')
})

function hog(port: number): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.on('connect', () => socket.write('POST /hooks'))
  return socket
}

testNeeding(['linux', 'strace'], 'answers 200 only after the delivery is synced to the disk', async () => {
  const app = await open()
  const folder = join(app.database.path, '..')
  const trace = join(folder, 'trace')
  const calls = 'trace=pwrite64,fdatasync,fsync,write,writev,sendto,sendmsg'
  const strace = ['strace', '-f', '-qq', '-y', '-s', '16', '-e', calls, '-o', trace]
  const engine = await startDeliveryEngine(join(folder, 'traced.db'), strace)
  closing.push(() => engine.kill())
  const acknowledged = new Set<string>()
  const clients = Array.from({ length: 4 }, (_, at) => streamDeliveries(engine.port, `t${at}`, acknowledged))
  await eventually(() => expect(acknowledged.size).toBeGreaterThan(200))
  await engine.kill()
  await Promise.all(clients)

  let unsynced = 0
  let answers = 0
  let syncs = 0
  const early: string[] = []
  for (const line of readFileSync(trace, 'utf8').split('\n')) {
    if (/pwrite64\(\d+<[^>]*traced\.db-wal>/.test(line)) unsynced += 1
    else if (/(fdatasync|fsync)\(\d+<[^>]*traced\.db-wal>/.test(line)) {
      unsynced = 0
      syncs += 1
    } else if (/"HTTP\/1\.1 200/.test(line)) {
      answers += 1
      if (unsynced > 0) early.push(line)
    }
  }
  expect(early).toEqual([])
  expect(answers).toBeGreaterThan(200)
  expect(syncs).toBeGreaterThan(10)
})

testNeeding(
  ['linux', 'loop-mount'],
  'keeps all acknowledged deliveries in a power cut under load',
  async () => {
    const lost = await powerCuts(runs(10, 100), isHurried ? 50 : runs(15_000))
    expect(lost).toEqual([])
  },
  patience(60_000),
)

// Control for the test above: the same disk and load, with a store that doesn't wait for the disk.
testNeeding(
  ['linux', 'loop-mount'],
  'loses deliveries in a power cut when commits do not wait for the disk',
  async () => {
    const lost = await powerCuts(Math.max(2, runs(4, 4)), 50, { NOTEHOOK_TEST_SYNCHRONOUS: 'NORMAL' })
    expect(lost.length).toBeGreaterThan(0)
  },
  200_000,
)

const isHurried = process.env.EFFORT === undefined

/** Cuts the power at least `cuts` times, until `atLeast` deliveries were acknowledged. */
async function powerCuts(cuts: number, atLeast: number, env: NodeJS.ProcessEnv = {}): Promise<string[]> {
  const disk = cuttableDisk(isHurried ? 256 : 1024)
  onTestFinished(() => disk.remove())
  const path = join(disk.folder, 'notehook.db')
  const acknowledged = new Set<string>()
  let cut = 0
  for (; cut < cuts || acknowledged.size < atLeast; cut++) {
    const engine = await startDeliveryEngine(path, [], env)
    const clients = Array.from({ length: isHurried ? 8 : 32 }, (_, at) =>
      streamDeliveries(engine.port, `${cut}-${at}`, acknowledged),
    )
    await sleep(500 + Math.random() * 500)
    disk.cutPower(engine.child.pid ?? 0)
    await engine.kill()
    await Promise.all(clients)
    disk.powerOn()
  }
  const database = openDatabase(path)
  const rows = database.sql.prepare('SELECT webhook_id AS id FROM deliveries WHERE verified = 1').all()
  const integrity = database.sql.prepare('PRAGMA integrity_check').get()
  const { problem } = database
  database.close()
  const stored = new Set(rows.map(({ id }) => String(id)))
  const lost = [...acknowledged].filter((id) => !stored.has(id))
  const how = env.NOTEHOOK_TEST_SYNCHRONOUS === 'NORMAL' ? 'power cut, not waiting for the disk' : 'power cut'
  tell(how, `${figure(lost.length)} of ${figure(acknowledged.size)} acknowledged lost, ${cut} cuts`)
  expect(integrity).toEqual({ integrity_check: 'ok' })
  expect(problem).toBeNull()
  return lost
}

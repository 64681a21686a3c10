import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#core/database/database.ts'
import { newReceiver } from '#shared/receivers/model.ts'
import { openCore, refusalOf } from '../../../support/core/open-core.ts'
import {
  openTestDeliveryEngine,
  type TestDeliveryEngine,
} from '../../../support/deliveries/open-delivery-engine.ts'
import { exchange } from '../../../support/deliveries/raw-http.ts'
import { rawRequest, signDelivery } from '../../../support/deliveries/signed-delivery.ts'
import { eventually } from '../../../support/eventually.ts'
import { openReceivingCore } from '../../../support/receivers/receiving-core.ts'

// Windows deletes no file that is open.
describe.skipIf(process.platform === 'win32')('a file of the store that is deleted while it is open', () => {
  let folder: string
  let path: string
  const closing: (() => Promise<void>)[] = []

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'notehook-files-'))
    path = join(folder, 'notehook.db')
  })
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close()
    rmSync(folder, { recursive: true, force: true })
  })

  async function open(): Promise<TestDeliveryEngine> {
    const app = await openTestDeliveryEngine({ path })
    closing.push(() => app.close())
    app.addPath('one')
    return app
  }

  const deliver = async (app: TestDeliveryEngine, delivery = signDelivery()) =>
    (await exchange(app.port, rawRequest('/hooks/one', delivery))).responses[0]?.status

  /** What the next start would find if this process ended now. Uses copies, so that nothing is locked. */
  const storedBy = (file: string) => {
    for (const side of ['', '-wal']) {
      rmSync(join(folder, `copy.db${side}`), { force: true })
      if (existsSync(file + side)) copyFileSync(file + side, join(folder, `copy.db${side}`))
    }
    const database = new DatabaseSync(join(folder, 'copy.db'))
    const rows = database.prepare('SELECT webhook_id AS id FROM deliveries ORDER BY id').all()
    database.close()
    return rows.map(({ id }) => String(id)).sort()
  }

  test('a deleted WAL loses nothing that is acknowledged before or after', async () => {
    const app = await open()
    const [before, after] = [signDelivery({ id: 'evt_before' }), signDelivery({ id: 'evt_after' })]
    expect(await deliver(app, before)).toBe(200)
    rmSync(`${path}-wal`)
    expect(() => storedBy(path)).toThrow('no such table')
    expect(await deliver(app, after)).toBe(200)
    expect(storedBy(path)).toEqual(['evt_after', 'evt_before'])
    expect(app.database.files.repair()).toContain('notehook.db-wal')
    expect(app.engine.status()).toMatchObject({ degraded: null })
    // It is as durable as before.
    expect(app.database.sql.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' })
    expect(app.database.sql.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 })
    expect(await deliver(app, signDelivery({ id: 'evt_later' }))).toBe(200)
    expect(storedBy(path)).toHaveLength(3)
  })

  test('a WAL deleted while another program reads the store is repaired when that program ends', async () => {
    const app = await open()
    expect(await deliver(app)).toBe(200)
    const other = new DatabaseSync(path)
    other.exec('BEGIN')
    other.prepare('SELECT count(*) FROM deliveries').get()
    rmSync(`${path}-wal`)
    expect([200, 503]).toContain(await deliver(app))
    expect(app.database.files.problem()).toContain('Close other programs')
    other.close()
    const last = signDelivery({ id: 'evt_last' })
    await eventually(async () => expect(await deliver(app, last)).toBe(200))
    expect(storedBy(path)).toContain('evt_last')
    expect(app.database.files.problem()).toBeNull()
  })

  test('a foreign file in place of the WAL is moved aside', async () => {
    const app = await open()
    expect(await deliver(app)).toBe(200)
    rmSync(`${path}-wal`)
    writeFileSync(`${path}-wal`, 'of the user')
    expect(await deliver(app)).toBe(200)
    expect(readdirSync(folder).filter((name) => name.startsWith('notehook.db-wal.bad-'))).toHaveLength(1)
    expect(storedBy(path)).toHaveLength(2)
  })

  test('a deleted store is saved again, nothing more is acknowledged, and a restart has everything', async () => {
    const app = await open()
    for (const id of ['evt_1', 'evt_2']) expect(await deliver(app, signDelivery({ id }))).toBe(200)
    rmSync(path)
    app.database.files.check()
    expect(await deliver(app)).toBe(503)
    expect(app.engine.status()).toMatchObject({ degraded: expect.stringContaining('Restart Notehook') })
    expect(storedBy(path)).toEqual(['evt_1', 'evt_2'])
    expect(statSync(path).mode & 0o077).toBe(0)
    await closing.pop()?.()
    const again = await open()
    expect(again.database.problem).toBeNull()
    expect(again.engine.deliveries({}).deliveries).toHaveLength(2)
  })

  test('a replaced store is saved beside the new file, which is not changed', async () => {
    const app = await open()
    expect(await deliver(app, signDelivery({ id: 'evt_1' }))).toBe(200)
    const other = join(folder, 'other.db')
    openDatabase(other).close()
    renameSync(other, path)
    app.database.files.check()
    expect(storedBy(path)).toEqual([])
    const [saved = ''] = readdirSync(folder).filter((name) => name.includes('.saved-'))
    expect(storedBy(join(folder, saved))).toEqual(['evt_1'])
  })

  test('is noticed while nothing is received, and reported in the window and in the log', async () => {
    const { dataFolder, client, events, log } = await openCore()
    const file = join(dataFolder, 'notehook.db-wal')
    rmSync(file)
    await eventually(() => expect(existsSync(file)).toBe(true))
    const { notices } = await client.call('app.info')
    expect(notices).toEqual([
      { id: 'store-mended', tone: 'warning', message: expect.stringContaining('nothing is lost') },
    ])
    expect(events).toContainEqual(
      expect.objectContaining({ name: 'app.changed', data: expect.objectContaining({ notices }) }),
    )
    expect(log.join('\n')).toContain('notehook.db-wal')
  })

  test('a data folder that was moved away is one problem with one advice, whatever is asked', async () => {
    const app = await openReceivingCore({ listening: false })
    const { client, dataFolder } = app
    const id = await app.deliver()
    const away = `${dataFolder}-moved`
    renameSync(dataFolder, away)
    closing.push(async () => rmSync(away, { recursive: true, force: true }))
    const problem = await eventually(async () => {
      const [notice] = (await client.call('app.info')).notices
      if (notice?.id !== 'store-trouble') throw new Error('It is not noticed yet.')
      return notice.message
    })
    expect(problem).toBe(
      'The data folder was moved or deleted. Move it back, then restart Notehook; until then, deliveries get 503 and are retried.',
    )
    const refusals = [
      client.call('deliveries.set-star', { id, starred: true }),
      client.call('deliveries.save-view', { name: 'Mine', q: 'is:starred' }),
      client.call('receivers.create', { ...newReceiver, name: 'Mine', url: 'http://127.0.0.1:3000/' }),
    ].map(refusalOf)
    for (const { code, message } of await Promise.all(refusals)) {
      expect([code, message]).toEqual(['storage', problem])
    }
    const removed = await refusalOf(client.call('deliveries.remove', { ids: [id], starredToo: true }))
    expect(removed.message).toBe(`The deliveries couldn’t be deleted. Nothing was deleted. ${problem}`)
    const [endpoint] = await client.call('endpoints.list')
    const status = await client.call('listener.status')
    const delivery = rawRequest(new URL(endpoint?.url ?? '').pathname, signDelivery({ secret: app.secret }))
    const { responses } = await exchange(status.state === 'listening' ? status.port : 0, delivery)
    expect(responses[0]?.status).toBe(503)
    await eventually(async () =>
      expect(await client.call('listener.status')).toMatchObject({ degraded: problem }),
    )
    expect((await client.call('deliveries.get', { id })).id).toBe(id)
    await app.close()
    renameSync(away, dataFolder)
    expect(storedBy(join(dataFolder, 'notehook.db'))).toHaveLength(1)
  })

  test('a deleted WAL index is repaired too', async () => {
    const app = await open()
    rmSync(`${path}-shm`)
    app.database.files.check()
    expect(existsSync(`${path}-shm`)).toBe(true)
    expect(await deliver(app)).toBe(200)
    expect(storedBy(path)).toHaveLength(1)
  })
})

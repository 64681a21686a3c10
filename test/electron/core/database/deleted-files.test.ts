import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
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

// Windows cannot delete open files.
describe.skipIf(process.platform === 'win32')('a file of the open store that is deleted', () => {
  let folder: string
  let path: string
  const wal = () => `${path}-wal`
  const aside = () => `${folder}-moved`
  const closing: (() => Promise<void>)[] = []

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'notehook-files-'))
    path = join(folder, 'notehook.db')
  })
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close()
    for (const at of [folder, aside()]) rmSync(at, { recursive: true, force: true })
  })

  async function open(): Promise<TestDeliveryEngine> {
    const app = await openTestDeliveryEngine({ path })
    closing.push(() => app.close())
    app.addPath('one')
    return app
  }

  const deliver = async (app: TestDeliveryEngine, delivery = signDelivery()) =>
    (await exchange(app.port, rawRequest('/hooks/one', delivery))).responses[0]?.status

  /** Returns the deliveries that a start would find if this process ended now. Reads copies, to avoid locks. */
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

  test.each<[string, RegExp, () => void]>([
    ['the WAL was deleted', /db-wal.*Restart Notehook/, () => rmSync(wal())],
    ['a file of the user replaced the WAL', /db-wal.*Restart Notehook/, () => replace(wal(), 'of the user')],
    ['the store was deleted', /db, .*Export what you need/, () => rmSync(path)],
    ['a file of the user replaced the store', /db, .*Export what you need/, () => replace(path, 'a text')],
    [
      'all files were deleted',
      /Export what you need/,
      () => ['', '-wal', '-shm'].map((side) => rmSync(path + side)),
    ],
    ['the data folder was moved', /Move it back/, () => renameSync(folder, aside())],
  ])('rejects deliveries and changes until the app restarts if %s', async (_, problem, disturb) => {
    const app = await open()
    expect(await deliver(app, signDelivery({ id: 'evt_before' }))).toBe(200)
    disturb()
    for (const id of ['evt_1', 'evt_2']) expect(await deliver(app, signDelivery({ id }))).toBe(503)
    expect(app.database.files.problem()).toMatch(problem)
    expect(app.status()).toMatchObject({ degraded: app.database.files.problem() })
    expect(() => app.database.sql.exec('DELETE FROM deliveries')).toThrow(/readonly/)
    expect(app.store.deliveries({}).deliveries.map(({ webhookId }) => webhookId)).toContain('evt_before')
  })

  test('keeps acknowledged deliveries if the write-ahead log is deleted and the app is killed', async () => {
    const app = await open()
    expect(await deliver(app, signDelivery({ id: 'evt_before' }))).toBe(200)
    rmSync(wal())
    expect(() => storedBy(path)).toThrow('no such table')
    const after = signDelivery({ id: 'evt_after' })
    expect(await deliver(app, after)).toBe(503)
    expect(storedBy(path)).toContain('evt_before')
    await closing.pop()?.()
    const again = await open()
    expect(again.database.problem).toBeNull()
    expect(await deliver(again, after)).toBe(200)
    expect(again.store.deliveries({}).deliveries).toHaveLength(2)
  })

  test('writes nothing to another store that was moved to the path of the open store', async () => {
    const app = await open()
    expect(await deliver(app)).toBe(200)
    const other = join(folder, 'other.db')
    openDatabase(other).close()
    renameSync(other, path)
    expect(await deliver(app)).toBe(503)
    expect(storedBy(path)).toEqual([])
  })

  test('reports a deleted write-ahead log in the window and in the log', async () => {
    const { dataFolder, client, events, log } = await openCore()
    rmSync(join(dataFolder, 'notehook.db-wal'))
    const notices = await eventually(async () => {
      const found = (await client.call('app.info')).notices
      expect(found).toMatchObject([{ id: 'store-trouble', tone: 'danger' }])
      return found
    })
    expect(events).toContainEqual(
      expect.objectContaining({ name: 'app.changed', data: expect.objectContaining({ notices }) }),
    )
    expect(log.join('\n')).toContain('notehook.db-wal')
  })

  test('gives the same advice for every request after the data folder was moved', async () => {
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
})

/** Writes a new file in place of the old one, as most programs do. */
function replace(path: string, text: string) {
  writeFileSync(`${path}.new`, text)
  renameSync(`${path}.new`, path)
}

import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { movedAsideOf, storesIn } from '#core/database/moved-aside.ts'
import type { EndpointDraft } from '#shared/endpoints/model.ts'
import { endedJob } from '../../support/core/ended-job.ts'
import {
  fakeKeychain,
  type OpenCore,
  openCore,
  refusalOf,
  separateService,
} from '../../support/core/open-core.ts'
import { notePayload, signDelivery } from '../../support/deliveries/signed-delivery.ts'
import { eventually } from '../../support/eventually.ts'
import { testNeeding } from '../../support/needs.ts'
import { smallDisk } from '../../support/platform/disks.ts'

// Starts the app on data folders that a user, another program or a full disk has damaged.

const noticesOf = async ({ client }: OpenCore) => (await client.call('app.info')).notices
const damaged = (message: RegExp, id = 'database') => [
  { id, tone: 'warning', message: expect.stringMatching(message) },
]

describe('starting with a full disk', () => {
  /** Runs and closes a core with an endpoint and deliveries. Returns the options for opening it again. */
  async function used(megabytes: number) {
    const disk = smallDisk(megabytes)
    onTestFinished(() => disk.remove())
    const secrets = fakeKeychain()
    const service = await separateService()
    const open = () => openCore({ dataFolder: disk.folder, secrets })
    const first = await open()
    await first.client.call('workspaces.connect', { baseUrl: service.baseUrl, apiKey: service.apiKey })
    await first.client.call('tunnel.start', { kind: 'own-url', publicUrl: 'https://hooks.example.com' })
    const { url } = await first.client.call('endpoints.create', draft)
    const secret = service.endpoints().at(-1)?.signingSecret ?? ''
    let sent = 0
    const deliver = async ({ client }: OpenCore) => {
      sent += 1
      const id = `evt_${sent}`
      const delivery = signDelivery({ id, secret, body: notePayload(id, { filler: 'x'.repeat(8000) }) })
      const status = await client.call('listener.status')
      const { pathname } = new URL(url)
      const answer = await fetch((status.state === 'listening' ? status.origin : '') + pathname, {
        method: 'POST',
        body: new Uint8Array(delivery.body),
        headers: {
          connection: 'close',
          'webhook-id': delivery.id,
          'webhook-timestamp': delivery.timestamp,
          'webhook-signature': delivery.signature,
        },
      })
      return answer.status
    }
    for (let at = 0; at < 60; at++) expect(await deliver(first)).toBe(200)
    return { disk, open, first, deliver }
  }

  const removeAll = async ({ client }: OpenCore) => {
    const { newest, at } = await client.call('deliveries.count', { filter: {} })
    await client.call('deliveries.remove-matching', { filter: {}, newest, at, total: 60, starredToo: false })
    return endedJob('delete-deliveries', () => client.call('jobs.list'))
  }

  testNeeding(['loop-mount'], 'on a full disk, uses the reserved space to delete deliveries', async () => {
    const { disk, open, first, deliver } = await used(24)
    await first.close()
    expect(statSync(join(disk.folder, 'notehook.reserve')).size).toBeGreaterThan(200_000)
    disk.fill()

    const again = await open()
    expect(await noticesOf(again)).toEqual(damaged(/disk is full.*Delete deliveries/, 'disk-full'))
    const { deliveries } = await again.client.call('deliveries.list', {})
    expect(deliveries).toHaveLength(50)
    expect(await removeAll(again)).toMatchObject({ result: { removed: 60 } })
    expect(await deliver(again)).toBe(200)
    await again.close()

    rmSync(join(disk.folder, 'filler'))
    const later = await open()
    expect(await noticesOf(later)).toEqual([])
    expect((await later.client.call('deliveries.list', {})).deliveries).toHaveLength(1)
    expect(existsSync(join(disk.folder, 'notehook.reserve'))).toBe(true)
  })

  testNeeding(
    ['loop-mount'],
    'without reserved space, deletes deliveries once the disk has space',
    async () => {
      const { disk, open, first, deliver } = await used(24)
      await first.close()
      rmSync(join(disk.folder, 'notehook.reserve'))
      disk.fill()

      const again = await open()
      expect(await noticesOf(again)).toEqual(damaged(/disk is full/, 'disk-full'))
      expect((await again.client.call('deliveries.list', {})).deliveries).toHaveLength(50)
      expect(await deliver(again)).toBe(503)
      expect(await removeAll(again)).toMatchObject({
        state: 'failed',
        error: expect.stringMatching(
          /couldn’t be deleted\. Nothing was deleted\. The disk is full\. Free up space/,
        ),
      })
      disk.resize(32)
      expect(await removeAll(again)).toMatchObject({ result: { removed: 60 } })
      await eventually(async () => expect(await deliver(again)).toBe(200))
    },
  )

  testNeeding(['loop-mount'], 'starts with the stored deliveries after they filled the disk', async () => {
    const { open, first, deliver } = await used(8)
    let kept = 60
    for (let refused = 0; refused < 3; ) {
      if ((await deliver(first)) === 200) kept += 1
      else refused += 1
    }
    await first.close()
    const again = await open()
    const { matching } = await again.client.call('deliveries.count', { filter: {} })
    expect(matching).toBe(kept)
    expect((await removeAll(again)).result?.removed).toBe(kept)
  })
})

test('reports a folder at the path of the store and does not change it', async () => {
  const { dataFolder, close } = await openCore()
  await close()
  const path = join(dataFolder, 'notehook.db')
  renameSync(path, `${path}.mine`)
  mkdirSync(join(path, 'precious'), { recursive: true })
  expect(await refusalOf(openCore({ dataFolder }))).toMatchObject({
    code: 'storage',
    message: expect.stringMatching(/notehook\.db is a folder\. Move it/),
  })
  expect(readdirSync(path)).toEqual(['precious'])
})

test.each<[string, string]>([
  ['a table', 'DROP TABLE endpoint_labels'],
  ['a column', 'ALTER TABLE workspaces DROP COLUMN opened_at'],
])('moves a store that lacks %s aside and creates a new one', async (_, change) => {
  const { dataFolder, close } = await openCore()
  await close()
  const path = join(dataFolder, 'notehook.db')
  alter(path, change)
  const before = readFileSync(path)
  const again = await openCore({ dataFolder })
  expect(await noticesOf(again)).toEqual(damaged(/damaged.*\.bad-/))
  const [aside = ''] = readdirSync(dataFolder).filter((name) => name.includes('.bad-'))
  expect(readFileSync(join(dataFolder, aside)).equals(before)).toBe(true)
})

test('moves a store of an earlier version aside, but keeps settings and keychain entries', async () => {
  const secrets = fakeKeychain()
  const { baseUrl, apiKey } = await separateService()
  const first = await openCore({ secrets })
  await first.client.call('settings.set', { theme: 'dark' })
  await first.client.call('workspaces.connect', { baseUrl, apiKey, label: 'Alpha' })
  await first.client.call('tunnel.start', { kind: 'own-url', publicUrl: 'https://hooks.example.com' })
  await first.client.call('endpoints.create', draft)
  const listening = await first.client.call('listener.status')
  await first.close()
  const { dataFolder } = first
  const path = join(dataFolder, 'notehook.db')
  const before = gunzipSync(readFileSync(new URL('./store-37.db.gz', import.meta.url)))
  writeFileSync(path, before)
  const kept = new Map(secrets.entries)

  const again = await openCore({ dataFolder, secrets })

  const [aside = ''] = movedAsideOf(path)
  expect(storesIn(movedAsideOf(path))).toBe(1)
  expect(readFileSync(aside).equals(before)).toBe(true)
  const notices = await noticesOf(again)
  expect(notices).toEqual(damaged(/earlier pre-release version.*Connect your workspaces again/))
  expect(notices[0]?.message).toContain(`moved to ${aside}`)
  expect(again.log.join('\n')).toContain(aside)
  expect(await again.client.call('workspaces.list')).toEqual([])
  expect((await again.client.call('deliveries.list', {})).deliveries).toEqual([])
  using old = new DatabaseSync(aside, { readOnly: true })
  expect(old.prepare('SELECT webhook_id AS id FROM deliveries').all()).toEqual([{ id: 'evt_kept' }])
  expect(await again.client.call('settings.get')).toMatchObject({ theme: 'dark' })
  expect(await again.client.call('listener.status')).toMatchObject({
    state: 'listening',
    origin: listening.state === 'listening' ? listening.origin : '',
  })
  expect(await again.client.call('tunnel.status')).toMatchObject({ publicUrl: 'https://hooks.example.com' })
  expect(secrets.entries).toEqual(kept)
  await again.client.call('workspaces.connect', { baseUrl, apiKey, label: 'Alpha' })
  expect(await again.client.call('endpoints.list')).toMatchObject([{ secret: 'missing' }])
  await again.close()
  expect(await noticesOf(await openCore({ dataFolder, secrets }))).toEqual([])
})

test('creates a missing database index again without a notice', async () => {
  const { dataFolder, close } = await openCore()
  await close()
  alter(join(dataFolder, 'notehook.db'), 'DROP INDEX deliveries_event')
  const again = await openCore({ dataFolder })
  expect(await noticesOf(again)).toEqual([])
  await again.close()
  using store = new DatabaseSync(join(dataFolder, 'notehook.db'))
  expect(store.prepare("SELECT 1 AS found FROM sqlite_schema WHERE name = 'deliveries_event'").get()).toEqual(
    {
      found: 1,
    },
  )
})

test('reports a deleted store once, and keeps its write-ahead log', async () => {
  const first = await openCore()
  const { dataFolder } = first
  expect(await noticesOf(first)).toEqual([])
  await first.close()
  rmSync(join(dataFolder, 'notehook.db'))
  writeFileSync(join(dataFolder, 'notehook.db-wal'), 'the last commits')
  const second = await openCore({ dataFolder })
  expect(await noticesOf(second)).toEqual(damaged(/missing: notehook\.db was deleted or moved/))
  expect(second.log.join('\n')).toContain('notehook.db was deleted or moved')
  const [aside = ''] = readdirSync(dataFolder).filter(
    (name) => name.endsWith('-wal') && name.includes('.bad-'),
  )
  expect(readFileSync(join(dataFolder, aside), 'utf8')).toBe('the last commits')
  await second.close()
  expect(await noticesOf(await openCore({ dataFolder }))).toEqual([])
})

test('starts even if the settings were saved by a newer version', async () => {
  const first = await openCore()
  await first.close()
  const path = join(first.dataFolder, 'settings.json')
  const choice = { kind: 'own-url', publicUrl: 'https://hooks.example.com' }
  const newer = JSON.stringify({ version: 99, tunnel: { choice, isOn: true } })
  writeFileSync(path, newer)
  const { client } = await openCore({ dataFolder: first.dataFolder })
  expect(await client.call('listener.status')).toMatchObject({ state: 'listening' })
  expect(await client.call('tunnel.stop')).toMatchObject({ state: 'off' })
  expect((await client.call('app.info')).notices).toMatchObject([{ id: 'settings' }])
  expect(readFileSync(path, 'utf8')).toBe(newer)
})

const draft: EndpointDraft = {
  receiver: { kind: 'inspector' },
  scopes: ['public'],
  events: [],
  folderIds: [],
}

function alter(path: string, change: string) {
  const store = new DatabaseSync(path)
  store.exec(change)
  store.close()
}

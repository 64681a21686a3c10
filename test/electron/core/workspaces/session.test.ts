import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test, vi } from 'vitest'
import { eventually } from '../../../support/eventually.ts'
import { fakeKeychain, openCore, refusalOf, separateService } from '../../../support/open-core.ts'

test('connects to a service by base address and key, and is connected again at the next start', async () => {
  const service = await separateService()
  const secrets = fakeKeychain()
  const first = await openCore({ secrets })
  const status = await first.client.call('session.connect', {
    baseUrl: `${service.baseUrl}/`,
    apiKey: service.apiKey,
    label: 'Acme',
  })
  expect(status).toMatchObject({
    state: 'connected',
    workspace: { kind: 'service', label: 'Acme', baseUrl: service.baseUrl },
    keyHint: service.apiKey.slice(-4),
  })
  await first.close()

  const { client } = await openCore({ secrets, dataFolder: first.dataFolder })
  await eventually(async () => expect(await client.call('session.status')).toEqual(status))
  expect((await client.call('catalog.notes')).items.length).toBe(30)
})

test('keeps nothing of a key that the service refuses, and says so', async () => {
  const service = await separateService()
  const secrets = fakeKeychain()
  const { client } = await openCore({ secrets })
  const refusal = await refusalOf(
    client.call('session.connect', { baseUrl: service.baseUrl, apiKey: 'key_wrong_0123456789' }),
  )
  expect(refusal.code).toBe('key-rejected')
  expect([...secrets.entries.keys()]).toEqual([])
  expect(await client.call('session.status')).toMatchObject({ state: 'welcome' })
})

test('stores the key under the origin it was entered for: an address changed on the disk finds none and sends none', async () => {
  const service = await separateService()
  const other = await separateService()
  const secrets = fakeKeychain()
  const first = await openCore({ secrets })
  await first.client.call('session.connect', { baseUrl: service.baseUrl, apiKey: service.apiKey })
  await first.close()
  const sql = new DatabaseSync(join(first.dataFolder, 'notehook.db'))
  sql.prepare('UPDATE profiles SET base_url = ?').run(other.baseUrl)
  sql.close()

  const { client } = await openCore({ secrets, dataFolder: first.dataFolder })
  await eventually(async () => expect((await client.call('session.status')).state).toBe('key-missing'))
  expect((await refusalOf(client.call('catalog.notes'))).code).toBe('key-missing')
  expect(other.requests()).toEqual([])
})

test('asks before it keeps a key in memory where there is no keychain, and says where the key is', async () => {
  const service = await separateService()
  const secrets = fakeKeychain()
  secrets.mode = 'none'
  const { client } = await openCore({ secrets })
  const input = { baseUrl: service.baseUrl, apiKey: service.apiKey }
  expect((await refusalOf(client.call('session.connect', input))).code).toBe('keychain-none')
  expect((await client.call('session.status')).state).toBe('welcome')

  const status = await client.call('session.connect', { ...input, keepInMemory: true })
  expect(status).toMatchObject({ state: 'connected', keychain: 'memory' })
})

test('tells a locked keychain from an empty one, and opens the workspace once it is unlocked', async () => {
  const service = await separateService()
  const secrets = fakeKeychain()
  const first = await openCore({ secrets })
  await first.client.call('session.connect', { baseUrl: service.baseUrl, apiKey: service.apiKey })
  await first.close()

  secrets.mode = 'locked'
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { client } = await openCore({ secrets, dataFolder: first.dataFolder })
  await eventually(async () =>
    expect(await client.call('session.status')).toMatchObject({ state: 'key-locked', keychain: 'locked' }),
  )
  secrets.mode = 'ready'
  vi.advanceTimersByTime(10_000)
  vi.useRealTimers()
  await eventually(async () =>
    expect(await client.call('session.status')).toMatchObject({ state: 'connected', keychain: 'ready' }),
  )
})

test('says that a key was refused as soon as any call hears it, and takes a new key without losing the workspace', async () => {
  const service = await separateService()
  const { client } = await openCore()
  const input = { baseUrl: service.baseUrl, apiKey: service.apiKey }
  const { workspace } = { workspace: null, ...(await client.call('session.connect', input)) }
  service.knobs.status = 401
  expect((await refusalOf(client.call('catalog.spaces'))).code).toBe('key-rejected')
  expect(await client.call('session.status')).toMatchObject({ state: 'key-rejected' })

  service.knobs.status = null
  const replaced = await client.call('session.connect', { ...input, profileId: workspace?.id ?? '' })
  expect(replaced).toMatchObject({ state: 'connected', workspace })
})

test('goes on with the kept key once the service accepts it again', async () => {
  const service = await separateService()
  const { client } = await openCore()
  await client.call('session.connect', { baseUrl: service.baseUrl, apiKey: service.apiKey })
  service.knobs.status = 401
  await refusalOf(client.call('catalog.spaces'))
  expect((await refusalOf(client.call('session.retry'))).code).toBe('key-rejected')
  expect(await client.call('session.status')).toMatchObject({ state: 'key-rejected' })

  service.knobs.status = null
  expect(await client.call('session.retry')).toMatchObject({ state: 'connected' })
  expect((await client.call('catalog.spaces')).items).toHaveLength(4)
})

test('returns from practice to the workspace that was open before', async () => {
  const service = await separateService()
  const { client } = await openCore()
  const connected = await client.call('session.connect', { baseUrl: service.baseUrl, apiKey: service.apiKey })
  expect(await client.call('practice.start', { notes: 20 })).toMatchObject({
    workspace: { kind: 'practice' },
  })
  expect(await client.call('practice.stop')).toEqual(connected)
})

test('stays in practice when a key is refused, and leaves it when one is accepted', async () => {
  const service = await separateService()
  const { client } = await openCore()
  await client.call('practice.start', { notes: 20 })
  const { baseUrl, apiKey } = service
  await refusalOf(client.call('session.connect', { baseUrl, apiKey: 'key_wrong_0123456789' }))
  expect(await client.call('session.status')).toMatchObject({ workspace: { kind: 'practice' } })
  expect(await client.call('session.connect', { baseUrl, apiKey })).toMatchObject({
    state: 'connected',
    workspace: { kind: 'service' },
  })
  expect(await client.call('tunnel.status')).toMatchObject({ source: 'none' })
})

test('gives up trying the kept key when that is cancelled, and can try it again', async () => {
  const service = await separateService()
  const { client } = await openCore()
  await client.call('session.connect', { baseUrl: service.baseUrl, apiKey: service.apiKey })
  service.knobs.status = 401
  await refusalOf(client.call('catalog.spaces'))
  service.knobs.status = null
  service.knobs.latencyMs = 60_000
  const trying = refusalOf(client.call('session.retry'))
  await client.call('session.stop-trying')
  expect((await trying).code).toBe('cancelled')
  expect(await client.call('session.status')).toMatchObject({ state: 'key-rejected' })
  service.knobs.latencyMs = 0
  expect(await client.call('session.retry')).toMatchObject({ state: 'connected' })
})

test('gives up a keychain that does not answer when that is cancelled', async () => {
  const service = await separateService()
  const secrets = fakeKeychain()
  const { client } = await openCore({ secrets })
  await client.call('session.connect', { baseUrl: service.baseUrl, apiKey: service.apiKey })
  const health = secrets.health
  secrets.health = () => new Promise(() => {})
  const trying = refusalOf(client.call('session.retry'))
  await client.call('session.stop-trying')
  expect((await trying).code).toBe('cancelled')
  secrets.health = health
  expect(await client.call('session.retry')).toMatchObject({ state: 'connected' })
})

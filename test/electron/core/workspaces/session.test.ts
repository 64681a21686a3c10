import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test, vi } from 'vitest'
import { fakeKeychain, openCore, refusalOf, separateService } from '../../../support/core/open-core.ts'
import { eventually } from '../../../support/eventually.ts'

test('connects to the service with the stored API key at the next start', async () => {
  const service = await separateService()
  const secrets = fakeKeychain()
  const first = await openCore({ secrets })
  const status = await first.client.call('workspaces.connect', {
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
  await eventually(async () => expect(await client.call('workspaces.status')).toEqual(status))
  expect((await client.call('notes.page')).items.length).toBe(30)
})

test('does not store an API key that the service rejects', async () => {
  const service = await separateService()
  const secrets = fakeKeychain()
  const { client } = await openCore({ secrets })
  const refusal = await refusalOf(
    client.call('workspaces.connect', { baseUrl: service.baseUrl, apiKey: 'key_wrong_0123456789' }),
  )
  expect(refusal.code).toBe('key-rejected')
  expect([...secrets.entries.keys()]).toEqual([])
  expect(await client.call('workspaces.status')).toMatchObject({ state: 'welcome' })
})

test('does not send the API key to a base URL that was changed in the stored data', async () => {
  const service = await separateService()
  const other = await separateService()
  const secrets = fakeKeychain()
  const first = await openCore({ secrets })
  await first.client.call('workspaces.connect', { baseUrl: service.baseUrl, apiKey: service.apiKey })
  await first.close()
  const sql = new DatabaseSync(join(first.dataFolder, 'notehook.db'))
  sql.prepare('UPDATE workspaces SET base_url = ?').run(other.baseUrl)
  sql.close()

  const { client } = await openCore({ secrets, dataFolder: first.dataFolder })
  await eventually(async () => expect((await client.call('workspaces.status')).state).toBe('key-missing'))
  expect((await refusalOf(client.call('notes.page'))).code).toBe('key-missing')
  expect(other.requests()).toEqual([])
})

test('without a keychain, asks the user before it keeps the API key only in memory', async () => {
  const service = await separateService()
  const secrets = fakeKeychain()
  secrets.mode = 'none'
  const { client } = await openCore({ secrets })
  const input = { baseUrl: service.baseUrl, apiKey: service.apiKey }
  expect((await refusalOf(client.call('workspaces.connect', input))).code).toBe('keychain-none')
  expect((await client.call('workspaces.status')).state).toBe('welcome')

  const status = await client.call('workspaces.connect', { ...input, keepInMemory: true })
  expect(status).toMatchObject({ state: 'connected', keychain: 'memory' })
})

test.each(['none', 'failing', 'locked', 'waiting'] as const)(
  'keeps the API key in memory if the user agrees, while the keychain is %s',
  async (mode) => {
    const service = await separateService()
    const secrets = fakeKeychain()
    secrets.mode = mode
    const { client } = await openCore({ secrets })
    const input = { baseUrl: service.baseUrl, apiKey: service.apiKey, keepInMemory: true }
    expect(await client.call('workspaces.connect', input)).toMatchObject({ state: 'connected' })
    expect((await client.call('notes.page')).items.length).toBe(30)
    expect([...secrets.entries.keys()]).toEqual([])
  },
)

test('opens the workspace as soon as a slow keychain responds', async () => {
  const service = await separateService()
  const secrets = fakeKeychain()
  const first = await openCore({ secrets })
  await first.client.call('workspaces.connect', { baseUrl: service.baseUrl, apiKey: service.apiKey })
  await first.close()

  const responds = Promise.withResolvers<'ready'>()
  const { client } = await openCore({
    secrets: { ...secrets, health: () => responds.promise },
    dataFolder: first.dataFolder,
  })
  const status = () => client.call('workspaces.status')
  expect(await status()).toMatchObject({ state: 'key-locked', keychain: 'waiting' })
  responds.resolve('ready')
  await eventually(async () =>
    expect(await status()).toMatchObject({ state: 'connected', keychain: 'ready' }),
  )
})

test('stays in the sandbox when a slow keychain finally responds', async () => {
  const service = await separateService()
  const secrets = fakeKeychain()
  const first = await openCore({ secrets })
  await first.client.call('workspaces.connect', { baseUrl: service.baseUrl, apiKey: service.apiKey })
  await first.close()

  const responds = Promise.withResolvers<'ready'>()
  const { client } = await openCore({
    secrets: { ...secrets, health: () => responds.promise },
    dataFolder: first.dataFolder,
  })
  await client.call('sandbox.start')
  responds.resolve('ready')
  await eventually(async () =>
    expect(await client.call('workspaces.status')).toMatchObject({
      keychain: 'ready',
      workspace: { kind: 'sandbox' },
    }),
  )
  expect(await client.call('workspaces.status')).toMatchObject({ workspace: { kind: 'sandbox' } })
})

test('opens the workspace once the user unlocks the keychain', async () => {
  const service = await separateService()
  const secrets = fakeKeychain()
  const first = await openCore({ secrets })
  await first.client.call('workspaces.connect', { baseUrl: service.baseUrl, apiKey: service.apiKey })
  await first.close()

  secrets.mode = 'locked'
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { client } = await openCore({ secrets, dataFolder: first.dataFolder })
  await eventually(async () =>
    expect(await client.call('workspaces.status')).toMatchObject({ state: 'key-locked', keychain: 'locked' }),
  )
  secrets.mode = 'ready'
  vi.advanceTimersByTime(10_000)
  vi.useRealTimers()
  await eventually(async () =>
    expect(await client.call('workspaces.status')).toMatchObject({ state: 'connected', keychain: 'ready' }),
  )
})

test('asks the user to enter the API key again if it is missing from the keychain', async () => {
  const service = await separateService()
  const secrets = fakeKeychain()
  const first = await openCore({ secrets })
  await first.client.call('workspaces.connect', { baseUrl: service.baseUrl, apiKey: service.apiKey })
  await first.close()

  secrets.entries.clear()
  const { client } = await openCore({ secrets, dataFolder: first.dataFolder })
  await eventually(async () =>
    expect(await client.call('workspaces.status')).toMatchObject({ state: 'key-missing', keychain: 'ready' }),
  )
})

test('accepts a new API key for the same workspace after the old one was rejected', async () => {
  const service = await separateService()
  const { client } = await openCore()
  const input = { baseUrl: service.baseUrl, apiKey: service.apiKey }
  const { workspace } = { workspace: null, ...(await client.call('workspaces.connect', input)) }
  service.knobs.status = 401
  expect((await refusalOf(client.call('notes.spaces'))).code).toBe('key-rejected')
  expect(await client.call('workspaces.status')).toMatchObject({ state: 'key-rejected' })

  service.knobs.status = null
  const replaced = await client.call('workspaces.connect', { ...input, workspaceId: workspace?.id ?? '' })
  expect(replaced).toMatchObject({ state: 'connected', workspace })
})

test('continues with the stored API key once the service accepts it again', async () => {
  const service = await separateService()
  const { client } = await openCore()
  await client.call('workspaces.connect', { baseUrl: service.baseUrl, apiKey: service.apiKey })
  service.knobs.status = 401
  await refusalOf(client.call('notes.spaces'))
  expect((await refusalOf(client.call('workspaces.retry'))).code).toBe('key-rejected')
  expect(await client.call('workspaces.status')).toMatchObject({ state: 'key-rejected' })

  service.knobs.status = null
  expect(await client.call('workspaces.retry')).toMatchObject({ state: 'connected' })
  expect((await client.call('notes.spaces')).items).toHaveLength(4)
})

test('returns from the sandbox to the workspace that was open before', async () => {
  const service = await separateService()
  const { client } = await openCore()
  const connected = await client.call('workspaces.connect', {
    baseUrl: service.baseUrl,
    apiKey: service.apiKey,
  })
  expect(await client.call('sandbox.start', { notes: 20 })).toMatchObject({
    workspace: { kind: 'sandbox' },
  })
  expect(await client.call('sandbox.stop')).toEqual(connected)
})

test('canceling the start of the sandbox removes the sandbox', async () => {
  const { client } = await openCore()
  for (const wait of [() => {}, () => new Promise(setImmediate)]) {
    const starting = new AbortController()
    const started = client.call('sandbox.start', { notes: 20 }, { signal: starting.signal })
    await wait()
    starting.abort()
    expect(await refusalOf(started)).toMatchObject({ code: 'canceled' })
    await eventually(async () =>
      expect(await client.call('workspaces.status')).toMatchObject({ state: 'welcome' }),
    )
    expect(await client.call('workspaces.list')).toEqual([])
  }
  expect(await client.call('sandbox.start', { notes: 20 })).toMatchObject({ workspace: { kind: 'sandbox' } })
})

test('leaves the sandbox only if the service accepts the API key', async () => {
  const service = await separateService()
  const { client } = await openCore()
  await client.call('sandbox.start', { notes: 20 })
  const { baseUrl, apiKey } = service
  await refusalOf(client.call('workspaces.connect', { baseUrl, apiKey: 'key_wrong_0123456789' }))
  expect(await client.call('workspaces.status')).toMatchObject({ workspace: { kind: 'sandbox' } })
  expect(await client.call('workspaces.connect', { baseUrl, apiKey })).toMatchObject({
    state: 'connected',
    workspace: { kind: 'service' },
  })
  expect(await client.call('tunnel.status')).toMatchObject({ source: 'none' })
})

test('tries the stored API key again after the user canceled the last attempt', async () => {
  const service = await separateService()
  const { client } = await openCore()
  await client.call('workspaces.connect', { baseUrl: service.baseUrl, apiKey: service.apiKey })
  service.knobs.status = 401
  await refusalOf(client.call('notes.spaces'))
  service.knobs.status = null
  service.knobs.latencyMs = 60_000
  const call = new AbortController()
  const trying = refusalOf(client.call('workspaces.retry', {}, { signal: call.signal }))
  call.abort()
  expect((await trying).code).toBe('canceled')
  expect(await client.call('workspaces.status')).toMatchObject({ state: 'key-rejected' })
  service.knobs.latencyMs = 0
  expect(await client.call('workspaces.retry')).toMatchObject({ state: 'connected' })
})

test('the user can cancel the wait for a keychain that does not respond', async () => {
  const service = await separateService()
  const secrets = fakeKeychain()
  const { client } = await openCore({ secrets })
  await client.call('workspaces.connect', { baseUrl: service.baseUrl, apiKey: service.apiKey })
  const health = secrets.health
  secrets.health = () => new Promise(() => {})
  const call = new AbortController()
  const trying = refusalOf(client.call('workspaces.retry', {}, { signal: call.signal }))
  call.abort()
  expect((await trying).code).toBe('canceled')
  secrets.health = health
  expect(await client.call('workspaces.retry')).toMatchObject({ state: 'connected' })
})

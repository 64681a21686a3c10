import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSandbox, type Sandbox } from '../../../../electron/sandbox/sandbox.ts'
import { apiOn, failureOf } from './api-on.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await openSandbox({ notes: 120, listenerOrigin: () => null })
})
afterAll(() => sandbox.close())

const on = (over: Parameters<typeof apiOn>[1] = {}) =>
  apiOn(sandbox.baseUrl, { apiKey: sandbox.apiKey, ...over })

test('reads the sandbox’s spaces, folders and notes without any difference from the specification', async () => {
  const { api, differences } = on()
  await api.check()
  const [spaces, folders] = [await api.spaces(), await api.folders()]
  expect([spaces.items.length, spaces.incomplete, folders.items.length, folders.incomplete]).toEqual([
    4,
    null,
    60,
    null,
  ])
  const ids = new Set<string>()
  let cursor: string | undefined
  do {
    const page = await api.notesPage({ cursor })
    for (const note of page.items) ids.add(note.id)
    cursor = page.cursor ?? undefined
  } while (cursor !== undefined)
  expect(ids.size).toBe(120)
  const [first = ''] = ids
  expect((await api.note(first)).id).toBe(first)
  expect(differences.filter(({ kind }) => kind !== 'unknown-field')).toEqual([])
})

test('creates, changes, switches and deletes an endpoint', async () => {
  const { api } = on()
  const url = `${sandbox.tunnelUrl}/hooks/test`
  const { endpoint, signingSecret } = await api.createEndpoint({
    url,
    scopes: ['personal'],
    events: [],
    folderIds: [],
  })
  expect(signingSecret).toMatch(/^whsec_/)
  expect((await api.endpoints()).items.map(({ id }) => id)).toContain(endpoint.id)
  const whole = { url, scopes: ['personal'], events: endpoint.events, folderIds: [], enabled: true }
  expect((await api.updateEndpoint(endpoint.id, { events: ['note.edited'] }, whole)).events).toEqual([
    'note.edited',
  ])
  expect((await api.updateEndpoint(endpoint.id, { enabled: false }, whole)).enabled).toBe(false)
  await api.removeEndpoint(endpoint.id)
  await api.removeEndpoint(endpoint.id)
  expect((await api.endpoints()).items.map(({ id }) => id)).not.toContain(endpoint.id)
})

test('the sandbox rejects a wrong API key and an endpoint with a private URL', async () => {
  expect((await failureOf(on({ apiKey: 'wrong' }).api.check())).code).toBe('key-rejected')
  const failure = await failureOf(
    on().api.createEndpoint({ url: 'https://10.0.0.1/x', scopes: ['public'], events: [], folderIds: [] }),
  )
  expect(failure.code).toBe('refused')
  expect(failure.details.detail).not.toBe('')
})

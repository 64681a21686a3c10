import { expect, test } from 'vitest'
import { ask, type Resource, readAll, running } from './running.ts'

const path = '/v1/webhook-endpoints'
const draft = { url: 'https://hooks.example.com/notes', scopes: ['public'] }

test('can return smaller pages than the client requested', async () => {
  const sandbox = await running({ notes: 20, knobs: { pageSizeCap: 3 } })
  expect((await sandbox.get('/v1/notes?page_size=30')).body.notes).toHaveLength(3)
  expect(await readAll(sandbox, '/v1/notes', 'notes')).toHaveLength(20)
  expect(await readAll(sandbox, '/v1/folders', 'folders')).toHaveLength(60)
})

test('can return cursors that must be percent-encoded', async () => {
  const sandbox = await running({ notes: 25, knobs: { cursors: 'odd' } })
  expect((await sandbox.get('/v1/notes')).body.cursor).toMatch(/[&#+ 中]/)
  expect(await readAll(sandbox, '/v1/notes', 'notes')).toHaveLength(25)
  expect(await readAll(sandbox, '/v1/folders', 'folders')).toHaveLength(60)
})

test('can return a missing, repeated or circular cursor', async () => {
  const sandbox = await running({ notes: 45 })
  const page = async (cursor?: unknown) =>
    (await sandbox.get(`/v1/notes${cursor ? `?cursor=${cursor}` : ''}`)).body
  const ids = ({ notes }: Resource) => (notes ?? []).map(({ id }: Resource) => id)

  sandbox.knobs.cursors = 'missing'
  expect(await page()).toMatchObject({ hasMore: true, cursor: null })

  sandbox.knobs.cursors = 'repeated'
  const second = await page((await page()).cursor)
  const third = await page(second.cursor)
  expect([third.cursor, ids(third)]).toEqual([second.cursor, ids(second)])

  sandbox.knobs.cursors = 'circling'
  const around = await page()
  const again = await page(around.cursor)
  expect(again.cursor).not.toBe(around.cursor)
  expect(ids(again)).toEqual(ids(around))
})

test('can return null for a missing parent or space, or omit the field', async () => {
  const sandbox = await running({ notes: 1 })
  const top = async () =>
    (await readAll(sandbox, '/v1/folders', 'folders')).find(({ name }) => name === 'Board')
  expect(await top()).toMatchObject({ parent_folder_id: null, space_id: expect.stringMatching(/^spa_/) })
  sandbox.knobs.topParent = 'absent'
  sandbox.knobs.folderSpace = 'null'
  expect(Object.keys((await top()) ?? {})).toEqual(['id', 'object', 'name', 'space_id'])
  expect((await top())?.space_id).toBeNull()
  sandbox.knobs.folderSpace = 'absent'
  expect(Object.keys((await top()) ?? {})).toEqual(['id', 'object', 'name'])
})

test('can create an endpoint with another status, more fields or no secret', async () => {
  const sandbox = await running({ notes: 1, knobs: { createStatus: 200, createEcho: 'whole' } })
  const whole = await sandbox.send('POST', path, draft)
  expect(whole.status).toBe(200)
  expect(whole.body).toMatchObject({ folder_ids: [], url_redacted: false })
  sandbox.knobs.withholdSecret = true
  expect((await sandbox.send('POST', path, draft)).body.signing_secret).toBeUndefined()
})

test('can lose a configured number of responses to creations', async () => {
  const sandbox = await running({ notes: 1, knobs: { loseCreateReplies: 1 } })
  await expect(sandbox.send('POST', path, draft)).rejects.toThrow()
  expect(sandbox.endpoints()).toHaveLength(1)
  expect((await sandbox.send('POST', path, draft)).status).toBe(201)
  expect((await sandbox.get(path)).body.webhook_endpoints).toHaveLength(2)
})

test('can redact URLs and the creators that were deleted', async () => {
  const sandbox = await running({ notes: 1, knobs: { urlRedacted: true, creatorDeleted: true } })
  await sandbox.send('POST', path, draft)
  expect((await sandbox.get(path)).body.webhook_endpoints).toMatchObject([
    { url: 'https://hooks.example.com/…', url_redacted: true, created_by: null },
  ])
})

test('can support updates of endpoints by PATCH, PUT, both or neither', async () => {
  const sandbox = await running({ notes: 1 })
  const { id } = (await sandbox.send('POST', path, draft)).body
  const changed = { ...draft, events: ['note.edited'], folder_ids: [] }
  const statuses = async () => [
    (await sandbox.send('PATCH', `${path}/${id}`, changed)).status,
    (await sandbox.send('PUT', `${path}/${id}`, changed)).status,
  ]
  expect(await statuses()).toEqual([200, 405])
  sandbox.knobs.update = 'PUT'
  expect(await statuses()).toEqual([405, 200])
  expect((await sandbox.send('PUT', `${path}/${id}`, { scopes: ['public'] })).status).toBe(400)
  sandbox.knobs.update = 'both'
  expect(await statuses()).toEqual([200, 200])
  sandbox.knobs.update = 'none'
  sandbox.knobs.updateRefusal = 404
  expect(await statuses()).toEqual([404, 404])
})

test('accepts the scope “workspace” only with the API key of a workspace', async () => {
  const sandbox = await running({ notes: 1 })
  const created = async (scopes: string[]) => (await sandbox.send('POST', path, { ...draft, scopes })).status
  expect([await created(['workspace']), await created(['public'])]).toEqual([400, 201])
  sandbox.knobs.keyOf = 'workspace'
  expect([await created(['public']), await created(['workspace', 'public'])]).toEqual([400, 400])
  expect(await created(['workspace'])).toBe(201)
})

test('limits the number of folders of an endpoint', async () => {
  const sandbox = await running({ notes: 1, knobs: { foldersMost: 2 } })
  const folders = await readAll(sandbox, '/v1/folders', 'folders')
  const scopes = ['personal', 'public']
  const created = (count: number) =>
    sandbox.send('POST', path, { ...draft, scopes, folder_ids: folders.slice(0, count).map(({ id }) => id) })
  expect((await created(2)).status).toBe(201)
  expect((await created(3)).body.message).toBe('folder_ids: at most 2 folders can be named.')
})

test('can redact a colleague’s endpoint URL except for its origin', async () => {
  const sandbox = await running({ notes: 1 })
  const { id } = (await sandbox.send('POST', path, draft)).body
  sandbox.knobs.creator = 'colleague'
  expect((await sandbox.get(path)).body.webhook_endpoints).toMatchObject([
    { url: 'https://hooks.example.com', url_redacted: true, created_by: { name: 'Iris Vandenberg' } },
  ])
  const changed = (body: object) => sandbox.send('PATCH', `${path}/${id}`, body)
  expect((await changed({ events: ['note.edited'] })).status).toBe(403)
  expect((await changed({ enabled: false, scopes: ['public'] })).status).toBe(403)
  expect((await changed({ enabled: false })).body).toMatchObject({ enabled: false })
  expect((await sandbox.send('DELETE', `${path}/${id}`)).status).toBe(403)
})

test('can accept an update but ignore the field “enabled”', async () => {
  const sandbox = await running({ notes: 1, knobs: { enabledIgnored: true } })
  const { id } = (await sandbox.send('POST', path, draft)).body
  const { status, body } = await sandbox.send('PATCH', `${path}/${id}`, {
    enabled: false,
    events: ['note.edited'],
  })
  expect([status, body.enabled, body.events]).toEqual([200, true, ['note.edited']])
})

test('can return 404 for webhook endpoints, as on a plan without webhooks', async () => {
  const sandbox = await running({ notes: 1, knobs: { webhooksPlan: false } })
  for (const method of ['GET', 'POST']) {
    expect((await sandbox.send(method, path, method === 'POST' ? draft : undefined)).status).toBe(404)
  }
  expect((await sandbox.get('/v1/notes')).status).toBe(200)
})

test('can return errors in the format of comparable services', async () => {
  const sandbox = await running({ notes: 1 })
  const unauthorized = () => ask(`${sandbox.baseUrl}/v1/notes`)
  expect((await unauthorized()).body).toEqual({
    code: 'unauthorized',
    message: expect.any(String),
    requestId: expect.any(String),
    timestamp: expect.any(String),
  })
  sandbox.knobs.errorBody = 'error'
  expect((await unauthorized()).body).toEqual({ error: 'unauthorized', message: expect.any(String) })
  sandbox.knobs.errorBody = 'html'
  expect((await unauthorized()).text).toContain('<!doctype html>')
  sandbox.knobs.errorBody = 'empty'
  expect(await unauthorized()).toMatchObject({ status: 401, text: '' })
  sandbox.knobs.errorBody = 'huge'
  expect((await unauthorized()).text.length).toBeGreaterThan(5_000_000)
})

test('can limit the rate of requests', async () => {
  const sandbox = await running({ notes: 1 })
  const limited = async (retryAfter: 'seconds' | 'date' | 'absent' | 'unreadable') => {
    sandbox.knobs.rateLimit = { requests: 1, perMs: 60_000, retryAfter }
    await sandbox.get('/v1/spaces')
    const { status, headers } = await sandbox.get('/v1/spaces')
    expect(status).toBe(429)
    return headers.get('retry-after')
  }
  expect(Number(await limited('seconds'))).toBeGreaterThan(0)
  expect(Date.parse((await limited('date')) ?? '')).toBeGreaterThan(Date.now())
  expect(await limited('unreadable')).toBe('soon')
  expect(await limited('absent')).toBeNull()
  sandbox.knobs.rateLimit = { requests: 1, perMs: 1, retryAfter: 'seconds' }
  await new Promise((resolve) => setTimeout(resolve, 10))
  expect((await sandbox.get('/v1/spaces')).status).toBe(200)
})

test('can respond to every request with a configured status', async () => {
  const sandbox = await running({ notes: 1 })
  for (const status of [204, 302, 403, 500, 503]) {
    sandbox.knobs.status = status
    expect((await sandbox.get('/v1/notes')).status).toBe(status)
  }
  sandbox.knobs.status = 302
  expect((await sandbox.get('/v1/notes')).headers.get('location')).toBe('https://elsewhere.example.com/')
  sandbox.knobs.status = null
  expect((await sandbox.get('/v1/notes')).status).toBe(200)
})

test('can delay responses by a configured time', async () => {
  const sandbox = await running({ notes: 1, knobs: { latencyMs: 60_000 } })
  const response = sandbox.send('GET', '/v1/notes')
  const first = await Promise.race([
    response.catch(() => 'ended'),
    new Promise((resolve) => setTimeout(resolve, 50, 'late')),
  ])
  expect(first).toBe('late')
})

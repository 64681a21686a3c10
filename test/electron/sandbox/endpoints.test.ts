import { expect, test } from 'vitest'
import { type Resource, type Running, readAll, running } from './running.ts'

const path = '/v1/webhook-endpoints'
const url = 'https://hooks.example.com/notes'
const draft = { url, scopes: ['personal', 'public'] }

async function folderNamed(sandbox: Running, name: string): Promise<string> {
  const folders = await readAll(sandbox, '/v1/folders?page_size=30', 'folders')
  return String(folders.find((folder) => folder.name === name)?.id)
}

async function created(sandbox: Running, changes: object = {}): Promise<Resource> {
  const { status, body } = await sandbox.send('POST', path, { ...draft, ...changes })
  expect(status).toBe(201)
  return body
}

test('returns an endpoint’s secret only in the response to its creation', async () => {
  const sandbox = await running({ notes: 1 })
  const endpoint = await created(sandbox)
  expect(endpoint).toEqual({
    id: expect.stringMatching(/^whe_[a-zA-Z0-9]{14}$/),
    object: 'webhook_endpoint',
    url,
    events: ['note.generated', 'note.edited', 'note.access_granted'],
    scopes: ['personal', 'public'],
    created_by: { name: 'Noor Haddad', email: 'noor.haddad@example.com' },
    enabled: true,
    created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    signing_secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
  })

  const { signing_secret: secret, ...shown } = endpoint
  const list = await sandbox.get(path)
  expect(list.body).toEqual({ webhook_endpoints: [{ ...shown, url_redacted: false, folder_ids: [] }] })
  expect(list.text).not.toContain(secret)
  expect((await created(sandbox)).signing_secret).not.toBe(secret)
})

test.each([
  ['no url', { url: undefined }, 'url'],
  ['a url that is a number', { url: 7 }, 'url'],
  ['no scopes', { scopes: undefined }, 'scopes'],
  ['an empty list of scopes', { scopes: [] }, 'scopes'],
  ['an unknown scope', { scopes: ['everything'] }, 'scopes'],
  ['scopes that are not a list', { scopes: 'public' }, 'scopes'],
  ['an unknown event', { events: ['note.deleted'] }, 'events'],
  ['an empty list of events', { events: [] }, 'events'],
  ['an unknown folder', { folder_ids: ['fol_00000000000000'] }, 'folder_ids'],
])('rejects the creation of an endpoint with %s', async (_what, changes, field) => {
  const sandbox = await running({ notes: 1 })
  const { status, body } = await sandbox.send('POST', path, { ...draft, ...changes })
  expect(status).toBe(400)
  expect(body.message).toMatch(new RegExp(`^${field}:`))
  expect(sandbox.endpoints()).toEqual([])
})

test('rejects an endpoint if the body is not a JSON object or is too large', async () => {
  const sandbox = await running({ notes: 1 })
  for (const body of ['', '{', '[]', 'null', '"text"']) {
    expect((await sandbox.send('POST', path, body)).status).toBe(400)
  }
  const large = { ...draft, more: 'x'.repeat(70_000) }
  expect((await sandbox.send('POST', path, large)).status).toBe(413)
  expect(sandbox.endpoints()).toEqual([])
})

test.each([
  'http://hooks.example.com/',
  'ftp://hooks.example.com/',
  'hooks.example.com',
  'https://',
  'https://user:word@hooks.example.com/',
  'https://hooks.example.com/a b',
  'https://localhost/',
  'https://api.localhost/',
  'https://printer.local/',
  'https://intranet/',
  'https://localhost./',
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f.0.0.1/',
  'https://0.0.0.0/',
  'https://10.1.2.3/',
  'https://100.64.0.1/',
  'https://169.254.169.254/',
  'https://172.16.0.1/',
  'https://172.31.255.255/',
  'https://192.168.1.1/',
  'https://198.18.0.1/',
  'https://203.0.113.9/',
  'https://224.0.0.1/',
  'https://255.255.255.255/',
  'https://[::1]/',
  'https://[::]/',
  'https://[::ffff:10.0.0.1]/',
  'https://[::7f00:1]/',
  'https://[64:ff9b::a00:1]/',
  'https://[fc00::1]/',
  'https://[fe80::1]/',
  'https://[2001:db8::1]/',
  'https://[2002:7f00:1::]/',
  'https://[ff02::1]/',
  `https://hooks.example.com/${'a'.repeat(2048)}`,
])('rejects the endpoint URL %s', async (rejected) => {
  const sandbox = await running({ notes: 1 })
  const { status, body } = await sandbox.send('POST', path, { ...draft, url: rejected })
  expect(status).toBe(400)
  expect(body.message).toMatch(/^url: /)
})

test.each([
  'https://listener.sandbox.example.com/hooks/abc',
  'https://hooks.example.com:8443/a?b=c',
  'https://8.8.8.8/',
  'https://172.15.0.1/',
  'https://172.32.0.1/',
  'https://[2606:4700::1111]/',
])('accepts the endpoint URL %s and returns it unchanged', async (accepted) => {
  const sandbox = await running({ notes: 1 })
  expect((await created(sandbox, { url: accepted })).url).toBe(accepted)
})

test('an endpoint for a folder must have the scope that matches the folder’s visibility', async () => {
  const sandbox = await running({ notes: 1 })
  const visible = await folderNamed(sandbox, 'Northwind')
  const hidden = await folderNamed(sandbox, 'Coaching')
  const statusOf = async (scopes: string[], folder_ids: string[]) =>
    (await sandbox.send('POST', path, { url, scopes, folder_ids })).status
  expect(await statusOf(['public'], [visible])).toBe(201)
  expect(await statusOf(['personal'], [hidden])).toBe(201)
  expect(await statusOf(['personal', 'public'], [visible, hidden])).toBe(201)
  expect(await statusOf(['personal'], [visible])).toBe(400)
  expect(await statusOf(['public'], [visible, hidden])).toBe(400)
})

test('PATCH changes only the given fields of an endpoint', async () => {
  const sandbox = await running({ notes: 1 })
  const folder = await folderNamed(sandbox, 'Northwind')
  const { id } = await created(sandbox, { events: ['note.edited'], folder_ids: [folder] })
  const patch = async (body: object) => (await sandbox.send('PATCH', `${path}/${id}`, body)).body

  expect(await patch({ enabled: false })).toMatchObject({
    enabled: false,
    events: ['note.edited'],
    folder_ids: [folder],
  })
  expect(await patch({ folder_ids: [] })).toMatchObject({ enabled: false, folder_ids: [] })
  expect(await patch({ events: ['note.generated'], scopes: ['public'] })).toMatchObject({
    url,
    events: ['note.generated'],
    scopes: ['public'],
  })
  const moved = await patch({ url: 'https://other.example.com/', enabled: true })
  expect(moved).toMatchObject({ url: 'https://other.example.com/', enabled: true })
  expect(moved.signing_secret).toBeUndefined()
  expect((await sandbox.get(path)).body.webhook_endpoints?.[0]).toEqual(moved)
})

test('an invalid update leaves the endpoint unchanged', async () => {
  const sandbox = await running({ notes: 1 })
  const folder = await folderNamed(sandbox, 'Northwind')
  const { id } = await created(sandbox, { folder_ids: [folder] })
  const before = sandbox.endpoints()
  for (const body of [
    { url: 'http://a.example.com' },
    { scopes: [] },
    { scopes: ['personal'] },
    { enabled: 'no' },
  ]) {
    expect((await sandbox.send('PATCH', `${path}/${id}`, body)).status).toBe(400)
  }
  expect(sandbox.endpoints()).toEqual(before)
})

test('the sandbox API returns 404 for a deleted endpoint', async () => {
  const sandbox = await running({ notes: 1 })
  const { id } = await created(sandbox)
  expect((await sandbox.send('DELETE', `${path}/${id}`)).body).toEqual({
    id,
    object: 'webhook_endpoint',
    deleted: true,
  })
  expect((await sandbox.send('DELETE', `${path}/${id}`)).status).toBe(404)
  expect((await sandbox.send('PATCH', `${path}/${id}`, {})).status).toBe(404)
  expect((await sandbox.send('DELETE', `${path}/nonsense`)).status).toBe(400)
  expect((await sandbox.get(path)).body).toEqual({ webhook_endpoints: [] })
})

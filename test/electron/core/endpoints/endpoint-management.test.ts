import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import type { EndpointDraft } from '#shared/endpoints/model.ts'
import {
  fakeKeychain,
  type OpenCore,
  openCore,
  refusalOf,
  separateService,
} from '../../../support/core/open-core.ts'
import { exchange } from '../../../support/deliveries/raw-http.ts'
import { otherSecret, rawRequest, signDelivery } from '../../../support/deliveries/signed-delivery.ts'
import { eventually } from '../../../support/eventually.ts'

const draft = (receiver: EndpointDraft['receiver'] = { kind: 'inspector' }): EndpointDraft => ({
  receiver,
  scopes: ['personal', 'public'],
  events: [],
  folderIds: [],
})

/** Opens the sandbox workspace without a listener unless the options ask for one. */
async function withSandbox(options: Parameters<typeof openCore>[0] = {}) {
  const opened = await openCore({ listening: false, ...options })
  await opened.client.call('sandbox.start', { notes: 20 })
  return { ...opened, sandbox: lastSandbox(opened) }
}

function lastSandbox({ sandboxes }: OpenCore) {
  const sandbox = sandboxes.at(-1)
  if (!sandbox) throw new Error('No sandbox service was opened.')
  return sandbox
}

async function connected(options: { secrets?: ReturnType<typeof fakeKeychain> } = {}) {
  const service = await separateService()
  const opened = await openCore(options)
  await opened.client.call('workspaces.connect', { baseUrl: service.baseUrl, apiKey: service.apiKey })
  return { ...opened, service }
}

test('opens the sandbox with an endpoint that has received a verified delivery', async () => {
  const { client, events } = await openCore()
  await client.call('sandbox.start', { notes: 20 })
  expect(await client.call('endpoints.list')).toMatchObject([{ receivedHere: true, enabled: true }])
  await eventually(async () => {
    const { deliveries } = await client.call('deliveries.list')
    expect(deliveries[0]).toMatchObject({ verdict: 'verified', status: 200, attempts: 1 })
  })
  // The event is published after the commit, so that it never names a delivery that is not stored.
  await eventually(() => expect(events.map(({ name }) => name)).toContain('deliveries.received'))
  await eventually(async () =>
    expect(await client.call('endpoints.list')).toMatchObject([{ secret: 'proven' }]),
  )
})

test('names the folder that does not match an endpoint’s scopes, and suggests other scopes', async () => {
  const { client } = await withSandbox()
  const { items } = await client.call('notes.folders')
  const refusals = await Promise.all(
    items.slice(0, 20).map(({ id }) =>
      refusalOf(client.call('endpoints.create', { ...draft(), scopes: ['personal'], folderIds: [id] }))
        .then(({ details }) => ({ id, ...details }))
        .catch(() => null),
    ),
  )
  const refused = refusals.find((refusal) => refusal !== null)
  expect(refused?.scopes).toEqual({
    named: true,
    offers: [['personal', 'public']],
    folder: { id: refused?.id, visibility: 'workspace' },
  })
})

test('suggests the scope “workspace” for an endpoint created with a workspace’s API key', async () => {
  const { client, service } = await connected()
  service.knobs.keyOf = 'workspace'
  const own = draft({ kind: 'url', url: 'https://hooks.service-example.com/in' })
  const { details } = await refusalOf(client.call('endpoints.create', own))
  expect(details.scopes).toEqual({ named: true, offers: [['workspace']] })
  const scopes = [...(details.scopes?.offers[0] ?? [])]
  expect(await client.call('endpoints.create', { ...own, scopes })).toMatchObject({ scopes: ['workspace'] })
})

test('explains why the user cannot change a colleague’s endpoint', async () => {
  const { client, service } = await connected()
  const url = 'https://hooks.service-example.com/in'
  const { id } = await client.call('endpoints.create', draft({ kind: 'url', url }))
  service.knobs.creator = 'colleague'
  const changes = { events: ['note.edited'] }
  const refused = await refusalOf(client.call('endpoints.update', { id, changes }))
  expect(refused).toMatchObject({ code: 'forbidden', message: expect.stringMatching(/Ask its creator/) })
  expect(refused.details).toMatchObject({ status: 403, reasons: ['creator', 'scopes', 'plan'] })
  expect(refused.details.scopes).toBeUndefined()
  expect(await client.call('endpoints.update', { id, changes: { enabled: false } })).toMatchObject({
    enabled: false,
    url: 'https://hooks.service-example.com',
    urlRedacted: true,
    createdBy: { name: 'Iris Vandenberg' },
  })
  expect((await refusalOf(client.call('endpoints.remove', { id }))).code).toBe('forbidden')
})

test('rejects more than 100 folders for an endpoint without a request to the service', async () => {
  const { client, service } = await connected()
  const before = service.requests().length
  const ids = Array.from({ length: 101 }, (_, at) => `fol_${String(at).padStart(14, '0')}`)
  const refused = await refusalOf(client.call('endpoints.create', { ...draft(), folderIds: ids }))
  expect(refused).toMatchObject({ code: 'invalid-input' })
  expect(refused.details.fields?.folderIds).toContain('at most 100 folders')
  expect(
    service
      .requests()
      .slice(before)
      .some(({ method }) => method === 'POST'),
  ).toBe(false)
})

test('verifies deliveries with the signing secret of a new endpoint', async () => {
  const { client, sandbox } = await withSandbox()
  const endpoint = await client.call('endpoints.create', draft())
  expect(JSON.stringify(endpoint)).not.toContain('whsec_')
  expect(endpoint).toMatchObject({ secret: 'kept', receivedHere: true })
  sandbox.emit('note.edited')
  await eventually(async () => {
    const { deliveries } = await client.call('deliveries.list', { endpointId: endpoint.id })
    expect(deliveries).toMatchObject([{ verdict: 'verified', endpointId: endpoint.id }])
  })
})

test('shows a new endpoint’s secret for ten minutes after its creation, even after a restart', async () => {
  const secrets = fakeKeychain()
  const first = await connected({ secrets })
  const { id } = await first.client.call(
    'endpoints.create',
    draft({ kind: 'url', url: 'https://hooks.example.com' }),
  )
  const { secret } = await first.client.call('endpoints.reveal-secret', { id })
  expect(secret).toBe(first.service.endpoints()[0]?.signingSecret)
  expect(first.log.join('\n')).toMatch(/was revealed/)
  expect(first.log.join('\n')).not.toContain(secret.slice(6))
  await first.close()

  const again = await openCore({ secrets, dataFolder: first.dataFolder })
  await eventually(async () => expect((await again.client.call('workspaces.status')).state).toBe('connected'))
  again.ahead = 9 * 60_000
  const late = await again.client.call('endpoints.reveal-secret', { id })
  expect(late).toMatchObject({ secret })
  const visibleMs = Date.parse(late.until) - (Date.now() + again.ahead)
  expect(visibleMs, 'a full time, however late it is shown').toBeGreaterThan(9 * 60_000)
  again.ahead = 10 * 60_000
  expect((await refusalOf(again.client.call('endpoints.reveal-secret', { id }))).code).toBe('reveal-expired')
  expect(await again.client.call('endpoints.list')).toMatchObject([{ id, revealUntil: null, secret: 'kept' }])
})

test.each(['failing', 'waiting', 'locked', 'none'] as const)(
  'keeps a new secret in memory while the keychain is %s, and stores it once the keychain works',
  async (mode) => {
    const secrets = fakeKeychain()
    const { client } = await connected({ secrets })
    secrets.mode = mode
    const { id, ...created } = await client.call(
      'endpoints.create',
      draft({ kind: 'url', url: 'https://hooks.example.com' }),
    )
    expect(created).toMatchObject({ secret: 'kept', revealUntil: expect.any(String) })
    // The window requires the user to copy a secret unless the keychain is ready.
    expect((await client.call('workspaces.status')).keychain).not.toBe('ready')
    const { secret } = await client.call('endpoints.reveal-secret', { id })
    expect([...secrets.entries.values()]).not.toContain(secret)
    secrets.mode = 'ready'
    await eventually(() => expect([...secrets.entries.values()]).toContain(secret))
    expect((await client.call('workspaces.status')).keychain).toBe('ready')
  },
)

test('answers 503 to deliveries while the endpoint’s secret cannot be read from the keychain', async () => {
  const secrets = fakeKeychain()
  const first = await connected({ secrets })
  await first.client.call('tunnel.start', { kind: 'own-url', publicUrl: 'https://hooks.example.com/' })
  const endpoint = await first.client.call('endpoints.create', draft())
  await first.close()

  secrets.mode = 'locked'
  const { client } = await openCore({ secrets, dataFolder: first.dataFolder })
  const status = await client.call('listener.status')
  const path = new URL(endpoint.url).pathname
  const answer = await fetch(`${status.state === 'listening' ? status.origin : ''}${path}`, {
    method: 'POST',
    body: '{}',
  })
  expect(answer.status).toBe(503)
})

test('reports an endpoint’s secret as missing if it was deleted from the keychain', async () => {
  const secrets = fakeKeychain()
  const first = await connected({ secrets })
  await first.client.call('tunnel.start', { kind: 'own-url', publicUrl: 'https://hooks.example.com/' })
  const { id } = await first.client.call('endpoints.create', draft())
  const { secret } = await first.client.call('endpoints.reveal-secret', { id })
  await first.close()

  for (const account of secrets.entries.keys()) if (account.includes(id)) secrets.entries.delete(account)
  const { client } = await openCore({ secrets, dataFolder: first.dataFolder })
  await eventually(async () =>
    expect(await client.call('endpoints.list')).toMatchObject([{ secret: 'missing' }]),
  )
  expect((await client.call('workspaces.status')).keychain).toBe('ready')
  await client.call('endpoints.import-secret', { id, secret })
  expect(await client.call('endpoints.list')).toMatchObject([{ secret: 'kept' }])
})

test('reports an unknown outcome if the reply to creating an endpoint is lost', async () => {
  const { client, service } = await connected()
  service.knobs.loseCreateReplies = 1
  const url = 'https://hooks.example.com/once'
  expect((await refusalOf(client.call('endpoints.create', draft({ kind: 'url', url })))).code).toBe(
    'outcome-unknown',
  )
  expect(service.endpoints()).toHaveLength(1)
  expect(await client.call('endpoints.list')).toMatchObject([{ url, secret: 'missing', revealUntil: null }])
})

test('warns if the service returns no secret for a new endpoint', async () => {
  const { client, service } = await connected()
  service.knobs.withholdSecret = true
  const refusal = await refusalOf(
    client.call('endpoints.create', draft({ kind: 'url', url: 'https://hooks.example.com' })),
  )
  expect(refusal.code).toBe('secret-not-returned')
  expect(await client.call('endpoints.list')).toMatchObject([{ secret: 'missing' }])
})

test('stores no endpoint if the service rejects its creation', async () => {
  const { client } = await connected()
  const refusal = await refusalOf(
    client.call('endpoints.create', {
      ...draft({ kind: 'url', url: 'https://hooks.example.com' }),
      folderIds: ['fol_00000000000000'],
    }),
  )
  expect(refusal).toMatchObject({ code: 'refused', details: { status: 400 } })
  expect(await client.call('endpoints.list')).toEqual([])
})

test('sends the URL of an endpoint to the service exactly as typed', async () => {
  const { client, service } = await connected()
  const url = 'https://Hooks.example.com:443/a/../b?x=1'
  await client.call('endpoints.create', draft({ kind: 'url', url }))
  expect(service.endpoints()[0]?.url).toBe(url)
  const refusal = await refusalOf(
    client.call('endpoints.create', draft({ kind: 'url', url: 'http://hooks.example.com' })),
  )
  expect(refusal.details.fields?.['receiver.url']).toMatch(/https/)
})

test('rejects an endpoint URL that cannot be public before sending a request', async () => {
  const { client, service, dataFolder } = await connected()
  const { id } = await client.call(
    'endpoints.create',
    draft({ kind: 'url', url: 'https://hooks.example.com/here' }),
  )
  const journal = () => {
    using database = new DatabaseSync(join(dataFolder, 'notehook.db'), { readOnly: true })
    return database.prepare('SELECT * FROM endpoint_journal').all()
  }
  const before = { journal: journal(), requests: service.requests().length }
  for (const url of [
    'https://10.0.0.7/hook',
    'https://2130706433',
    'https://wiki',
    'https://hooks.example.com#a',
  ]) {
    const receiver = { kind: 'url' as const, url }
    for (const asked of [
      client.call('endpoints.create', draft(receiver)),
      client.call('endpoints.update', { id, changes: { receiver } }),
    ]) {
      const { sentence } = await client.call('endpoints.check-url', { url })
      expect(await refusalOf(asked)).toMatchObject({
        code: 'invalid-input',
        message: sentence,
        details: { fields: { 'receiver.url': sentence } },
      })
    }
  }
  expect({ journal: journal(), requests: service.requests().length }).toEqual(before)
})

test('accepts a public URL with a path for the tunnel, but not with a user, query or fragment', async () => {
  const { client } = await connected()
  const set = (publicUrl: string) => client.call('tunnel.start', { kind: 'own-url', publicUrl })
  for (const url of [
    'http://hooks.example.com',
    'https://localhost:8484',
    'https://192.168.1.2',
    'https://box.lan',
    'https://user@hooks.example.com',
    'https://hooks.example.com/?',
    'https://hooks.example.com/#',
  ]) {
    const { code, message, details } = await refusalOf(set(url))
    expect([url, code, details.fields]).toEqual([url, 'invalid-input', { publicUrl: message }])
  }
  expect(await client.call('tunnel.status')).toMatchObject({ source: 'none' })
  expect(await set('https://Hooks.example.com:443/notehook//')).toMatchObject({
    publicUrl: 'https://hooks.example.com/notehook',
  })
  expect(await set('https://8.8.8.8:8443')).toMatchObject({ publicUrl: 'https://8.8.8.8:8443' })
})

test('requires a public URL before creating an endpoint for the inspector', async () => {
  const { client } = await connected()
  expect((await refusalOf(client.call('endpoints.create', draft()))).code).toBe('no-public-url')
  expect(
    await client.call('tunnel.start', { kind: 'own-url', publicUrl: 'https://hooks.example.com/' }),
  ).toMatchObject({
    source: 'own-url',
    publicUrl: 'https://hooks.example.com',
  })
  expect((await client.call('endpoints.create', draft())).url).toMatch(
    /^https:\/\/hooks\.example\.com\/hooks\/[\w-]{22}$/,
  )
})

test('disables and enables an endpoint, and narrows and widens its filters', async () => {
  const { client } = await withSandbox()
  const { id } = await client.call('endpoints.create', draft())
  const update = (changes: object) => client.call('endpoints.update', { id, changes })
  expect(await update({ enabled: false })).toMatchObject({ enabled: false, secret: 'kept' })
  expect(await update({ enabled: true })).toMatchObject({ enabled: true })
  expect(await update({ events: ['note.edited'], scopes: ['public'] })).toMatchObject({
    events: ['note.edited'],
    scopes: ['public'],
  })
  expect((await update({ events: [] })).events).toHaveLength(3)
})

test('an endpoint gets its former path when it points to the inspector again', async () => {
  const { client } = await withSandbox()
  const made = await client.call('endpoints.create', draft())
  const id = made.id
  const away = { receiver: { kind: 'url' as const, url: 'http://127.0.0.1:4000/away' } }
  expect(await client.call('endpoints.update', { id, changes: away })).toMatchObject({ receivedHere: false })
  const back = { receiver: { kind: 'inspector' as const } }
  expect(await client.call('endpoints.update', { id, changes: back })).toMatchObject({
    url: made.url,
    receivedHere: true,
  })
})

test('recognizes an inspector endpoint even if the service redacts its URL', async () => {
  const { client, sandbox } = await withSandbox()
  const made = await client.call('endpoints.create', draft())
  sandbox.knobs.urlRedacted = true
  const listed = (await client.call('endpoints.list')).find(({ id }) => id === made.id)
  expect(listed).toMatchObject({ urlRedacted: true, receivedHere: true })
  const changes = { receiver: { kind: 'inspector' as const }, events: ['note.edited'] }
  await client.call('endpoints.update', { id: made.id, changes })
  expect(sandbox.endpoints().find(({ id }) => id === made.id)?.url).toBe(made.url)
})

test('removing an endpoint also removes its secret and its path', async () => {
  const secrets = fakeKeychain()
  const { client } = await withSandbox({ secrets })
  const endpoint = await client.call('endpoints.create', draft())
  const kept = secrets.entries.size
  await client.call('endpoints.remove', { id: endpoint.id })
  await client.call('endpoints.remove', { id: endpoint.id })
  expect(secrets.entries.size).toBe(kept - 1)
  const status = await client.call('listener.status')
  const origin = status.state === 'listening' ? status.origin : ''
  const gone = await fetch(origin + new URL(endpoint.url).pathname, { method: 'POST' })
  expect(gone.status).toBe(404)
})

test('does not suggest importing the secret of an endpoint that was deleted', async () => {
  const { client } = await openCore()
  await client.call('sandbox.start', { notes: 20 })
  const [endpoint] = await client.call('endpoints.list')
  const status = await client.call('listener.status')
  const port = status.state === 'listening' ? status.port : 0
  const path = new URL(endpoint?.url ?? '').pathname
  await exchange(port, rawRequest(path, signDelivery({ secret: otherSecret })))
  const mismatched = await eventually(async () => {
    const { deliveries } = await client.call('deliveries.list')
    const found = deliveries.find(({ verdict }) => verdict === 'signature-mismatch')
    if (!found) throw new Error('It did not arrive yet.')
    return found
  })
  await client.call('endpoints.remove', { id: endpoint?.id ?? '' })
  const { conclusion } = await client.call('deliveries.diagnose', { id: mismatched.id })
  expect(conclusion.advice).toBe('Its endpoint was deleted, and its signing secret with it.')
})

test('keeps secrets of sandbox endpoints in memory when there is no keychain', async () => {
  const secrets = fakeKeychain()
  secrets.mode = 'none'
  const { client } = await withSandbox({ secrets })
  await eventually(async () => expect((await client.call('workspaces.status')).keychain).toBe('none'))
  expect(await client.call('endpoints.create', draft())).toMatchObject({ secret: 'kept' })
})

test('reports that the plan has no webhooks, while notes remain available', async () => {
  const { client, service } = await connected()
  service.knobs.webhooksPlan = false
  expect(await refusalOf(client.call('endpoints.list'))).toMatchObject({ code: 'no-webhooks' })
  expect((await client.call('notes.spaces')).items).toHaveLength(4)
})

test('remembers after a restart whether a service updates endpoints by PUT or PATCH', async () => {
  const secrets = fakeKeychain()
  const first = await connected({ secrets })
  const { service } = first
  service.knobs.update = 'PUT'
  const { id } = await first.client.call(
    'endpoints.create',
    draft({ kind: 'url', url: 'https://hooks.example.com' }),
  )
  const methods = () =>
    service.requests().flatMap(({ method }) => (method === 'PATCH' || method === 'PUT' ? [method] : []))
  await first.client.call('endpoints.update', { id, changes: { scopes: ['public'] } })
  expect(methods()).toEqual(['PATCH', 'PUT'])
  await first.close()

  const again = await openCore({ secrets, dataFolder: first.dataFolder })
  await eventually(async () => expect((await again.client.call('workspaces.status')).state).toBe('connected'))
  await again.client.call('endpoints.update', { id, changes: { scopes: ['personal'] } })
  expect(methods()).toEqual(['PATCH', 'PUT', 'PUT'])
})

test.each(['PATCH', 'PUT', 'both'] as const)(
  'edits each field of an endpoint if the service offers %s',
  async (update) => {
    const { client, service } = await connected()
    service.knobs.update = update
    const { id } = await client.call(
      'endpoints.create',
      draft({ kind: 'url', url: 'https://hooks.example.com/a' }),
    )
    for (const [changes, expected] of [
      [
        { receiver: { kind: 'url', url: 'https://hooks.example.com/b' } },
        { url: 'https://hooks.example.com/b' },
      ],
      [{ scopes: ['public'] }, { scopes: ['public'] }],
      [{ events: ['note.edited'] }, { events: ['note.edited'] }],
      [{ enabled: false }, { enabled: false, disabledState: { by: 'here' } }],
      [{ enabled: true }, { enabled: true, disabledState: null }],
    ] as const) {
      expect(
        await client.call('endpoints.update', { id, changes: structuredClone(changes) as object }),
      ).toMatchObject(expected)
    }
  },
)

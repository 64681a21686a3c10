import { expect, test } from 'vitest'
import type { EndpointDraft } from '#shared/endpoints/model.ts'
import { endedJob } from '../../../support/core/ended-job.ts'
import { fakeKeychain, openCore, refusalOf, separateService } from '../../../support/core/open-core.ts'
import { eventually } from '../../../support/eventually.ts'

const url = 'https://hooks.example.com/in'
const draft: EndpointDraft = {
  receiver: { kind: 'url', url },
  scopes: ['personal'],
  events: ['note.edited'],
  folderIds: [],
}

async function connected(options: { secrets?: ReturnType<typeof fakeKeychain>; dataFolder?: string } = {}) {
  const service = await separateService()
  const opened = await openCore(options)
  await opened.client.call('workspaces.connect', { baseUrl: service.baseUrl, apiKey: service.apiKey })
  return { ...opened, service }
}

async function lost() {
  const opened = await connected()
  opened.service.knobs.loseCreateReplies = 1
  expect((await refusalOf(opened.client.call('endpoints.create', draft))).code).toBe('outcome-unknown')
  const [one] = await opened.client.call('endpoints.unfinished')
  if (!one) throw new Error('It should be offered for repair.')
  return { ...opened, one }
}

test('sends no request to the service if every creation of an endpoint is finished', async () => {
  const { client, service } = await connected()
  await client.call('endpoints.create', draft)
  const before = service.requests().length
  expect(await client.call('endpoints.unfinished')).toEqual([])
  expect(service.requests()).toHaveLength(before)
})

test('creates an endpoint again with the same settings if its secret was lost', async () => {
  const { client, service, one } = await lost()
  const [orphan] = service.endpoints()
  expect(one).toMatchObject({ state: 'secret-lost', url, draft, endpoints: [{ id: orphan?.id }] })

  const { endpoint } = await client.call('endpoints.finish', { id: one.id, action: { kind: 'recreate' } })
  expect(endpoint).toMatchObject({ url, scopes: ['personal'], events: ['note.edited'], secret: 'kept' })
  expect(service.endpoints().map(({ id }) => id)).toEqual([endpoint?.id])
  expect(await client.call('endpoints.unfinished')).toEqual([])
})

test('the creation of an endpoint stays unfinished if the service rejects the second attempt', async () => {
  const { client, service, one } = await lost()
  const finish = (id: string, kind: 'recreate' | 'retry') =>
    client.call('endpoints.finish', { id, action: { kind } })
  service.knobs.refuseCreate = 403
  expect(await refusalOf(finish(one.id, 'recreate'))).toMatchObject({
    code: 'forbidden',
    details: { reasons: ['scopes', 'plan'] },
  })
  const [left, ...others] = await client.call('endpoints.unfinished')
  expect(left).toMatchObject({ state: 'not-created', url, draft })
  expect(others).toEqual([])
  service.knobs.refuseCreate = null
  const { endpoint } = await finish(left?.id ?? '', 'retry')
  expect(endpoint).toMatchObject({ url, secret: 'kept' })
  expect(service.endpoints()).toHaveLength(1)
})

test('a new endpoint is no longer unfinished if the user keeps it without its secret', async () => {
  const { client, one } = await lost()
  await client.call('endpoints.finish', { id: one.id, action: { kind: 'keep' } })
  expect(await client.call('endpoints.unfinished')).toEqual([])
  expect(await client.call('endpoints.list')).toMatchObject([{ url, secret: 'missing' }])
})

test('importing the secret of an endpoint finishes its creation', async () => {
  const { client, service, one } = await lost()
  const [orphan] = service.endpoints()
  const secret = orphan?.signingSecret ?? ''
  await client.call('endpoints.import-secret', { id: one.endpoints[0]?.id ?? '', secret })
  expect(await client.call('endpoints.unfinished')).toEqual([])
})

test('asks which endpoint was created if the service hides URLs and the reply was lost', async () => {
  const { client, service } = await connected()
  service.knobs.loseCreateReplies = 1
  service.knobs.urlRedacted = true
  await refusalOf(client.call('endpoints.create', draft))
  const [one] = await client.call('endpoints.unfinished')
  const orphan = service.endpoints()[0]?.id ?? ''
  expect(one).toMatchObject({ state: 'several', endpoints: [{ id: orphan, urlRedacted: true }] })
  const finish = (action: { kind: 'retry' } | { kind: 'choose'; endpointId: string | null }) =>
    client.call('endpoints.finish', { id: one?.id ?? '', action })
  // Refuses to create the endpoint again while it may already exist.
  expect((await refusalOf(finish({ kind: 'retry' }))).code).toBe('invalid-input')
  await finish({ kind: 'choose', endpointId: orphan })
  expect(await client.call('endpoints.unfinished')).toMatchObject([{ state: 'secret-lost' }])
})

test('lets the user dismiss a creation whose reply was lost if no endpoint matches', async () => {
  const { client, service } = await connected()
  service.knobs.loseCreateReplies = 1
  service.knobs.urlRedacted = true
  await refusalOf(client.call('endpoints.create', draft))
  const [one] = await client.call('endpoints.unfinished')
  const id = one?.id ?? ''
  await client.call('endpoints.finish', { id, action: { kind: 'choose', endpointId: null } })
  expect(await client.call('endpoints.unfinished')).toMatchObject([{ id, state: 'not-created' }])
  await client.call('endpoints.finish', { id, action: { kind: 'forget' } })
  expect(await client.call('endpoints.unfinished')).toEqual([])
})

test('importing a secret finishes a creation whose secret was only in memory and lost', async () => {
  const secrets = fakeKeychain()
  const first = await connected({ secrets })
  secrets.mode = 'failing'
  await first.client.call('endpoints.create', draft)
  expect(await first.client.call('endpoints.unfinished')).toEqual([])
  await first.close()
  secrets.mode = 'ready'
  const again = await openCore({ secrets, dataFolder: first.dataFolder })
  const told = await again.client.call('endpoints.unfinished')
  expect(told).toMatchObject([{ state: 'secret-gone', url }])
  expect(await again.client.call('endpoints.list')).toMatchObject([{ secret: 'missing' }])
  const secret = first.service.endpoints()[0]?.signingSecret ?? ''
  await again.client.call('endpoints.import-secret', { id: told[0]?.endpoints[0]?.id ?? '', secret })
  expect(await again.client.call('endpoints.unfinished')).toEqual([])
})

test('reports secrets that a restart without a keychain has lost', async () => {
  const secrets = fakeKeychain()
  secrets.mode = 'none'
  const service = await separateService()
  const start = async (dataFolder?: string) => {
    const opened = await openCore({ secrets, ...(dataFolder ? { dataFolder } : {}) })
    const session = await opened.client.call('workspaces.status')
    const input = { baseUrl: service.baseUrl, apiKey: service.apiKey, keepInMemory: true }
    const known = session.state === 'welcome' ? {} : { workspaceId: session.workspace.id }
    await opened.client.call('workspaces.connect', { ...input, ...known })
    return opened
  }
  const first = await start()
  await first.client.call('endpoints.create', draft)
  await first.client.call('endpoints.create', { ...draft, receiver: { kind: 'url', url: `${url}/2` } })
  expect(await first.client.call('endpoints.unfinished')).toEqual([])
  await first.close()

  const { client } = await start(first.dataFolder)
  const [kept, again, ...others] = await client.call('endpoints.unfinished')
  expect([kept?.state, again?.state, others]).toEqual(['secret-gone', 'secret-gone', []])
  await client.call('endpoints.finish', { id: kept?.id ?? '', action: { kind: 'keep' } })
  const { endpoint } = await client.call('endpoints.finish', {
    id: again?.id ?? '',
    action: { kind: 'recreate' },
  })
  expect(endpoint).toMatchObject({ secret: 'kept' })
  expect(await client.call('endpoints.unfinished')).toEqual([])
})

test('deletes the remaining endpoints if one deletion fails, and stops when canceled', async () => {
  const { client, service, events } = await connected()
  const ids: string[] = []
  for (let n = 0; n < 4; n += 1) {
    ids.push(
      (await client.call('endpoints.create', { ...draft, receiver: { kind: 'url', url: `${url}/${n}` } })).id,
    )
  }
  const [first = '', second = '', ...others] = ids
  // An endpoint that no longer exists counts as removed.
  await client.call('endpoints.remove', { id: first })
  const named = (...chosen: string[]) => ({ endpoints: chosen.map((id) => ({ id, url: `${url}/${id}` })) })
  const ended = () => endedJob('delete-endpoints', () => client.call('jobs.list'))
  const { jobId } = await client.call('endpoints.remove-several', named(first, 'not-an-endpoint', second))
  expect(await ended()).toMatchObject({
    id: jobId,
    state: 'done',
    done: 3,
    total: 3,
    result: {
      removed: [first, second],
      failed: [{ id: 'not-an-endpoint', url: `${url}/not-an-endpoint`, message: expect.any(String) }],
      left: [],
    },
  })
  await eventually(() =>
    expect(events.findLast(({ name }) => name === 'jobs.changed')?.data).toMatchObject([{ state: 'done' }]),
  )
  await client.call('jobs.dismiss', { id: jobId })
  expect(await client.call('jobs.list')).toEqual([])

  service.knobs.latencyMs = 50
  const { jobId: next } = await client.call('endpoints.remove-several', named(...others))
  await client.call('jobs.cancel', { id: next })
  expect(await ended()).toMatchObject({
    state: 'canceled',
    result: { removed: [others[0]], left: [others[1]] },
  })
})

test('keeps the name of a created endpoint if the reply to its creation was lost', async () => {
  const { client, service } = await connected()
  const named = await client.call('endpoints.create', { ...draft, label: 'Ticket sync' })
  expect(named.label).toBe('Ticket sync')
  service.knobs.loseCreateReplies = 1
  await refusalOf(client.call('endpoints.create', { ...draft, label: 'Board digest' }))
  const labels = async () => (await client.call('endpoints.list')).map(({ label }) => label)
  expect((await labels()).toSorted()).toEqual(['Board digest', 'Ticket sync'])
  const [one] = await client.call('endpoints.unfinished')
  await client.call('endpoints.finish', { id: one?.id ?? '', action: { kind: 'recreate' } })
  expect((await labels()).toSorted()).toEqual(['Board digest', 'Ticket sync'])
  expect(JSON.stringify(service.requests())).not.toContain('Board digest')
})

test('still returns the name of an endpoint after it was deleted', async () => {
  const { client } = await connected()
  const named = await client.call('endpoints.create', { ...draft, label: 'Ticket sync' })
  await client.call('endpoints.remove', { id: named.id })
  expect(await client.call('endpoints.labels')).toEqual([{ id: named.id, label: 'Ticket sync' }])
})

test('renames an endpoint locally without a request to the service', async () => {
  const { client, events, service } = await connected()
  const { id } = await client.call('endpoints.create', draft)
  const [before, told] = [service.requests().length, events.length]
  await client.call('endpoints.set-label', { id, label: 'Ticket sync' })
  expect(service.requests()).toHaveLength(before)
  // The page would list the endpoints again after `endpoints.changed`.
  expect(events.slice(told)).toMatchObject([
    { name: 'endpoints.renamed', data: { id, label: 'Ticket sync' } },
  ])
  const onlyName = { id, changes: { label: 'Billing' } }
  expect((await refusalOf(client.call('endpoints.update', onlyName))).code).toBe('invalid-input')
  service.knobs.update = 'none'
  const changes = { label: 'Board digest', scopes: ['public'] }
  expect((await refusalOf(client.call('endpoints.update', { id, changes }))).code).toBe('update-unsupported')
  const label = async () => (await client.call('endpoints.list'))[0]?.label
  expect(await label()).toBe('Ticket sync')
  service.knobs.update = 'both'
  await client.call('endpoints.update', { id, changes })
  expect(await label()).toBe('Board digest')
})

import { expect, test } from 'vitest'
import type { Endpoint, EndpointDraft } from '#shared/endpoints/model.ts'
import type { Replacement } from '#shared/endpoints/replacement.ts'
import { newReceiver } from '#shared/receivers/model.ts'
import {
  fakeKeychain,
  type OpenCore,
  openCore,
  refusalOf,
  separateService,
} from '../../../../support/core/open-core.ts'
import { eventually } from '../../../../support/eventually.ts'

const receiver: EndpointDraft['receiver'] = { kind: 'url', url: 'https://hooks.example.com/in' }
const draft: EndpointDraft = { receiver, scopes: ['personal'], events: ['note.edited'], folderIds: [] }

/** Opens the sandbox workspace without automatic events and removes its own endpoint. */
async function withSandbox(listening = false) {
  const opened = await openCore({ listening })
  const { client } = opened
  await client.call('sandbox.start', { notes: 20 })
  for (const { id } of await client.call('endpoints.list')) await client.call('endpoints.remove', { id })
  const sandbox = opened.sandboxes.at(-1)
  if (!sandbox) throw new Error('No sandbox service was opened.')
  const all = {
    receiver: { kind: 'inspector' as const },
    scopes: ['personal', 'public'],
    events: [],
    folderIds: [],
  }
  const endpoint = await client.call('endpoints.create', all)
  return Object.assign(opened, { sandbox, endpoint })
}

async function connected() {
  const service = await separateService()
  const secrets = fakeKeychain()
  const opened = await openCore({ secrets })
  await opened.client.call('workspaces.connect', { baseUrl: service.baseUrl, apiKey: service.apiKey })
  const endpoint = await opened.client.call('endpoints.create', draft)
  return { ...opened, service, secrets, endpoint }
}

const rotate = ({ client }: Pick<OpenCore, 'client'>, { id }: Endpoint) =>
  client.call('endpoints.replace', { id, why: 'rotate', changes: {} })

async function only({ client }: Pick<OpenCore, 'client'>): Promise<Replacement> {
  const [one, ...others] = await client.call('endpoints.replacements')
  expect(others).toEqual([])
  if (!one) throw new Error('There is no replacement.')
  return one
}

test('the new endpoint’s first verified delivery completes the proof of a rotation', async () => {
  const opened = await withSandbox(true)
  await rotate(opened, opened.endpoint)
  const before = opened.events.length
  opened.sandbox.emit('note.edited')
  const steps = () =>
    opened.events
      .slice(before)
      .flatMap(({ name, data }) => (name === 'endpoints.replacing' ? [data.step] : []))
  await eventually(() => expect(steps()).toEqual(['proven']))
})

test('a rotation deletes the old endpoint after the new one has received a verified delivery', async () => {
  const opened = await withSandbox()
  const { client, sandbox, endpoint } = opened
  await client.call('endpoints.set-label', { id: endpoint.id, label: 'Ticket sync' })
  const begun = await rotate(opened, endpoint)
  expect(begun).toMatchObject({ step: 'waiting', oldId: endpoint.id, provable: true, problem: null })
  expect(begun.newId).not.toBe(endpoint.id)
  expect((await refusalOf(rotate(opened, endpoint))).code).toBe('invalid-input')

  sandbox.emit('note.edited')
  await eventually(async () => expect(await only(opened)).toMatchObject({ step: 'proven' }))
  const { deliveries } = await client.call('deliveries.list', {})
  expect(deliveries.map(({ endpointId, verdict }) => [endpointId, verdict]).sort()).toEqual(
    [endpoint.id, begun.newId].sort().map((id) => [id, 'verified']),
  )

  const ended = await client.call('endpoints.continue-replacement', { id: begun.id })
  expect(ended).toMatchObject({
    step: 'done',
    cutsOff: { seen: true, events: 0, downtime: null },
    problem: null,
  })
  expect(await client.call('endpoints.list')).toMatchObject([
    { id: begun.newId, label: 'Ticket sync', secret: 'proven' },
  ])
  expect((await refusalOf(client.call('endpoints.roll-back-replacement', { id: begun.id }))).code).toBe(
    'invalid-input',
  )
  await client.call('endpoints.dismiss-replacement', { id: begun.id })
  expect(await client.call('endpoints.replacements')).toEqual([])
})

test.each(['here', 'elsewhere'])(
  'ends the replacement of an endpoint when the old one is deleted %s',
  async (where) => {
    const opened = await connected()
    const { client, service, endpoint } = opened
    const { newId } = await rotate(opened, endpoint)
    if (where === 'here') await client.call('endpoints.remove', { id: endpoint.id })
    else {
      const headers = { authorization: `Bearer ${service.apiKey}` }
      await fetch(`${service.baseUrl}/v1/webhook-endpoints/${endpoint.id}`, { method: 'DELETE', headers })
    }
    expect(await client.call('endpoints.list')).toMatchObject([{ id: newId }])
    expect(await only(opened)).toMatchObject({
      step: 'done',
      endedAt: expect.any(String),
      problem: null,
      cutsOff: { seen: false },
    })
  },
)

test('lets receivers continue with the new endpoint once the old one is deleted', async () => {
  const opened = await withSandbox()
  const { client, endpoint } = opened
  const { id } = await client.call('receivers.create', {
    ...newReceiver,
    ...{ name: 'Tickets', url: 'http://localhost:3000/webhooks' },
    rules: { ...newReceiver.rules, endpointIds: [endpoint.id] },
  })
  const forwarded = async () =>
    (await client.call('receivers.list')).find((one) => one.id === id)?.rules.endpointIds
  const begun = await rotate(opened, endpoint)
  // Both endpoints receive every event, so forwarding both would send each event twice.
  expect(await forwarded()).toEqual([endpoint.id])
  await client.call('endpoints.continue-replacement', { id: begun.id })
  expect(await forwarded()).toEqual([begun.newId])
})

test('rolling a replacement back deletes the new endpoint and keeps the old one', async () => {
  const opened = await withSandbox()
  const { client, endpoint } = opened
  const { id } = await rotate(opened, endpoint)
  expect(await client.call('endpoints.roll-back-replacement', { id })).toMatchObject({ step: 'rolled-back' })
  expect(await client.call('endpoints.list')).toMatchObject([{ id: endpoint.id, secret: 'kept' }])
})

test('reports events that the old endpoint had not received before its replacement', async () => {
  const opened = await withSandbox()
  const { client, sandbox, endpoint } = opened
  // This computer's clock is an hour off, so every delivery is answered with 503 and retried.
  opened.ahead = 3_600_000
  sandbox.emit('note.edited')
  await eventually(async () => {
    const [failing] = await client.call('endpoints.list')
    expect(failing?.fourDays).toMatchObject({
      failingSince: expect.any(String),
      disablesAt: expect.any(String),
    })
  })
  const { id, cutsOff } = await rotate(opened, endpoint)
  expect(cutsOff).toMatchObject({ seen: true, events: 1, downtime: { from: expect.any(String) } })
  expect(await client.call('endpoints.continue-replacement', { id })).toMatchObject({ step: 'done', cutsOff })
})

test('reports events that the old endpoint had rejected before its replacement', async () => {
  const opened = await withSandbox()
  const { client, sandbox, endpoint } = opened
  const always = { delayMs: 0, firstAttempts: null, eventTypes: [], sharePercent: 100 }
  await client.call('listener.set-simulated-response', {
    endpointId: endpoint.id,
    rule: { status: 418, ...always },
  })
  sandbox.emit('note.edited')
  sandbox.emit('note.access_granted')
  await eventually(async () => {
    const { deliveries } = await client.call('deliveries.list', {})
    expect(deliveries.map(({ status }) => status)).toEqual([418, 418])
  })
  await client.call('listener.set-simulated-response', { endpointId: endpoint.id, rule: null })
  const { id, cutsOff } = await rotate(opened, endpoint)
  expect(cutsOff).toEqual({ seen: true, events: 0, refused: 2, downtime: null })
  expect(await client.call('endpoints.continue-replacement', { id })).toMatchObject({ step: 'done', cutsOff })
})

test('replaces an endpoint if the service cannot update its URL', async () => {
  const { client, service, endpoint } = await connected()
  service.knobs.update = 'none'
  const changes = { scopes: ['public'] }
  expect((await refusalOf(client.call('endpoints.update', { id: endpoint.id, changes }))).code).toBe(
    'update-unsupported',
  )
  const { id, provable } = await client.call('endpoints.replace', { id: endpoint.id, why: 'change', changes })
  // Deliveries go to another receiver, so the app can't prove the new endpoint and the user continues anyway.
  expect(provable).toBe(false)
  expect(await client.call('endpoints.continue-replacement', { id })).toMatchObject({
    step: 'done',
    cutsOff: { seen: false },
  })
  expect(service.endpoints()).toMatchObject([
    { url: endpoint.url, scopes: ['public'], events: ['note.edited'] },
  ])
})

test('starts no replacement if the service rejects the new endpoint', async () => {
  const opened = await connected()
  opened.service.knobs.refuseCreate = 403
  expect((await refusalOf(rotate(opened, opened.endpoint))).code).toBe('forbidden')
  expect(await opened.client.call('endpoints.replacements')).toEqual([])
  expect(await opened.client.call('endpoints.unfinished')).toEqual([])
})

test.each(['continue-replacement', 'roll-back-replacement'] as const)(
  'only one endpoint remains after a lost reply to a replacement and %s',
  async (how) => {
    const opened = await connected()
    const { client, service, endpoint } = opened
    service.knobs.loseCreateReplies = 1
    const { id, step, problem } = await rotate(opened, endpoint)
    expect([step, problem]).toEqual(['creating', expect.any(String)])
    await client.call('endpoints.list')
    expect(await only(opened)).toMatchObject({ step: 'creating', newId: expect.any(String) })
    // The creation belongs to the replacement, so the user is not asked twice.
    expect(await client.call('endpoints.unfinished')).toEqual([])
    const now = await client.call(`endpoints.${how}`, { id })
    expect(now.step).toBe(how === 'continue-replacement' ? 'waiting' : 'rolled-back')
    expect(service.endpoints()).toHaveLength(how === 'continue-replacement' ? 2 : 1)
    if (how === 'continue-replacement') await client.call('endpoints.continue-replacement', { id })
    expect(service.endpoints().map((one) => one.id)).toEqual([
      how === 'continue-replacement' ? now.newId : endpoint.id,
    ])
  },
)

test('keeps the old endpoint if the new one was deleted before the replacement ended', async () => {
  const opened = await connected()
  const { client, service, endpoint } = opened
  const { id, newId } = await rotate(opened, endpoint)
  await client.call('endpoints.remove', { id: newId ?? '' })
  expect((await refusalOf(client.call('endpoints.continue-replacement', { id }))).code).toBe('not-found')
  expect(service.endpoints().map((one) => one.id)).toEqual([endpoint.id])
  expect(await client.call('endpoints.roll-back-replacement', { id })).toMatchObject({ step: 'rolled-back' })
})

test('deletes the old endpoint after a restart if the first attempt failed', async () => {
  const opened = await connected()
  const { client, service, endpoint, dataFolder, secrets } = opened
  const { id, newId } = await rotate(opened, endpoint)
  service.knobs.refuseDelete = 503
  expect(await client.call('endpoints.continue-replacement', { id })).toMatchObject({
    step: 'deleting',
    problem: expect.any(String),
  })
  await opened.close()
  service.knobs.refuseDelete = null
  const again = await openCore({ dataFolder, secrets })
  await eventually(async () => expect((await again.client.call('workspaces.status')).state).toBe('connected'))
  expect(await only(again)).toMatchObject({ step: 'deleting' })
  expect(await again.client.call('endpoints.continue-replacement', { id })).toMatchObject({ step: 'done' })
  expect(service.endpoints().map((one) => one.id)).toEqual([newId])
})

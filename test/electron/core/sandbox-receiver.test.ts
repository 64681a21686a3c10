import { createServer, type IncomingMessage } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { newReceiver } from '#shared/receivers/model.ts'
import { openCore, refusalOf, separateService } from '../../support/core/open-core.ts'
import { eventually } from '../../support/eventually.ts'
import { listenOnLoopback } from '../../support/loopback.ts'

// Uses a receiver as a user would write it: it verifies deliveries with the official library and fetches their notes.

async function openReceiver() {
  const state = { status: 204, secret: '', apiKey: '', baseUrl: '', fetched: [] as number[], verified: 0 }
  const server = createServer(async (request, response) => {
    if (state.status !== 204) return void response.writeHead(state.status).end()
    try {
      const event = new Webhook(state.secret).verify(await bodyOf(request), headersOf(request)) as {
        note_id: string
      }
      state.verified += 1
      response.writeHead(204).end()
      const note = await fetch(`${state.baseUrl}/v1/notes/${event.note_id}`, {
        headers: { authorization: `Bearer ${state.apiKey}` },
      })
      state.fetched.push(note.status)
    } catch {
      response.writeHead(400).end()
    }
  })
  const port = await listenOnLoopback(server)
  return Object.assign(state, { url: `http://localhost:${port}/webhooks` })
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts).toString()
}

const headersOf = ({ headers }: IncomingMessage) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

test('the sandbox delivers to a receiver on this computer before and after an outage', async () => {
  const { client, sandboxes } = await openCore({ sandbox: { activityMs: 60_000 } })
  await client.call('sandbox.start', { notes: 20 })
  await client.call('sandbox.set-switches', { automatic: false })
  const receiver = await openReceiver()
  receiver.baseUrl = (await client.call('sandbox.status')).baseUrl
  receiver.apiKey = (await client.call('sandbox.receiver-key')).apiKey

  const { id } = await client.call('endpoints.create', {
    label: 'My receiver',
    receiver: { kind: 'url', url: receiver.url },
    scopes: ['personal', 'public'],
    events: [],
    folderIds: [],
  })
  receiver.secret = (await client.call('endpoints.reveal-secret', { id })).secret
  const mine = async () =>
    (await client.call('sandbox.activity')).deliveries.filter(({ endpointId }) => endpointId === id)

  await client.call('sandbox.trigger', { type: 'note.generated', count: 1 })
  await eventually(async () => expect((await mine())[0]).toMatchObject({ state: 'delivered' }))
  await eventually(() => expect(receiver.fetched).toEqual([200]))
  const { requests } = await client.call('sandbox.activity')
  expect(requests[0]).toMatchObject({ method: 'GET', status: 200, endpointId: id })

  // The receiver is down. Because four days pass in four minutes, the first retries arrive within a second.
  receiver.status = 503
  await client.call('sandbox.trigger', { type: 'note.edited', count: 1 })
  await eventually(async () => expect((await mine())[0]?.attempts.length).toBeGreaterThan(2))
  expect((await mine())[0]).toMatchObject({ state: 'pending', nextAt: expect.any(String) })
  expect((await mine())[0]?.attempts[0]).toMatchObject({ status: 503, error: null })
  const isEnabled = async () =>
    (await client.call('endpoints.list')).find((endpoint) => endpoint.id === id)?.enabled
  for (let days = 0; days < 5; days += 1) {
    const attempts = (await mine())[0]?.attempts.length ?? 0
    await client.call('sandbox.skip-day')
    await eventually(async () => {
      const [delivery] = await mine()
      expect(delivery?.state !== 'pending' || delivery.attempts.length > attempts).toBe(true)
    })
  }
  await eventually(async () => expect(await isEnabled()).toBe(false))
  expect((await mine())[0]).toMatchObject({ state: 'exhausted', nextAt: null })
  await client.call('sandbox.trigger', { type: 'note.edited', count: 1 })
  expect(await mine()).toHaveLength(2)

  receiver.status = 204
  await client.call('endpoints.update', { id, changes: { enabled: true } })
  expect(await isEnabled()).toBe(true)
  await client.call('sandbox.trigger', { type: 'note.access_granted', count: 1 })
  await eventually(async () => expect((await mine())[0]).toMatchObject({ state: 'delivered' }))
  await eventually(() => expect(receiver.fetched).toEqual([200, 200]))
  expect(receiver.verified).toBe(2)
  expect(sandboxes).toHaveLength(1)
})

test('accepts an endpoint with a URL on this computer only in the sandbox', async () => {
  const { client } = await openCore()
  const draft = (url: string) => ({
    receiver: { kind: 'url' as const, url },
    scopes: ['personal'],
    events: [],
    folderIds: [],
  })
  await client.call('sandbox.start', { notes: 3 })
  expect(await client.call('endpoints.check-url', { url: 'http://127.0.0.1:4000/' })).toMatchObject({
    verdict: 'allowed',
    code: 'loopback',
  })
  for (const url of ['http://192.168.1.2:4000/', 'https://hooks.example.com/', 'http://127.1:4000/']) {
    const { code, details } = await refusalOf(client.call('endpoints.create', draft(url)))
    expect([code, details.fields?.['receiver.url']]).toEqual([
      'invalid-input',
      expect.stringContaining('only to this computer'),
    ])
  }
  const moved = await client.call('endpoints.create', draft('http://127.0.0.1:4000/'))
  expect(
    await client.call('endpoints.update', {
      id: moved.id,
      changes: { receiver: { kind: 'url', url: 'http://[::1]:4001/' } },
    }),
  ).toMatchObject({ url: 'http://[::1]:4001/' })

  const { baseUrl, apiKey } = await separateService({ notes: 3 })
  await client.call('workspaces.connect', { baseUrl, apiKey, label: 'Acme' })
  expect(await client.call('endpoints.check-url', { url: 'http://127.0.0.1:4000/' })).toMatchObject({
    verdict: 'refused',
    code: 'not-https',
  })
  expect((await refusalOf(client.call('endpoints.create', draft('http://127.0.0.1:4000/')))).code).toBe(
    'invalid-input',
  )
})

test('the sandbox sends nothing to an endpoint with an https URL, and says so when an event is triggered for it', async () => {
  const { client, sandboxes } = await openCore()
  await client.call('sandbox.start', { notes: 3 })
  await client.call('sandbox.set-switches', { automatic: false })
  // The API accepts any public URL.
  const id =
    sandboxes[0]?.addEndpoint('https://hooks.example.com/notes', 'whsec_YWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFh')
      .id ?? ''
  const outside = 'can’t deliver to this URL'
  const test = client.call('sandbox.trigger', { type: 'note.generated', count: 1, endpointId: id })
  expect((await refusalOf(test)).message).toContain(outside)
  const script = client.call('sandbox.run-script', { name: 'Mine', text: 'generate', endpointId: id })
  expect((await refusalOf(script)).message).toContain(outside)

  await client.call('endpoints.list')
  await client.call('sandbox.trigger', { type: 'note.generated', count: 1 })
  await eventually(async () => {
    const { deliveries } = await client.call('sandbox.activity')
    const attempt = deliveries.find(({ endpointId }) => endpointId === id)?.attempts[0]
    expect(attempt).toMatchObject({ status: null, error: expect.stringContaining('only to this computer') })
  })
  for (let days = 0; days < 5; days += 1) await client.call('sandbox.skip-day')
  await eventually(async () =>
    expect((await client.call('endpoints.list')).find((endpoint) => endpoint.id === id)).toMatchObject({
      disabledState: { by: 'service' },
    }),
  )
})

test('the sandbox delivers to the same receiver after it is started again', async () => {
  const { client } = await openCore({ sandbox: { activityMs: 60_000 } })
  const start = async () => {
    await client.call('sandbox.start', { notes: 20 })
    await client.call('sandbox.set-switches', { automatic: false })
  }
  const add = async (label: string) =>
    client.call('endpoints.create', {
      label,
      receiver: { kind: 'inspector' },
      scopes: ['personal', 'public'],
      events: [],
      folderIds: [],
    })
  await start()
  const receiver = await openReceiver()
  const [quickstart] = await client.call('endpoints.list')
  const other = await add('Other')
  const endpointIds = [quickstart?.id ?? '', other.id]
  const settings = { ...newReceiver, rules: { ...newReceiver.rules, endpointIds } }
  await client.call('receivers.create', { ...settings, name: 'Mine', url: receiver.url, live: true })
  const forwarded = async () => (await client.call('receivers.list'))[0]?.rules.endpointIds

  // An endpoint without deliveries keeps its label, too.
  await client.call('sandbox.stop')
  await start()
  const [again] = await client.call('endpoints.list')
  expect(await forwarded()).toEqual([again?.id, other.id])
  await client.call('sandbox.trigger', { type: 'note.edited', count: 1 })
  await eventually(async () =>
    expect((await client.call('receivers.list'))[0]?.status.lastSend).toMatchObject({
      endpointId: again?.id,
    }),
  )

  // A new endpoint with the same name does not replace the existing one.
  const twin = await add('Quickstart')
  const otherAgain = await add('Other')
  expect(twin.id).not.toBe(again?.id)
  expect(await forwarded()).toEqual([again?.id, otherAgain.id])
})

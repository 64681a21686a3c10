import { expect, test } from 'vitest'
import type { Endpoint, EndpointDraft } from '#shared/endpoints/model.ts'
import { filesBelow, findSecret } from '../../../../support/canary.ts'
import {
  fakeKeychain,
  type OpenCore,
  openCore,
  refusalOf,
  removeWorkspace,
  separateService,
} from '../../../../support/core/open-core.ts'
import { otherSecret, signDelivery } from '../../../../support/deliveries/signed-delivery.ts'
import { eventually } from '../../../../support/eventually.ts'

const draft = (receiver: EndpointDraft['receiver'] = { kind: 'inspector' }): EndpointDraft => ({
  receiver,
  scopes: ['personal', 'public'],
  events: [],
  folderIds: [],
})

async function connected(secrets = fakeKeychain()) {
  const service = await separateService()
  const opened = await openCore({ secrets })
  await opened.client.call('workspaces.connect', { baseUrl: service.baseUrl, apiKey: service.apiKey })
  await opened.client.call('tunnel.start', { kind: 'own-url', publicUrl: 'https://hooks.example.com' })
  const secretOf = (id: string) =>
    service.endpoints().find((endpoint) => endpoint.id === id)?.signingSecret ?? ''
  return { ...opened, service, secrets, secretOf }
}

/** Creates an endpoint with a URL of this listener, whose secret the service did not return. */
async function withoutSecret(secrets = fakeKeychain()) {
  const opened = await connected(secrets)
  opened.service.knobs.withholdSecret = true
  expect((await refusalOf(opened.client.call('endpoints.create', draft()))).code).toBe('secret-not-returned')
  const endpoint = await only(opened)
  return { ...opened, endpoint, secret: opened.secretOf(endpoint.id) }
}

async function only({ client }: Pick<OpenCore, 'client'>): Promise<Endpoint> {
  const [endpoint] = await client.call('endpoints.list')
  if (!endpoint) throw new Error('There is no endpoint.')
  return endpoint
}

async function post({ client }: OpenCore, url: string, delivery: ReturnType<typeof signDelivery>) {
  const status = await client.call('listener.status')
  const origin = status.state === 'listening' ? status.origin : ''
  const answer = await fetch(origin + new URL(url).pathname, {
    method: 'POST',
    body: new Uint8Array(delivery.body),
    headers: {
      'webhook-id': delivery.id,
      'webhook-timestamp': delivery.timestamp,
      'webhook-signature': delivery.signature,
    },
  })
  return answer.status
}

async function kept({ client }: OpenCore, count: number) {
  return eventually(async () => {
    const { deliveries } = await client.call('deliveries.list', {})
    expect(deliveries).toHaveLength(count)
    return deliveries
  })
}

test('an imported secret verifies earlier deliveries without changing their responses', async () => {
  const opened = await withoutSecret()
  const { client, endpoint, secret } = opened
  const sent = Array.from({ length: 5 }, (_, at) => signDelivery({ id: `evt_${at}`, secret }))
  for (const delivery of sent) expect(await post(opened, endpoint.url, delivery)).toBe(503)
  const retry = signDelivery({ id: 'evt_0', secret })
  expect(await post(opened, endpoint.url, retry)).toBe(503)
  expect(await post(opened, endpoint.url, signDelivery({ id: 'evt_forged', secret: otherSecret }))).toBe(503)
  await kept(opened, 7)

  const reply = await client.call('endpoints.import-secret', { id: endpoint.id, secret: ` ${secret}\n` })
  expect(reply).toEqual({ warnings: [], judged: 7, verifying: 6 })
  const deliveries = await kept(opened, 6)
  expect(deliveries.filter(({ verdict }) => verdict === 'verified')).toHaveLength(5)
  expect(deliveries.find(({ webhookId }) => webhookId === 'evt_forged')?.verdict).toBe('signature-mismatch')
  const first = deliveries.find(({ webhookId }) => webhookId === 'evt_0')
  expect(first).toMatchObject({ attempts: 2, status: 503, eventType: 'note.generated' })
  const detail = await client.call('deliveries.get', { id: first?.id ?? 0 })
  expect(detail.trace.signature).toBe('valid')
  expect(detail.attemptLog).toMatchObject([
    { verdict: 'verified', status: 503, answer: 'not_ready' },
    { verdict: 'verified', status: 503, answer: 'not_ready' },
  ])
  expect(await only(opened)).toMatchObject({
    secret: 'proven',
    revealUntil: null,
    lastDeliveryAt: expect.any(String),
  })

  // The service retries, and the delivery is acknowledged as another attempt of the same event.
  expect(await post(opened, endpoint.url, signDelivery({ id: 'evt_0', secret }))).toBe(200)
  const after = await client.call('deliveries.get', { id: first?.id ?? 0 })
  expect(after.attemptLog.map(({ status, answer }) => [status, answer])).toEqual([
    [503, 'not_ready'],
    [503, 'not_ready'],
    [200, 'duplicate'],
  ])
  expect(opened.events.map(({ name }) => name)).toContain('deliveries.reverified')
})

test.each(['a restart', 'it is unlocked'])(
  'verifies a delivery that arrived while the keychain was locked, after %s',
  async (how) => {
    const first = await connected()
    const endpoint = await first.client.call('endpoints.create', draft())
    const secret = first.secretOf(endpoint.id)
    await first.close()
    const restart = () => openCore({ secrets: first.secrets, dataFolder: first.dataFolder })
    first.secrets.mode = 'locked'
    const locked = await restart()
    const early = signDelivery({ id: 'evt_1', secret, body: '{"early":1}' })
    expect(await post(locked, endpoint.url, early)).toBe(503)
    expect(await kept(locked, 1)).toMatchObject([{ verdict: 'secret-locked' }])

    first.secrets.mode = 'ready'
    if (how === 'a restart') await locked.close()
    const opened = how === 'a restart' ? await restart() : locked
    // The app retries a locked keychain every ten seconds.
    await eventually(async () => expect(await kept(opened, 1)).toMatchObject([{ verdict: 'verified' }]))
    const late = signDelivery({ id: 'evt_1', secret, body: '{"late":1}' })
    await eventually(async () => expect(await post(opened, endpoint.url, late)).toBe(200))
    const [event] = await kept(opened, 1)
    const detail = await opened.client.call('deliveries.get', { id: event?.id ?? 0 })
    expect(detail).toMatchObject({
      attempts: 2,
      status: 200,
      flags: expect.arrayContaining(['body-changed']),
    })
    expect(atob(detail.bodyBase64), 'what came first stays').toBe('{"early":1}')
    expect(detail.attemptLog.map(({ status, answer }) => [status, answer])).toEqual([
      [503, 'not_ready'],
      [200, 'body_changed'],
    ])
  },
)

test('importing a wrong secret does not change the verdict of verified deliveries', async () => {
  const opened = await connected()
  const { client } = opened
  const endpoint = await client.call('endpoints.create', draft())
  const secret = opened.secretOf(endpoint.id)
  expect(await post(opened, endpoint.url, signDelivery({ id: 'evt_1', secret }))).toBe(200)
  await eventually(async () => expect(await only(opened)).toMatchObject({ secret: 'proven' }))

  const wrong = await client.call('endpoints.import-secret', { id: endpoint.id, secret: otherSecret })
  expect(wrong).toEqual({ warnings: [], judged: 1, verifying: 0 })
  expect(await only(opened)).toMatchObject({ secret: 'kept', revealUntil: null })
  expect(await post(opened, endpoint.url, signDelivery({ id: 'evt_2', secret }))).toBe(503)
  const [second, first] = await kept(opened, 2)
  expect(first?.verdict).toBe('verified')
  expect(second?.verdict).toBe('signature-mismatch')

  const right = await client.call('endpoints.import-secret', { id: endpoint.id, secret })
  expect(right).toEqual({ warnings: [], judged: 2, verifying: 2 })
  expect(await only(opened)).toMatchObject({ secret: 'proven' })
})

test('names the endpoint whose imported secret matches a delivery', async () => {
  const opened = await connected()
  const { client } = opened
  const one = await client.call('endpoints.create', draft())
  const two = await client.call('endpoints.create', draft())
  await post(opened, one.url, signDelivery({ id: 'evt_1', secret: opened.secretOf(two.id) }))
  const [delivery] = await kept(opened, 1)
  const explanation = await client.call('deliveries.diagnose', { id: delivery?.id ?? 0 })
  expect(explanation.conclusion).toMatchObject({ endpointId: two.id })
  expect((await refusalOf(client.call('deliveries.diagnose', { id: 999 }))).code).toBe('not-found')
})

test('receives deliveries of an imported endpoint that points to this computer', async () => {
  const opened = await connected()
  const { client, service } = opened
  const path = `https://hooks.example.com/hooks/${'a'.repeat(22)}`
  const make = (url: string) => client.call('endpoints.create', draft({ kind: 'url', url }))
  const here = await make(path)
  const there = await make('https://elsewhere.example.com/hook')
  const [hereSecret, thereSecret] = [here, there].map(({ id }) => opened.secretOf(id))
  // Removes the workspace, so that the endpoints look as if another computer had created them.
  await removeWorkspace(client)
  await client.call('workspaces.connect', { baseUrl: service.baseUrl, apiKey: service.apiKey })

  const mine = await client.call('endpoints.import-secret', { id: here.id, secret: hereSecret ?? '' })
  expect(mine).toEqual({ warnings: [], judged: 0, verifying: 0 })
  expect(await post(opened, path, signDelivery({ secret: hereSecret ?? '' }))).toBe(200)
  const other = await client.call('endpoints.import-secret', { id: there.id, secret: thereSecret ?? '' })
  expect(other.warnings).toEqual([expect.stringContaining('go to another receiver')])
  expect(await client.call('endpoints.list')).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: here.id, receivedHere: true, secret: 'proven' }),
      expect.objectContaining({ id: there.id, receivedHere: false, secret: 'kept', revealUntil: null }),
    ]),
  )
})

test('an imported endpoint gets its former path even if its workspace was removed before', async () => {
  const opened = await connected()
  const { client, service } = opened
  const endpoint = await client.call('endpoints.create', draft())
  const secret = opened.secretOf(endpoint.id)
  await removeWorkspace(client)
  await client.call('workspaces.connect', { baseUrl: service.baseUrl, apiKey: service.apiKey })
  expect(await only(opened)).toMatchObject({ secret: 'missing', receivedHere: false })
  await client.call('endpoints.import-secret', { id: endpoint.id, secret })
  expect(await only(opened)).toMatchObject({ secret: 'kept', receivedHere: true })
  expect(await post(opened, endpoint.url, signDelivery({ secret }))).toBe(200)
})

test('rejects an invalid secret and a secret for an unknown endpoint', async () => {
  const { client, endpoint } = await withoutSecret()
  for (const secret of ['', 'whsec_', 'whsk_c2VjcmV0', 'whsec_ab-_', 'x'.repeat(5000)]) {
    const refusal = await refusalOf(client.call('endpoints.import-secret', { id: endpoint.id, secret }))
    expect(refusal).toMatchObject({
      code: 'invalid-input',
      details: { fields: { secret: expect.any(String) } },
    })
  }
  const gone = await refusalOf(
    client.call('endpoints.import-secret', { id: 'whe_gone', secret: otherSecret }),
  )
  expect(gone.code).toBe('not-found')
  expect(await only({ client })).toMatchObject({ secret: 'missing' })
})

test('reports a failing keychain while a secret is imported', async () => {
  const secrets = fakeKeychain()
  const { client, endpoint, secret } = await withoutSecret(secrets)
  secrets.mode = 'failing'
  const refusal = await refusalOf(client.call('endpoints.import-secret', { id: endpoint.id, secret }))
  expect(refusal.code).toBe('keychain-failed')
  expect(await only({ client })).toMatchObject({ secret: 'missing' })
})

test('keeps an imported secret after a restart', async () => {
  const first = await withoutSecret()
  await first.client.call('endpoints.import-secret', { id: first.endpoint.id, secret: first.secret })
  const reveal = first.client.call('endpoints.reveal-secret', { id: first.endpoint.id })
  expect((await refusalOf(reveal)).code).toBe('reveal-expired')
  await first.close()
  const again = await openCore({ secrets: first.secrets, dataFolder: first.dataFolder })
  await eventually(async () => expect((await again.client.call('workspaces.status')).state).toBe('connected'))
  expect(await post(again, first.endpoint.url, signDelivery({ secret: first.secret }))).toBe(200)
})

test('replies, events, logs and files do not contain an imported secret', async () => {
  const opened = await withoutSecret()
  const { client, endpoint, secret } = opened
  await post(opened, endpoint.url, signDelivery({ secret }))
  const wrong = `${secret.slice(0, -6)}*canary`
  const refusal = await refusalOf(client.call('endpoints.import-secret', { id: endpoint.id, secret: wrong }))
  const reply = await client.call('endpoints.import-secret', { id: endpoint.id, secret })
  await post(opened, endpoint.url, signDelivery({ secret: otherSecret }))
  const [delivery] = await kept(opened, 2)
  const explanation = await client.call('deliveries.diagnose', { id: delivery?.id ?? 0 })
  await opened.close()
  const said = JSON.stringify([refusal.toWire(), reply, explanation, opened.events, opened.log])
  expect(findSecret(secret, { said, ...filesBelow(opened.dataFolder) })).toEqual([])
  expect(said).not.toContain('canary')
})

import { beforeEach, describe, expect, test } from 'vitest'
import { mostReceivers } from '#shared/receivers/limits.ts'
import { newReceiver } from '#shared/receivers/model.ts'
import type { InputOf } from '#shared/rpc/contract.ts'
import { filesBelow, findSecret } from '../../../support/canary.ts'
import {
  fakeKeychain,
  openCore,
  refusalOf,
  removeWorkspace,
  separateService,
} from '../../../support/core/open-core.ts'
import { otherSecret, sampleSecret } from '../../../support/deliveries/signed-delivery.ts'
import { eventually } from '../../../support/eventually.ts'
import { openRawReceiver } from '../../../support/receivers/raw-receiver.ts'
import { openReceivingCore, type ReceivingCore } from '../../../support/receivers/receiving-core.ts'

const keychain = () => fakeKeychain()
let core: ReceivingCore

beforeEach(async () => {
  core = await openReceivingCore({ secrets: keychain() })
})

const draft = (changes: Partial<InputOf<'receivers.create'>> = {}): InputOf<'receivers.create'> => ({
  ...newReceiver,
  name: 'Local app',
  url: 'http://localhost:3000/webhooks',
  ...changes,
})
const create = (changes: Partial<InputOf<'receivers.create'>> = {}) =>
  core.client.call('receivers.create', draft(changes))

test('adds, changes and removes a receiver', async () => {
  const created = await create()
  expect(created).toMatchObject({
    name: 'Local app',
    live: false,
    address: { kind: 'loopback', host: 'localhost', approval: 'not-needed' },
    ownSecret: 'missing',
    lastUsedAt: null,
    status: { health: { state: 'unknown' }, waiting: { count: 0 }, sending: 0, lastSend: null },
  })
  expect(created.id).toMatch(/^rcv_[A-Za-z0-9]{14}$/)
  const changed = await core.client.call('receivers.update', {
    id: created.id,
    changes: { name: 'Renamed', concurrency: 1, rules: { ...newReceiver.rules, q: 'type:edited' } },
  })
  expect(changed).toEqual({
    ...created,
    name: 'Renamed',
    concurrency: 1,
    rules: { ...newReceiver.rules, q: 'type:edited' },
  })
  expect(await core.client.call('receivers.set-live', { id: created.id, live: true })).toMatchObject({
    live: true,
  })
  await create({ name: 'alpha' })
  expect((await core.client.call('receivers.list')).map(({ name }) => name)).toEqual(['alpha', 'Renamed'])
  await core.client.call('receivers.remove', { id: created.id })
  expect((await core.client.call('receivers.list')).map(({ name }) => name)).toEqual(['alpha'])
  expect((await refusalOf(core.client.call('receivers.remove', { id: created.id }))).code).toBe('not-found')
  expect(core.events.filter(({ name }) => name === 'receivers.changed').length).toBeGreaterThanOrEqual(5)
})

test('enforces the limit of receivers even if several are added at once', async () => {
  for (let at = 1; at < mostReceivers; at++) await create({ name: `Receiver ${at}` })
  const last = ['one', 'two', 'three'].map((name) => create({ name }))
  const ends = await Promise.allSettled(last)
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const end of ends)
    if (end.status === 'rejected')
      expect(end.reason).toMatchObject({
        code: 'invalid-input',
        message: expect.stringContaining('Remove one'),
      })
  expect(await core.client.call('receivers.list')).toHaveLength(mostReceivers)
})

describe('shows invalid-input errors next to their fields', () => {
  test.each([
    ['name', { name: ' ' }],
    ['url', { url: '' }],
    ['url', { url: 'localhost:3000' }],
    ['url', { url: 'http://localhost:3000/a b' }],
    ['headers', { headers: [{ name: 'X-A', value: null, isVisible: true }] }],
    ['headers', { headers: [{ name: 'X A', value: 'x', isVisible: true }] }],
    ['headers', { headers: [{ name: 'X-A', value: 'a\r\nX-B: c', isVisible: true }] }],
    ['headers', { headers: [{ name: 'X-A', value: '✓', isVisible: true }] }],
    ['headers', { headers: [{ name: 'webhook-id', value: 'x', isVisible: true }] }],
    ['headers', { headers: [{ name: 'Notehook-Sent', value: 'x', isVisible: true }] }],
    ['headers', { headers: [{ name: 'Content-Length', value: '1', isVisible: true }] }],
    ['headers', { headers: [{ name: 'Transfer-Encoding', value: 'chunked', isVisible: true }] }],
    [
      'headers',
      {
        headers: [
          { name: 'x-a', value: '1', isVisible: true },
          { name: 'X-A', value: '2', isVisible: true },
        ],
      },
    ],
    ['ca', { ca: 'no certificate' }],
    ['ca', { ca: '-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----' }],
    ['ca', { ca: '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----' }],
    ['rules', { rules: { ...newReceiver.rules, q: 'stauts:500' } }],
    ['timeoutMs', { timeoutMs: 16_000 }],
    ['concurrency', { concurrency: 0 }],
    ['ownSecret', { signsWith: 'own' as const }],
    ['ownSecret', { signsWith: 'own' as const, ownSecret: 'whsec_short' }],
    ['ownSecret', { ownSecret: 'whpk_abc' }],
  ])('shows next to its field why a receiver’s %s is invalid: %j', async (field, changes) => {
    const refused = await refusalOf(create(changes))
    expect(refused.code).toBe('invalid-input')
    expect(refused.details.fields?.[field]).toMatch(/\S.*[.?]$/)
    expect(await core.client.call('receivers.list')).toEqual([])
  })

  test('rejects a second receiver with the same name', async () => {
    await create()
    expect((await refusalOf(create({ name: 'LOCAL APP' }))).details.fields?.name).toContain(
      'Another receiver',
    )
  })
})

test('stores a receiver’s secrets only in the keychain and deletes them with the receiver', async () => {
  const secrets = fakeKeychain()
  core = await openReceivingCore({ secrets })
  const raw = await openRawReceiver()
  raw.answer = (request, socket) => {
    const authorization = request.headers.find(([name]) => name === 'Authorization')?.[1] ?? ''
    const body = JSON.stringify({ got: authorization })
    socket.end(`HTTP/1.1 200 OK\r\nx-echo: ${authorization}\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
  }
  const canary = 'Bearer canary-4b1f7de2a90c'
  const created = await create({
    url: raw.url,
    signsWith: 'own',
    ownSecret: otherSecret,
    headers: [
      { name: 'Authorization', value: canary, isVisible: false },
      { name: 'X-Plain', value: 'plain', isVisible: true },
    ],
  })
  expect(created).toMatchObject({
    ownSecret: 'stored',
    headers: [
      { name: 'Authorization', value: null, isVisible: false },
      { name: 'X-Plain', value: 'plain', isVisible: true },
    ],
  })
  const deliveryId = await core.deliver()
  const sent = await core.client.call('receivers.send', {
    id: created.id,
    sending: { mode: 'retry', deliveryId },
  })
  expect(raw.requests[0]?.headers).toContainEqual(['Authorization', canary])
  const preview = await core.client.call('receivers.preview', {
    id: created.id,
    sending: { mode: 'retry', deliveryId },
  })
  expect(sent.request?.headers).toContainEqual(['Authorization', '[redacted]'])
  expect(atob(sent.response?.bodyBase64 ?? '')).toContain('[redacted]')
  await refusalOf(create({ name: 'Other', ownSecret: `${otherSecret}!` }))
  await core.client.call('receivers.update', {
    id: created.id,
    changes: { name: 'Renamed', headers: [{ name: 'Authorization', value: null, isVisible: false }] },
  })
  await core.client.call('receivers.send', { id: created.id, sending: { mode: 'retry', deliveryId } })
  expect(raw.requests[1]?.headers).toContainEqual(['Authorization', canary])

  const accounts = [...secrets.entries.keys()].filter((account) => account.startsWith('rcv:'))
  expect(accounts.sort()).toEqual([`rcv:sandbox:${created.id}`, `rcv:sandbox:${created.id}:headers`])
  const texts = {
    ...filesBelow(core.dataFolder),
    log: core.log.join('\n'),
    events: JSON.stringify(core.events),
    replies: JSON.stringify([created, sent, preview, await core.client.call('receivers.list')]),
  }
  for (const secret of [otherSecret, canary.slice('Bearer '.length)])
    expect(findSecret(secret, texts)).toEqual([])
  await core.client.call('receivers.remove', { id: created.id })
  expect([...secrets.entries.keys()].filter((account) => account.startsWith('rcv:'))).toEqual([])
})

test('leaves a receiver unchanged if the keychain fails', async () => {
  const secrets = fakeKeychain()
  const service = await separateService()
  const opened = await openCore({ secrets })
  await opened.client.call('workspaces.connect', { baseUrl: service.baseUrl, apiKey: service.apiKey })
  const created = await opened.client.call('receivers.create', draft())
  secrets.mode = 'failing'
  const refused = await refusalOf(
    opened.client.call('receivers.update', {
      id: created.id,
      changes: { name: 'Changed', signsWith: 'own', ownSecret: otherSecret },
    }),
  )
  expect(refused.code).toBe('keychain-failed')
  expect(await opened.client.call('receivers.list')).toEqual([created])
})

describe('changes of receivers while the keychain is slow', () => {
  /** Opens a core whose keychain stores nothing until `answer` is called. */
  const openSlowly = async () => {
    const secrets = keychain()
    const set = secrets.set.bind(secrets)
    const asked = Promise.withResolvers<void>()
    const { promise, resolve: answer } = Promise.withResolvers<void>()
    secrets.set = async (account, secret) => {
      if (account.startsWith('rcv:')) {
        asked.resolve()
        await promise
      }
      await set(account, secret)
    }
    const service = await separateService()
    const { client } = await openCore({ secrets })
    await client.call('workspaces.connect', { baseUrl: service.baseUrl, apiKey: service.apiKey })
    return { client, asked: asked.promise, answer }
  }

  test('keeps other changes of a receiver that are made while an update is saved', async () => {
    const { client, asked, answer } = await openSlowly()
    const { id } = await client.call('receivers.create', draft())
    await client.call('receivers.set-live', { id, live: true })
    const slow = client.call('receivers.update', {
      id,
      changes: { name: 'Renamed', ownSecret: otherSecret },
    })
    await asked
    await client.call('receivers.set-live', { id, live: false })
    await client.call('receivers.update', { id, changes: { url: 'http://10.0.0.9:3000/', concurrency: 2 } })
    await client.call('receivers.approve-address', { id })
    answer()
    const saved = await slow
    expect(saved).toMatchObject({
      name: 'Renamed',
      live: false,
      url: 'http://10.0.0.9:3000/',
      address: { kind: 'private', host: '10.0.0.9', approval: 'given' },
      concurrency: 2,
      ownSecret: 'stored',
    })
    expect(await client.call('receivers.list')).toEqual([saved])
  })

  test('does not start forwarding to a receiver whose new URL is not approved', async () => {
    const { client, asked, answer } = await openSlowly()
    const { id } = await client.call('receivers.create', draft())
    const slow = client.call('receivers.update', {
      id,
      changes: { url: 'http://10.0.0.9:3000/', ownSecret: otherSecret },
    })
    await asked
    await client.call('receivers.set-live', { id, live: true })
    answer()
    expect(await slow).toMatchObject({ live: false, address: { host: '10.0.0.9', approval: 'needed' } })
  })

  test('rejects a name that is being given to another receiver', async () => {
    const { client, asked, answer } = await openSlowly()
    const slow = client.call('receivers.create', draft({ ownSecret: otherSecret }))
    await asked
    const refused = await refusalOf(client.call('receivers.create', draft({ name: 'LOCAL APP' })))
    expect(refused.details.fields?.name).toContain('Another receiver')
    answer()
    const saved = await slow
    expect(await client.call('receivers.list')).toEqual([saved])
  })
})

test('sends no delivery that must be signed while the keychain is locked', async () => {
  const secrets = fakeKeychain()
  core = await openReceivingCore({ secrets })
  const raw = await openRawReceiver()
  const deliveryId = await core.deliver()
  const { id } = await create({ url: raw.url, signsWith: 'own', ownSecret: otherSecret })
  secrets.mode = 'locked'
  const sending = { mode: 'retry', deliveryId } as const
  expect((await refusalOf(core.client.call('receivers.send', { id, sending }))).code).toBe('keychain-locked')
  expect(raw.bytes()).toBe(0)
  secrets.mode = 'ready'
  expect(await core.client.call('receivers.send', { id, sending })).toMatchObject({ status: 200 })
})

test('sends no composed delivery while the keychain is locked', async () => {
  const secrets = fakeKeychain()
  core = await openReceivingCore({ secrets })
  const { client } = core
  const keychain = async () => (await client.call('workspaces.status')).keychain
  const raw = await openRawReceiver()
  const { id } = await create({ url: raw.url, signsWith: 'own', ownSecret: otherSecret })
  const composition = {
    deliveryId: null,
    bodyBase64: btoa('{}'),
    headers: [],
    breakIt: null,
    signedBy: { kind: 'receiver' },
  } as const
  secrets.mode = 'locked'
  for (const name of ['receivers.preview-composed', 'receivers.send-composed'] as const) {
    expect(
      await refusalOf(client.call(name, { id, composition: { ...composition, headers: [] } })),
    ).toMatchObject({
      code: 'keychain-locked',
      message: 'The keychain is locked. Unlock it and try again.',
    })
  }
  expect(raw.bytes()).toBe(0)
  await eventually(async () => expect(await keychain()).toBe('locked'))
  secrets.mode = 'ready'
  const { sends } = await client.call('receivers.send-composed', {
    id,
    composition: { ...composition, headers: [] },
  })
  expect(sends).toMatchObject([{ status: 200 }])
  expect(await keychain()).toBe('ready')
})

test('shows receivers only in their workspace and removes them when the workspace is removed', async () => {
  const secrets = fakeKeychain()
  const service = await separateService()
  const opened = await openCore({ secrets })
  const { client } = opened
  await client.call('workspaces.connect', { baseUrl: service.baseUrl, apiKey: service.apiKey })
  const mine = await client.call('receivers.create', draft({ signsWith: 'own', ownSecret: sampleSecret }))
  await client.call('sandbox.start', { notes: 10 })
  expect(await client.call('receivers.list')).toEqual([])
  for (const refused of [
    client.call('receivers.update', { id: mine.id, changes: { name: 'Taken' } }),
    client.call('receivers.set-live', { id: mine.id, live: true }),
    client.call('receivers.send', { id: mine.id, sending: { mode: 'retry', deliveryId: 1 } }),
    client.call('receivers.test', { id: mine.id }),
  ]) {
    expect((await refusalOf(refused)).code).toBe('not-found')
  }
  const list = await client.call('workspaces.list')
  await client.call('workspaces.open', { id: list.find(({ kind }) => kind === 'service')?.id ?? '' })
  expect(await client.call('receivers.list')).toHaveLength(1)
  await removeWorkspace(client)
  await expect
    .poll(() => [...secrets.entries.keys()].filter((account) => account.startsWith('rcv:')))
    .toEqual([])
})

test('tests the connection to a receiver without sending data', async () => {
  const raw = await openRawReceiver()
  const { id } = await create({ url: raw.url })
  expect(await core.client.call('receivers.test', { id })).toMatchObject({ state: 'up', problem: null })
  expect(raw.bytes()).toBe(0)
  await raw.close()
  expect(await core.client.call('receivers.test', { id })).toMatchObject({
    state: 'down',
    problem: expect.stringContaining('Nothing accepts connections'),
  })
})

import { cpSync, mkdtempSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type NamedSigner, sampleSecret as sampleSigner } from '#shared/receivers/compose.ts'
import { closeLater, closeReceivers, macOf, startReceiver } from '../../support/checks/behaving-receiver.ts'
import { endedJob } from '../../support/core/ended-job.ts'
import { openCore, refusalOf } from '../../support/core/open-core.ts'
import { sampleSecret } from '../../support/deliveries/signed-delivery.ts'
import { eventually } from '../../support/eventually.ts'
import { openReceivingCore, type ReceivingCore } from '../../support/receivers/receiving-core.ts'

afterAll(closeReceivers)

const bare = sampleSecret.slice('whsec_'.length)
const own = { signsWith: 'own', ownSecret: sampleSecret } as const

const ended = ({ client }: Pick<ReceivingCore, 'client'>) => endedJob('check', () => client.call('jobs.list'))

const failedIn = (results: readonly { number: number; state: string }[] = []) =>
  results.filter(({ state }) => state === 'failed').map(({ number }) => number)

test('compares the results of a check with the receiver’s previous check', async () => {
  const core = await openReceivingCore()
  const { client } = core
  let isFixed = false
  const { url } = await startReceiver({
    refuse: ({ event_type }) => (event_type === 'note.rediscovered' && !isFixed ? 500 : null),
  })
  const { id: receiverId } = await core.addReceiver({ url, ...own })
  const only = [16, 1, 2, 1]
  expect(await client.call('checks.get', { receiverId })).toEqual({
    running: null,
    interruptedJob: null,
    last: null,
    before: null,
    problem: null,
    endpointIds: [core.endpointId],
    withApi: true,
  })

  const health = async () => (await client.call('receivers.list'))[0]?.status.health.state
  expect(await health()).toBe('unknown')
  await client.call('checks.start', { receiverId, only })
  expect(await ended(core)).toMatchObject({
    state: 'done',
    total: 3,
    done: 3,
    result: { receiverId, passed: 2, failed: 1, unseen: 0, mustsPassed: false },
  })
  expect(await health()).toBe('up')
  const first = await client.call('checks.get', { receiverId })
  expect([first.running, first.before, failedIn(first.last?.results)]).toEqual([null, null, [16]])
  expect(core.events.some(({ name, data }) => name === 'checks.changed' && 'receiverId' in data)).toBe(true)

  isFixed = true
  await client.call('checks.start', { receiverId, only })
  await eventually(async () => {
    const { last, before } = await client.call('checks.get', { receiverId })
    expect([failedIn(last?.results), failedIn(before?.results)]).toEqual([[], [16]])
  })
})

test('a partial check keeps the earlier results of the cases that it does not run', async () => {
  const core = await openReceivingCore()
  const { url } = await startReceiver()
  const { id: receiverId } = await core.addReceiver({ url, ...own })
  const numbers = async () => {
    const { last } = await core.client.call('checks.get', { receiverId })
    return last?.results.map(({ number, state }) => `${number} ${state}`)
  }
  await core.client.call('checks.start', { receiverId, only: [1, 16] })
  await ended(core)
  expect(await numbers()).toEqual(['1 passed', '16 passed'])
  await core.client.call('checks.start', { receiverId, only: [2] })
  await eventually(async () => expect(await numbers()).toEqual(['1 passed', '2 passed', '16 passed']))
})

test('detects the effects of a sandbox receiver by the requests that it sends to the API', async () => {
  const core = await openReceivingCore()
  const [sandbox] = core.sandboxes
  const { url } = await startReceiver({ claim: () => true }, sandbox)
  const { id: receiverId } = await core.addReceiver({ url, ...own })
  await core.client.call('checks.start', { receiverId, only: [1, 18, 20] })
  await ended(core)
  const { last } = await core.client.call('checks.get', { receiverId })
  expect([last?.withApi, failedIn(last?.results)]).toEqual([true, [18]])
  expect(last?.results.map(({ effect }) => effect)).toEqual(['none', 'seen', 'seen'])
})

test('redacts the endpoint’s secret and hidden header values in the report', async () => {
  const core = await openReceivingCore()
  const { client, endpointId, secret } = core
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const { url } = await startReceiver({
    isGenuine: ({ request, id, timestamp, signatures, body }) =>
      request.headers['x-api-key'] === 'hidden-value' &&
      signatures.split(' ').includes(`v1,${macOf(`${id}.${timestamp}.`, body, key)}`),
    reject: (response) => void response.writeHead(401).end(`${secret} hidden-value`),
  })
  const { id: receiverId } = await core.addReceiver({
    url: `${url}?token=of-the-url`,
    signsWith: 'endpoint',
    headers: [{ name: 'x-api-key', value: 'hidden-value', isVisible: false }],
  })
  expect(await client.call('checks.get', { receiverId })).toMatchObject({
    endpointIds: [endpointId],
  })
  const signedBy = { kind: 'endpoint', endpointId } as const
  await client.call('checks.start', { receiverId, signedBy, only: [1, 5, 31] })
  await ended(core)
  const { last } = await client.call('checks.get', { receiverId })
  expect(last?.results.map(({ state }) => state)).toEqual(['passed', 'passed', 'failed'])
  const text = JSON.stringify(last)
  expect(text).toContain('[redacted]')
  for (const hidden of [secret.slice('whsec_'.length), 'of-the-url', 'hidden-value'])
    expect(text).not.toContain(hidden)
})

test.each([
  ['in base64', () => Buffer.from('hidden-value').toString('base64')],
  ['in hex', () => Buffer.from('hidden-value').toString('hex')],
  ['the sample secret', () => sampleSigner],
])('the check fails if the receiver’s response repeats a header value or secret: %s', async (_, said) => {
  const core = await openReceivingCore()
  const { url } = await startReceiver({
    isGenuine: () => true,
    refuse: (_event, { request }) => (request.headers['x-api-key'] === 'hidden-value' ? null : 401),
    reject: (response) => void response.writeHead(401).end(said()),
  })
  const headers = [{ name: 'x-api-key', value: 'hidden-value', isVisible: false }]
  const { id: receiverId } = await core.addReceiver({
    url,
    signsWith: 'own',
    ownSecret: sampleSecret,
    headers,
  })
  await core.client.call('checks.start', { receiverId, signedBy: { kind: 'sample' }, only: [8, 31] })
  await ended(core)
  const { last } = await core.client.call('checks.get', { receiverId })
  expect(failedIn(last?.results)).toEqual([31])
  expect(last?.results[1]?.found).toContainEqual('The answers of case 8 contained a secret.')
  expect(JSON.stringify(last)).not.toContain(said())
})

test('rejects a check of a receiver if no signing secret is available', async () => {
  const core = await openReceivingCore({ workspace: 'service' })
  const { url } = await startReceiver()
  const { id: receiverId } = await core.addReceiver({ url, signsWith: 'endpoint' })
  for (const signedBy of [
    { kind: 'endpoint', endpointId: 'whe_00000000000000' },
    { kind: 'receiver' },
  ] as const) {
    const refusal = await refusalOf(core.client.call('checks.start', { receiverId, signedBy }))
    expect(refusal.code).toBe('secret-missing')
  }
  expect(await core.client.call('checks.get', { receiverId })).toMatchObject({ withApi: false })
})

test('compares a check with the previous check of the same URL and secret', async () => {
  const core = await openReceivingCore()
  const { client } = core
  let status = 200
  const { url } = await startReceiver({ isGenuine: () => true, refuse: () => status })
  const { id: receiverId } = await core.addReceiver({ url, ...own })
  const run = async (signedBy: NamedSigner, answered: number) => {
    status = answered
    const { jobId } = await client.call('checks.start', { receiverId, signedBy, only: [1] })
    await eventually(async () => {
      const job = (await client.call('jobs.list')).find(({ id }) => id === jobId)
      expect(job?.state).toBe('done')
    })
    const { before } = await client.call('checks.get', { receiverId })
    return before?.results[0]?.state ?? null
  }
  const endpoint = { kind: 'endpoint', endpointId: core.endpointId } as const
  expect(await run({ kind: 'receiver' }, 200)).toBeNull()
  expect(await run(endpoint, 500)).toBeNull()
  expect(await run({ kind: 'receiver' }, 200)).toBe('passed')
  expect(await run(endpoint, 200)).toBe('failed')
  await client.call('receivers.update', { id: receiverId, changes: { url: `${url}/elsewhere` } })
  expect(await run(endpoint, 200)).toBeNull()
})

test('suggests endpoints with the receiver’s URL before endpoints named in its rules', async () => {
  const core = await openReceivingCore()
  const { client } = core
  const { url } = await startReceiver()
  const create = (to: string) =>
    client.call('endpoints.create', {
      receiver: { kind: 'url', url: to },
      scopes: ['personal', 'public'],
      events: [],
      folderIds: [],
    })
  await create('http://127.0.0.1:39999/other')
  await create(url)
  const endpoints = await client.call('endpoints.list')
  const idOf = (to: string) => endpoints.find((one) => one.url === to)?.id ?? ''
  const { id: receiverId } = await core.addReceiver({
    url,
    signsWith: 'endpoint',
    rules: { endpointIds: [idOf('http://127.0.0.1:39999/other')], eventTypes: [], folderIds: [], q: '' },
  })
  const { endpointIds } = await client.call('checks.get', { receiverId })
  expect(endpointIds).toEqual([idOf(url), idOf('http://127.0.0.1:39999/other'), core.endpointId])
})

test('rejects a check of a receiver whose address the user has not approved', async () => {
  const core = await openReceivingCore({ workspace: 'service', lookup: async () => ['10.0.0.5'] })
  const { id: receiverId } = await core.client.call('receivers.create', {
    name: 'Away',
    url: 'http://10.0.0.5:4000/',
    rules: { endpointIds: [], eventTypes: [], folderIds: [], q: '' },
    headers: [],
    ca: null,
    timeoutMs: 1000,
    concurrency: 1,
    inOrder: true,
    autoSend: false,
    ...own,
  })
  const refusal = await refusalOf(core.client.call('checks.start', { receiverId }))
  expect(refusal.code).toBe('approval-needed')
})

test('keeps the previous report of a check if the receiver cannot be reached', async () => {
  const core = await openReceivingCore()
  const receiver = await startReceiver()
  const { id: receiverId } = await core.addReceiver({ url: receiver.url, ...own })
  await core.client.call('checks.start', { receiverId, only: [1] })
  await ended(core)
  receiver.close()
  const { jobId } = await core.client.call('checks.start', { receiverId, only: [1] })
  await eventually(async () => {
    const job = (await core.client.call('jobs.list')).find(({ id }) => id === jobId)
    expect(job).toMatchObject({ state: 'failed', error: expect.stringContaining('Start the receiver') })
  })
  const after = await core.client.call('checks.get', { receiverId })
  expect([after.problem, after.running, after.last?.results[0]?.state]).toEqual([
    expect.stringContaining('Start the receiver'),
    null,
    'passed',
  ])
})

test('canceling a check during a request leaves no report', async () => {
  const core = await openReceivingCore()
  const hanging = createServer((request) => void request.resume())
  await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve))
  closeLater(() => {
    hanging.close()
    hanging.closeAllConnections()
  })
  const { port } = hanging.address() as AddressInfo
  const { id: receiverId } = await core.addReceiver({ url: `http://127.0.0.1:${port}/`, ...own })
  const { jobId } = await core.client.call('checks.start', { receiverId })
  await eventually(async () => {
    const { running } = await core.client.call('checks.get', { receiverId })
    expect(running).toMatchObject({ jobId, current: 1 })
  })
  const second = await refusalOf(core.client.call('checks.start', { receiverId }))
  expect(second.message).toContain('already being checked')
  await core.client.call('jobs.cancel', { id: jobId })
  expect(await ended(core)).toMatchObject({ state: 'canceled', result: null })
  expect(await core.client.call('checks.get', { receiverId })).toMatchObject({
    running: null,
    interruptedJob: null,
    last: null,
  })
})

test.each(['quit', 'killed'])('shows a check as interrupted after the app was %s', async (how) => {
  const core = await openReceivingCore({ workspace: 'service' })
  let answered = 0
  const receiver = createServer((request, response) => {
    request.resume()
    if (++answered <= 3) response.end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  closeLater(() => {
    receiver.close()
    receiver.closeAllConnections()
  })
  const { port } = receiver.address() as AddressInfo
  const { id: receiverId } = await core.addReceiver({ url: `http://127.0.0.1:${port}/`, ...own })
  await core.client.call('checks.start', { receiverId, only: [1, 16, 2] })
  await eventually(async () => {
    const { running, interruptedJob } = await core.client.call('checks.get', { receiverId })
    expect([running?.results.length, interruptedJob]).toEqual([1, null])
  })
  let { dataFolder } = core
  if (how === 'quit') await core.close()
  else {
    // A copy of the data folder has the state that a kill would leave behind.
    dataFolder = mkdtempSync(join(tmpdir(), 'notehook-killed-'))
    cpSync(core.dataFolder, dataFolder, { recursive: true })
    await core.close()
  }
  const { client } = await openCore({ dataFolder })
  const check = () => client.call('checks.get', { receiverId })
  expect(await check()).toMatchObject({
    running: null,
    last: null,
    interruptedJob: { startedAt: expect.stringMatching(/^\d{4}-/), done: 1, total: 3 },
  })
  const fixed = await startReceiver()
  await client.call('receivers.update', {
    id: receiverId,
    changes: { url: fixed.url, ownSecret: sampleSecret },
  })
  await client.call('checks.start', { receiverId, only: [1] })
  await ended({ client })
  expect(await check()).toMatchObject({ interruptedJob: null, last: { end: 'complete' } })
})

test('exports a text of the page as a file with a valid name', async () => {
  const { client } = await openReceivingCore()
  const text = '# Receiver check of “ä”\n'
  const { jobId } = await client.call('exports.start-text', { title: 'A/b', extension: 'md', text })
  await eventually(async () => {
    const job = (await client.call('jobs.list')).find(({ id }) => id === jobId)
    expect(job).toMatchObject({
      state: 'done',
      result: { rows: 1, name: expect.stringMatching(/^A b .*\.md$/) },
    })
  })
  const { base64, next } = await client.call('exports.piece', { id: jobId, from: 0 })
  expect([Buffer.from(base64, 'base64').toString(), next]).toEqual([text, null])
})

test('keeps reports of checks after a restart, and deletes them with their receiver', async () => {
  const core = await openReceivingCore({ workspace: 'service' })
  const { url } = await startReceiver()
  const { id: receiverId } = await core.addReceiver({ url, ...own })
  await core.client.call('checks.start', { receiverId, only: [1] })
  await ended(core)
  await core.close()
  const { client, dataFolder } = await openCore({ dataFolder: core.dataFolder })
  const { last } = await client.call('checks.get', { receiverId })
  expect(last?.results.map(({ number, state }) => [number, state])).toEqual([[1, 'passed']])
  await client.call('receivers.remove', { id: receiverId })
  expect((await refusalOf(client.call('checks.get', { receiverId }))).code).toBe('not-found')
  expect(readFileSync(join(dataFolder, 'notehook.db')).includes(bare)).toBe(false)
})

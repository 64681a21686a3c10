import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Job } from '#shared/jobs/contract.ts'
import { openCore, refusalOf, separateService } from '../../support/core/open-core.ts'
import { eventually } from '../../support/eventually.ts'
import { type Behavior, openReceiver } from '../sandbox/receiver.ts'

const supplied = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../../resources/scripts', name), 'utf8')

async function open({
  behave,
  url,
  events = [],
}: {
  behave?: Behavior
  url?: string
  events?: string[]
} = {}) {
  const receiver = await openReceiver(behave)
  const { client, sandboxes } = await openCore({ sandbox: { activityMs: 30 } })
  await client.call('sandbox.start', { notes: 20 })
  const { id: endpointId } = await client.call('endpoints.create', {
    receiver: { kind: 'url', url: url ?? `${receiver.origin}/hooks` },
    scopes: ['personal', 'public'],
    events,
    folderIds: [],
  })
  const start = async (text: string) =>
    (await client.call('sandbox.run-script', { name: 'My steps', text, endpointId })).jobId
  const job = async (id: string) => {
    const found = (await client.call('jobs.list')).find((one) => one.id === id)
    if (found?.kind !== 'script') throw new Error('There is no such job.')
    return found
  }
  const ended = (id: string) =>
    eventually(async () => {
      const found = await job(id)
      expect(found.state).not.toBe('running')
      return found
    })
  const [sandbox] = sandboxes
  if (!sandbox) throw new Error('There is no sandbox.')
  return {
    client,
    sandbox,
    endpointId,
    receiver,
    start,
    ended,
    isAt: (id: string, step: number) => eventually(async () => expect((await job(id)).done).toBe(step)),
    run: async (text: string) => ended(await start(text)),
    bodies: () => receiver.received.map(({ body }) => JSON.parse(body)),
  }
}

const played = (job: Extract<Job, { kind: 'script' }>) => {
  if (job.result === null) throw new Error(`It has no result: ${job.error}`)
  return job.result
}

test.each([
  ['a-meetings-life.sandbox', ['generated', 'edited', 'edited', 'access_granted']],
  ['shared-later.sandbox', ['access_granted', 'edited', 'access_granted']],
])('the script %s sends each of its events once, in order', async (name, types) => {
  const { client, sandbox, run, endpointId, bodies } = await open()
  await client.call('sandbox.set-switches', { automatic: false })
  await eventually(() => expect(sandbox.deliveries().some(({ state }) => state === 'pending')).toBe(false))
  const before = { own: bodies().length, all: sandbox.deliveries().length }
  const job = await run(supplied(name))
  expect(job).toMatchObject({ state: 'done', name: 'My steps', workspaceId: 'sandbox' })
  expect(job.result).toEqual({
    verdict: 'passed',
    delivered: types.length,
    failed: 0,
    pending: 0,
    unmet: 0,
    problems: [],
  })
  const events = bodies().slice(before.own)
  expect(events.map(({ event_type }) => event_type)).toEqual(types.map((type) => `note.${type}`))
  expect(new Set(events.map(({ note_id }) => note_id)).size).toBe(1)
  expect(new Set(events.map(({ event_id }) => event_id)).size).toBe(types.length)
  const others = sandbox.deliveries().slice(before.all)
  expect(new Set(others.map((one) => one.endpointId))).toEqual(new Set([endpointId]))
})

test('restores the switches and speed of the sandbox after a script', async () => {
  const { client, sandbox, run, start, ended, isAt } = await open()
  await client.call('sandbox.set-switches', { slow: true })
  await client.call('sandbox.set-speed', { speed: 60 })
  await eventually(() => expect(sandbox.deliveries().length).toBeGreaterThan(5))
  const id = await start('generate\nsettle\nset-speed 7\nfail rate-limit\nrecover slow\nwait 10m')
  await isAt(id, 5)
  const during = { automatic: false, rateLimited: true, slow: false }
  expect(await client.call('sandbox.status')).toMatchObject({ speed: 7, switches: during })
  await client.call('jobs.cancel', { id })
  expect(await ended(id)).toMatchObject({
    state: 'canceled',
    result: { delivered: 1, pending: 0, problems: [] },
  })
  const after = { automatic: true, rateLimited: false, slow: true }
  expect(await client.call('sandbox.status')).toMatchObject({ speed: 60, switches: after })
  expect((await run('generate 3\nsettle\nexpect delivered 3\nexpect requests 0')).result).toMatchObject({
    verdict: 'passed',
    delivered: 3,
  })
})

test.each([
  ['generate\nwobble', /^Line 2: "wobble" is not a step\. Use one of generate/],
  ['generate\n\nexpect delivered', /^Line 3: expect needs/],
  ['edit same', /^Line 1: .*Trigger an event first/],
  ['# nothing', 'The script has no steps.'],
])('rejects the script %j without running a step', async (text, message) => {
  const { client, start } = await open()
  const { code, message: said } = await refusalOf(start(text))
  expect(code).toBe('invalid-input')
  expect(said).toMatch(message)
  expect(await client.call('jobs.list')).toEqual([])
  expect(await client.call('sandbox.status')).toMatchObject({ switches: { automatic: true } })
})

test('reports the line of each failed step of a script', async () => {
  const { run } = await open({ behave: () => 400, events: ['note.generated'] })
  const job = await run(`generate\nsettle\nexpect delivered 1\nshare\n${'expect pending 1+\n'.repeat(6)}`)
  const { verdict, failed, unmet, problems } = played(job)
  expect([verdict, failed, unmet]).toEqual(['failed', 1, 8])
  expect(problems.slice(0, 3)).toEqual([
    'Line 3: expect delivered 1, but there are 0.',
    'Line 4: share, but the endpoint does not receive note.access_granted of this note.',
    'Line 5: expect pending 1+, but there are 0.',
  ])
  expect(problems).toHaveLength(5)
})

test('a script can expect that an outage disables an endpoint', async () => {
  const { client, run, endpointId } = await open({ behave: () => 503 })
  const steps = 'set-speed 1\ngenerate\nskip-day 5\nexpect disabled\nexpect failed 1\nenable\nexpect enabled'
  expect(played(await run(steps))).toMatchObject({ verdict: 'passed', failed: 1 })
  const endpoints = await client.call('endpoints.list')
  expect(endpoints.find(({ id }) => id === endpointId)).toMatchObject({ enabled: true })
})

test('a script waits for the retry of a delivery whose first attempt got no response', async () => {
  const tries = new Map<string, number>()
  const { run } = await open({
    behave({ headers }) {
      const id = String(headers['webhook-id'])
      tries.set(id, (tries.get(id) ?? 0) + 1)
      return tries.get(id) === 1 ? 'reset' : 204
    },
  })
  expect(played(await run('generate 2\nsettle\nexpect delivered 2'))).toMatchObject({
    verdict: 'passed',
    delivered: 2,
  })
})

test('ends a script early if the endpoint never responds', async () => {
  const { run } = await open({ behave: () => 'reset' })
  expect(played(await run('generate\nsettle\nwait 10m'))).toMatchObject({
    verdict: 'unreachable',
    delivered: 0,
  })
})

test('ends a script when its endpoint is deleted or the user leaves the sandbox', async () => {
  const { client, sandbox, start, ended, isAt, endpointId } = await open({ behave: () => 'hang' })
  const first = await start('generate\nsettle 10m\nenable')
  await isAt(first, 1)
  await client.call('endpoints.remove', { id: endpointId })
  expect(played(await ended(first)).problems).toEqual(['Line 3: enable, but the endpoint was deleted.'])

  const [other] = await client.call('endpoints.list')
  const input = { name: 'Later', text: 'wait 10m', endpointId: other?.id ?? '' }
  const { jobId } = await client.call('sandbox.run-script', input)
  const twice = await refusalOf(client.call('sandbox.run-script', input))
  expect(twice.message).toContain('already running')
  const { baseUrl, apiKey } = await separateService({ notes: 3 })
  await client.call('workspaces.connect', { baseUrl, apiKey, label: 'Acme' })
  expect((await refusalOf(client.call('sandbox.run-script', input))).code).toBe('not-connected')
  await eventually(() => expect(sandbox.switches().automatic).toBe(true))
  await client.call('sandbox.start', {})
  expect(await ended(jobId)).toMatchObject({
    state: 'failed',
    error: 'The sandbox was left. Open it and run the script again.',
  })
})

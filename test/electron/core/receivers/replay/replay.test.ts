import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Job } from '#shared/jobs/contract.ts'
import { longestTimeoutMs } from '#shared/receivers/limits.ts'
import type { Client } from '#shared/rpc/client.ts'
import type { InputOf, OutputOf } from '#shared/rpc/contract.ts'
import { fakeKeychain, openCore, refusalOf } from '../../../../support/core/open-core.ts'
import { otherSecret } from '../../../../support/deliveries/signed-delivery.ts'
import { eventually } from '../../../../support/eventually.ts'
import {
  answerWith,
  openRawReceiver,
  type RawReceiver,
  type RawRequest,
} from '../../../../support/receivers/raw-receiver.ts'
import { openReceivingCore, type ReceivingCore } from '../../../../support/receivers/receiving-core.ts'
import { isHard, runs } from '../../../../support/runs.ts'

/** A clock that advances only by waiting, so that a long replay is fast in the test and its pace is exact. */
function skippingTime() {
  let skippedMs = 0
  const waits: number[] = []
  const monotonicMs = () => skippedMs
  return {
    monotonicMs,
    waits,
    async wait(ms: number, signal: AbortSignal) {
      await turn()
      signal.throwIfAborted()
      waits.push(ms)
      skippedMs += ms
    },
  }
}

let core: ReceivingCore
let raw: RawReceiver
let time: ReturnType<typeof skippingTime>

beforeEach(async () => {
  time = skippingTime()
  core = await openReceivingCore({ time })
  raw = await openRawReceiver()
})

const noteOf = ({ body }: RawRequest) => String((JSON.parse(body.toString()) as { note_id: string }).note_id)
const idOf = ({ headers }: RawRequest) => headers.find(([name]) => name === 'webhook-id')?.[1] ?? ''

const ended = (jobId: string) => endedIn(core.client, jobId)

async function endedIn(client: Client, jobId: string): Promise<Job> {
  for (;;) {
    const job = (await client.call('jobs.list')).find(({ id }) => id === jobId)
    if (job && job.state !== 'running') return job
    await sleep(5)
  }
}

async function deliverMany(count: number, type = 'note.replayed') {
  for (let at = 0; at < count; at += 20) {
    await Promise.all(
      Array.from({ length: Math.min(20, count - at) }, (_, n) => {
        const id = `evt_many${String(at + n).padStart(10, '0')}`
        const body = JSON.stringify({
          event_id: id,
          event_type: type,
          note_id: `not_${(at + n) % 3}`,
          occurred_at: '2026-03-02T09:00:00Z',
        })
        return core.deliver({ id, body })
      }),
    )
  }
}

async function countAll(filter: InputOf<'receivers.count-replay'>['filter']) {
  let before: number | undefined
  const total = { matching: 0, unverified: 0, newest: 0, oldest: null as number | null }
  const endpointIds = new Set<string>()
  for (;;) {
    const step: OutputOf<'receivers.count-replay'> = await core.client.call('receivers.count-replay', {
      filter,
      ...(before === undefined ? {} : { before }),
    })
    total.matching += step.matching
    total.unverified += step.unverified
    for (const id of step.endpointIds) endpointIds.add(id)
    total.newest ||= step.newest
    total.oldest = step.oldest ?? total.oldest
    if (step.next === null) return { ...total, endpointIds: [...endpointIds] }
    before = step.next
  }
}

async function startReplay(id: string, options: Partial<InputOf<'receivers.start-replay'>> = {}) {
  const filter = options.filter ?? { q: 'type:note.replayed' }
  const { matching, newest } = await countAll(filter)
  return core.client.call('receivers.start-replay', {
    id,
    filter,
    newest,
    total: matching,
    mode: 'retry',
    pace: { kind: 'rate', perSecond: 20 },
    ...options,
  })
}

test('replays all matching deliveries at the selected pace, those of a note in order', async () => {
  const many = runs(2000)
  await deliverMany(many)
  const { id } = await core.addReceiver({ url: raw.url })
  const counted = await countAll({ q: 'type:note.replayed' })
  expect(counted).toMatchObject({ matching: many, unverified: 0 })

  const underWay = new Map<string, number>()
  let overlaps = 0
  let isFixed = false
  raw.answer = async (request, socket) => {
    const note = noteOf(request)
    const now = (underWay.get(note) ?? 0) + 1
    underWay.set(note, now)
    if (now > 1) overlaps += 1
    if (raw.requests.length % 5 === 0) await sleep(5)
    underWay.set(note, now - 1)
    answerWith(isFixed ? 204 : 500)(request, socket)
  }
  const beganMs = time.monotonicMs()
  const first = await startReplay(id)
  const firstJob = await ended(first.jobId)
  const perSecond = (many - 1) / ((time.monotonicMs() - beganMs) / 1000)
  expect(firstJob).toMatchObject({
    kind: 'replay',
    state: 'done',
    done: many,
    result: {
      sent: many,
      passed: 0,
      failed: many,
      fixed: 0,
      regressed: 0,
      stillFailing: 0,
      stillPassing: 0,
      gone: 0,
      unsigned: 0,
    },
  })
  expect(perSecond).toBeGreaterThan(19)
  expect(perSecond).toBeLessThan(21)
  expect(overlaps).toBe(0)
  const { sends } = await core.client.call('receivers.sends', { jobId: first.jobId, limit: 200 })
  expect(
    sends.every(({ cause, mode, jobId }) => cause === 'replay' && mode === 'retry' && jobId === first.jobId),
  ).toBe(true)
  const order = new Map<string, string[]>()
  for (const request of raw.requests) {
    order.set(noteOf(request), [...(order.get(noteOf(request)) ?? []), idOf(request)])
  }
  const byArrival = (
    await core.client.call('deliveries.list', { q: 'type:note.replayed', limit: 200 })
  ).deliveries.toReversed()
  const known = new Set(byArrival.map(({ webhookId }) => webhookId))
  for (const [note, ids] of order) {
    expect(ids.filter((one) => known.has(one))).toEqual(
      byArrival.filter(({ noteId }) => noteId === note).map(({ webhookId }) => webhookId),
    )
  }

  const before = raw.requests.length
  const breaking = raw.answer
  raw.answer = (request, socket) => {
    isFixed = raw.requests.length - before > many / 2
    breaking(request, socket)
  }
  const second = await ended((await startReplay(id)).jobId)
  if (second.kind !== 'replay') throw new Error('Another kind of job.')
  expect(second.result).toMatchObject({ sent: many, regressed: 0, stillPassing: 0 })
  const { fixed = 0, stillFailing = 0 } = second.result ?? {}
  expect(fixed + stillFailing).toBe(many)
  expect(Math.abs(fixed - many / 2)).toBeLessThanOrEqual(5)
  const [latest] = await core.client.call('receivers.replays')
  expect(latest).toMatchObject({ jobId: second.id, receiverId: id, total: many, counts: second.result ?? {} })
}, 120_000)

test.each(['quit', 'killed'])(
  'continues a replay after the app was %s, without sending a delivery twice',
  async (how) => {
    const secrets = fakeKeychain()
    core = await openReceivingCore({ secrets, workspace: 'service', time })
    await deliverMany(6)
    const { id } = await core.addReceiver({ url: raw.url, concurrency: 1 })
    raw.answer = (request, socket) => {
      if (raw.requests.length <= 3) answerWith(204)(request, socket)
    }
    await startReplay(id)
    await eventually(async () => {
      expect(raw.requests).toHaveLength(4)
      expect((await core.client.call('receivers.replays'))[0]?.counts.sent).toBe(3)
    })
    expect(await core.client.call('receivers.interrupted-replays')).toEqual([])
    let { dataFolder } = core
    if (how === 'killed') {
      // A copy of the data folder has the state that a kill would leave behind.
      dataFolder = mkdtempSync(join(tmpdir(), 'notehook-killed-'))
      onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }))
      cpSync(core.dataFolder, dataFolder, { recursive: true })
    }
    await core.close()

    const { client } = await openCore({ secrets, dataFolder, time })
    const left = () => client.call('receivers.interrupted-replays')
    await eventually(async () => expect((await client.call('workspaces.status')).state).toBe('connected'))
    expect(await left()).toEqual([
      { receiverId: id, startedAt: expect.stringMatching(/^\d{4}-/), done: 3, total: 6 },
    ])
    raw.answer = answerWith(204)
    const before = raw.requests.length
    const { jobId } = await client.call('receivers.continue-replay', { id })
    const job = await endedIn(client, jobId)
    expect(job).toMatchObject({ state: 'done', result: { sent: 3, passed: 3 } })
    expect(await left()).toEqual([])
    const sent = [...raw.requests.slice(0, 3), ...raw.requests.slice(before)].map(idOf)
    expect(new Set(sent).size).toBe(6)
    expect((await refusalOf(client.call('receivers.continue-replay', { id }))).code).toBe('not-found')
  },
)

test('a replay waits while the signing secret is missing, and keeps its remaining deliveries', async () => {
  await deliverMany(6)
  const { id } = await core.addReceiver({ url: raw.url, concurrency: 1 })
  raw.answer = (request, socket) => {
    if (raw.requests.length <= 3) answerWith(204)(request, socket)
  }
  await startReplay(id)
  await eventually(async () => {
    expect((await core.client.call('receivers.replays'))[0]?.counts.sent).toBe(3)
  })
  const { dataFolder } = core
  await core.close()

  // The sandbox makes new endpoints and secrets at every start.
  const { client } = await openCore({ dataFolder, time })
  await client.call('sandbox.start', { notes: 10 })
  const left = () => client.call('receivers.interrupted-replays')
  const refused = await refusalOf(client.call('receivers.continue-replay', { id }))
  expect(refused.code).toBe('secret-missing')
  expect(await left()).toMatchObject([{ done: 3, total: 6 }])
  const sent = raw.requests.length
  expect((await client.call('receivers.sends', { receiverId: id, limit: 1 })).sends[0]?.problem?.code).toBe(
    'stopped',
  )
  await client.call('receivers.update', { id, changes: { signsWith: 'none' } })
  raw.answer = answerWith(204)
  const { jobId } = await client.call('receivers.continue-replay', { id })
  expect(await endedIn(client, jobId)).toMatchObject({ state: 'done', result: { sent: 3, passed: 3 } })
  expect(raw.requests).toHaveLength(sent + 3)
  expect(await left()).toEqual([])
})

test('a replay still counts sent deliveries after they were deleted', async () => {
  await deliverMany(6)
  const { id } = await core.addReceiver({ url: raw.url, concurrency: 1 })
  raw.answer = (request, socket) => {
    if (raw.requests.length <= 3) answerWith(204)(request, socket)
  }
  await startReplay(id)
  await eventually(async () => {
    expect((await core.client.call('receivers.replays'))[0]?.counts.sent).toBe(3)
  })
  const { sends } = await core.client.call('receivers.sends', { receiverId: id })
  const { dataFolder } = core
  await core.close()

  const { client } = await openCore({ dataFolder, time })
  await client.call('sandbox.start', { notes: 10 })
  const ids = sends.flatMap(({ deliveryId }) => deliveryId ?? [])
  await client.call('deliveries.remove', { ids, starredToo: true })
  await eventually(async () =>
    expect((await client.call('receivers.sends', { receiverId: id })).sends).not.toContainEqual(
      expect.objectContaining({ problem: null }),
    ),
  )
  expect(await client.call('receivers.interrupted-replays')).toMatchObject([{ done: 3, total: 6 }])
  await client.call('receivers.remove', { id })
  expect(await client.call('receivers.interrupted-replays')).toEqual([])
})

test('leaves no delivery queued after the user stops a replay', async () => {
  await deliverMany(3)
  const { id } = await core.addReceiver({ url: raw.url, concurrency: 1 })
  raw.answer = () => {}
  const { jobId } = await startReplay(id)
  await eventually(() => expect(raw.requests).toHaveLength(1))
  await core.client.call('jobs.cancel', { id: jobId })
  await ended(jobId)
  expect(await core.client.call('receivers.interrupted-replays')).toEqual([])
})

test('stops a replay immediately, even while the receiver does not respond', async () => {
  await deliverMany(40)
  const { id } = await core.addReceiver({ url: raw.url })
  raw.answer = () => {}
  const { jobId } = await startReplay(id, { pace: { kind: 'rate', perSecond: 200 } })
  // There are three requests, because only one request per note is sent at a time.
  await expect.poll(() => raw.requests.length).toBe(3)
  const began = performance.now()
  await core.client.call('jobs.cancel', { id: jobId })
  expect(await ended(jobId)).toMatchObject({ state: 'canceled', result: { sent: 0 } })
  expect(performance.now() - began).toBeLessThan(isHard ? 1000 : longestTimeoutMs / 2)
  expect(raw.requests).toHaveLength(3)
  const { sends } = await core.client.call('receivers.sends', { jobId })
  expect(sends.map(({ problem }) => problem?.code)).toEqual(Array.from({ length: 3 }, () => 'stopped'))
  const [listed] = await core.client.call('receivers.list')
  expect(listed?.status.lastSend, 'what was stopped says nothing of the receiver').toBeNull()
})

test('a replay keeps the original intervals between deliveries, divided by its speed', async () => {
  const ids: number[] = []
  for (const afterMs of [0, 10_000, 40_000]) {
    core.ahead = -600_000 + afterMs
    ids.push(await core.deliver())
  }
  core.ahead = 0
  const { id } = await core.addReceiver({ url: raw.url })
  const { jobId } = await startReplay(id, { filter: { ids }, pace: { kind: 'original', speed: 10 } })
  await ended(jobId)
  const [second = 0, third = 0] = time.waits
  expect(second).toBeGreaterThan(800)
  expect(second).toBeLessThan(1300)
  expect(third).toBeGreaterThan(2700)
  expect(third).toBeLessThan(3300)
})

test('a replay omits deliveries that arrived after they were counted', async () => {
  await deliverMany(3)
  const { id } = await core.addReceiver({ url: raw.url, concurrency: 1 })
  const { matching, newest, oldest } = await countAll({ q: 'type:note.replayed' })
  await core.deliver({
    id: 'evt_later000000001',
    body: '{"event_id":"evt_later000000001","event_type":"note.replayed","note_id":"not_9","occurred_at":"2026-03-02T09:00:00Z"}',
  })
  const held = Promise.withResolvers<void>()
  raw.answer = async (request, socket) => {
    await held.promise
    answerWith(200)(request, socket)
  }
  const { jobId } = await core.client.call('receivers.start-replay', {
    id,
    filter: { q: 'type:note.replayed' },
    newest,
    total: matching,
    mode: 'exact',
    pace: { kind: 'rate', perSecond: 1 },
  })
  await expect.poll(() => raw.requests.length).toBe(1)
  await core.client.call('deliveries.remove', { ids: [newest], starredToo: true })
  held.resolve()
  expect(await ended(jobId)).toMatchObject({
    done: 3,
    result: { sent: 2, passed: 2, gone: 1 },
  })
  const first = await core.client.call('deliveries.get', { id: oldest ?? 0 })
  expect(idOf(raw.requests[0] ?? { line: '', headers: [], body: Buffer.alloc(0) })).toBe(first.webhookId)
})

test('counts unverified deliveries separately, because only an exact replay sends them', async () => {
  const good = await core.deliver()
  const bad = await core.deliver({ secret: otherSecret })
  const { id } = await core.addReceiver({ url: raw.url })
  const filter = { ids: [good, bad] }
  const [endpoint] = await core.client.call('endpoints.list')
  const counted = { matching: 2, unverified: 1, endpointIds: [endpoint?.id] }
  expect(await countAll(filter)).toMatchObject(counted)
  const retry = await startReplay(id, { filter })
  expect(await ended(retry.jobId)).toMatchObject({
    result: { sent: 2, passed: 1, failed: 1 },
  })
  const exact = await startReplay(id, { filter, mode: 'exact' })
  expect(await ended(exact.jobId)).toMatchObject({ result: { sent: 2, passed: 2 } })
})

test('a replay does not count deliveries as sent if their signing secret is missing', async () => {
  const old = [await core.deliver(), await core.deliver()]
  const { dataFolder } = core
  await core.close()
  // The sandbox makes new endpoints and secrets at every start.
  core = await openReceivingCore({ dataFolder, time })
  const { id } = await core.addReceiver({ url: raw.url })
  const { jobId } = await startReplay(id, { filter: { ids: [...old, await core.deliver()] } })
  expect(await ended(jobId)).toMatchObject({
    ...{ state: 'done', total: 3, done: 3 },
    result: { sent: 1, passed: 1, failed: 0, unsigned: 2 },
  })
  expect(raw.requests).toHaveLength(1)
})

test('rejects a second replay to the same receiver, and a replay to an unapproved address', async () => {
  core = await openReceivingCore({ workspace: 'service' })
  await deliverMany(2)
  const { id } = await core.addReceiver({ url: raw.url })
  raw.answer = () => {}
  const { jobId } = await startReplay(id)
  expect((await refusalOf(startReplay(id))).message).toContain('already being replayed')
  await core.client.call('jobs.cancel', { id: jobId })
  await ended(jobId)
  const other = await core.client.call('receivers.update', { id, changes: { url: 'http://10.0.0.5/' } })
  expect(other.address.approval).toBe('needed')
  expect((await refusalOf(startReplay(id))).code).toBe('approval-needed')
})

test('exports a replay with the verdict of each send', async () => {
  await deliverMany(3)
  const { id } = await core.addReceiver({ url: raw.url })
  raw.answer = answerWith(500)
  await ended((await startReplay(id)).jobId)
  raw.answer = answerWith(200)
  const { jobId } = await startReplay(id)
  await ended(jobId)
  const exported = await core.client.call('exports.start-sends', {
    format: 'csv',
    bom: false,
    title: 'Replay',
    filter: { jobId },
  })
  expect(await ended(exported.jobId)).toMatchObject({ result: { rows: 3 } })
  const { base64 } = await core.client.call('exports.piece', { id: exported.jobId, from: 0 })
  const [head, ...rows] = atob(base64).trim().split('\r\n')
  expect(head).toMatch(/^sent_at,verdict,status,/)
  expect(rows.map((row) => row.split(',').slice(1, 3))).toEqual(
    Array.from({ length: 3 }, () => ['fixed', '200']),
  )
})

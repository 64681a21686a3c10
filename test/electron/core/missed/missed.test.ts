import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { eventTypes } from '#shared/deliveries/events/event-types.ts'
import { newReceiver } from '#shared/receivers/model.ts'
import type { InputOf } from '#shared/rpc/contract.ts'
import type { Sandbox } from '../../../../electron/sandbox/sandbox.ts'
import {
  type OpenCore,
  type OpenCoreOptions,
  openCore,
  refusalOf,
  separateService,
  setPace,
} from '../../../support/core/open-core.ts'
import { eventually } from '../../../support/eventually.ts'
import {
  answerWith,
  headersOf,
  openRawReceiver,
  type RawRequest,
} from '../../../support/receivers/raw-receiver.ts'

/** At this speed, four days last one second. */
const speed = 345_600

type Emitted = ReturnType<Sandbox['emit']>

async function withSandbox(options: Pick<OpenCoreOptions, 'time'> = {}) {
  // With an open page, the sandbox service would emit its own events.
  const opened = await openCore({ ...options, sandbox: { speed }, listening: false })
  const { client } = opened
  await client.call('sandbox.start', { notes: 40 })
  // Removes the limit on the pace of the index.
  await setPace(client, { burst: 1000, perSecond: 1000 })
  const sandbox = opened.sandboxes[0]
  const [endpoint] = await client.call('endpoints.list')
  if (!sandbox || !endpoint) throw new Error('The sandbox has no endpoint.')
  await eventually(async () => expect((await client.call('missed.status')).asOf).not.toBeNull())
  return { ...opened, sandbox, endpoint, emitted: [] as Emitted[] }
}

type Opened = Awaited<ReturnType<typeof withSandbox>>

function emit({ sandbox, emitted: log }: Opened, type: Parameters<Sandbox['emit']>[0], noteId?: string) {
  const emitted = sandbox.emit(type, noteId)
  log.push(emitted)
  return emitted
}

const isDelivered = (sandbox: Sandbox, eventId: string) =>
  sandbox.deliveries().some((one) => one.eventId === eventId && one.state === 'delivered')

/** Returns the notes whose last event was never delivered, according to the sandbox service's log. */
function lost({ sandbox, emitted: log }: Opened): string[] {
  const last = new Map(log.map(({ noteId, eventId }) => [noteId, eventId]))
  return [...last].flatMap(([noteId, eventId]) => (isDelivered(sandbox, eventId) ? [] : [noteId])).sort()
}

/** Returns the missed notes once the index is complete and no delivery is pending. */
async function found({ client }: Pick<OpenCore, 'client'>, endpointId: string) {
  const from = new Date().toISOString()
  await client.call('missed.look')
  return eventually(async () => {
    const { asOf, pending } = await client.call('missed.status')
    expect({ pending, isNew: (asOf ?? '') >= from }).toEqual({ pending: 0, isNew: true })
    const { notes } = await client.call('missed.notes', { endpointId })
    return notes.filter(({ state }) => state !== 'caught-up')
  })
}

async function some(opened: Opened, count: number) {
  const notes = Array.from({ length: count }, () => emit(opened, 'note.generated'))
  await eventually(async () => {
    for (const { eventId } of notes) expect(isDelivered(opened.sandbox, eventId)).toBe(true)
  })
  return notes.map(({ noteId }) => noteId)
}

async function enabledAgain({ client, endpoint }: Opened) {
  await client.call('endpoints.update', { id: endpoint.id, changes: { enabled: true } })
}

const outages: readonly (readonly [
  string,
  readonly string[],
  (opened: Opened, known: string[]) => Promise<string>,
])[] = [
  [
    'the listener was off for four days',
    ['not-running', 'disabled'],
    async (opened, known) => {
      const { client, sandbox, endpoint } = opened
      await client.call('listener.stop')
      for (const noteId of known.slice(0, 3)) emit(opened, 'note.edited', noteId)
      emit(opened, 'note.generated')
      await eventually(async () => expect(sandbox.endpoints()[0]?.enabled).toBe(false))
      emit(opened, 'note.edited', known[3])
      await client.call('listener.start', {})
      await client.call('endpoints.list')
      await enabledAgain(opened)
      return endpoint.id
    },
  ],
  [
    'another client disabled the endpoint for a while',
    ['disabled'],
    async (opened, known) => {
      const { client, sandbox, endpoint } = opened
      await client.call('endpoints.list')
      sandbox.disable(endpoint.id)
      for (const noteId of known.slice(1, 4)) emit(opened, 'note.edited', noteId)
      emit(opened, 'note.generated')
      await client.call('endpoints.list')
      await enabledAgain(opened)
      return endpoint.id
    },
  ],
  [
    'the listener rejected signatures of another secret',
    ['failing'],
    async (opened, known) => {
      const { sandbox, endpoint } = opened
      const record = sandbox.endpoints()[0] as { signingSecret: string } | undefined
      if (!record) throw new Error('There is no endpoint.')
      const { signingSecret } = record
      record.signingSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
      const refused = [known[0], known[2]].map((noteId) => emit(opened, 'note.edited', noteId))
      await eventually(async () => {
        for (const { eventId } of refused)
          expect(sandbox.deliveries().find((one) => one.eventId === eventId)?.state).toBe('failed')
      })
      record.signingSecret = signingSecret
      return endpoint.id
    },
  ],
  [
    'the endpoint was replaced while deliveries failed',
    ['failing', 'not-running'],
    async (opened, known) => {
      const { client, sandbox, endpoint } = opened
      // At real speed, no retry arrives during the test.
      sandbox.setClockSpeed(1)
      await client.call('listener.stop')
      const failing = [known[1], known[4]].map((noteId) => emit(opened, 'note.edited', noteId))
      await eventually(async () => {
        for (const { eventId } of failing)
          expect(
            sandbox.deliveries().find((one) => one.eventId === eventId)?.attempts.length,
          ).toBeGreaterThan(0)
      })
      await client.call('listener.start', {})
      const { id, newId } = await client.call('endpoints.replace', {
        id: endpoint.id,
        why: 'rotate',
        changes: {},
      })
      await client.call('endpoints.continue-replacement', { id })
      await client.call('endpoints.list')
      sandbox.setClockSpeed(speed)
      return newId ?? ''
    },
  ],
]

for (const [what, reasons, happen] of outages) {
  test(`lists exactly the notes whose events were not delivered: ${what}`, async () => {
    const opened = await withSandbox()
    const known = await some(opened, 6)
    const endpointId = await happen(opened, known)
    // A later event brings the receiver up to date about one of the notes.
    emit(opened, 'note.edited', known[0])
    await some(opened, 1)
    const notes = await found(opened, endpointId)
    expect(notes.map(({ id }) => id).sort()).toEqual(lost(opened))
    expect(notes.length).toBeGreaterThan(0)
    expect(new Set(notes.map(({ state }) => state))).not.toContain('unknown')
    for (const { reason } of notes) expect(reasons).toContain(reason)
    const status = await opened.client.call('missed.status')
    expect(status.behind).toBe(notes.length)
  })
}

test('reads the list of notes right after each outage of the sandbox ends', async () => {
  let stoppedAt: number | null = null
  const monotonicMs = () => stoppedAt ?? performance.now()
  const opened = await withSandbox({ time: { monotonicMs } })
  const { client } = opened
  // Stops the clock, so that only the end of an outage causes the index to read changes.
  stoppedAt = performance.now()
  for (const outage of [1, 2]) {
    await client.call('sandbox.set-switches', { outage: true })
    await eventually(async () => expect((await client.call('missed.status')).behind).toBeNull())
    const endedAt = new Date().toISOString()
    await client.call('sandbox.set-switches', { outage: false })
    await eventually(async () => {
      const { behind, asOf } = await client.call('missed.status')
      expect({ outage, behind, isRead: (asOf ?? '') >= endedAt }).toEqual({ outage, behind: 0, isRead: true })
    })
  }
})

async function receiving(opened: Opened) {
  const receiver = await openRawReceiver()
  const { id } = await opened.client.call('receivers.create', {
    ...newReceiver,
    name: 'Mine',
    url: receiver.url,
  })
  return { receiver, id }
}

async function ended({ client }: Opened, jobId: string) {
  return eventually(async () => {
    const job = (await client.call('jobs.list')).find(({ id }) => id === jobId)
    expect(job?.state).not.toBe('running')
    return job
  })
}

async function withOutage() {
  const opened = await withSandbox()
  const { client, sandbox, endpoint } = opened
  const known = await some(opened, 5)
  sandbox.disable(endpoint.id)
  for (const noteId of known.slice(0, 3)) emit(opened, 'note.edited', noteId)
  emit(opened, 'note.generated')
  await client.call('endpoints.list')
  await enabledAgain(opened)
  const notes = await found(opened, endpoint.id)
  expect(notes).toHaveLength(4)
  return { ...opened, notes }
}

const idOf = ({ headers }: RawRequest) => headers.find(([name]) => name === 'webhook-id')?.[1] ?? ''
const noteOf = ({ body }: RawRequest) => (JSON.parse(body.toString()) as { note_id: string }).note_id

test('filters missed notes by reason, state and title words', async () => {
  const { client, endpoint, notes } = await withOutage()
  const list = (filter: Partial<InputOf<'missed.notes'>>) =>
    client.call('missed.notes', { endpointId: endpoint.id, ...filter })
  const [first] = notes
  expect(await list({ reason: 'disabled', state: 'behind', limit: 1 })).toEqual({
    notes: [first],
    total: 4,
    counts: { behind: 4, pending: 0, unknown: 0, 'caught-up': 0 },
  })
  expect(await list({ reason: 'failing' })).toMatchObject({ total: 0, counts: { behind: 0 } })
  expect(await list({ state: 'pending' })).toMatchObject({ total: 0, counts: { behind: 4 } })
  expect((await list({ q: first?.title.toUpperCase() })).notes).toContainEqual(first)
  expect(await list({ q: 'no such title' })).toMatchObject({ total: 0, counts: { behind: 0 } })
})

test('an agent’s list and an exported table of missed notes contain the window’s words', async () => {
  const opened = await withOutage()
  const { client, endpoint, notes } = opened
  const input = { endpoint: endpoint.id }
  const listed = await client.call('agents.run', { tool: 'missed_list', input, caller: { name: 'a test' } })
  const words = { state: 'no-event', outage: 'disabled' }
  expect(listed.rows).toMatchObject(notes.map(({ id }) => ({ note: id, ...words })))
  const { jobId } = await client.call('exports.start-missed', {
    ...{ title: 'Missed', bom: false, filter: { endpointId: endpoint.id } },
  })
  expect(await ended(opened, jobId)).toMatchObject({ state: 'done' })
  const { base64 } = await client.call('exports.piece', { id: jobId, from: 0 })
  const [head, ...lines] = Buffer.from(base64, 'base64').toString().trim().split(/\r?\n/)
  expect(head).toMatch(/^note_id,title,state,outage,/)
  expect(lines).toHaveLength(notes.length)
  for (const line of lines) expect(line).toContain(',no-event,disabled,')
})

test('a catch-up sends one event per missed note and marks it as a catch-up', async () => {
  const opened = await withOutage()
  const { client, endpoint, notes } = opened
  const { receiver, id } = await receiving(opened)
  const { secret } = await client.call('endpoints.reveal-secret', { id: endpoint.id })
  const { jobId } = await client.call('missed.catch-up', { endpointId: endpoint.id, receiverId: id })
  expect(await ended(opened, jobId)).toMatchObject({
    state: 'done',
    result: { sent: 4, caughtUp: 4, failed: 0 },
  })
  expect(receiver.requests.map(noteOf)).toEqual(notes.map((note) => note.id).toReversed())
  for (const request of receiver.requests) {
    const headers = headersOf(request)
    const event = new Webhook(secret).verify(request.body.toString(), headers)
    const note = notes.find((one) => one.id === noteOf(request))
    expect(event).toMatchObject({
      event_id: headers['webhook-id'],
      event_type: note?.receivedAt === null ? 'note.generated' : 'note.edited',
      occurred_at: note?.updatedAt,
    })
    expect(headers['webhook-id']).toMatch(/^evt_catchup_[0-9a-f]{32}$/)
    expect(headers['notehook-sent']).toBe('catch-up')
  }
  // The receiver lists these sends, each with the body that was sent.
  const { sends, total } = await client.call('receivers.sends', { receiverId: id })
  expect(total).toBe(4)
  for (const [at, send] of sends.toReversed().entries()) {
    expect(send).toMatchObject({
      ...{ mode: 'catch-up', cause: 'catch-up', simulated: false, jobId, deliveryId: null, status: 200 },
      endpointId: endpoint.id,
      ...{ noteId: receiver.requests[at] && noteOf(receiver.requests[at]) },
    })
    const { request } = await client.call('receivers.get-send', { id: send.id })
    expect(request?.bodyBase64).toBe(receiver.requests[at]?.body.toString('base64'))
    expect(Object.fromEntries(request?.headers ?? [])).toMatchObject({ 'notehook-sent': 'catch-up' })
  }
  expect(await client.call('missed.status')).toMatchObject({
    behind: 0,
    pending: 0,
    interruptedJobs: [],
    endpoints: [
      { caughtUp: 4, behind: 0, since: null, gaps: [{ reason: 'disabled', behind: 0, caughtUp: 4 }] },
    ],
  })
  const again = client.call('missed.catch-up', { endpointId: endpoint.id, receiverId: id })
  expect(await refusalOf(again)).toMatchObject({
    code: 'invalid-input',
    message: expect.stringContaining('Nothing is behind'),
  })
  expect(receiver.requests).toHaveLength(4)
  const { notes: sent } = await client.call('missed.notes', { endpointId: endpoint.id, state: 'caught-up' })
  expect(sent.map((note) => note.id)).toEqual(notes.map((note) => note.id))
  for (const note of sent) expect(note).toMatchObject({ reason: 'disabled', caughtUpAt: expect.any(String) })
  // A later event of a note doesn’t reduce the number of caught-up notes.
  const { eventId } = emit(opened, 'note.edited', notes[0]?.id)
  await eventually(async () => expect(isDelivered(opened.sandbox, eventId)).toBe(true))
  expect(await found(opened, endpoint.id)).toEqual([])
  expect(await client.call('missed.notes', { endpointId: endpoint.id })).toMatchObject({
    total: 4,
    counts: { 'caught-up': 4 },
  })
  expect(await client.call('missed.status')).toMatchObject({ endpoints: [{ gaps: [{ caughtUp: 4 }] }] })
})

test('counts missed notes that got a newer event, until they are missed again', async () => {
  const opened = await withOutage()
  const { client, sandbox, endpoint, notes } = opened
  const gaps = async () => (await client.call('missed.status')).endpoints[0]?.gaps
  for (const { id } of notes.slice(0, 2)) emit(opened, 'note.edited', id)
  await eventually(async () =>
    expect(await gaps()).toMatchObject([{ reason: 'disabled', behind: 2, superseded: 2 }]),
  )
  sandbox.disable(endpoint.id)
  emit(opened, 'note.edited', notes[0]?.id)
  await client.call('endpoints.list')
  await enabledAgain(opened)
  await found(opened, endpoint.id)
  const sum = (of: 'behind' | 'superseded') => async () =>
    ((await gaps()) ?? []).reduce((total, gap) => total + gap[of], 0)
  await eventually(async () => expect(await sum('behind')()).toBe(3))
  expect(await sum('superseded')()).toBe(1)
})

test('a second catch-up sends a rejected note again with the same webhook-id', async () => {
  const opened = await withOutage()
  const { client, endpoint, notes } = opened
  const { receiver, id } = await receiving(opened)
  const refused = notes[1]?.id
  receiver.answer = (request, socket) => answerWith(noteOf(request) === refused ? 500 : 204)(request, socket)
  const start = () => client.call('missed.catch-up', { endpointId: endpoint.id, receiverId: id })
  const first = await ended(opened, (await start()).jobId)
  expect(first).toMatchObject({ state: 'done', result: { sent: 4, caughtUp: 3, failed: 1 } })
  expect(await client.call('missed.status')).toMatchObject({ behind: 1 })
  receiver.answer = answerWith(200)
  expect(await ended(opened, (await start()).jobId)).toMatchObject({ result: { sent: 1, caughtUp: 1 } })
  const ids = receiver.requests.filter((request) => noteOf(request) === refused).map(idOf)
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(1)
  expect(await client.call('missed.status')).toMatchObject({ behind: 0 })
})

test('a note that changes after its catch-up is missed again', async () => {
  const opened = await withOutage()
  const { client, sandbox, endpoint, notes } = opened
  const { id } = await receiving(opened)
  const { jobId } = await client.call('missed.catch-up', { endpointId: endpoint.id, receiverId: id })
  await ended(opened, jobId)
  sandbox.disable(endpoint.id)
  emit(opened, 'note.edited', notes[0]?.id)
  await client.call('endpoints.list')
  await enabledAgain(opened)
  expect((await found(opened, endpoint.id)).map((note) => note.id)).toEqual([notes[0]?.id])
})

test('a catch-up that was stopped continues with the remaining notes', async () => {
  const opened = await withOutage()
  const { client, endpoint } = opened
  const { receiver, id } = await receiving(opened)
  receiver.answer = (request, socket) => {
    if (receiver.requests.length === 1) answerWith(200)(request, socket)
  }
  const start = () => client.call('missed.catch-up', { endpointId: endpoint.id, receiverId: id })
  const { jobId } = await start()
  await eventually(() => expect(receiver.requests).toHaveLength(2))
  expect(await client.call('missed.status'), 'while it runs').toMatchObject({ interruptedJobs: [] })
  await client.call('jobs.cancel', { id: jobId })
  expect(await ended(opened, jobId)).toMatchObject({ state: 'canceled', result: { sent: 1, caughtUp: 1 } })
  const interruptedJobs = [{ endpointId: endpoint.id, receiverId: id, done: 1, total: 4 }]
  expect(await client.call('missed.status')).toMatchObject({ behind: 3, interruptedJobs })
  const store = new DatabaseSync(join(opened.dataFolder, 'notehook.db'), { readOnly: true })
  expect(store.prepare('SELECT done, total FROM interrupted_jobs').all()).toEqual([{ done: 1, total: 4 }])
  expect(store.prepare('SELECT count(*) AS n FROM caught_up').get()).toEqual({ n: 1 })
  store.close()
  const second = receiver.requests[1]
  receiver.answer = answerWith(200)
  expect(await ended(opened, (await start()).jobId)).toMatchObject({ result: { sent: 3, caughtUp: 3 } })
  expect(receiver.requests[2] && idOf(receiver.requests[2])).toBe(second && idOf(second))
  expect(await client.call('missed.status')).toMatchObject({ behind: 0, interruptedJobs: [] })
})

test('a catch-up fails if its receiver is unreachable', async () => {
  const opened = await withOutage()
  const { client, endpoint } = opened
  const { receiver, id } = await receiving(opened)
  await receiver.close()
  const { jobId } = await client.call('missed.catch-up', { endpointId: endpoint.id, receiverId: id })
  expect(await ended(opened, jobId)).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('Start the receiver'),
  })
  expect(await client.call('missed.status')).toMatchObject({
    behind: 4,
    interruptedJobs: [{ done: 0, total: 4 }],
  })
  await client.call('missed.dismiss-unfinished', { endpointId: endpoint.id })
  expect(await client.call('missed.status')).toMatchObject({ behind: 4, interruptedJobs: [] })
})

/** Starts a catch-up to a receiver that does not answer the second event until it is released. */
async function heldAtSecond(opened: Awaited<ReturnType<typeof withOutage>>) {
  const { client, endpoint } = opened
  const { receiver, id } = await receiving(opened)
  let release = () => {}
  receiver.answer = (request, socket) => {
    const answer = () => answerWith(200)(request, socket)
    if (receiver.requests.length === 2) release = answer
    else answer()
  }
  const { jobId } = await client.call('missed.catch-up', { endpointId: endpoint.id, receiverId: id })
  await eventually(() => expect(receiver.requests).toHaveLength(2))
  return { receiver, receiverId: id, jobId, release: () => release() }
}

const storedOf = ({ dataFolder }: Pick<OpenCore, 'dataFolder'>, endpointId: string) => {
  const store = new DatabaseSync(join(dataFolder, 'notehook.db'), { readOnly: true })
  const rows = ['caught_up WHERE endpoint_id', 'interrupted_jobs WHERE subject'].map(
    (of) => store.prepare(`SELECT count(*) AS n FROM ${of} = ?`).get(endpointId)?.n,
  )
  store.close()
  return rows
}

test('a catch-up skips notes whose event arrives, or that are deleted, while it runs', async () => {
  const opened = await withOutage()
  const { client, notes } = opened
  const { receiver, jobId, release } = await heldAtSecond(opened)
  const [, , third, fourth] = notes.toReversed()
  emit(opened, 'note.edited', third?.id)
  // Deletes the note as the index does when the note is no longer listed.
  const store = new DatabaseSync(join(opened.dataFolder, 'notehook.db'))
  store.prepare('DELETE FROM indexed_notes WHERE id = ?').run(fourth?.id ?? '')
  store.close()
  await eventually(() => expect(lost(opened)).not.toContain(third?.id))
  release()
  const result = { sent: 2, caughtUp: 2, failed: 0, skipped: 2 }
  expect(await ended(opened, jobId)).toMatchObject({ state: 'done', result })
  expect(receiver.requests.map(noteOf)).toEqual(
    notes
      .toReversed()
      .slice(0, 2)
      .map(({ id }) => id),
  )
  expect(await client.call('missed.status')).toMatchObject({ behind: 0, interruptedJobs: [] })
})

test('a catch-up ends when its endpoint is deleted', async () => {
  const opened = await withOutage()
  const { client, endpoint } = opened
  const { receiver, jobId, release } = await heldAtSecond(opened)
  await client.call('endpoints.remove', { id: endpoint.id })
  await client.call('endpoints.list')
  release()
  expect(await ended(opened, jobId)).toMatchObject({
    state: 'failed',
    error: 'The endpoint was deleted or replaced.',
  })
  expect(receiver.requests).toHaveLength(2)
  expect(storedOf(opened, endpoint.id)).toEqual([0, 0])
})

test('a catch-up ends when its receiver is removed', async () => {
  const opened = await withOutage()
  const { client, endpoint } = opened
  const { receiver, receiverId, jobId, release } = await heldAtSecond(opened)
  await client.call('receivers.remove', { id: receiverId })
  release()
  expect(await ended(opened, jobId)).toMatchObject({ state: 'failed', error: 'The receiver was removed.' })
  expect(receiver.requests).toHaveLength(2)
  expect(storedOf(opened, endpoint.id)[1]).toBe(1)
  const { behind, interruptedJobs } = await client.call('missed.status')
  expect((behind ?? 0) + (interruptedJobs[0]?.done ?? 0)).toBe(4)
})

test('a catch-up continues while another workspace is open', async () => {
  const opened = await withOutage()
  const { client, endpoint, notes } = opened
  const { receiver, receiverId, jobId, release } = await heldAtSecond(opened)
  const second = client.call('missed.catch-up', { endpointId: endpoint.id, receiverId })
  expect(await refusalOf(second)).toMatchObject({ message: expect.stringContaining('already running') })
  const other = await separateService({ speed: 0.01 })
  const first = (await client.call('workspaces.list')).find(({ isOpen }) => isOpen)
  await client.call('workspaces.connect', { baseUrl: other.baseUrl, apiKey: other.apiKey })
  release()
  await eventually(() =>
    expect(receiver.requests.map(noteOf)).toEqual(notes.map(({ id }) => id).toReversed()),
  )
  await client.call('workspaces.open', { id: first?.id ?? '' })
  expect(await ended(opened, jobId)).toMatchObject({ state: 'done', result: { sent: 4, caughtUp: 4 } })
  expect(await client.call('missed.status')).toMatchObject({
    endpoints: [{ behind: 0, caughtUp: 4 }],
    interruptedJobs: [],
  })
})

test('lists notes that changed while an endpoint with any other URL was disabled', async () => {
  const opened = await withSandbox()
  const { client, sandbox } = opened
  const { id } = await client.call('endpoints.create', {
    receiver: { kind: 'url', url: 'http://127.0.0.1:39999/in' },
    scopes: ['personal', 'public'],
    events: [],
    folderIds: [],
  })
  emit(opened, 'note.generated')
  await client.call('endpoints.list')
  sandbox.disable(id)
  const { noteId } = emit(opened, 'note.generated')
  await client.call('endpoints.list')
  await client.call('endpoints.update', { id, changes: { enabled: true } })
  await eventually(async () => {
    expect(await found(opened, id)).toMatchObject([{ id: noteId, state: 'unknown', reason: 'disabled' }])
    const { endpoints } = await client.call('missed.status')
    expect(endpoints.find(({ endpointId }) => endpointId === id)).toMatchObject({
      isKnown: false,
      behind: 0,
      gaps: [{ reason: 'disabled', unknown: 1 }],
    })
  })
})

test('shows four days of failures and the time for which the endpoint was then disabled as one outage', async () => {
  const opened = await withSandbox()
  const { client, sandbox, endpoint } = opened
  const known = await some(opened, 2)
  sandbox.setClockSpeed(1)
  await client.call('endpoints.list')
  await client.call('sandbox.set-switches', { outage: true })
  const outAt = new Date().toISOString()
  emit(opened, 'note.edited', known[0])
  for (let day = 0; day < 5; day += 1) {
    // The service lists the endpoint as enabled until the fourth day.
    await client.call('endpoints.list')
    await client.call('sandbox.skip-day')
  }
  await eventually(async () => expect(sandbox.endpoints()[0]?.enabled).toBe(false))
  emit(opened, 'note.edited', known[1])
  await client.call('endpoints.list')
  await client.call('sandbox.set-switches', { outage: false })
  sandbox.setClockSpeed(speed)
  await enabledAgain(opened)
  expect(await found(opened, endpoint.id)).toMatchObject([{ reason: 'disabled' }, { reason: 'disabled' }])
  const { endpoints } = await client.call('missed.status')
  expect(endpoints).toMatchObject([{ behind: 2, gaps: [{ reason: 'disabled', behind: 2 }] }])
  expect((endpoints[0]?.gaps[0]?.from ?? '') <= outAt).toBe(true)
})

test('shows an outage during which the user disabled the endpoint as two outages', async () => {
  const opened = await withSandbox()
  const { client, sandbox, endpoint } = opened
  const known = await some(opened, 2)
  sandbox.setClockSpeed(1)
  await client.call('sandbox.set-switches', { outage: true })
  emit(opened, 'note.edited', known[0])
  await client.call('endpoints.list')
  await client.call('endpoints.update', { id: endpoint.id, changes: { enabled: false } })
  emit(opened, 'note.edited', known[1])
  await client.call('sandbox.set-switches', { outage: false })
  sandbox.setClockSpeed(speed)
  await enabledAgain(opened)
  await found(opened, endpoint.id)
  const { endpoints } = await client.call('missed.status')
  const reasons = new Set(endpoints[0]?.gaps.map(({ reason }) => reason))
  expect(reasons).toEqual(new Set(['disabled', 'not-running']))
})

test('never reports a disabled endpoint as up to date, and lists its outage at once', async () => {
  const opened = await withSandbox()
  const { client, endpoint } = opened
  await some(opened, 2)
  await found(opened, endpoint.id)
  const isKnown = async () => (await client.call('missed.status')).endpoints[0]?.isKnown
  await eventually(async () => expect(await isKnown()).toBe(true))
  await client.call('endpoints.update', { id: endpoint.id, changes: { enabled: false } })
  expect(await isKnown(), 'at once').toBe(false)
  expect(await client.call('missed.status')).toMatchObject({
    behind: null,
    endpoints: [{ isChecking: false, gaps: [{ reason: 'disabled', to: null, isRead: false, behind: 0 }] }],
  })
  await client.call('endpoints.list')
  expect(await isKnown()).toBe(false)
  await enabledAgain(opened)
  expect(await client.call('missed.status'), 'until the index is read').toMatchObject({
    endpoints: [{ isKnown: false, isChecking: true, gaps: [{ isRead: false }] }],
  })
  await eventually(async () => expect(await isKnown()).toBe(true))
  expect(await client.call('missed.status')).toMatchObject({ endpoints: [{ isChecking: false }] })
  await client.call('notes.pause-index')
  await client.call('endpoints.update', { id: endpoint.id, changes: { enabled: false } })
  await enabledAgain(opened)
  expect(await client.call('missed.status'), 'while the index is paused').toMatchObject({
    endpoints: [{ isKnown: false, isChecking: false }],
  })
})

test('looks for missed changes once events arrive again', async () => {
  const opened = await withSandbox()
  const { client } = opened
  const [known] = await some(opened, 2)
  await client.call('listener.stop')
  emit(opened, 'note.edited', known)
  const stopped = new Date().toISOString()
  await client.call('listener.start', {})
  await eventually(async () => expect(((await client.call('missed.status')).asOf ?? '') > stopped).toBe(true))
})

test('does not report changes made before the endpoint subscribed to the event type', async () => {
  const opened = await withSandbox()
  const { client, endpoint } = opened
  const subscribe = (events: readonly string[]) =>
    client.call('endpoints.update', { id: endpoint.id, changes: { events: [...events] } })
  const known = await some(opened, 3)
  await subscribe(['note.generated'])
  for (const noteId of known) emit(opened, 'note.edited', noteId)
  expect(await found(opened, endpoint.id)).toEqual([])
  await subscribe(eventTypes)
  expect(await found(opened, endpoint.id)).toEqual([])
})

test('Check now detects endpoints that another client disabled or enabled', async () => {
  const opened = await withSandbox()
  const { client, core, sandbox, endpoint } = opened
  await found(opened, endpoint.id)
  // Turns off the sandbox's own events, which it creates while a page is open.
  await client.call('sandbox.set-switches', { automatic: false, producesFailures: false })
  const events: string[] = []
  core.subscribe(({ name }) => events.push(name))
  sandbox.disable(endpoint.id)
  expect(await client.call('missed.look')).toMatchObject({ behind: null, endpoints: [{ isKnown: false }] })
  expect(events).toContain('endpoints.changed')
  const { noteId } = emit(opened, 'note.generated')
  sandbox.enable(endpoint.id)
  await client.call('missed.look')
  await eventually(async () => {
    const { notes } = await client.call('missed.notes', { endpointId: endpoint.id })
    expect(notes).toMatchObject([{ id: noteId, state: 'behind', reason: 'disabled' }])
  })
  const [gap] = (await client.call('missed.status')).endpoints[0]?.gaps ?? []
  expect(gap?.to).not.toBeNull()
})

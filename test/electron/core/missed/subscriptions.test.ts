import { expect, test } from 'vitest'
import { type EventType, eventTypes } from '#shared/deliveries/events/event-types.ts'
import { newReceiver } from '#shared/receivers/model.ts'
import { endedJob } from '../../../support/core/ended-job.ts'
import { openCore, setPace } from '../../../support/core/open-core.ts'
import { eventually } from '../../../support/eventually.ts'
import { openRawReceiver } from '../../../support/receivers/raw-receiver.ts'

/** At this speed, four days last one second. */
const speed = 345_600

const subsets: readonly (readonly EventType[])[] = Array.from({ length: 7 }, (_, at) =>
  eventTypes.filter((_type, bit) => ((at + 1) >> bit) % 2 === 1),
)

async function withSubsets() {
  const opened = await openCore({ sandbox: { speed }, listening: false })
  const { client } = opened
  await client.call('sandbox.start', { notes: 10 })
  await setPace(client, { burst: 1000, perSecond: 1000 })
  const [sandbox] = opened.sandboxes
  if (!sandbox) throw new Error('There is no sandbox.')
  const endpoints: { readonly id: string; readonly types: readonly EventType[] }[] = []
  for (const types of subsets) {
    const { id } = await client.call('endpoints.create', {
      receiver: { kind: 'inspector' },
      scopes: ['personal', 'public'],
      events: [...types],
      folderIds: [],
    })
    endpoints.push({ id, types })
  }
  await client.call('endpoints.list')
  await eventually(async () => expect((await client.call('missed.status')).asOf).not.toBeNull())
  const emitted: { readonly type: EventType; readonly eventId: string; readonly noteId: string }[] = []
  const emit = (type: EventType, noteId?: string) => {
    const event = { type, ...sandbox.emit(type, noteId) }
    emitted.push(event)
    return event.noteId
  }
  /** Returns the notes whose last subscribed event was not delivered. */
  const lost = ({ id, types }: (typeof endpoints)[number]) => {
    const last = new Map(
      emitted.filter(({ type }) => types.includes(type)).map(({ noteId, eventId }) => [noteId, eventId]),
    )
    const delivered = new Set(
      sandbox
        .deliveries()
        .flatMap(({ endpointId, eventId, state }) =>
          endpointId === id && state === 'delivered' ? [eventId] : [],
        ),
    )
    return [...last].flatMap(([noteId, eventId]) => (delivered.has(eventId) ? [] : [noteId])).sort()
  }
  const allDelivered = () =>
    eventually(() => {
      for (const { state } of sandbox.deliveries()) expect(state).toBe('delivered')
    })
  const look = async () => {
    const from = new Date().toISOString()
    await client.call('missed.look')
    return eventually(async () => {
      const status = await client.call('missed.status')
      expect({ pending: status.pending, isNew: (status.asOf ?? '') >= from }).toEqual({
        pending: 0,
        isNew: true,
      })
      return status
    })
  }
  const behind = async (endpointId: string) =>
    (await client.call('missed.notes', { endpointId })).notes
      .flatMap(({ id, state }) => (state === 'behind' ? [id] : []))
      .sort()
  return { ...opened, sandbox, endpoints, emit, lost, allDelivered, look, behind }
}

test('reports no missed notes for a healthy endpoint, whatever its event types', async () => {
  const { client, sandbox, endpoints, emit, allDelivered, look } = await withSubsets()
  const known = Array.from({ length: 4 }, () => emit('note.generated'))
  await allDelivered()
  for (const noteId of known) emit('note.edited', noteId)
  emit('note.access_granted', known[0])
  await allDelivered()
  const status = await look()
  expect(status).toMatchObject({ behind: 0, pending: 0, warnings: [] })
  for (const { id } of endpoints) {
    const { notes } = await client.call('missed.notes', { endpointId: id })
    expect(notes).toEqual([])
  }
  expect(sandbox.deliveries().length).toBeGreaterThan(0)
})

test('sends only subscribed event types in a catch-up', async () => {
  const { client, sandbox, endpoints, emit, lost, allDelivered, look, behind } = await withSubsets()
  const { notes: old } = await client.call('notes.list', { limit: 1 })
  const known = Array.from({ length: 4 }, () => emit('note.generated'))
  await allDelivered()
  for (const { id } of endpoints) sandbox.disable(id)
  for (const noteId of [...known.slice(0, 2), old[0]?.id]) emit('note.edited', noteId)
  const fresh = emit('note.generated')
  emit('note.edited', fresh)
  emit('note.generated')
  await client.call('endpoints.list')
  for (const { id } of endpoints) await client.call('endpoints.update', { id, changes: { enabled: true } })
  await look()

  const receiver = await openRawReceiver()
  const { id: receiverId } = await client.call('receivers.create', {
    ...newReceiver,
    name: 'Mine',
    url: receiver.url,
  })
  for (const endpoint of endpoints) {
    const found = await behind(endpoint.id)
    const before = receiver.requests.length
    expect(lost(endpoint), endpoint.types.join()).toEqual(expect.arrayContaining(found))
    // With both subscriptions, every new note causes an event, so all missed notes are found.
    if (endpoint.types.includes('note.generated') && endpoint.types.includes('note.access_granted'))
      expect(found).toEqual(lost(endpoint))
    if (found.length === 0) continue
    await client.call('missed.catch-up', { endpointId: endpoint.id, receiverId })
    await endedJob('catch-up', () => client.call('jobs.list'))
    const sent = receiver.requests.slice(before).map(({ body }) => JSON.parse(body.toString()))
    expect(sent.map(({ note_id }) => note_id).sort()).toEqual(found)
    for (const { event_type } of sent) expect(endpoint.types).toContain(event_type)
  }
})

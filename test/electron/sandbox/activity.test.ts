import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { openReceiver } from './receiver.ts'
import { readAll, running } from './running.ts'

const path = '/v1/webhook-endpoints'

async function openActive(activityMs = 20, notes = 50) {
  const receiver = await openReceiver()
  const sandbox = await running({ listenerOrigin: () => receiver.origin, notes, activityMs })
  const create = (name: string, more: object = {}) =>
    sandbox.send('POST', path, {
      url: `${sandbox.tunnelUrl}/${name}`,
      scopes: ['personal', 'public'],
      ...more,
    })
  const eventsAt = (name: string) =>
    receiver.received.filter((one) => one.path === `/${name}`).map(({ body }) => JSON.parse(body))
  return { receiver, sandbox, create, eventsAt }
}

test('generates events of every type while a page shows the sandbox', async () => {
  const { sandbox, create, eventsAt } = await openActive()
  await create('all')
  sandbox.setWatched(true)
  await eventually(() => expect(eventsAt('all').length).toBeGreaterThan(8))
  sandbox.setWatched(false)

  const types = new Set(eventsAt('all').map(({ event_type }) => event_type))
  expect(types).toEqual(new Set(['note.generated', 'note.edited', 'note.access_granted']))
  const notes = await readAll(sandbox, '/v1/notes?page_size=30', 'notes')
  expect(notes.length).toBeGreaterThan(50)
  const ids = new Set(notes.map(({ id }) => id))
  for (const { note_id } of eventsAt('all')) expect(ids.has(note_id)).toBe(true)
  for (const { note_id, event_type } of eventsAt('all')) {
    if (event_type !== 'note.access_granted') continue
    const note = notes.find(({ id }) => id === note_id)
    expect(note?.owner?.email).not.toBe('noor.haddad@example.com')
  }
})

test('varies the type of events from one to the next with several endpoints', async () => {
  const { sandbox, create, eventsAt } = await openActive(60)
  for (const name of ['one', 'two', 'three']) await create(name)
  sandbox.setWatched(true)
  await eventually(() => expect(eventsAt('one').length).toBeGreaterThan(2))
  const types = eventsAt('one').map(({ event_type }) => event_type)
  expect(new Set(types.slice(0, 3))).toHaveProperty('size', 3)
})

test('changes notes while an endpoint is disabled, but sends it no events', async () => {
  const { sandbox, create, receiver } = await openActive()
  const notes = () => readAll(sandbox, '/v1/notes?page_size=30', 'notes')
  const { body } = await create('all')
  await wait(80)
  expect(receiver.received).toEqual([])
  expect(await notes()).toHaveLength(50)

  await sandbox.send('PATCH', `${path}/${body.id}`, { enabled: false })
  sandbox.setWatched(true)
  await eventually(async () => expect((await notes()).length).toBeGreaterThan(51))
  expect(receiver.received).toEqual([])

  await sandbox.send('PATCH', `${path}/${body.id}`, { enabled: true })
  await eventually(() => expect(receiver.received.length).toBeGreaterThan(0))
})

test('an endpoint gets a matching event soon after it is created or enabled', async () => {
  const { sandbox, create, eventsAt } = await openActive(60_000, 300)
  sandbox.setWatched(true)
  await create('wide')
  await eventually(() => expect(eventsAt('wide')).toHaveLength(1))

  const folders = await readAll(sandbox, '/v1/folders?page_size=30', 'folders')
  const id = folders.find(({ name }) => name === '1:1s')?.id
  const { body } = await create('narrow', { scopes: ['personal'], events: ['note.edited'], folder_ids: [id] })
  await eventually(() => expect(eventsAt('narrow')).toMatchObject([{ event_type: 'note.edited' }]))
  for (const count of [2, 3]) {
    await sandbox.send('PATCH', `${path}/${body.id}`, { enabled: false })
    await sandbox.send('PATCH', `${path}/${body.id}`, { enabled: true })
    await eventually(() => expect(eventsAt('narrow')).toHaveLength(count))
  }
  expect(eventsAt('wide')).toHaveLength(4)
})

test('generates events that match even an endpoint with a narrow filter', async () => {
  const { sandbox, create, eventsAt } = await openActive()
  const folders = await readAll(sandbox, '/v1/folders?page_size=30', 'folders')
  await create('wide')
  await create('narrow', {
    scopes: ['public'],
    folder_ids: [folders.find(({ name }) => name === 'Login outage')?.id],
  })
  sandbox.setWatched(true)
  await eventually(() => expect(eventsAt('narrow').length).toBeGreaterThan(2))
})

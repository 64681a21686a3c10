import { beforeEach, expect, test } from 'vitest'
import { eventually } from '../../../support/eventually.ts'
import { type OpenCore, openCore, refusalOf } from '../../../support/open-core.ts'

let opened: OpenCore

beforeEach(async () => {
  opened = await openCore()
  await opened.client.call('practice.start', { notes: 10 })
})

test('keeps filters under a name, also over a restart, each in its place', async () => {
  const { client } = opened
  await client.call('views.save', { name: ' Edited twice ', q: 'type:note.edited attempt:>1' })
  const [first] = await client.call('views.save', { name: 'Late', q: 'lag:>1d' })
  await client.call('views.save', { id: first?.id, name: 'Edited again', q: first?.q ?? '' })
  await opened.close()
  const again = await openCore({ dataFolder: opened.dataFolder })
  await again.client.call('practice.start', { notes: 10 })
  const views = await again.client.call('views.list')
  expect(views.map(({ name, q }) => [name, q])).toEqual([
    ['Edited again', 'type:note.edited attempt:>1'],
    ['Late', 'lag:>1d'],
  ])
  expect(await again.client.call('views.remove', { id: first?.id ?? 0 })).toMatchObject([{ name: 'Late' }])
})

test('refuses a second view of one name, however it is written, and says so beside the field', async () => {
  const { client } = opened
  const [late] = await client.call('views.save', { name: 'Late', q: 'lag:>1d' })
  const said = { code: 'invalid-input', details: { fields: { name: 'Another view has this name.' } } }
  expect(await refusalOf(client.call('views.save', { name: 'LATE', q: 'lag:>2d' }))).toMatchObject(said)
  const [, other] = await client.call('views.save', { name: 'Other', q: 'lag:>2d' })
  const rename = { id: other?.id, name: 'late', q: 'lag:>2d' }
  expect(await refusalOf(client.call('views.save', rename))).toMatchObject(said)
  await client.call('views.remove', { id: late?.id ?? 0 })
  expect(await client.call('views.save', rename)).toMatchObject([{ name: 'late' }])
  const gone = client.call('views.save', { id: late?.id, name: 'Late again', q: 'lag:>1d' })
  expect((await refusalOf(gone)).code).toBe('not-found')
})

test('counts what a view leaves now', async () => {
  const { client } = opened
  await eventually(async () => {
    const { count } = await client.call('views.count', { q: 'verdict:verified' })
    expect(count).toBeGreaterThan(0)
  })
  expect(await client.call('views.count', { q: 'status:418' })).toEqual({ count: 0, isMore: false })
  const timeline = await client.call('inspector.timeline', { from: null, to: Date.now() + 60_000, steps: 60 })
  expect(timeline.counts.reduce((sum, [, delivered]) => sum + delivered, 0)).toBeGreaterThan(0)
})

import { beforeEach, expect, test } from 'vitest'
import { type OpenCore, openCore, refusalOf } from '../../../support/core/open-core.ts'
import { eventually } from '../../../support/eventually.ts'

let opened: OpenCore

beforeEach(async () => {
  opened = await openCore()
  await opened.client.call('sandbox.start', { notes: 10 })
})

test('keeps the user’s saved filters in their order after a restart', async () => {
  const { client } = opened
  await client.call('deliveries.save-view', { name: ' Edited twice ', q: 'type:note.edited attempt:>1' })
  const [first] = await client.call('deliveries.save-view', { name: 'Late', q: 'lag:>1d' })
  await client.call('deliveries.save-view', { id: first?.id, name: 'Edited again', q: first?.q ?? '' })
  await opened.close()
  const again = await openCore({ dataFolder: opened.dataFolder })
  await again.client.call('sandbox.start', { notes: 10 })
  const views = await again.client.call('deliveries.views')
  expect(views.map(({ name, q }) => [name, q])).toEqual([
    ['Edited again', 'type:note.edited attempt:>1'],
    ['Late', 'lag:>1d'],
  ])
  expect(await again.client.call('deliveries.remove-view', { id: first?.id ?? 0 })).toMatchObject([
    { name: 'Late' },
  ])
})

test('rejects a saved filter whose name differs from another only in case', async () => {
  const { client } = opened
  const [late] = await client.call('deliveries.save-view', { name: 'Late', q: 'lag:>1d' })
  const said = { code: 'invalid-input', details: { fields: { name: 'A view with this name exists.' } } }
  expect(await refusalOf(client.call('deliveries.save-view', { name: 'LATE', q: 'lag:>2d' }))).toMatchObject(
    said,
  )
  const [, other] = await client.call('deliveries.save-view', { name: 'Other', q: 'lag:>2d' })
  const rename = { id: other?.id, name: 'late', q: 'lag:>2d' }
  expect(await refusalOf(client.call('deliveries.save-view', rename))).toMatchObject(said)
  await client.call('deliveries.remove-view', { id: late?.id ?? 0 })
  expect(await client.call('deliveries.save-view', rename)).toMatchObject([{ name: 'late' }])
  const gone = client.call('deliveries.save-view', { id: late?.id, name: 'Late again', q: 'lag:>1d' })
  expect((await refusalOf(gone)).code).toBe('not-found')
})

test('counts the deliveries that match a saved filter', async () => {
  const { client } = opened
  await eventually(async () => {
    const { count } = await client.call('deliveries.count-view', { q: 'verdict:verified' })
    expect(count).toBeGreaterThan(0)
  })
  expect(await client.call('deliveries.count-view', { q: 'status:418' })).toEqual({ count: 0, isMore: false })
  const timeline = await client.call('deliveries.timeline', {
    from: null,
    to: Date.now() + 60_000,
    steps: 60,
  })
  expect(timeline.counts.reduce((sum, [, delivered]) => sum + delivered, 0)).toBeGreaterThan(0)
})

test('counts only the deliveries of the open workspace', async () => {
  const { client } = opened
  await eventually(async () => {
    const [{ count }, { deliveries }] = await Promise.all([
      client.call('deliveries.total'),
      client.call('deliveries.list', { limit: 200 }),
    ])
    expect(count).toBeGreaterThan(1)
    expect(count).toBe(deliveries.length)
  })
  await client.call('sandbox.stop')
  expect(await client.call('deliveries.total')).toEqual({ count: 0 })
})

test('counts deliveries whose stored time is in the future because the clock was ahead', async () => {
  const { client } = opened
  opened.ahead = 3_600_000
  const known = (await client.call('deliveries.total')).count
  await eventually(async () => {
    expect((await client.call('deliveries.list', { limit: 200 })).deliveries.length).toBeGreaterThan(known)
  })
  opened.ahead = 0
  await eventually(async () => {
    const [{ count }, { deliveries }] = await Promise.all([
      client.call('deliveries.total'),
      client.call('deliveries.list', { limit: 200 }),
    ])
    expect(count).toBe(deliveries.length)
  })
})

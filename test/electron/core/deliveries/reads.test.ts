import { expect, onTestFinished, test } from 'vitest'
import { deliveryReads } from '#core/deliveries/reads.ts'
import { createLog } from '#core/platform/log.ts'
import { createReader } from '#core/platform/reader/reader.ts'
import { noFilter, parseDeliveryFilter } from '#shared/deliveries/filter/filter.ts'
import { findSecret } from '../../../support/canary.ts'
import { endedJob } from '../../../support/core/ended-job.ts'
import { openCore } from '../../../support/core/open-core.ts'
import { readerScript, watchReads } from '../../../support/core/reader-thread.ts'
import { openDeliveryStore } from '../../../support/deliveries/delivery-store.ts'
import { anIncomingDelivery, storeIn } from '../../../support/deliveries/incoming-deliveries.ts'
import { eventually } from '../../../support/eventually.ts'

const filter = parseDeliveryFilter('type:note.edited note')
const nowMs = Date.now()
const workspaceId = 'mine'

const questions = {
  list: [{ workspaceId, limit: 20 }, { workspaceId, filter }, { workspaceId: 'other' }],
  whole: [
    { workspaceId, limit: 5 },
    { workspaceId, filter, before: 30 },
  ],
  detail: [{ id: 1 }, { id: 9999 }],
  find: [{ workspaceId, webhookId: 'evt_1' }],
  otherBodies: [{ workspaceId, id: 1 }],
  noteEvents: [{ workspaceId, noteIds: ['not_0000000000abcd'] }],
  count: [{ workspaceId, filter, most: 10 }],
  total: [{ workspaceId }],
  timeline: [
    { workspaceId, filter: null, from: null, to: nowMs, most: 50 },
    { workspaceId, filter, from: nowMs - 86_400_000, to: nowMs, most: 50 },
  ],
  lastDay: [
    { workspaceId, nowMs },
    { workspaceId: null, nowMs },
  ],
  step: [{ query: { workspaceId }, filter: noFilter }],
  stored: [{ cutoff: null }, { cutoff: new Date(nowMs - 30 * 60_000).toISOString() }],
} satisfies {
  readonly [Name in keyof ReturnType<typeof deliveryReads.create>]: readonly Parameters<
    ReturnType<typeof deliveryReads.create>[Name]
  >[0][]
}

test('a read returns the same result on the reader thread as on the core’s thread', async () => {
  const { database, store, end } = openDeliveryStore()
  for (let at = 0; at < 60; at++) await storeIn(store, anIncomingDelivery(`evt_${at}`, nowMs - at * 60_000))
  store.annotate(3, { starred: true })
  const log: string[] = []
  const open = (script: URL | undefined) => {
    const clock = { monotonicMs: () => performance.now() }
    const reader = createReader({ database, script, clock, log: createLog((line) => log.push(line)) })
    return { read: reader.of(deliveryReads), close: reader.close }
  }
  const [thread, here] = [open(readerScript), open(undefined)]
  onTestFinished(async () => {
    await thread.close()
    end()
  })
  const reads = watchReads()
  for (const [name, inputs] of Object.entries(questions)) {
    for (const input of inputs) {
      const [there, ours] = await Promise.all(
        [thread, here].map(({ read }) => read(name as 'list', input as never)),
      )
      expect(there, name).toEqual(ours)
    }
  }
  expect(reads.asked()).toHaveLength(Object.values(questions).flat().length)
  expect(log).toEqual([])
})

test('reads lists, counts, details and exports on the reader thread', async () => {
  const reads = watchReads()
  const opened = await openCore({ readerThread: readerScript })
  const { client } = opened
  await client.call('sandbox.start', { notes: 20 })
  const [delivery] = await eventually(async () => {
    const { deliveries } = await client.call('deliveries.list', {})
    expect(deliveries.length).toBeGreaterThan(0)
    return deliveries
  })
  const id = delivery?.id ?? 0
  const webhookId = delivery?.webhookId ?? ''
  for (const starred of [true, false, true]) {
    await client.call('deliveries.set-star', { id, starred })
    expect(await client.call('deliveries.get', { id })).toMatchObject({ starred })
    const { deliveries } = await client.call('deliveries.list', { q: 'is:starred' })
    expect(deliveries.map((one) => one.id)).toEqual(starred ? [id] : [])
  }
  expect(await client.call('deliveries.find', { webhookId })).toMatchObject([{ id }])
  expect(await client.call('deliveries.count-view', { q: 'is:starred' })).toEqual({ count: 1, isMore: false })
  expect((await client.call('deliveries.total')).count).toBeGreaterThan(0)
  await client.call('deliveries.last-day')
  expect((await client.call('deliveries.storage')).deliveries).toBeGreaterThan(0)
  await client.call('deliveries.timeline', { from: null, to: Date.now(), steps: 20 })
  await client.call('deliveries.other-bodies', { id })
  await client.call('deliveries.note-events', { noteIds: [String(delivery?.noteId)] })
  await client.call('exports.start-deliveries', { format: 'ndjson', bom: false, title: 'All', filter: {} })
  expect(await endedJob('export-deliveries', () => client.call('jobs.list'))).toMatchObject({ state: 'done' })

  const { matching, newest, at } = await client.call('deliveries.count', { filter: { q: 'is:starred' } })
  expect(matching).toBe(1)
  const asked = { filter: { q: 'is:starred' }, newest, at, total: 1, starredToo: true }
  await client.call('deliveries.remove-matching', asked)
  await endedJob('delete-deliveries', () => client.call('jobs.list'))
  expect((await client.call('deliveries.list', { q: 'is:starred' })).deliveries).toEqual([])
  await expect(client.call('deliveries.get', { id })).rejects.toMatchObject({ code: 'not-found' })

  const named = reads.asked().filter((name) => name.startsWith('deliveries.'))
  expect(new Set(named)).toEqual(new Set(Object.keys(questions).map((name) => `deliveries.${name}`)))
  const [endpoint] = await client.call('endpoints.list')
  const { secret } = await client.call('endpoints.reveal-secret', { id: endpoint?.id ?? '' })
  expect(findSecret(secret, { said: JSON.stringify(reads.messages()) })).toEqual([])
  expect(opened.log.join('\n')).not.toMatch(/reader thread/)
})

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { recordExit } from '#core/platform/process/start-hold.ts'
import { newReceiver, type Receiver } from '#shared/receivers/model.ts'
import {
  fakeKeychain,
  type OpenCore,
  openCore,
  separateService,
  setPace,
} from '../../../../support/core/open-core.ts'
import { exchange } from '../../../../support/deliveries/raw-http.ts'
import { notePayload, rawRequest, signDelivery } from '../../../../support/deliveries/signed-delivery.ts'
import { eventually } from '../../../../support/eventually.ts'
import {
  answerWith,
  headersOf,
  openRawReceiver,
  type RawReceiver,
} from '../../../../support/receivers/raw-receiver.ts'
import { openReceivingCore, type ReceivingCore } from '../../../../support/receivers/receiving-core.ts'

/** Without a page, the sandbox emits no events, so every request belongs to a delivery of the test. */
const quiet = { listening: false }

const idsAt = (receiver: RawReceiver) =>
  receiver.requests.map(({ headers }) => headers.find(([name]) => name === 'webhook-id')?.[1])

const statusOf = async (app: ReceivingCore, { id }: Pick<Receiver, 'id'>) => {
  const found = (await app.client.call('receivers.list')).find((one) => one.id === id)
  if (!found) throw new Error('The receiver is gone.')
  return found.status
}

const setLive = (app: ReceivingCore, { id }: Pick<Receiver, 'id'>, live = true) =>
  app.client.call('receivers.set-live', { id, live })

async function liveReceiver(app: ReceivingCore, settings: Parameters<ReceivingCore['addReceiver']>[0]) {
  const receiver = await app.addReceiver(settings)
  await setLive(app, receiver)
  return receiver
}

const waitsFor = (app: ReceivingCore, receiver: Pick<Receiver, 'id'>, count: number) =>
  eventually(async () => expect((await statusOf(app, receiver)).waiting.count).toBe(count))

describe('live forwarding', () => {
  test('forwards new deliveries with unchanged bodies and a valid signature', async () => {
    const app = await openReceivingCore(quiet)
    const target = await openRawReceiver()
    const receiver = await app.addReceiver({ url: target.url })
    await app.deliver({ id: 'evt_before' })
    await setLive(app, receiver)
    const id = await app.deliver({ id: 'evt_after', headers: ['X-Odd', 'a', 'x-odd', 'b'] })
    await eventually(() => expect(idsAt(target)).toEqual(['evt_after']))
    const [request] = target.requests
    expect(request?.headers.filter(([name]) => name.toLowerCase() === 'x-odd')).toEqual([
      ['X-Odd', 'a'],
      ['x-odd', 'b'],
    ])
    expect(request?.headers).toContainEqual(['notehook-sent', 'live'])
    const headers = Object.fromEntries(request?.headers ?? [])
    expect(new Webhook(app.secret).verify(request?.body ?? '', headers)).toMatchObject({
      event_id: 'evt_after',
    })
    const { sends } = await eventually(async () => {
      const page = await app.client.call('receivers.sends', { deliveryId: id })
      expect(page.sends).toHaveLength(1)
      return page
    })
    expect(sends[0]).toMatchObject({ cause: 'live', mode: 'live', status: 200, receiverId: receiver.id })
    expect(await statusOf(app, receiver)).toMatchObject({ health: { state: 'up' }, waiting: { count: 0 } })
  })

  test('checking a receiver’s URL sends no request, and the first delivery is forwarded at once', async () => {
    const app = await openReceivingCore(quiet)
    const target = await openRawReceiver()
    const connection = async () =>
      (await app.client.call('receivers.check-url', { url: target.url })).connection
    expect(await connection()).toEqual({ connectMs: expect.any(Number) })
    expect(target.requests).toEqual([])
    await app.addReceiver({ url: target.url, live: true })
    await app.deliver({ id: 'evt_first' })
    await eventually(() => expect(idsAt(target)).toEqual(['evt_first']))
    await target.close()
    expect(await connection()).toEqual({ connectMs: null })
  })

  test('does not forward the headers of a delivery that belong to its connection', async () => {
    const app = await openReceivingCore(quiet)
    const target = await openRawReceiver()
    const receiver = await liveReceiver(app, { url: target.url })
    const noteId = 'not_sameNote000001'
    const headers = ['Trailer', 'X-T', 'Upgrade', 'h2c', 'TE', 'trailers', 'X-Kept', 'a']
    await app.deliver({ id: 'evt_trailer', noteId, headers })
    await app.deliver({ id: 'evt_next', noteId })
    await eventually(() => expect(idsAt(target)).toEqual(['evt_trailer', 'evt_next']))
    await waitsFor(app, receiver, 0)
    const names = target.requests[0]?.headers.map(([name]) => name.toLowerCase())
    expect(names).toContain('x-kept')
    for (const name of ['trailer', 'upgrade', 'te']) expect(names).not.toContain(name)
  })

  test('forwards deliveries by the endpoint, event type and filter rules of each receiver', async () => {
    const app = await openReceivingCore(quiet)
    const [none, typed, filtered, all] = await Promise.all([1, 2, 3, 4].map(() => openRawReceiver()))
    const rules = { endpointIds: [], eventTypes: [], folderIds: [], q: '' }
    if (!none || !typed || !filtered || !all) throw new Error('unreachable')
    await liveReceiver(app, { url: none.url, rules: { ...rules, endpointIds: ['whe_00000000000000'] } })
    await liveReceiver(app, { url: typed.url, rules: { ...rules, eventTypes: ['note.edited'] } })
    await liveReceiver(app, { url: filtered.url, rules: { ...rules, q: 'budget -type:note.edited' } })
    await liveReceiver(app, { url: all.url, rules: { ...rules, endpointIds: [app.endpointId] } })
    const body = (event_type: string, word: string) =>
      JSON.stringify({
        event_id: word,
        event_type,
        note_id: 'not_1',
        occurred_at: '2026-01-01T00:00:00Z',
        word,
      })
    await app.deliver({ id: 'evt_edited', body: body('note.edited', 'budget') })
    await app.deliver({ id: 'evt_generated', body: body('note.generated', 'budget') })
    await app.deliver({ id: 'evt_other', body: body('note.generated', 'planning') })
    await eventually(() => expect(idsAt(all)).toEqual(['evt_edited', 'evt_generated', 'evt_other']))
    await eventually(() => expect(idsAt(filtered)).toEqual(['evt_generated']))
    expect(idsAt(typed)).toEqual(['evt_edited'])
    expect(idsAt(none)).toEqual([])
  })

  test('forwards by folder only deliveries of notes whose folders are known', async () => {
    const app = await openReceivingCore(quiet)
    const { client } = app
    await setPace(client, { burst: 100, perSecond: 1000 })
    await eventually(async () => {
      const { folders: read } = await client.call('notes.index-status')
      expect(read.asOf).not.toBeNull()
    })
    const { notes } = await client.call('notes.list', {})
    const known = await client.call('notes.folders-of', { ids: notes.map(({ id }) => id) })
    const [filed, ...others] = known.filter(({ folders }) => folders !== null && folders.length > 0)
    const folderId = filed?.folders?.[0]?.id ?? ''
    const { folders } = await client.call('notes.known-folders')
    const parentId = folders.find(({ id }) => id === folderId)?.parentFolderId ?? folderId
    const isElsewhere = (id: string) =>
      !known.find((one) => one.id === id)?.folders?.some((one) => one.id === folderId)
    const elsewhere = others.find(({ id }) => isElsewhere(id))
    const unfiled = known.find(({ folders: none }) => none?.length === 0)
    const [inIt, above] = [await openRawReceiver(), await openRawReceiver()]
    const rules = { endpointIds: [], eventTypes: [], q: '' }
    await liveReceiver(app, { url: inIt.url, rules: { ...rules, folderIds: [folderId] } })
    await liveReceiver(app, { url: above.url, rules: { ...rules, folderIds: [parentId] } })
    await app.deliver({ id: 'evt_elsewhere', noteId: elsewhere?.id ?? '' })
    await app.deliver({ id: 'evt_unfiled', noteId: unfiled?.id ?? '' })
    await app.deliver({ id: 'evt_filed', noteId: filed?.id ?? '' })
    await app.deliver({ id: 'evt_unknown', noteId: 'not_NeverSeenBefor' })
    await app.deliver({
      id: 'evt_noteless',
      body: JSON.stringify({ event_id: 'evt_noteless', event_type: 'note.edited' }),
    })
    await eventually(() => expect(idsAt(inIt).at(-1)).toBe('evt_noteless'))
    expect(idsAt(inIt)).toEqual(['evt_filed', 'evt_unknown', 'evt_noteless'])
    await eventually(() =>
      expect(idsAt(above)).toEqual(expect.arrayContaining(['evt_filed', 'evt_unknown', 'evt_noteless'])),
    )
  })

  test('forwards a note’s deliveries in order without delaying those of other notes', async () => {
    const app = await openReceivingCore(quiet)
    const target = await openRawReceiver()
    const held: (() => void)[] = []
    target.answer = (request, socket) => {
      const answer = () => answerWith(200)(request, socket)
      if (request.body.toString().includes('not_slow')) held.push(answer)
      else answer()
    }
    await liveReceiver(app, { url: target.url, concurrency: 4 })
    for (const n of [1, 2, 3]) await app.deliver({ id: `evt_slow${n}`, noteId: 'not_slow' })
    for (const n of [1, 2, 3]) await app.deliver({ id: `evt_fast${n}`, noteId: `not_${n}` })
    await eventually(() => expect(idsAt(target)).toHaveLength(4))
    expect(idsAt(target).filter((id) => id?.startsWith('evt_slow'))).toEqual(['evt_slow1'])
    for (const n of [1, 2, 3]) {
      await eventually(() => expect(held).toHaveLength(n))
      held[n - 1]?.()
    }
    expect(idsAt(target).filter((id) => id?.startsWith('evt_slow'))).toEqual([
      'evt_slow1',
      'evt_slow2',
      'evt_slow3',
    ])
  })

  test('stores deliveries while a receiver is down, and sends them in order on request', async () => {
    const app = await openReceivingCore(quiet)
    const target = await openRawReceiver()
    const receiver = await liveReceiver(app, { url: target.url })
    await app.deliver({ id: 'evt_0' })
    await eventually(() => expect(idsAt(target)).toEqual(['evt_0']))
    await target.close()
    for (const n of [1, 2, 3]) await app.deliver({ id: `evt_${n}`, noteId: 'not_same' })
    await waitsFor(app, receiver, 3)
    const status = await statusOf(app, receiver)
    expect(status).toMatchObject({ health: { state: 'down' }, waiting: { since: expect.any(String) } })
    const { waiting, hasMore } = await app.client.call('receivers.waiting', { id: receiver.id, limit: 2 })
    expect(hasMore).toBe(true)
    expect(waiting.map(({ why }) => why)).toEqual(Array(2).fill('No connection'))
    const { deliveries } = await app.client.call('deliveries.list', {})
    expect(waiting[0]?.endpointId).toBe(deliveries[0]?.endpointId)

    const again = await openRawReceiver({ port: target.port })
    await app.client.call('receivers.send-waiting', { id: receiver.id })
    await eventually(() => expect(idsAt(again)).toEqual(['evt_1', 'evt_2', 'evt_3']))
    await waitsFor(app, receiver, 0)
    await app.deliver({ id: 'evt_4', noteId: 'not_same' })
    await eventually(() => expect(idsAt(again).at(-1)).toBe('evt_4'))
  })

  test('sends a receiver’s backlog as a job that the user can cancel', async () => {
    const app = await openReceivingCore(quiet)
    const target = await openRawReceiver()
    const receiver = await liveReceiver(app, { url: target.url })
    await app.deliver({ id: 'evt_0' })
    await eventually(() => expect(idsAt(target)).toEqual(['evt_0']))
    await target.close()
    for (let n = 1; n <= 30; n += 1) await app.deliver({ id: `evt_${n}` })
    await waitsFor(app, receiver, 30)
    const again = await openRawReceiver({ port: target.port })
    const lastJob = async () => (await app.client.call('jobs.list')).at(-1)

    await app.client.call('receivers.send-waiting', { id: receiver.id })
    await eventually(async () => expect((await lastJob())?.done).toBeGreaterThan(0))
    const running = await lastJob()
    expect(running).toMatchObject({ kind: 'send-waiting', state: 'running', total: 30 })
    await app.client.call('jobs.cancel', { id: running?.id ?? '' })
    await eventually(async () => expect(await lastJob()).toMatchObject({ state: 'canceled' }))
    const sent = again.requests.length
    expect(sent).toBeLessThan(30)
    expect((await lastJob())?.result).toEqual({ sent, failed: 0, left: 30 - sent, blocked: null })

    await app.client.call('receivers.send-waiting', { id: receiver.id })
    await waitsFor(app, receiver, 0)
    await eventually(async () =>
      expect(await lastJob()).toMatchObject({ state: 'done', result: { sent: 30 - sent, left: 0 } }),
    )
  })

  test('sends a single delivery of the backlog as a job', async () => {
    const app = await openReceivingCore(quiet)
    const target = await openRawReceiver()
    const receiver = await liveReceiver(app, { url: target.url })
    await target.close()
    for (const n of [1, 2]) await app.deliver({ id: `evt_${n}` })
    await waitsFor(app, receiver, 2)
    const { waiting } = await app.client.call('receivers.waiting', { id: receiver.id })
    const deliveryIds = waiting.slice(0, 1).map(({ deliveryId }) => deliveryId)
    const sendOne = async () => {
      const before = (await app.client.call('jobs.list')).length
      await app.client.call('receivers.send-waiting', { id: receiver.id, deliveryIds })
      return eventually(async () => {
        const job = (await app.client.call('jobs.list'))[before]
        expect(job).toMatchObject({ kind: 'send-waiting', state: 'done', total: 1 })
        return job?.result
      })
    }
    expect(await sendOne()).toEqual({ sent: 0, failed: 0, left: 1, blocked: null })
    const again = await openRawReceiver({ port: target.port })
    expect(await sendOne()).toEqual({ sent: 1, failed: 0, left: 0, blocked: null })
    expect(idsAt(again)).toEqual(['evt_1'])
    await waitsFor(app, receiver, 1)
  })

  test('reports how many deliveries of the backlog the receiver rejected', async () => {
    const app = await openReceivingCore(quiet)
    const target = await openRawReceiver()
    const receiver = await liveReceiver(app, { url: target.url })
    await target.close()
    for (const n of [1, 2, 3]) await app.deliver({ id: `evt_${n}` })
    await waitsFor(app, receiver, 3)
    const again = await openRawReceiver({ port: target.port })
    again.answer = (request, socket) =>
      answerWith(headersOf(request)['webhook-id'] === 'evt_2' ? 500 : 200)(request, socket)
    await app.client.call('receivers.send-waiting', { id: receiver.id })
    await eventually(async () =>
      expect((await app.client.call('jobs.list')).at(-1)).toMatchObject({
        state: 'done',
        result: { sent: 3, failed: 1, left: 0, blocked: null },
      }),
    )
  })

  test('sends the backlogs of two receivers at the same time', async () => {
    const app = await openReceivingCore(quiet)
    const targets = [await openRawReceiver(), await openRawReceiver()]
    const receivers: Receiver[] = []
    for (const { url, close } of targets) {
      await close()
      receivers.push(await liveReceiver(app, { url }))
    }
    for (const n of [1, 2]) await app.deliver({ id: `evt_${n}` })
    for (const receiver of receivers) await waitsFor(app, receiver, 2)
    for (const { port } of targets) {
      const again = await openRawReceiver({ port })
      // Responds only once both receivers have received a request.
      again.answer = async (request, socket) => {
        await eventually(async () => expect(await app.client.call('jobs.list')).toHaveLength(2))
        answerWith(204)(request, socket)
      }
    }
    for (const { id } of receivers) await app.client.call('receivers.send-waiting', { id })
    await eventually(async () =>
      expect(await app.client.call('jobs.list')).toMatchObject(
        receivers.map(({ name }) => ({ name, state: 'done', result: { sent: 2, left: 0 } })),
      ),
    )
  })

  test('counts deliveries that arrive while the backlog is being sent', async () => {
    const app = await openReceivingCore(quiet)
    const target = await openRawReceiver()
    await target.close()
    const receiver = await liveReceiver(app, { url: target.url })
    for (let n = 1; n <= 30; n += 1) await app.deliver({ id: `evt_${n}`, noteId: 'not_same' })
    await waitsFor(app, receiver, 30)
    const again = await openRawReceiver({ port: target.port })
    const lastJob = async () => (await app.client.call('jobs.list')).at(-1)
    await app.client.call('receivers.send-waiting', { id: receiver.id })
    await eventually(() => expect(again.requests.length).toBeGreaterThan(0))
    for (let n = 31; n <= 35; n += 1) await app.deliver({ id: `evt_${n}`, noteId: 'not_same' })
    await eventually(async () => expect(await lastJob()).toMatchObject({ state: 'running', total: 35 }))
    const running = await lastJob()
    await app.client.call('jobs.cancel', { id: running?.id ?? '' })
    await eventually(async () => expect(await lastJob()).toMatchObject({ state: 'canceled' }))
    const sent = again.requests.length
    expect(sent).toBeLessThan(35)
    expect((await lastJob())?.result).toEqual({ sent, failed: 0, left: 35 - sent, blocked: null })
  })

  test('discards all or only the selected deliveries of a backlog', async () => {
    const app = await openReceivingCore(quiet)
    const target = await openRawReceiver()
    await target.close()
    const receiver = await liveReceiver(app, { url: target.url })
    const ids = [await app.deliver(), await app.deliver(), await app.deliver()]
    await waitsFor(app, receiver, 3)
    const { dropped } = await app.client.call('receivers.drop-waiting', {
      id: receiver.id,
      deliveryIds: [ids[1] ?? 0, 9999],
    })
    expect(dropped).toBe(1)
    expect(await app.client.call('receivers.drop-waiting', { id: receiver.id })).toEqual({ dropped: 2 })
    await waitsFor(app, receiver, 0)
  })

  test.each(['retry', 'exact'] as const)(
    'a delivery leaves the backlog once a replay (%s) has passed',
    async (mode) => {
      const app = await openReceivingCore(quiet)
      const target = await openRawReceiver()
      await target.close()
      const receiver = await liveReceiver(app, { url: target.url })
      const [first = 0, second = 0] = [await app.deliver({ id: 'evt_1' }), await app.deliver({ id: 'evt_2' })]
      await waitsFor(app, receiver, 2)
      const replay = async () => {
        const { jobId } = await app.client.call('receivers.start-replay', {
          id: receiver.id,
          filter: { ids: [first] },
          newest: second,
          total: 1,
          mode,
          pace: { kind: 'rate', perSecond: 20 },
        })
        await eventually(async () => {
          const { sends } = await app.client.call('receivers.sends', { deliveryId: first })
          expect(sends.some((send) => send.jobId === jobId)).toBe(true)
        })
      }
      await replay()
      expect((await statusOf(app, receiver)).waiting.count, 'the receiver is down').toBe(2)
      const again = await openRawReceiver({ port: target.port })
      again.answer = answerWith(500)
      await replay()
      expect((await statusOf(app, receiver)).waiting.count, 'the receiver rejected it').toBe(2)
      again.answer = answerWith(200)
      await replay()
      await waitsFor(app, receiver, 1)
      await app.client.call('receivers.send-waiting', { id: receiver.id })
      await eventually(() => expect(idsAt(again).at(-1)).toBe('evt_2'))
      expect(idsAt(again).filter((id) => id === 'evt_1')).toHaveLength(2)
    },
  )

  test('a delivery stays in the backlog after it was sent as a new event', async () => {
    const app = await openReceivingCore(quiet)
    const target = await openRawReceiver()
    await target.close()
    const receiver = await liveReceiver(app, { url: target.url })
    const deliveryId = await app.deliver()
    await waitsFor(app, receiver, 1)
    await openRawReceiver({ port: target.port })
    const { status } = await app.client.call('receivers.send', {
      id: receiver.id,
      sending: { deliveryId, mode: 'new-event' },
      cause: 'user',
    })
    expect(status).toBe(200)
    await waitsFor(app, receiver, 1)
  })

  test.each(['sent again', 'sent from the backlog', 'discarded'] as const)(
    'sends the later deliveries of a note once the earlier one is %s',
    async (how) => {
      const app = await openReceivingCore(quiet)
      const target = await openRawReceiver()
      await target.close()
      const receiver = await liveReceiver(app, { url: target.url })
      const { id } = receiver
      const noteId = 'not_same'
      const first = await app.deliver({ id: 'evt_1', noteId })
      await waitsFor(app, receiver, 1)
      const again = await openRawReceiver({ port: target.port })
      expect(await app.client.call('receivers.test', { id })).toMatchObject({ state: 'up' })
      for (const n of [2, 3]) await app.deliver({ id: `evt_${n}`, noteId })
      await waitsFor(app, receiver, 3)
      const { waiting } = await app.client.call('receivers.waiting', { id })
      expect(waiting.map(({ why }) => why)).toEqual([
        'No connection',
        ...Array(2).fill('After an earlier event of the note'),
      ])
      const sending = { mode: 'retry', deliveryId: first } as const
      const deliveryIds = [first]
      if (how === 'sent again') await app.client.call('receivers.send', { id, sending })
      else if (how === 'discarded') await app.client.call('receivers.drop-waiting', { id, deliveryIds })
      else await app.client.call('receivers.send-waiting', { id, deliveryIds })
      const sent = [...(how === 'discarded' ? [] : ['evt_1']), 'evt_2', 'evt_3']
      await eventually(() => expect(idsAt(again)).toEqual(sent))
      await waitsFor(app, receiver, 0)
    },
  )

  test('a deleted delivery is no longer part of the backlog', async () => {
    const app = await openReceivingCore(quiet)
    const target = await openRawReceiver()
    await target.close()
    const receiver = await liveReceiver(app, { url: target.url })
    const id = await app.deliver()
    await app.deliver()
    await waitsFor(app, receiver, 2)
    await app.client.call('deliveries.remove', { ids: [id], starredToo: true })
    await waitsFor(app, receiver, 1)
  })

  test.each([
    ['off', null, 'waiting', null],
    ['500', answerWith(500), 'failed', 500],
    ['404', answerWith(404), 'failed', 404],
    ['302', answerWith(302), 'failed', 302],
    ['hanging', () => {}, 'failed', null],
  ] as const)(
    'acknowledges deliveries to the service although the receiver fails: %s',
    async (_, answer, outcome, status) => {
      const app = await openReceivingCore(quiet)
      const target = await openRawReceiver()
      if (answer === null) await target.close()
      else target.answer = answer
      const receiver = await liveReceiver(app, { url: target.url, timeoutMs: 1_000 })
      const before = app.sandboxes[0]?.endpoints()
      const id = await app.deliver()
      const { status: answered } = await app.client.call('deliveries.get', { id })
      expect(answered).toBe(200)
      if (outcome === 'waiting') await waitsFor(app, receiver, 1)
      else {
        const [send] = await eventually(async () => {
          const { sends } = await app.client.call('receivers.sends', { deliveryId: id })
          expect(sends).toHaveLength(1)
          return sends
        })
        expect(send?.status).toBe(status)
        if (status === null) expect(send?.problem?.sentence).toMatch(/didn’t respond within 1 s/)
      }
      const [endpoint] = await app.client.call('endpoints.list')
      expect(endpoint?.fourDays).toMatchObject({ failingSince: null, failures: 0 })
      expect(app.sandboxes[0]?.endpoints()).toEqual(before)
    },
  )
})

describe('changes of a receiver while deliveries are forwarded', () => {
  test('sends nothing to a receiver after the user turns live forwarding off', async () => {
    const app = await openReceivingCore(quiet)
    const target = await openRawReceiver()
    const held: (() => void)[] = []
    target.answer = (request, socket) => void held.push(() => answerWith(200)(request, socket))
    const receiver = await liveReceiver(app, { url: target.url, concurrency: 1 })
    await app.deliver({ id: 'evt_sent', noteId: 'not_of_evt_sent' })
    await app.deliver({ id: 'evt_queued', noteId: 'not_of_evt_queued' })
    await eventually(() => expect(held).toHaveLength(1))
    await setLive(app, receiver, false)
    await app.deliver({ id: 'evt_off', noteId: 'not_of_evt_off' })
    held[0]?.()
    await waitsFor(app, receiver, 1)
    await setLive(app, receiver)
    await app.deliver({ id: 'evt_on', noteId: 'not_of_evt_on' })
    await eventually(() => expect(idsAt(target)).toEqual(['evt_sent', 'evt_on']))
  })

  test('sends the next delivery to the receiver’s new URL', async () => {
    const app = await openReceivingCore(quiet)
    const [before, after] = [await openRawReceiver(), await openRawReceiver()]
    const receiver = await liveReceiver(app, { url: before.url })
    await app.deliver({ id: 'evt_1' })
    await eventually(() => expect(idsAt(before)).toEqual(['evt_1']))
    await app.client.call('receivers.update', { id: receiver.id, changes: { url: after.url } })
    await app.deliver({ id: 'evt_2' })
    await eventually(() => expect(idsAt(after)).toEqual(['evt_2']))
    expect(idsAt(before)).toEqual(['evt_1'])
  })

  test('sends nothing more to a receiver that is removed before it has responded', async () => {
    const app = await openReceivingCore(quiet)
    const target = await openRawReceiver()
    target.answer = () => {}
    const receiver = await liveReceiver(app, { url: target.url, concurrency: 1 })
    for (let n = 0; n < 5; n++) await app.deliver()
    await eventually(() => expect(target.requests).toHaveLength(1))
    await app.client.call('receivers.remove', { id: receiver.id })
    await app.deliver()
    expect(await app.client.call('receivers.list')).toEqual([])
    await sleep(300)
    expect(target.requests).toHaveLength(1)
    expect(app.log.filter((line) => line.includes('error'))).toEqual([])
  })

  test('sends the backlog automatically once the receiver is up, if set to do so', async () => {
    const app = await openReceivingCore(quiet)
    const target = await openRawReceiver()
    await target.close()
    const receiver = await liveReceiver(app, { url: target.url, autoSend: true })
    for (const n of [1, 2]) await app.deliver({ id: `evt_auto${n}` })
    await waitsFor(app, receiver, 2)
    const again = await openRawReceiver({ port: target.port })
    await eventually(() => expect(idsAt(again)).toEqual(['evt_auto1', 'evt_auto2']))
    await waitsFor(app, receiver, 0)
  })

  test('sends the backlog automatically if the receiver was already up when forwarding was turned on', async () => {
    const app = await openReceivingCore(quiet)
    const target = await openRawReceiver()
    await target.close()
    const receiver = await liveReceiver(app, { url: target.url, autoSend: true })
    await app.deliver({ id: 'evt_auto' })
    await waitsFor(app, receiver, 1)
    await setLive(app, receiver, false)
    const again = await openRawReceiver({ port: target.port })
    expect(await app.client.call('receivers.test', { id: receiver.id })).toMatchObject({ state: 'up' })
    expect(idsAt(again)).toEqual([])
    await setLive(app, receiver)
    await eventually(() => expect(idsAt(again)).toEqual(['evt_auto']))
  })
})

/** Connects a workspace to a real service, with an endpoint and a receiver. `deliver` resolves once the service received a 200. */
async function connected(app: OpenCore, name: string, url: string) {
  const service = await separateService({ activityMs: 3_600_000 })
  const { client } = app
  await client.call('workspaces.connect', { baseUrl: service.baseUrl, apiKey: service.apiKey, label: name })
  await client.call('tunnel.start', { kind: 'own-url', publicUrl: 'https://hooks.example.com' })
  const endpoint = await client.call('endpoints.create', {
    ...{ receiver: { kind: 'inspector' }, scopes: ['personal'], events: [], folderIds: [] },
  })
  const { secret } = await client.call('endpoints.reveal-secret', { id: endpoint.id })
  const receiver = await client.call('receivers.create', { ...newReceiver, name, url, concurrency: 1 })
  await client.call('receivers.set-live', { id: receiver.id, live: true })
  return {
    service,
    endpoint,
    receiver,
    async deliver(to: OpenCore, id: string) {
      const status = await to.client.call('listener.status')
      const body = notePayload(id, { note_id: `not_of_${id}` })
      const request = rawRequest(new URL(endpoint.url).pathname, signDelivery({ id, secret, body }))
      const { responses } = await exchange(status.state === 'listening' ? status.port : 0, request)
      expect(responses[0]?.status).toBe(200)
    },
  }
}

test('the backlog of a receiver survives a restart', async () => {
  const secrets = fakeKeychain()
  const first = await openCore({ secrets })
  const target = await openRawReceiver()
  const { deliver, receiver } = await connected(first, 'Acme', target.url)
  await deliver(first, 'evt_sent')
  await eventually(async () => expect((await first.client.call('receivers.sends', {})).total).toBe(1))
  target.answer = () => {}
  await deliver(first, 'evt_hanging')
  await eventually(() => expect(target.requests).toHaveLength(2))
  await deliver(first, 'evt_queued')
  await first.close()

  target.answer = answerWith(200)
  const second = await openCore({ secrets, dataFolder: first.dataFolder })
  await eventually(async () => {
    const { waiting } = await second.client.call('receivers.waiting', { id: receiver.id })
    expect(waiting.map(({ why }) => why)).toEqual(Array(2).fill('Notehook quit'))
  })
  await deliver(second, 'evt_new')
  await eventually(() => expect(idsAt(target).at(-1)).toBe('evt_new'))
  await second.client.call('receivers.send-waiting', { id: receiver.id })
  await eventually(() => expect(idsAt(target).slice(2)).toEqual(['evt_new', 'evt_hanging', 'evt_queued']))
})

test('stores deliveries while forwarding is off after crashes, until the user turns it on', async () => {
  const secrets = fakeKeychain()
  const first = await openCore({ secrets })
  const target = await openRawReceiver()
  const { deliver, receiver } = await connected(first, 'Acme', target.url)
  for (const error of ['one', 'two']) recordExit(first.settings, console, { error, ageMs: 0 })
  await first.close()

  const held = await openCore({ secrets, dataFolder: first.dataFolder })
  await deliver(held, 'evt_held1')
  await deliver(held, 'evt_held2')
  await eventually(async () => {
    const { waiting } = await held.client.call('receivers.waiting', { id: receiver.id })
    expect(waiting.map(({ why }) => why)).toEqual(Array(2).fill('Forwarding was off'))
  })
  expect(target.bytes()).toBe(0)
  await held.client.call('app.try-again')
  await deliver(held, 'evt_new')
  await eventually(() => expect(idsAt(target)).toEqual(['evt_new']))
  await held.client.call('receivers.send-waiting', { id: receiver.id })
  await eventually(() => expect(idsAt(target)).toEqual(['evt_new', 'evt_held1', 'evt_held2']))
})

test('forwards the deliveries of each of two workspaces only to its own receivers', async () => {
  const app = await openCore({ secrets: fakeKeychain() })
  const [one, two] = [await openRawReceiver(), await openRawReceiver()]
  const acme = await connected(app, 'Acme', one.url)
  const globex = await connected(app, 'Globex', two.url)
  for (const n of [1, 2, 3]) {
    await acme.deliver(app, `evt_acme${n}`)
    await globex.deliver(app, `evt_globex${n}`)
  }
  await eventually(() => expect(idsAt(one)).toEqual(['evt_acme1', 'evt_acme2', 'evt_acme3']))
  await eventually(() => expect(idsAt(two)).toEqual(['evt_globex1', 'evt_globex2', 'evt_globex3']))
  // The receivers of the other workspace are out of reach for the page.
  expect((await app.client.call('receivers.list')).map(({ name }) => name)).toEqual(['Globex'])
  await expect(app.client.call('receivers.send-waiting', { id: acme.receiver.id })).rejects.toThrow(
    /another workspace/,
  )
})

test('deletes the stored events of an endpoint that is removed', async () => {
  const app = await openCore({ secrets: fakeKeychain() })
  const target = await openRawReceiver()
  const { deliver, endpoint } = await connected(app, 'Acme', target.url)
  await deliver(app, 'evt_1')
  const events = () => {
    const database = new DatabaseSync(join(app.dataFolder, 'notehook.db'), { readOnly: true })
    const rows = database.prepare('SELECT endpoint_id AS id FROM newest_events_endpoints').all()
    database.close()
    return rows.map(({ id }) => id)
  }
  await app.client.call('endpoints.list')
  expect(events()).toEqual([endpoint.id])
  await app.client.call('endpoints.remove', { id: endpoint.id })
  await app.client.call('endpoints.list')
  await eventually(() => expect(events()).toEqual([]))
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { exchange } from '../../../../support/deliveries/raw-http.ts'
import {
  notePayload,
  rawRequest,
  sampleSecret,
  signDelivery,
} from '../../../../support/deliveries/signed-delivery.ts'
import { eventually } from '../../../../support/eventually.ts'
import { openForwardingEngine } from '../../../../support/receivers/forwarding-engine.ts'
import { answerWith, headersOf, openRawReceiver } from '../../../../support/receivers/raw-receiver.ts'

const receiverId = 'rcv_00000000000000'

function stoppedTime() {
  const pauses: { readonly ms: number; readonly end: () => void }[] = []
  return {
    lengths: () => pauses.map(({ ms }) => ms),
    end(ms: number) {
      const at = pauses.findIndex((pause) => pause.ms === ms)
      pauses.splice(at, 1)[0]?.end()
    },
    sleep: (ms: number, signal: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason)
        const pause = { ms, end: resolve }
        pauses.push(pause)
        signal.addEventListener('abort', () => {
          pauses.splice(pauses.indexOf(pause), 1)
          reject(signal.reason)
        })
      }),
  }
}

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'notehook-forwarder-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function open({
  folder = newFolder(),
  ...options
}: {
  folder?: string
  isWatched?: () => boolean
  url: string
}) {
  const time = stoppedTime()
  const engine = await openForwardingEngine({
    path: join(folder, 'notehook.db'),
    pathId: 'path-a',
    secret: sampleSecret,
    sleep: time.sleep,
    ...options,
  })
  let ended: Promise<void> | null = null
  const close = () => (ended ??= engine.close())
  onTestFinished(close)
  const deliver = async (count: number) => {
    const requests = Array.from({ length: count }, () => {
      const delivery = signDelivery({})
      return rawRequest(
        '/hooks/path-a',
        signDelivery({ id: delivery.id, body: notePayload(delivery.id, { note_id: `not_${delivery.id}` }) }),
      )
    })
    const { responses } = await exchange(engine.port, Buffer.concat(requests), count)
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
  }
  const waits = () => engine.forwarder.waiting(receiverId).count
  return { ...engine, close, time, deliver, waits }
}

test('checks a receiver on this computer every 15 s, or every second while it is down', async () => {
  const target = await openRawReceiver()
  const app = await open({ url: target.url })
  const state = () => app.healths.of(receiverId).state
  await eventually(() => expect([state(), app.time.lengths()]).toEqual(['up', [15_000]]))
  await target.close()
  // A failed request reports that the receiver is down at once, and the next check comes sooner.
  await app.deliver(1)
  await eventually(() => expect([state(), app.time.lengths()]).toEqual(['down', [1_000]]))
  await app.deliver(2)
  await eventually(() => expect(app.waits()).toBe(3))
  app.time.end(1_000)
  await eventually(() => expect([state(), app.time.lengths()]).toEqual(['down', [1_000]]))

  const again = await openRawReceiver({ port: target.port })
  app.time.end(1_000)
  await eventually(() => expect([state(), app.time.lengths()]).toEqual(['up', [15_000]]))
  expect(again.requests).toHaveLength(0)
  const [receiver] = app.store.list()
  if (receiver) app.forwarder.sendWaiting(receiver, null)
  for (const sent of [1, 2, 3]) {
    await eventually(() => expect(again.requests).toHaveLength(sent))
    await eventually(() => expect(app.time.lengths()).toContain(50))
    expect(again.requests).toHaveLength(sent)
    app.time.end(50)
  }
  await eventually(() => expect(app.waits()).toBe(0))
})

test('checks a receiver elsewhere every 5 s while it is down', async () => {
  const app = await open({ url: 'https://receiver.invalid/hooks' })
  await eventually(() => expect(app.time.lengths()).toEqual([5_000]))
  expect(app.healths.of(receiverId)).toMatchObject({ state: 'down' })
})

test('checks whether a receiver is up only while a page shows it', async () => {
  const target = await openRawReceiver()
  let isWatched = false
  const app = await open({ url: target.url, isWatched: () => isWatched })
  const state = () => app.healths.of(receiverId).state
  for (let n = 0; n < 3; n++) {
    await eventually(() => expect(app.time.lengths()).toEqual([15_000]))
    app.time.end(15_000)
  }
  expect(state()).toBe('unknown')
  isWatched = true
  await eventually(() => expect(app.time.lengths()).toEqual([15_000]))
  app.time.end(15_000)
  await eventually(() => expect(state()).toBe('up'))
})

test('limits the queue in memory of a receiver that hangs, and stores other deliveries on disk', async () => {
  const target = await openRawReceiver()
  target.answer = () => {}
  const app = await open({ url: target.url })
  for (let n = 0; n < 12; n++) await app.deliver(50)
  await eventually(() => expect(app.waits()).toBeGreaterThanOrEqual(600 - 256 - 64))
  expect(app.waits()).toBeLessThanOrEqual(600 - 256)
  expect(target.requests.length).toBeLessThanOrEqual(4)
  const why = new Set(app.forwarder.listWaiting(receiverId, 0, 1000).map(({ reason }) => reason))
  expect(why).toEqual(new Set(['busy']))
})

test('sends stored deliveries automatically once a receiver’s queue in memory is empty', async () => {
  const target = await openRawReceiver()
  const held: (() => void)[] = []
  const accept = answerWith(200)
  target.answer = (request, socket) => void held.push(() => accept(request, socket))
  const app = await open({ url: target.url })
  for (let n = 0; n < 7; n++) await app.deliver(50)
  await eventually(() => expect(app.waits()).toBeGreaterThanOrEqual(350 - 256 - 64))
  expect(app.forwarder.listWaiting(receiverId, 0, 1)[0]?.reason).toBe('busy')
  expect(app.forwarder.waiting(receiverId).isSending).toBe(true)
  target.answer = accept
  for (const answer of held) answer()
  await eventually(() => {
    if (app.time.lengths().includes(50)) app.time.end(50)
    expect([app.waits(), target.requests.length]).toEqual([0, 350])
  })
  await eventually(() => expect(app.forwarder.waiting(receiverId).isSending).toBe(false))
  const ids = target.requests.map((request) => headersOf(request)['webhook-id'])
  expect(new Set(ids).size).toBe(350)
})

test('sends the remaining deliveries of a burst automatically after a restart', async () => {
  const folder = newFolder()
  const target = await openRawReceiver()
  const held: (() => void)[] = []
  const accept = answerWith(200)
  target.answer = (request, socket) => void held.push(() => accept(request, socket))
  const before = await open({ folder, url: target.url })
  for (let n = 0; n < 7; n++) await before.deliver(50)
  await eventually(() => expect(before.waits()).toBeGreaterThanOrEqual(350 - 256 - 64))
  const left = () => 350 - target.requests.length
  let queued = 0
  await eventually(() => {
    queued = 350 - before.waits()
    expect([queued, held.length]).toEqual([256, 4])
  })
  target.answer = accept
  for (const answer of held) answer()
  // The first waiting delivery was sent, and the pause after it has not ended.
  await eventually(() => {
    expect(before.time.lengths()).toContain(50)
    expect(target.requests.length).toBeGreaterThan(queued)
    expect(before.waits()).toBe(left())
  })
  await before.close()

  expect(left()).toBeGreaterThan(0)
  const after = await open({ folder, url: target.url })
  await eventually(() => {
    if (after.time.lengths().includes(50)) after.time.end(50)
    expect([after.waits(), target.requests.length]).toEqual([0, 350])
  })
})

test('stops sending the backlog if a delivery that was sent cannot be removed from it', async () => {
  const unhandled: unknown[] = []
  const note = (error: unknown) => void unhandled.push(error)
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('unhandledRejection', note))
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => said.mockRestore())
  const target = await openRawReceiver()
  await target.close()
  const app = await open({ url: target.url })
  const state = () => app.healths.of(receiverId).state
  await app.deliver(1)
  await eventually(() => expect([state(), app.waits()]).toEqual(['down', 1]))
  app.sql.exec(
    "CREATE TRIGGER refusing BEFORE DELETE ON waiting_deliveries BEGIN SELECT raise(ABORT, 'no'); END",
  )
  await openRawReceiver({ port: target.port })
  const [receiver] = app.store.list()
  if (!receiver) throw new Error('The receiver is gone.')
  const ended = app.forwarder.sendWaiting(receiver, null)
  // The delivery has been sent, but the pause before the next one has not ended.
  await eventually(() => expect([state(), app.time.lengths().includes(50)]).toEqual(['up', true]))
  await sleep(50)
  expect(unhandled).toEqual([])
  app.time.end(50)
  await ended
  expect(said.mock.calls.map(([message]) => message)).toEqual(['Forwarding failed.'])
  expect(app.waits()).toBe(1)
  app.sql.exec('DROP TRIGGER refusing')
})

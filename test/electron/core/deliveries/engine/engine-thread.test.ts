import { KeyObject } from 'node:crypto'
import { unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test, vi } from 'vitest'
import { findSecret } from '../../../../support/canary.ts'
import { openEngineThread } from '../../../../support/deliveries/engine-thread.ts'
import { exchange } from '../../../../support/deliveries/raw-http.ts'
import {
  otherSecret,
  rawRequest,
  sampleSecret,
  signDelivery,
} from '../../../../support/deliveries/signed-delivery.ts'
import { eventually } from '../../../../support/eventually.ts'
import { childPathId, streamDeliveries } from '../../../../support/processes/delivery-engine-process.ts'
import { kills } from '../../../../support/runs.ts'
import { figure, tell } from '../../../../support/tell.ts'

type Opened = Awaited<ReturnType<typeof openEngineThread>>

const deliver = async (port: number, path: string, id: string) => {
  const { responses } = await exchange(port, rawRequest(path, signDelivery({ id })))
  return responses[0]?.status ?? null
}
const received = ({ events }: Opened) =>
  events.flatMap(({ name, data }) => (name === 'deliveries.received' ? [data.webhookId] : []))
const listed = ({ store }: Opened) => store.deliveries({ workspaceId: 'mine', limit: 200 }).deliveries

test('lists and announces deliveries that were received on the engine thread', async () => {
  const app = await openEngineThread()
  const path = app.addPath('one')
  await app.client.start()
  expect(await deliver(app.port(), path, 'evt_1')).toBe(200)
  const [delivery] = listed(app)
  expect(delivery).toMatchObject({ webhookId: 'evt_1', verdict: 'verified', endpointId: 'whe_one' })
  await eventually(() => expect(received(app)).toEqual(['evt_1']))
  expect(app.threads).toHaveLength(1)
})

test('the engine thread shows a star, remark or removal immediately', async () => {
  const app = await openEngineThread()
  await app.client.start()
  await deliver(app.port(), app.addPath('one'), 'evt_1')
  const id = listed(app)[0]?.id ?? 0
  await app.store.annotate(id, { starred: true, remark: 'Look again' })
  expect(app.store.delivery(id)).toMatchObject({ starred: true, remark: 'Look again' })
  expect(await app.store.removal.remove([id], { starredToo: true }, new Date())).toBe(1)
  expect(listed(app)).toEqual([])
  await expect(app.store.annotate(id, { starred: true })).rejects.toMatchObject({ code: 'not-found' })
})

test('the engine thread accepts an added path and rejects a removed path immediately', async () => {
  const app = await openEngineThread()
  await app.client.start()
  const port = app.port()
  for (let at = 0; at < 50; at++) {
    const path = app.addPath(`path-${at}`)
    expect(await deliver(port, path, `evt_${at}`)).toBe(200)
    app.paths.remove(`path-${at}`)
    expect(await deliver(port, path, `evt_${at}`)).toBe(404)
  }
})

test('keeps all acknowledged deliveries when the engine thread is killed repeatedly under load', async () => {
  const app = await openEngineThread()
  app.addPath(childPathId)
  await app.client.start()
  const acknowledged = new Set<string>()
  const times = kills()
  for (let kill = 0; kill < times; kill++) {
    const clients = Array.from({ length: 8 }, (_, at) =>
      streamDeliveries(app.port(), `${kill}-${at}`, acknowledged),
    )
    const enough = acknowledged.size + 20 * (1 + Math.random())
    await eventually(() => expect(acknowledged.size).toBeGreaterThan(enough))
    // Moves the clock so that no two crashes fall into the same minute.
    app.clock.aheadMs += 60_000
    await app.kill()
    await Promise.all(clients)
    await eventually(async () =>
      expect(await deliver(app.port(), `/hooks/${childPathId}`, `evt_${kill}`)).toBe(200),
    )
  }
  const stored = new Set(
    app.database.sql
      .prepare('SELECT webhook_id AS id FROM deliveries')
      .all()
      .map(({ id }) => String(id)),
  )
  expect([...acknowledged].filter((id) => !stored.has(id))).toEqual([])
  await eventually(() => expect(new Set(received(app))).toEqual(stored))
  tell(
    'delivery engine killed under load',
    `0 of ${figure(acknowledged.size)} acknowledged lost, ${times} kills`,
  )
})

test('passes signing secrets to the engine thread as key objects, never as text', async () => {
  const said = vi.spyOn(Worker.prototype, 'postMessage')
  onTestFinished(() => said.mockRestore())
  const app = await openEngineThread()
  await eventually(() => expect(app.threads).toHaveLength(1))
  const heard: unknown[] = []
  app.threads[0]?.on('message', (messages) => heard.push(messages))
  const path = app.addPath('one', { secrets: { kind: 'ready', secrets: [sampleSecret, otherSecret] } })
  await app.client.start()
  await exchange(app.port(), rawRequest(path, signDelivery({ id: 'evt_1', secret: otherSecret })))
  await app.client.call('reverify', 'one')
  await eventually(() => expect(received(app)).toEqual(['evt_1']))
  const told = said.mock.calls.map(([message]) => message)
  expect(told).toContainEqual(
    expect.objectContaining({
      kind: 'path',
      path: expect.objectContaining({
        secrets: { kind: 'ready', keys: [expect.any(KeyObject), expect.any(KeyObject)] },
      }),
    }),
  )
  const texts = { told: JSON.stringify(told), heard: JSON.stringify(heard), log: app.log.join('\n') }
  expect(texts.heard).toContain('evt_1')
  for (const secret of [sampleSecret, otherSecret]) expect(findSecret(secret, texts)).toEqual([])
})

test('repeats calls that a killed engine thread did not answer on the next thread', async () => {
  const app = await openEngineThread()
  await app.client.start()
  await deliver(app.port(), app.addPath('one'), 'evt_1')
  const id = listed(app)[0]?.id ?? 0
  const dying = app.kill()
  const removed = app.store.removal.remove([id], { starredToo: true }, new Date())
  await dying
  expect(await removed).toBe(1)
  expect(listed(app)).toEqual([])
})

test('keeps simulated responses when the engine thread restarts', async () => {
  const app = await openEngineThread()
  const path = app.addPath('one')
  await app.client.start()
  const rule = { status: 500, delayMs: 0, eventTypes: [], firstAttempts: null, sharePercent: 100 }
  await app.client.call('simulateResponse', 'whe_one', rule)
  expect(await deliver(app.port(), path, 'evt_1')).toBe(500)
  await app.kill()
  await eventually(async () => expect(await deliver(app.port(), path, 'evt_2')).toBe(500))
})

test('stops the engine after five crashes in a minute until the user restarts it', async () => {
  const app = await openEngineThread()
  const path = app.addPath('one')
  await app.client.start()
  const port = app.port()
  for (let death = 1; death <= 5; death++) {
    await eventually(() => expect(app.threads).toHaveLength(death))
    await app.client.call('rejected', null)
    await app.kill()
  }
  await eventually(() =>
    expect(app.client.status()).toMatchObject({ state: 'failed', code: 'crashed', port }),
  )
  expect(app.events.at(-1)).toMatchObject({ name: 'listener.changed', data: { state: 'failed' } })
  await expect(app.client.call('rejected', null)).rejects.toMatchObject({ code: 'storage' })
  expect(await app.client.start(port)).toMatchObject({ state: 'listening', port })
  expect(await deliver(port, path, 'evt_1')).toBe(200)
})

test('reports the listener as degraded if its thread has sent no heartbeat for ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const app = await openEngineThread()
    await app.client.start()
    expect(app.client.status()).toMatchObject({ degraded: null })
    vi.advanceTimersByTime(10_000)
    expect(app.client.status()).toMatchObject({
      state: 'listening',
      degraded: expect.stringMatching(/10 seconds/),
    })
    await eventually(() => expect(app.client.status()).toMatchObject({ degraded: null }))
    await app.close()
  } finally {
    vi.useRealTimers()
  }
})

test('answers requests in progress before the engine thread ends', async () => {
  const app = await openEngineThread()
  const path = app.addPath('one')
  await app.client.start()
  const rule = { status: 503, delayMs: 60_000, eventTypes: [], firstAttempts: null, sharePercent: 100 }
  await app.client.call('simulateResponse', 'whe_one', rule)
  const answered = deliver(app.port(), path, 'evt_1')
  await eventually(() => expect(listed(app)).toHaveLength(1))
  await app.close()
  expect(await answered).toBe(503)
})

test('acknowledges no delivery after another program deletes the write-ahead log', async () => {
  const app = await openEngineThread({ writesHere: true })
  const path = app.addPath('one')
  await app.client.start()
  expect(await deliver(app.port(), path, 'evt_1')).toBe(200)
  unlinkSync(join(app.folder, 'notehook.db-wal'))
  expect(await deliver(app.port(), path, 'evt_2')).toBe(503)
  const degraded = expect.stringMatching(/notehook\.db-wal.*Restart Notehook/)
  await eventually(() => expect(app.client.status()).toMatchObject({ degraded }))
  await app.kill()
  await eventually(async () => expect(await deliver(app.port(), path, 'evt_3')).toBe(503))
  expect((await app.read('list', { workspaceId: 'mine' })).deliveries.length).toBeGreaterThan(0)
  expect([app.threads.length, app.readers.length]).toEqual([1, 0])
  const { folder } = app
  await app.close()
  const again = await openEngineThread({ folder })
  expect(listed(again).map(({ webhookId }) => webhookId)).toContain('evt_1')
})

test('rejects changes by the user after another program has deleted the store file', async () => {
  const app = await openEngineThread()
  await app.client.start()
  await deliver(app.port(), app.addPath('one'), 'evt_1')
  const id = listed(app)[0]?.id ?? 0
  unlinkSync(join(app.folder, 'notehook.db'))
  await eventually(() =>
    expect(app.store.annotate(id, { starred: true })).rejects.toMatchObject({
      code: 'storage',
      message: expect.stringMatching(/restart Notehook/),
    }),
  )
})

test('the reader thread sees each committed change at once', async () => {
  const app = await openEngineThread()
  await app.client.start()
  await deliver(app.port(), app.addPath('one'), 'evt_1')
  const id = listed(app)[0]?.id ?? 0
  for (let at = 0; at < 50; at++) {
    await app.store.annotate(id, { remark: `Change ${at}` })
    expect(await app.read('detail', { id })).toMatchObject({ remark: `Change ${at}` })
  }
  expect(await app.store.removal.remove([id], { starredToo: true }, new Date())).toBe(1)
  expect(await app.read('detail', { id })).toBeNull()
  expect(app.readers).toHaveLength(1)
})

test('passes a receiver’s response to the service after the engine thread was killed', async () => {
  const app = await openEngineThread()
  const path = app.addPath('one')
  await app.client.start()
  const answers = [() => Promise.reject(new Error('no database')), async () => ({ status: 202, answer: '' })]
  app.client.setPassThrough({
    workspaceId: 'mine',
    endpointId: 'whe_one',
    ask: () => (answers.shift() ?? answers[0] ?? (() => Promise.reject(new Error('asked too often'))))(),
  })
  expect(await deliver(app.port(), path, 'evt_1')).toBe(503)
  await app.kill()
  await eventually(async () => expect(await deliver(app.port(), path, 'evt_2')).toBe(202))
})

test('runs the listener on the core’s thread if no engine thread can start', async () => {
  const app = await openEngineThread({
    script: new URL('../thread/no-such-script.ts', import.meta.url),
    writesHere: true,
  })
  const path = app.addPath('one')
  await app.client.start()
  expect(await deliver(app.port(), path, 'evt_1')).toBe(200)
  expect(app.log.join('\n')).toMatch(/delivery engine/)
})

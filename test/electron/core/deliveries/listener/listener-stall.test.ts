import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createPaths } from '#core/deliveries/listener/known-paths.ts'
import { openListener } from '#core/deliveries/listener/listener.ts'
import type { StoreOutcome } from '#core/deliveries/store/delivery-rows.ts'
import { realClock, silentLog } from '../../../../support/deliveries/open-delivery-engine.ts'
import { rawRequest, sampleSecret, signDelivery } from '../../../../support/deliveries/signed-delivery.ts'
import { eventually } from '../../../../support/eventually.ts'

const lateAfterMs = 1_000
const path = '/hooks/stall'

async function listen() {
  const paths = createPaths()
  paths.set('stall', {
    endpointId: null,
    url: null,
    secrets: { kind: 'ready', secrets: [sampleSecret] },
    keptAt: null,
    workspaceId: null,
    hasVerified: true,
  })
  const stored: string[] = []
  const store = {
    storeVerified({ webhookId }: { webhookId: string }, done: (outcome: StoreOutcome) => void) {
      stored.push(webhookId)
      done('stored')
    },
    storeUnverified: () => true,
  }
  const fixed = { paths, store, clock: realClock, log: silentLog, toleranceSeconds: () => 300, lateAfterMs }
  const listener = await openListener(0, fixed)
  onTestFinished(() => listener.close())
  return { port: listener.port, stored }
}

async function peer(port: number): Promise<{ socket: Socket; text: () => string }> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  let text = ''
  socket.on('data', (bytes) => {
    text += bytes
  })
  return { socket, text: () => text }
}

function standStill(ms: number) {
  const until = performance.now() + ms
  while (performance.now() < until);
}

test('answers 503 to requests that a blocked thread delayed past the deadline', async () => {
  const { port, stored } = await listen()
  const before = await peer(port)
  before.socket.write(rawRequest(path, signDelivery({ id: 'evt_waited' })))
  // The request now waits in the listener's socket, because the listener's thread is blocked.
  standStill(lateAfterMs + 600)
  await eventually(() => expect(before.text()).toMatch(/^HTTP\/1\.1 503 .*deadline\n$/s))
  expect(stored).toEqual([])

  await eventually(async () => {
    const after = await peer(port)
    after.socket.write(rawRequest(path, signDelivery({ id: 'evt_after' })))
    await eventually(() => expect(after.text()).toContain('HTTP/1.1'))
    expect(after.text()).toMatch(/^HTTP\/1\.1 200 /)
  })
})

test('stores a delivery that a blocked thread delayed, but not past the deadline', async () => {
  const { port, stored } = await listen()
  const one = await peer(port)
  one.socket.write(rawRequest(path, signDelivery({ id: 'evt_waited' })))
  standStill(lateAfterMs / 2)
  await eventually(() => expect(one.text()).toMatch(/^HTTP\/1\.1 200 /))
  expect(stored).toEqual(['evt_waited'])
})

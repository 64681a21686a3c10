import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#core/database/database.ts'
import { notePayload } from '../../../../support/deliveries/signed-delivery.ts'
import { eventually } from '../../../../support/eventually.ts'
import { startForwarding, streamDeliveries } from '../../../../support/processes/delivery-engine-process.ts'
import { kills, patience } from '../../../../support/runs.ts'
import { figure, tell } from '../../../../support/tell.ts'

const times = kills()
const connections = 8

let counted = { acknowledged: 0, received: 0, waiting: 0, twice: 0 }
afterAll(() =>
  tell(
    'forwarding, killed under load',
    `0 of ${figure(counted.acknowledged)} lost in ${times} kills: ${figure(counted.received)} received ` +
      `(${figure(counted.twice)} more than once), ${figure(counted.waiting)} waiting`,
  ),
)

test(
  'loses no acknowledged delivery when the app is killed repeatedly',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'notehook-forward-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const path = join(folder, 'notehook.db')
    const received = new Map<string, number>()
    const receiver = await openReceiver(received)
    const acknowledged = new Set<string>()
    for (let kill = 0; kill < times; kill++) {
      // Out of every four runs, the receiver is up, down, slow and failing once each.
      const mode = (['up', 'down', 'slow', 'failing'] as const)[kill % 4] ?? 'up'
      await receiver.become(mode)
      const before = { acknowledged: acknowledged.size, received: received.size }
      const forwarding = await startForwarding(path, receiver.url)
      onTestFinished(forwarding.kill)
      const clients = Array.from({ length: connections }, (_, at) =>
        streamDeliveries(forwarding.port, `${kill}-${at}`, acknowledged, { body: ofManyNotes, pauseMs: 10 }),
      )
      const enough = before.acknowledged + 5 + Math.random() * 100
      await eventually(() => {
        expect(acknowledged.size).toBeGreaterThan(enough)
        if (mode === 'up') expect(received.size).toBeGreaterThan(before.received)
      })
      await forwarding.kill()
      await Promise.all(clients)
    }
    await receiver.become('down')
    const last = await startForwarding(path, receiver.url)
    onTestFinished(last.kill)
    const waiting = () => {
      const database = openDatabase(path)
      const rows = database.sql
        .prepare(
          'SELECT webhook_id AS id FROM waiting_deliveries JOIN deliveries ON deliveries.id = delivery_id',
        )
        .all()
      database.close()
      return new Set(rows.map(({ id }) => String(id)))
    }
    const lost = () => {
      const waits = waiting()
      return [...acknowledged].filter((id) => !received.has(id) && !waits.has(id))
    }
    await eventually(() => expect(lost()).toEqual([]))
    await last.kill()
    counted = {
      acknowledged: acknowledged.size,
      received: received.size,
      waiting: waiting().size,
      twice: [...received.values()].filter((times) => times > 1).length,
    }
  },
  patience(120_000),
)

/** Gives several deliveries the same note, so that a waiting delivery holds back the others. */
const ofManyNotes = (id: string) => notePayload(id, { note_id: `not_${id.slice(0, -1)}` })

async function openReceiver(received: Map<string, number>) {
  let mode: 'up' | 'down' | 'slow' | 'failing' = 'up'
  const server = createServer((request, response) => {
    const id = String(request.headers['webhook-id'])
    received.set(id, (received.get(id) ?? 0) + 1)
    request.resume()
    request.on('end', async () => {
      if (mode === 'slow') await sleep(200)
      response.writeHead(mode === 'failing' ? 500 : 204).end()
    })
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const close = async () => {
    if (!server.listening) return
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  const port = await listen(0)
  onTestFinished(close)
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    async become(next: typeof mode) {
      mode = next
      if (mode === 'down') await close()
      else if (!server.listening) await listen(port)
    },
  }
}

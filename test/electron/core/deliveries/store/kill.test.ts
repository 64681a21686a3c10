import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#core/database/database.ts'
import { exchange } from '../../../../support/deliveries/raw-http.ts'
import { rawRequest, signDelivery } from '../../../../support/deliveries/signed-delivery.ts'
import { eventually } from '../../../../support/eventually.ts'
import {
  childPathId,
  startDeliveryEngine,
  streamDeliveries,
} from '../../../../support/processes/delivery-engine-process.ts'
import { isHard, kills, patience, runs } from '../../../../support/runs.ts'
import { figure, tell } from '../../../../support/tell.ts'

const times = kills()
const connections = isHard ? 32 : 8
/** Minimum number of acknowledged deliveries between two kills. */
const acknowledgedEach = isHard ? runs(50_000) / times : 20
const retried = runs(5_000, 100_000)

test(
  'keeps all acknowledged deliveries when the process is killed repeatedly under load',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'notehook-kill-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const path = join(folder, 'notehook.db')
    const acknowledged = new Set<string>()
    for (let kill = 0; kill < times; kill++) {
      const engine = await startDeliveryEngine(path)
      onTestFinished(engine.kill)
      const clients = Array.from({ length: connections }, (_, at) =>
        streamDeliveries(engine.port, `${kill}-${at}`, acknowledged),
      )
      const enough = acknowledged.size + acknowledgedEach * (1 + Math.random())
      await eventually(() => expect(acknowledged.size).toBeGreaterThan(enough))
      await engine.kill()
      await Promise.all(clients)
    }
    const again = await startDeliveryEngine(path)
    onTestFinished(again.kill)
    const some = [...acknowledged].slice(-retried)
    expect(await retry(again.port, some)).toEqual(new Set(['duplicate\n']))
    await again.kill()
    const database = openDatabase(path)
    onTestFinished(database.close)
    const rows = database.sql.prepare('SELECT webhook_id AS id FROM deliveries WHERE verified = 1').all()
    const stored = new Set(rows.map(({ id }) => String(id)))
    expect(database.problem).toBeNull()
    expect([...acknowledged].filter((id) => !stored.has(id))).toEqual([])
    expect(rows).toHaveLength(stored.size)
    tell('kill -9 under load', `0 of ${figure(acknowledged.size)} acknowledged lost, ${times} kills`)
    tell('retries after kills', `0 of ${figure(some.length)} stored or processed twice`)
  },
  patience(60_000),
)

/** Sends all deliveries again, as the service does after no response. Returns the distinct response bodies. */
async function retry(port: number, ids: readonly string[]): Promise<Set<string | undefined>> {
  const answers = new Set<string | undefined>()
  for (let at = 0; at < ids.length; at += atOnce) {
    const some = ids
      .slice(at, at + atOnce)
      .map((id) => rawRequest(`/hooks/${childPathId}`, signDelivery({ id })))
    const { responses } = await exchange(port, Buffer.concat(some), some.length)
    for (const { body } of responses) answers.add(body)
    if (responses.length < some.length) answers.add(undefined)
  }
  return answers
}

const atOnce = 50

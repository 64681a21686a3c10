import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#core/database/database.ts'
import { exchange } from '../../../../support/deliveries/raw-http.ts'
import { rawRequest, signDelivery } from '../../../../support/deliveries/signed-delivery.ts'
import {
  childPathId,
  startDeliveryEngine,
  streamDeliveries,
} from '../../../../support/processes/delivery-engine-process.ts'
import { patience, runs } from '../../../../support/runs.ts'
import { figure, tell } from '../../../../support/tell.ts'

/** `npm test` kills twenty times in a hurry, `test:hard` as often under a longer load, `test:soak` two hundred times. */
const kills = process.env.EFFORT === 'soak' ? 100 : 10
const loadMs = process.env.EFFORT === undefined ? 150 : 600
const connections = process.env.EFFORT === undefined ? 8 : 32
/** Continues until so many were acknowledged: a busy machine takes more kills for it. */
const atLeast = process.env.EFFORT === undefined ? 100 : runs(50_000)
const retried = runs(5_000, 100_000)

const campaigns: { acknowledged: number; lost: number; kills: number; retried: number }[] = []
afterAll(() => {
  const sum = (key: 'acknowledged' | 'lost' | 'kills' | 'retried') =>
    figure(campaigns.reduce((total, campaign) => total + campaign[key], 0))
  tell(
    'kill -9 under load',
    `${sum('lost')} of ${sum('acknowledged')} acknowledged lost, ${sum('kills')} kills`,
  )
  tell('retries after kills', `0 of ${sum('retried')} stored or processed twice`)
})

/** Two campaigns side by side, each over one database that lives through all its kills. */
test.concurrent.each(['one', 'two'])(
  'killed again and again under load, it has stored all it acknowledged (%s)',
  campaign,
  patience(60_000),
)

async function campaign() {
  const folder = mkdtempSync(join(tmpdir(), 'notehook-kill-'))
  const path = join(folder, 'notehook.db')
  const acknowledged = new Set<string>()
  try {
    let kill = 0
    for (; kill < kills || acknowledged.size < atLeast; kill++) {
      const engine = await startDeliveryEngine(path)
      const clients = Array.from({ length: connections }, (_, at) =>
        streamDeliveries(engine.port, `${kill}-${at}`, acknowledged),
      )
      await sleep(loadMs + Math.random() * loadMs)
      await engine.kill()
      await Promise.all(clients)
    }
    const again = await startDeliveryEngine(path)
    const some = [...acknowledged].slice(-retried)
    expect(await retry(again.port, some)).toEqual(new Set(['duplicate\n']))
    await again.kill()
    const database = openDatabase(path)
    const rows = database.sql.prepare('SELECT webhook_id AS id FROM deliveries WHERE verified = 1').all()
    const stored = new Set(rows.map(({ id }) => String(id)))
    const lost = [...acknowledged].filter((id) => !stored.has(id))
    campaigns.push({
      acknowledged: acknowledged.size,
      lost: lost.length,
      kills: kill,
      retried: some.length,
    })
    expect(database.problem).toBeNull()
    expect(lost).toEqual([])
    expect(rows).toHaveLength(stored.size)
    database.close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** All of them once more, as the service does that heard no answer. What they are answered. */
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

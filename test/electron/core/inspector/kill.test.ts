import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../../electron/core/store/database.ts'
import { startInspector, streamDeliveries } from '../../../support/inspector-process.ts'

/** `npm test` kills twenty times in a hurry, `test:hard` as often under a longer load, `test:soak` two hundred times. */
const kills = process.env.EFFORT === 'soak' ? 100 : 10
const loadMs = process.env.EFFORT === undefined ? 150 : 600

/** Two campaigns side by side, each over one database that lives through all its kills. */
test.concurrent.each(['one', 'two'])(
  'killed again and again under load, it has stored all it acknowledged (%s)',
  campaign,
  60_000 + kills * loadMs * 3,
)

async function campaign() {
  const folder = mkdtempSync(join(tmpdir(), 'notehook-kill-'))
  const path = join(folder, 'notehook.db')
  const acknowledged = new Set<string>()
  try {
    for (let kill = 0; kill < kills; kill++) {
      const inspector = await startInspector(path)
      const clients = Array.from({ length: 8 }, (_, at) =>
        streamDeliveries(inspector.port, `${kill}-${at}`, acknowledged),
      )
      await sleep(loadMs + Math.random() * loadMs)
      await inspector.kill()
      await Promise.all(clients)
    }
    const database = openDatabase(path)
    const rows = database.sql.prepare('SELECT webhook_id AS id FROM deliveries WHERE verified = 1').all()
    const stored = new Set(rows.map(({ id }) => String(id)))
    const lost = [...acknowledged].filter((id) => !stored.has(id))
    console.info(
      `${acknowledged.size} acknowledged, ${stored.size} stored, ${lost.length} lost in ${kills} kills`,
    )
    expect(database.problem).toBeNull()
    expect(lost).toEqual([])
    expect(acknowledged.size).toBeGreaterThan(100)
    database.close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

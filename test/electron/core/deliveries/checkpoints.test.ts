import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#core/database/database.ts'
import { openSecondConnection } from '#core/database/second-connection.ts'
import { startCheckpoints } from '#core/deliveries/checkpoints.ts'
import { eventually } from '../../../support/eventually.ts'

test('what the engine wrote is copied into the store before the engine has to', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'notehook-checkpoints-'))
  const path = join(folder, 'notehook.db')
  const database = openDatabase(path)
  const engine = openSecondConnection(path, () => {})
  onTestFinished(() => {
    engine.close()
    database.close()
    rmSync(folder, { recursive: true, force: true })
  })
  engine.sql.exec('CREATE TABLE written (bytes BLOB) STRICT')
  const before = statSync(path).size
  const bytes = 3_000 * 4096
  engine.sql.prepare('INSERT INTO written VALUES (zeroblob(?))').run(bytes)
  expect(statSync(path).size).toBe(before)

  onTestFinished(startCheckpoints(database.sql))
  await eventually(() => expect(statSync(path).size).toBeGreaterThanOrEqual(before + bytes))
})

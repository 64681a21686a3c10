import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../../electron/core/store/database.ts'
import { rawRequest, signDelivery } from '../../../support/signed-delivery.ts'

const child = fileURLToPath(new URL('../../../support/inspector-child.ts', import.meta.url))
const token = 'killtoken'

/** Two campaigns of ten side by side, each over one database that lives through all its kills. */
test.concurrent.each(['one', 'two'])(
  'killed ten times under load, it has stored all it acknowledged (%s)',
  campaign,
  60_000,
)

async function campaign() {
  const folder = mkdtempSync(join(tmpdir(), 'notehook-kill-'))
  const path = join(folder, 'notehook.db')
  const acknowledged = new Set<string>()
  try {
    for (let kill = 0; kill < 10; kill++) {
      const { process, port } = await start(path)
      const clients = Array.from({ length: 8 }, (_, at) => send(port, `${kill}-${at}`, acknowledged))
      await sleep(150 + Math.random() * 200)
      process.kill('SIGKILL')
      await Promise.all(clients)
    }
    const database = openDatabase(path)
    const rows = database.sql.prepare('SELECT webhook_id AS id FROM deliveries WHERE verified = 1').all()
    const stored = new Set(rows.map(({ id }) => String(id)))
    const lost = [...acknowledged].filter((id) => !stored.has(id))
    console.info(`${acknowledged.size} acknowledged, ${stored.size} stored, ${lost.length} lost in 10 kills`)
    expect(database.problem).toBeNull()
    expect(lost).toEqual([])
    expect(acknowledged.size).toBeGreaterThan(100)
    database.close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function start(path: string) {
  const process: ChildProcessByStdio<null, Readable, null> = spawn(
    globalThis.process.execPath,
    [child, path, token],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const port = await new Promise<number>((resolve, reject) => {
    process.stdout.once('data', (text) => resolve(Number(text)))
    process.once('exit', () => reject(new Error('The inspector ended before it listened.')))
  })
  return { process, port }
}

/** Delivers one after the other on one connection until it breaks. */
function send(port: number, prefix: string, acknowledged: Set<string>): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let serial = 0
    const id = () => `evt_${prefix}_${serial}`
    const deliver = () => socket.write(rawRequest(`/hooks/${token}`, signDelivery({ id: id() })))
    socket.on('connect', deliver)
    socket.on('data', (text) => {
      if (text.toString('latin1').startsWith('HTTP/1.1 200')) acknowledged.add(id())
      serial += 1
      deliver()
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve())
  })
}

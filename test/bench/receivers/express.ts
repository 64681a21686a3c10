import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import express from 'express'
import { Webhook } from 'standardwebhooks'
import { benchPath, benchSecret } from '../target.ts'

/**
 * A typical receiver: Express, the official library, and one durable insert per delivery (WAL, FULL, one commit each). It does less than
 * Notehook: it stores no attempts, headers or trace and cannot diagnose a failure. `node express.ts DATABASE` prints its port.
 */
const [path] = process.argv.slice(2)
if (path === undefined) throw new Error('Needs a database.')

const sql = new DatabaseSync(path)
sql.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
sql.exec('CREATE TABLE events (id TEXT PRIMARY KEY, received_at TEXT NOT NULL, body TEXT NOT NULL)')
const insert = sql.prepare('INSERT OR IGNORE INTO events VALUES (?, ?, ?)')
const webhook = new Webhook(benchSecret)

const app = express()
app.post(benchPath, express.raw({ type: '*/*' }), (req, res) => {
  const body = String(req.body)
  try {
    webhook.verify(body, {
      'webhook-id': req.get('webhook-id') ?? '',
      'webhook-timestamp': req.get('webhook-timestamp') ?? '',
      'webhook-signature': req.get('webhook-signature') ?? '',
    })
  } catch {
    res.status(401).end()
    return
  }
  insert.run(req.get('webhook-id') ?? '', new Date().toISOString(), body)
  res.status(204).end()
})
const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`)
})

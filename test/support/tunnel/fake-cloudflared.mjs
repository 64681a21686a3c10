#!/usr/bin/env node
// Imitates cloudflared, with its banner on stderr and `/quicktunnel` and `/ready` on the metrics server. It reads the connection
// state to report from a file next to it, so that a test can also make it report a connection that doesn't work.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const args = process.argv.slice(2)
if (args[0] === '--version') {
  console.log('cloudflared version 2026.9.0 (built 2026-09-02-1010 UTC)')
  process.exit(0)
}
const script = () =>
  JSON.parse(readFileSync(join(dirname(fileURLToPath(import.meta.url)), 'script.json'), 'utf8'))
const argumentAfter = (name) => args[args.indexOf(name) + 1]
const [host, port] = argumentAfter('--metrics').split(':')
const log = (level, text) => console.error(`${new Date().toISOString().slice(0, 19)}Z ${level} ${text}`)

const { hostname, exit, noise = 0, banner = true } = script()
if (exit) {
  log('ERR', exit)
  process.exit(1)
}
log('INF', 'Requesting new quick Tunnel on trycloudflare.com...')
for (let line = 0; line < noise; line += 1) log('DBG', 'x'.repeat(200))

createServer((req, res) => {
  const { ready, told = true } = script()
  if (req.url === '/ready') {
    return res
      .writeHead(ready ? 200 : 503, { 'content-type': 'application/json' })
      .end(
        JSON.stringify({ status: ready ? 200 : 503, readyConnections: ready ? 4 : 0, connectorId: 'fake' }),
      )
  }
  if (req.url === '/quicktunnel' && told) return res.end(JSON.stringify({ hostname }))
  return res.writeHead(404).end()
}).listen(Number(port), host)

if (banner) {
  log('INF', '|  Your quick Tunnel has been created! Visit it at (it may take some time to be reachable):  |')
  log('INF', `|  https://${hostname}                                                  |`)
}
log('INF', 'See https://developers.cloudflare.com/cloudflare-one/connections/connect-apps')
process.on('SIGTERM', () => {
  log('INF', 'Initiating graceful shutdown due to signal terminated ...')
  process.exit(0)
})

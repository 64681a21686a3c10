import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The upper limit on this platform: a server that only reads the body and responds. */
const server = createServer((req, res) => {
  req.on('data', () => {})
  req.on('end', () => res.writeHead(204).end())
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))

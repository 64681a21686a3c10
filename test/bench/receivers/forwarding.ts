import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { openForwardingEngine } from '../../support/receivers/forwarding-engine.ts'
import { benchPathId, benchSecret } from '../target.ts'

/** The delivery engine with a live receiver that accepts connections and never responds: `node forwarding.ts DATABASE` prints its port. */
const [path] = process.argv.slice(2)
if (path === undefined) throw new Error('Needs a database.')

const hanging = createServer((socket) => void socket.on('error', () => {}))
hanging.listen(0, '127.0.0.1')
await once(hanging, 'listening')
const url = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}/webhooks`
const { port } = await openForwardingEngine({ path, pathId: benchPathId, secret: benchSecret, url })
process.stdout.write(`${port}\n`)

import { sampleSecret } from '../deliveries/signed-delivery.ts'
import { openForwardingEngine } from '../receivers/forwarding-engine.ts'

/** Forwards in its own process, so that a test can kill it. `node forwarding-child.ts DATABASE PATH_ID RECEIVER_URL` prints its port. */
const [path, pathId, url] = process.argv.slice(2)
if (path === undefined || pathId === undefined || url === undefined) {
  throw new Error('Needs a database, a path id and a URL.')
}
const { port } = await openForwardingEngine({ path, pathId, secret: sampleSecret, url })
process.stdout.write(`${port}\n`)

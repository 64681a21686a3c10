import { openForwardingEngine } from '../../support/receivers/forwarding-engine.ts'
import { benchPathId, benchSecret } from '../target.ts'

/** Like `forwarding.ts`, but without a receiver: `node not-forwarding.ts DATABASE` prints its port. */
const [path] = process.argv.slice(2)
if (path === undefined) throw new Error('Needs a database.')

const { port } = await openForwardingEngine({ path, pathId: benchPathId, secret: benchSecret, url: null })
process.stdout.write(`${port}\n`)

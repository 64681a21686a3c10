import { openDatabase } from '#core/database/database.ts'
import { createDeliveryEngine } from '#core/deliveries/delivery-engine.ts'
import { createPaths } from '#core/deliveries/listener/paths.ts'
import { sampleSecret } from '../deliveries/signed-delivery.ts'

/** Runs the delivery engine in its own process, so that a test can kill it. `node delivery-engine-child.ts DATABASE PATH_ID` prints its port. */
const [path, pathId] = process.argv.slice(2)
if (path === undefined || pathId === undefined) throw new Error('Needs a database and a path id.')

const paths = createPaths()
paths.set(pathId, {
  endpointId: 'whe_0000000000kill',
  url: null,
  secrets: { kind: 'ready', secrets: [sampleSecret] },
  keptAt: null,
  workspaceId: null,
  hasVerified: true,
})
const database = openDatabase(path)
// Only for the test that shows what a power cut does to a store that does not sync.
if (process.env.NOTEHOOK_TEST_SYNCHRONOUS === 'NORMAL') database.sql.exec('PRAGMA synchronous = NORMAL')
const engine = createDeliveryEngine({
  database,
  paths,
  clock: { now: () => new Date(), monotonicMs: () => performance.now() },
  log: { info() {}, warn() {}, error: (message, cause) => console.error(message, cause) },
  publish() {},
  toleranceSeconds: () => 300,
})
const status = await engine.start()
if (status.state !== 'listening') throw new Error(`The listener did not start: ${status.state}`)
process.stdout.write(`${status.port}\n`)

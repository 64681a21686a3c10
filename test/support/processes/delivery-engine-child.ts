import { openDatabase } from '#core/database/database.ts'
import { createEngineClient } from '#core/deliveries/engine/engine-client.ts'
import { createPaths } from '#core/deliveries/listener/known-paths.ts'
import { engineScript } from '../deliveries/engine-script.ts'
import { sampleSecret } from '../deliveries/signed-delivery.ts'

/**
 * Runs the delivery engine in its own process, on a thread as in both hosts, so that a test can kill it. `node delivery-engine-child.ts
 * DATABASE PATH_ID` prints its port.
 */
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
// Without syncs, for the test of a power cut, the engine runs in this thread. A separate thread would open its own connection,
// which syncs.
const syncs = process.env.NOTEHOOK_TEST_SYNCHRONOUS !== 'NORMAL'
if (!syncs) database.sql.exec('PRAGMA synchronous = NORMAL')
const client = createEngineClient({
  database,
  script: syncs ? engineScript : undefined,
  paths,
  clock: { now: () => new Date(), monotonicMs: () => performance.now() },
  log: { info() {}, warn() {}, error: (message, cause) => console.error(message, cause) },
  publish() {},
  redact: (text) => text,
  toleranceSeconds: () => 300,
  serviceAheadSeconds: () => null,
  onProbed() {},
  isHidden: () => false,
})
const status = await client.start()
if (status.state !== 'listening') throw new Error(`The listener did not start: ${status.state}`)
process.stdout.write(`${status.port}\n`)

import { openDatabase } from '#core/database/database.ts'
import { createDeliveryEngine } from '#core/deliveries/delivery-engine.ts'
import { createPaths } from '#core/deliveries/listener/paths.ts'
import { benchPathId, benchSecret } from '../target.ts'

/** The delivery engine as in the app, without the page: `node notehook.ts DATABASE` prints its port. */
const [path] = process.argv.slice(2)
if (path === undefined) throw new Error('Needs a database.')

const paths = createPaths()
paths.set(benchPathId, {
  endpointId: 'whe_0000000000benc',
  url: 'https://hooks.example.com/hooks/bench',
  secrets: { kind: 'ready', secrets: [benchSecret] },
  keptAt: null,
  workspaceId: null,
  hasVerified: true,
})
const engine = createDeliveryEngine({
  database: openDatabase(path),
  paths,
  clock: { now: () => new Date(), monotonicMs: () => performance.now() },
  log: { info() {}, warn() {}, error: (message, cause) => console.error(message, cause) },
  publish() {},
  toleranceSeconds: () => 300,
})
const status = await engine.start()
if (status.state !== 'listening') throw new Error(`The listener did not start: ${status.state}`)
process.stdout.write(`${status.port}\n`)

import { startCheckpoints } from '#core/database/connection.ts'
import { openDatabase } from '#core/database/database.ts'
import { createEngineClient } from '#core/deliveries/engine/engine-client.ts'
import { createPaths } from '#core/deliveries/listener/known-paths.ts'
import { createEmitter } from '#core/platform/emitter.ts'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { benchPathId, benchSecret } from '../target.ts'

/** Runs the app's listener on its own thread, without the page: `node notehook.ts DATABASE` prints its port. */
const [path] = process.argv.slice(2)
if (path === undefined) throw new Error('Needs a database.')

export const workspaceId = 'bench'
export const clock = { now: () => new Date(), monotonicMs: () => performance.now() }
export const log = {
  info() {},
  warn() {},
  error: (message: string, cause?: unknown) => console.error(message, cause),
}
const paths = createPaths()
paths.set(benchPathId, {
  endpointId: 'whe_0000000000benc',
  url: 'https://hooks.example.com/hooks/bench',
  secrets: { kind: 'ready', secrets: [benchSecret] },
  keptAt: null,
  workspaceId,
  hasVerified: true,
})
export const database = openDatabase(path)
startCheckpoints(database.sql)
export const received = createEmitter<DeliverySummary>()
const client = createEngineClient({
  database,
  script: new URL('../../../electron/engine/index.ts', import.meta.url),
  paths,
  clock,
  log,
  publish(name, data) {
    if (name === 'deliveries.received') received.fire(data as DeliverySummary)
  },
  redact: (text) => text,
  toleranceSeconds: () => 300,
  serviceAheadSeconds: () => null,
  onProbed() {},
  isHidden: () => false,
})
const status = await client.start()
if (status.state !== 'listening') throw new Error(`The listener did not start: ${status.state}`)
process.stdout.write(`${status.port}\n`)

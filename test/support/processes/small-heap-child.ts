import { openDatabase } from '#core/database/database.ts'
import { createDeliveryEngine } from '#core/deliveries/engine/delivery-engine.ts'
import { createPaths } from '#core/deliveries/listener/known-paths.ts'
import { createRemovalJobs } from '#core/deliveries/removal-jobs.ts'
import { createDeliveryQueries } from '#core/deliveries/store/delivery-queries.ts'
import { createDeliveryStore } from '#core/deliveries/store/delivery-store.ts'
import { createJobs } from '#core/platform/jobs.ts'
import type { Session } from '#core/workspaces/index.ts'
import { noFilter, parseDeliveryFilter } from '#shared/deliveries/filter/filter.ts'
import { endedJob } from '../core/ended-job.ts'
import { anIncomingDelivery, storeIn } from '../deliveries/incoming-deliveries.ts'
import { noReports, silentLog } from '../deliveries/open-delivery-engine.ts'

/**
 * Fills a store, then lists, searches, counts and deletes its events: `node --max-old-space-size=N small-heap-child.ts DATABASE EVENTS`.
 */
const [path, events] = process.argv.slice(2)
if (path === undefined || events === undefined) throw new Error('Needs a database and a number of events.')
const many = Number(events)

const database = openDatabase(path)
const clock = { now: () => new Date(), monotonicMs: () => performance.now() }
const engine = createDeliveryEngine({
  database,
  paths: createPaths(),
  clock,
  log: silentLog,
  publish() {},
  reports: noReports,
  toleranceSeconds: () => 300,
})

// Stores the first event as the listener does. The others are copies with other ids.
const store = createDeliveryStore({
  ...{ sql: database.sql, clock, log: silentLog },
  freeBytes: () => Number.POSITIVE_INFINITY,
  reports: noReports,
  onHealth() {},
})
await storeIn(
  store,
  anIncomingDelivery('evt_1', Date.now(), { body: Buffer.from(`{"said":"${'budget '.repeat(100)}"}`) }),
)
store.close()
const columns = database.sql
  .prepare("SELECT name FROM pragma_table_info('deliveries') WHERE name <> 'id'")
  .all()
  .map(({ name }) => String(name))
const values = columns.map((name) => (name === 'webhook_id' ? "'evt_' || n" : name)).join(', ')
database.sql.exec(
  `WITH RECURSIVE count(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM count WHERE n < ${many})
   INSERT INTO deliveries (${columns.join(', ')}) SELECT ${values} FROM count, deliveries WHERE deliveries.id = 1`,
)

const workspaceId = 'mine'
let listed = 0
const queries = createDeliveryQueries(database.sql)
for (const filter of [noFilter, parseDeliveryFilter('budget')]) {
  for (let before: number | undefined, more = true; more; ) {
    const page = queries.list({ workspaceId, filter, limit: 200, before })
    listed += page.deliveries.length
    before = page.reached ?? page.deliveries.at(-1)?.id
    more = page.hasMore
  }
}
const session = { workspace: () => ({ id: workspaceId }) } as Pick<Session, 'workspace'>
const hub = { publish() {} }
const jobs = createJobs({
  sql: database.sql,
  workspaceId: () => workspaceId,
  hub,
  log: silentLog,
  storeProblem: () => null,
})
const removals = createRemovalJobs({
  removal: engine.removal,
  session,
  time: clock,
  jobs,
  hub,
  clock,
  storeProblem: () => null,
})
const newest = engine.removal.newest()
const what = { filter: {}, newest, at: new Date().toISOString(), total: many, starredToo: false }
await removals['deliveries.remove-matching'](what)
const { result } = await endedJob('delete-deliveries', () => jobs.handlers['jobs.list']())
await engine.close()
database.close()
process.stdout.write(JSON.stringify({ listed, removed: result?.removed }))

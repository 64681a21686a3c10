import { createArrivals } from '#core/agents/arrivals.ts'
import { idsAtOnce, matchingOf } from '#core/agents/tools/deliveries.ts'
import { deliveryReads } from '#core/deliveries/reads.ts'
import { createReader } from '#core/platform/reader/reader.ts'
import { parseDeliveryFilter } from '#shared/deliveries/filter/filter.ts'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { clock, database, log, received, workspaceId } from './notehook.ts'

/**
 * Like `notehook.ts`, with 1,000 waits of agents, whose 10 filters match no delivery: `node waited-for.ts DATABASE` prints its
 * port.
 */
const script = new URL('../../../electron/reader/index.ts', import.meta.url)
const read = createReader({ database, script, clock, log }).of(deliveryReads)
const arrivals = createArrivals<DeliverySummary>(received.event)
const mark = await arrivals.mark(workspaceId, async () => 0)
const { signal } = new AbortController()

for (let at = 0; at < 1_000; at += 1) {
  const key = `remark:word${at % 10}`
  const filter = parseDeliveryFilter(key)
  const list = async (ids: readonly number[]) =>
    (await read('list', { filter, ids, workspaceId, limit: idsAtOnce })).deliveries
  const matching = (rows: readonly DeliverySummary[]) => matchingOf(rows, workspaceId, filter, list)
  const options = { mark, count: 1, timeoutMs: 3_600_000, repeats: false, signal, key, matching }
  arrivals
    .wait({ ...options, stored: async () => [] })
    .then(() => log.error('A wait ended.'))
    .catch((error) => log.error('A wait failed.', error))
}

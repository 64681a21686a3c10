import { type Deliveries, deliveryRecord } from '#core/deliveries/index.ts'
import type { JobRun } from '#core/platform/jobs.ts'
import type { Redactor } from '#core/platform/redact.ts'
import { parseDeliveryFilter } from '#shared/deliveries/filter/filter.ts'
import { sessionLimits } from '#shared/deliveries/limits.ts'
import type { ParsedInputOf } from '#shared/rpc/contract.ts'
import type { DeliveryWriting } from './delivery-formats.ts'

interface DeliveryExportOptions {
  readonly run: Pick<JobRun, 'workspaceId' | 'signal'>
  readonly filter: ParsedInputOf<'exports.start-deliveries'>['filter']
  readonly writing: DeliveryWriting
}

const pageRows = 50

const headRoom = 4096

/**
 * Writes a workspace's deliveries that match the filter, newest first. Leaves out deliveries that arrive during the export.
 * Resolves to a message if older deliveries exceed the format's size limit, and otherwise to `null`.
 */
export async function writeDeliveries(
  deliveries: Pick<Deliveries, 'whole'>,
  redactor: Pick<Redactor, 'redact'>,
  { run: { workspaceId, signal }, filter, writing }: DeliveryExportOptions,
  keep: (text: string, rows: number) => Promise<void>,
): Promise<string | null> {
  const { q, newest, ...rest } = filter
  const query = {
    ...rest,
    workspaceId,
    limit: pageRows,
    ...(q === undefined && filter.ids === undefined ? {} : { filter: parseDeliveryFilter(q ?? '') }),
  }
  const room = { deliveries: Infinity, bytes: Infinity, ...writing.most }
  room.bytes -= headRoom
  let isFirst = true
  for (let before = newest === undefined ? undefined : newest + 1, more = true; more; ) {
    const page = await deliveries.whole({ ...query, before }, signal)
    let text = ''
    let rows = 0
    for (const detail of page.deliveries) {
      const row = writing.row(deliveryRecord(detail, redactor), isFirst)
      room.deliveries -= 1
      room.bytes -= Buffer.byteLength(row)
      if (room.deliveries < 0 || room.bytes < 0) {
        await keep(text, rows)
        return tooMany
      }
      text += row
      isFirst = false
      rows += 1
    }
    await keep(text, rows)
    before = page.reached
    more = page.hasMore && before !== undefined
    await new Promise((resolve) => setImmediate(resolve))
  }
  return null
}

const tooMany = `Sessions are limited to ${sessionLimits.deliveries.toLocaleString('en')} deliveries or ${sessionLimits.bytes / 1024 / 1024} MB, so older deliveries are missing. Narrow the filter, or export NDJSON.`

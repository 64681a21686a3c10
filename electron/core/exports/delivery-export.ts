import type { ParsedInputOf } from '../../../shared/contract/index.ts'
import { parseDeliveryFilter } from '../../../shared/domain/delivery-filter.ts'
import type { Inspector } from '../inspector/inspector.ts'
import type { Redactor } from '../redact.ts'
import { type DeliveryWriting, deliveryRecord } from './delivery-formats.ts'

type DeliverySource = ParsedInputOf<'exports.start-deliveries'>['filter']

export interface DeliveryExportOptions {
  readonly inspector: Pick<Inspector, 'deliveries' | 'delivery'>
  readonly redactor: Pick<Redactor, 'redact'>
}

const pageRows = 50

/**
 * Every delivery of a workspace that the filter lets through, newest first, whole, handed over in pieces. What arrives
 * meanwhile is not in it; what is deleted meanwhile is left out.
 */
export async function writeDeliveries(
  { inspector, redactor }: DeliveryExportOptions,
  {
    workspaceId,
    filter,
    writing,
  }: {
    readonly workspaceId: string
    readonly filter: DeliverySource
    readonly writing: DeliveryWriting
  },
  keep: (text: string, rows: number) => Promise<void>,
): Promise<void> {
  const { q, ...rest } = filter
  const asked = {
    ...rest,
    workspaceId,
    limit: pageRows,
    ...(q === undefined ? {} : { filter: parseDeliveryFilter(q) }),
  }
  let isFirst = true
  for (let before: number | undefined, more = true; more; ) {
    const page = inspector.deliveries({ ...asked, before })
    let text = ''
    let rows = 0
    for (const { id } of page.deliveries) {
      const detail = found(inspector, id)
      if (!detail) continue
      text += writing.row(deliveryRecord(detail, redactor), isFirst)
      isFirst = false
      rows += 1
    }
    await keep(text, rows)
    before = page.reached ?? page.deliveries.at(-1)?.id
    more = page.hasMore && before !== undefined
    // Deliveries that arrive are answered meanwhile.
    await new Promise((resolve) => setImmediate(resolve))
  }
}

function found(inspector: Pick<Inspector, 'delivery'>, id: number) {
  try {
    return inspector.delivery(id)
  } catch {
    return null
  }
}

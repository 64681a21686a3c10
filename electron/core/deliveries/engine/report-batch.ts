import type { DeliverySummary } from '#shared/deliveries/model.ts'
import type { ListenerResponse } from '../listener/listener-responses.ts'
import type { Committed, UnknownNamesFound, Verified } from '../store/delivery-store.ts'
import type { EngineReports } from './delivery-engine.ts'

/**
 * Messages about deliveries, which the engine sends in batches. Sending them one by one would take 3 of the 85 µs that a delivery
 * takes.
 */
export type BatchedMessage =
  | Responses
  | ({ readonly kind: 'verified' } & Verified)
  | ({ readonly kind: 'unknown-names' } & UnknownNamesFound)
  /** The rows as JSON, because cloning objects takes longer. */
  | { readonly kind: 'committed'; readonly rows: string }

export interface Responses extends Pick<ListenerResponse, 'pathId' | 'status' | 'isMismatch'> {
  readonly kind: 'responded'
  readonly webhookIds: string[]
  readonly at: string[]
}

/** Collects the engine's reports. `onAdd` is called after each. */
export function createReportBatch(onAdd: () => void): EngineReports & { take(): BatchedMessage[] } {
  let responses: Responses[] = []
  const last = new Map<string, Responses>()
  const verified = new Map<string, Verified>()
  let unknown: UnknownNamesFound[] = []
  let rows: Row[] = []

  return {
    responded({ pathId, status, isMismatch, webhookId, at }) {
      let same = last.get(pathId)
      if (same?.status !== status || same.isMismatch !== isMismatch) {
        same = { kind: 'responded', pathId, status, isMismatch, webhookIds: [], at: [] }
        responses.push(same)
        last.set(pathId, same)
      }
      same.webhookIds.push(webhookId)
      same.at.push(at)
      onAdd()
    },
    verified(path) {
      verified.set(path.pathId, path)
      onAdd()
    },
    unknownNames(found) {
      unknown.push(found)
      onAdd()
    },
    committed({ deliveries, events }) {
      const isEvent = new Set(events)
      for (const delivery of deliveries) rows.push(rowOf(delivery, isEvent.has(delivery)))
      onAdd()
    },
    take() {
      const batch: BatchedMessage[] = responses
      for (const one of verified.values()) batch.push({ kind: 'verified', ...one })
      for (const found of unknown) batch.push({ kind: 'unknown-names', ...found })
      if (rows.length > 0) batch.push({ kind: 'committed', rows: JSON.stringify(rows) })
      responses = []
      last.clear()
      verified.clear()
      unknown = []
      rows = []
      return batch
    },
  }
}

export function readCommitted(text: string): Committed {
  const rows = JSON.parse(text) as readonly Row[]
  const deliveries = rows.map(deliveryOf)
  return { deliveries, events: deliveries.filter((_, at) => rows[at]?.[0]) }
}

type Row = ReturnType<typeof rowOf>

const rowOf = (delivery: DeliverySummary, isEvent: boolean) =>
  [
    isEvent,
    delivery.id,
    delivery.workspaceId,
    delivery.endpointId,
    delivery.endpointUrl,
    delivery.webhookId,
    delivery.eventType,
    delivery.noteId,
    delivery.occurredAt,
    delivery.firstReceivedAt,
    delivery.lastReceivedAt,
    delivery.attempts,
    delivery.verdict,
    delivery.status,
    delivery.flags,
    delivery.starred,
    delivery.remark,
    delivery.responseMs,
  ] as const

const deliveryOf = (row: Row): DeliverySummary => ({
  id: row[1],
  workspaceId: row[2],
  endpointId: row[3],
  endpointUrl: row[4],
  webhookId: row[5],
  eventType: row[6],
  noteId: row[7],
  occurredAt: row[8],
  firstReceivedAt: row[9],
  lastReceivedAt: row[10],
  attempts: row[11],
  verdict: row[12],
  status: row[13],
  flags: row[14],
  starred: row[15],
  remark: row[16],
  responseMs: row[17],
})

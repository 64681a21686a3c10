import type { DeliverySummary } from '#shared/deliveries/model.ts'
import type { ListenerResponse } from '../listener/listener-responses.ts'
import type { Received, Verified } from './delivery-engine.ts'

/** What the engine says of deliveries, summed up: thousands come a second, and a message of each took 3 µs of the 85 of a delivery. */
export type News =
  | Responses
  | ({ readonly kind: 'verified' } & Verified)
  /** JSON of rows: see `readReceived`. Cloning objects takes longer. */
  | { readonly kind: 'received'; readonly rows: string }

/** The same response to requests on one path, one after another. */
export interface Responses extends Pick<ListenerResponse, 'pathId' | 'status' | 'isMismatch'> {
  readonly kind: 'responded'
  /** By request. */
  readonly webhookIds: string[]
  readonly at: string[]
}

/** Sums up what is said of deliveries until it is taken. */
export function createGatheredNews() {
  let responses: Responses[] = []
  /** By path. */
  const last = new Map<string, Responses>()
  const verified = new Map<string, Verified>()
  let rows: Row[] = []

  return {
    responded({ pathId, status, isMismatch, webhookId, at }: ListenerResponse) {
      let same = last.get(pathId)
      if (same?.status !== status || same.isMismatch !== isMismatch) {
        same = { kind: 'responded', pathId, status, isMismatch, webhookIds: [], at: [] }
        responses.push(same)
        last.set(pathId, same)
      }
      same.webhookIds.push(webhookId)
      same.at.push(at)
    },
    verified: (one: Verified) => void verified.set(one.pathId, one),
    received({ deliveries, events }: Received) {
      const isEvent = new Set(events)
      for (const delivery of deliveries) rows.push(rowOf(delivery, isEvent.has(delivery)))
    },
    take(): News[] {
      const news: News[] = responses
      for (const one of verified.values()) news.push({ kind: 'verified', ...one })
      if (rows.length > 0) news.push({ kind: 'received', rows: JSON.stringify(rows) })
      responses = []
      last.clear()
      verified.clear()
      rows = []
      return news
    },
  }
}

export function readReceived(text: string): Received {
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
})

import type { SQLOutputValue } from 'node:sqlite'
import type { Sql } from '#core/database/sql.ts'
import type { DeliveryFlag, DeliverySummary, Verdict, VerificationTrace } from '#shared/deliveries/model.ts'
import { readSimulatedResponse } from '#shared/deliveries/responses/recorded-response.ts'
import type { ResponseName } from '../listener/listener-responses.ts'
import { bytes, readFlags } from './delivery-from-row.ts'
import type { PayloadSummary } from './payload.ts'
import { traceText } from './trace-text.ts'

/** A request on a known path with all three headers well-formed, and the result of its verification. */
export interface IncomingDelivery {
  readonly pathId: string
  readonly workspaceId: string | null
  readonly endpointId: string | null
  readonly endpointUrl: string | null
  /** ISO time, on this computer's clock. */
  readonly receivedAt: string
  readonly webhookId: string
  readonly webhookTimestamp: string
  readonly rawHeaders: readonly string[]
  readonly body: Uint8Array
  readonly verdict: Verdict
  readonly trace: VerificationTrace
  readonly flags: readonly DeliveryFlag[]
  /** The status that the service received. See `statusSeen`. */
  readonly status: number
  readonly answer: string
  /** Monotonic time of the body's last byte. */
  readonly completeMs: number
  readonly delayMs: number
}

/** A delivery and the time from its body's last byte to its response. */
export type TimedDelivery = IncomingDelivery & Pick<DeliverySummary, 'responseMs'>

export type FinalAnswer = Pick<TimedDelivery, 'status' | 'answer' | 'responseMs'>

export type OnePath = Pick<IncomingDelivery, 'pathId' | 'workspaceId' | 'endpointId'>

export type DeliveryRows = ReturnType<typeof createDeliveryRows>

export type StoreOutcome = Extract<ResponseName, 'stored' | 'duplicate' | 'body_changed'>

/** Maximum number of attempts to store per delivery, so that a replayed request can't fill the disk. */
export const attemptsListed = 100
export const variantsKept = 5

/** Prepared statements for storing deliveries. They must run inside a transaction. */
export function createDeliveryRows(sql: Sql) {
  const insert =
    sql.prepare(`INSERT INTO deliveries (path_id, workspace_id, endpoint_id, webhook_id, webhook_timestamp, event_type, note_id,
    occurred_at, first_received_at, last_received_at, attempts, verified, verdict, status, response_ms, response, flags,
    endpoint_url, trace, headers, body)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`)
  const findEvent = sql.prepare(
    'SELECT id, attempts, flags, body FROM deliveries WHERE path_id = ? AND webhook_id = ? AND verified = 1',
  )
  const addTry = sql.prepare(
    'UPDATE deliveries SET attempts = attempts + 1, last_received_at = ?, status = ?, response_ms = ?, flags = ? WHERE id = ?',
  )
  const insertAttempt = sql.prepare(
    'INSERT INTO attempts (delivery_id, received_at, webhook_timestamp, verdict, status, response) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const listVariants = sql.prepare('SELECT body FROM variants WHERE delivery_id = ?')
  const insertVariant = sql.prepare(
    'INSERT INTO variants (delivery_id, received_at, webhook_timestamp, headers, body) VALUES (?, ?, ?, ?, ?)',
  )
  const setStatus = sql.prepare(
    'UPDATE deliveries SET status = ?, response_ms = ? WHERE id = ? AND last_received_at = ?',
  )
  const setFirstAnswer = sql.prepare(
    'UPDATE deliveries SET response = ? WHERE id = ? AND first_received_at = ?',
  )
  const setLaterAnswer = sql.prepare(
    'UPDATE attempts SET status = ?, response = ? WHERE delivery_id = ? AND received_at = ?',
  )
  const setDescription = sql.prepare(
    'UPDATE deliveries SET event_type = ?, note_id = ?, occurred_at = ?, flags = ? WHERE id = ?',
  )
  const findFlags = sql.prepare('SELECT flags FROM deliveries WHERE id = ?')
  const adopt = sql.prepare('UPDATE deliveries SET endpoint_id = ? WHERE path_id = ? AND endpoint_id IS NULL')

  const insertRow = (a: TimedDelivery, verified: 0 | 1, payload: PayloadSummary) => {
    return insert.run(
      a.pathId,
      a.workspaceId,
      a.endpointId,
      a.webhookId,
      a.webhookTimestamp,
      payload.eventType,
      payload.noteId,
      payload.occurredAt,
      a.receivedAt,
      a.receivedAt,
      verified,
      a.verdict,
      a.status,
      a.responseMs,
      a.answer,
      JSON.stringify(union(a.flags, payload.flags)),
      a.endpointUrl,
      traceText(a.trace),
      headersText(a.rawHeaders),
      a.body,
    )
  }

  const foldIn = (incoming: TimedDelivery): { readonly id: number; readonly outcome: StoreOutcome } => {
    const event = findEvent.get(incoming.pathId, incoming.webhookId) ?? {}
    const id = Number(event.id)
    const isSame = sameBytes(event.body, incoming.body)
    const outcome = isSame ? 'duplicate' : 'body_changed'
    const flags = union(readFlags(event.flags), isSame ? incoming.flags : [...incoming.flags, 'body-changed'])
    addTry.run(incoming.receivedAt, incoming.status, incoming.responseMs, JSON.stringify(flags), id)
    if (Number(event.attempts) < attemptsListed) {
      insertAttempt.run(
        id,
        incoming.receivedAt,
        incoming.webhookTimestamp,
        incoming.verdict,
        readSimulatedResponse(incoming.answer)?.status ?? incoming.status,
        incoming.answer === 'stored' ? outcome : incoming.answer,
      )
    }
    if (!isSame) {
      const variants = listVariants.all(id)
      const isNew = !variants.some((variant) => sameBytes(variant.body, incoming.body))
      if (isNew && variants.length < variantsKept) {
        const headers = headersText(incoming.rawHeaders)
        insertVariant.run(id, incoming.receivedAt, incoming.webhookTimestamp, headers, incoming.body)
      }
    }
    return { id, outcome }
  }

  return {
    /** Stores a verified delivery as a new event, or as another attempt of a known event. Never replaces the first body. */
    insertVerified(
      incoming: TimedDelivery,
      payload: PayloadSummary,
    ): { readonly id: number; readonly outcome: StoreOutcome } {
      const { changes, lastInsertRowid } = insertRow(incoming, 1, payload)
      return Number(changes) === 1 ? { id: Number(lastInsertRowid), outcome: 'stored' } : foldIn(incoming)
    },
    setAnswer(id: number, receivedAt: string, { status, answer, responseMs }: FinalAnswer) {
      setStatus.run(status, responseMs, id, receivedAt)
      if (Number(setLaterAnswer.run(status, answer, id, receivedAt).changes) === 0)
        setFirstAnswer.run(answer, id, receivedAt)
    },
    insertUnverified(incoming: TimedDelivery, payload: PayloadSummary): number {
      return Number(insertRow(incoming, 0, payload).lastInsertRowid)
    },
    describe(id: number, reading: PayloadSummary) {
      const flags = union(readFlags(findFlags.get(id)?.flags), reading.flags)
      setDescription.run(reading.eventType, reading.noteId, reading.occurredAt, JSON.stringify(flags), id)
    },
    adopt: (pathId: string, endpointId: string) => Number(adopt.run(endpointId, pathId).changes),
  }
}

export function summaryOf(id: number, incoming: TimedDelivery, payload: PayloadSummary): DeliverySummary {
  const { workspaceId, endpointId, endpointUrl, webhookId, receivedAt, verdict, status, responseMs } =
    incoming
  const { eventType, noteId, occurredAt } = payload
  return {
    id,
    workspaceId,
    endpointId,
    endpointUrl,
    webhookId,
    eventType,
    noteId,
    occurredAt,
    firstReceivedAt: receivedAt,
    lastReceivedAt: receivedAt,
    attempts: 1,
    verdict,
    status,
    responseMs,
    flags: union(incoming.flags, payload.flags),
    starred: false,
    remark: '',
  }
}

function union(known: readonly DeliveryFlag[], more: readonly DeliveryFlag[]): DeliveryFlag[] {
  if (more.length === 0) return [...known]
  return [...new Set([...known, ...more])]
}

function headersText(rawHeaders: readonly string[]): string {
  const result: [string, string][] = []
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    result.push([rawHeaders[at] ?? '', rawHeaders[at + 1] ?? ''])
  }
  return JSON.stringify(result)
}

function sameBytes(a: SQLOutputValue | undefined, b: Uint8Array): boolean {
  return Buffer.compare(bytes(a), b) === 0
}

import type { SQLOutputValue } from 'node:sqlite'
import { DeliveryDetail, type DeliveryFlag, DeliverySummary } from '#shared/deliveries/model.ts'
import { readSimulatedResponse } from '#shared/deliveries/responses/recorded-response.ts'
import { statusOf } from '../listener/listener-responses.ts'
import { annotationColumns } from './annotations.ts'
import { readTrace } from './trace-text.ts'

type Row = Record<string, SQLOutputValue>

export const summaryColumns = `id, workspace_id AS workspaceId, endpoint_id AS endpointId, webhook_id AS webhookId,
  event_type AS eventType, note_id AS noteId, occurred_at AS occurredAt, first_received_at AS firstReceivedAt, last_received_at AS lastReceivedAt, attempts, verdict,
  status, response_ms AS responseMs, flags, endpoint_url AS endpointUrl, ${annotationColumns}`

export function summary(row: Row): DeliverySummary {
  return DeliverySummary.parse({ ...row, flags: readFlags(row.flags), starred: row.starred === 1 })
}

export function detail(row: Row, laterAttempts: readonly Row[]): DeliveryDetail {
  const { webhookTimestamp, verdict, answer } = row
  // `row.status` is the status of the last attempt, and `answer` describes the response to the first one.
  const given = readSimulatedResponse(String(answer))?.status
  // For a stale or future request, `row.status` comes from a retry that is stored as another delivery.
  const isFirst = laterAttempts.length > 0 || verdict === 'stale' || verdict === 'future'
  const status = given ?? (isFirst ? (statusOf(String(answer)) ?? 200) : row.status)
  const first = { receivedAt: row.firstReceivedAt, webhookTimestamp, verdict, status, answer }
  const headers = DeliveryDetail.shape.headers.parse(JSON.parse(String(row.headers)))
  const body = bytes(row.body)
  return DeliveryDetail.parse({
    ...row,
    flags: readFlags(row.flags),
    starred: row.starred === 1,
    headers,
    bodyBase64: Buffer.from(body).toString('base64'),
    attemptLog: [first, ...laterAttempts],
    trace: readTrace(String(row.trace), headers, body.length),
  })
}

export function readFlags(value: SQLOutputValue | undefined): DeliveryFlag[] {
  return DeliverySummary.shape.flags.parse(JSON.parse(String(value ?? '[]')))
}

export function bytes(value: SQLOutputValue | undefined): Uint8Array {
  return value instanceof Uint8Array ? value : new Uint8Array()
}

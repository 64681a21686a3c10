import type { Sql } from '#core/database/sql.ts'
import type { DeliveryFlag, Verdict } from '#shared/deliveries/model.ts'
import { statusOf } from '../listener/listener-responses.ts'
import { type PathSecrets, verify } from '../listener/verify.ts'
import { readWebhookHeaders } from '../listener/webhook-headers.ts'
import { createAnnotations } from './annotations.ts'
import { bytes, readFlags } from './delivery-from-row.ts'
import { attemptsListed, type DeliveryRows, type OnePath, variantsKept } from './delivery-rows.ts'
import type { createNewestEvents } from './events/newest-events.ts'
import { readPayload } from './payload.ts'
import { createStoredRequests, type JudgedRequest } from './stored-requests.ts'
import { traceText } from './trace-text.ts'

export interface Reverified {
  readonly judged: number
  readonly verifying: number
  readonly lastAt: string | null
}

/** Number of verified deliveries that are also checked against the new secret. Their verdicts don't change. */
const eventsTried = 100

/** Verifies stored deliveries again. The statements must run inside a transaction. */
export function createReverification(
  sql: Sql,
  rows: Pick<DeliveryRows, 'describe'>,
  newestEvents: Pick<ReturnType<typeof createNewestEvents>, 'add'>,
) {
  const requests = createStoredRequests(sql)
  // Skips stale and future deliveries, whose signatures are already valid.
  const listUnverified = sql.prepare(
    "SELECT id FROM deliveries WHERE path_id = ? AND verified = 0 AND verdict NOT IN ('stale', 'future') ORDER BY id",
  )
  const listEvents = sql.prepare(
    `SELECT id FROM deliveries WHERE workspace_id IS ? AND endpoint_id IS ? AND path_id = ? AND verified = 1
     ORDER BY id DESC LIMIT ?`,
  )
  const findEvent =
    sql.prepare(`SELECT id, attempts, flags, first_received_at AS receivedAt, webhook_timestamp AS
    webhookTimestamp, verdict, response AS answer, body FROM deliveries WHERE path_id = ? AND webhook_id = ? AND verified = 1`)
  const setVerdict = sql.prepare('UPDATE deliveries SET verified = ?, verdict = ?, trace = ? WHERE id = ?')
  const addTry = sql.prepare(`UPDATE deliveries SET attempts = attempts + 1, flags = ?2,
    status = CASE WHEN last_received_at > ?3 THEN status ELSE ?4 END,
    response_ms = CASE WHEN last_received_at > ?3 THEN response_ms
      ELSE (SELECT other.response_ms FROM deliveries AS other WHERE other.id = ?5) END,
    last_received_at = max(last_received_at, ?3) WHERE id = ?1`)
  const setFirst = sql.prepare(
    'UPDATE deliveries SET first_received_at = ?, webhook_timestamp = ?, response = ? WHERE id = ?',
  )
  const insertAttempt =
    sql.prepare(`INSERT INTO attempts (delivery_id, received_at, webhook_timestamp, verdict, status,
    response) VALUES (?, ?, ?, ?, ?, ?)`)
  const insertVariant =
    sql.prepare(`INSERT INTO variants (delivery_id, received_at, webhook_timestamp, headers, body)
    SELECT ?1, first_received_at, webhook_timestamp, headers, body FROM deliveries AS other WHERE id = ?2
    AND (SELECT count(*) FROM variants WHERE delivery_id = ?1) < ?3
    AND NOT EXISTS (SELECT 1 FROM variants WHERE delivery_id = ?1 AND body = other.body)`)
  const annotations = createAnnotations(sql)
  const remove = sql.prepare('DELETE FROM deliveries WHERE id = ?')

  /** Adds a delivery to an event that is already stored, as another attempt with the response that it received. */
  const fold = (row: JudgedRequest, verdict: Verdict): boolean => {
    const event = findEvent.get(row.pathId, row.webhookId)
    if (!event) return false
    const id = Number(event.id)
    const isSame = Buffer.compare(bytes(event.body), row.body) === 0
    const more: readonly DeliveryFlag[] = isSame ? row.flags : [...row.flags, 'body-changed']
    const flags = JSON.stringify([...new Set([...readFlags(event.flags), ...more])])
    const status = statusOf(row.answer) ?? row.status
    const own = [row.receivedAt, row.webhookTimestamp, verdict, status, row.answer] as const
    const firstAt = String(event.receivedAt)
    const answer = String(event.answer)
    const isEarlier = row.receivedAt < firstAt
    const later = isEarlier
      ? ([
          firstAt,
          String(event.webhookTimestamp),
          String(event.verdict),
          statusOf(answer) ?? 200,
          answer,
        ] as const)
      : own
    if (isEarlier) setFirst.run(row.receivedAt, row.webhookTimestamp, row.answer, id)
    if (Number(event.attempts) < attemptsListed) insertAttempt.run(id, ...later)
    if (!isSame) insertVariant.run(id, row.id, variantsKept)
    addTry.run(id, flags, row.receivedAt, row.status, row.id)
    annotations.move(row.id, id)
    remove.run(row.id)
    return true
  }

  return {
    /**
     * Verifies a path's stored deliveries with its current secrets, each at the time it arrived. A delivery that passes becomes
     * an event, or another attempt of the event with its id. Deliveries that an earlier secret verified keep their verdicts.
     */
    reverify(path: OnePath, secrets: PathSecrets, toleranceSeconds: number): Reverified {
      const { pathId, workspaceId, endpointId } = path
      let judged = 0
      let verifying = 0
      let lastAt: string | null = null
      const ids = [
        ...listUnverified.all(pathId),
        ...listEvents.all(workspaceId, endpointId, pathId, eventsTried),
      ]
      for (const { id } of ids) {
        const row = requests.find(Number(id))
        const reading = row && readWebhookHeaders(row.headers.flat())
        if (!row || !reading?.ok) continue
        const at = new Date(row.receivedAt)
        const { verdict, trace } = verify(reading.headers, row.body, secrets, at, toleranceSeconds)
        judged += 1
        if (trace.signature === 'valid') {
          verifying += 1
          if (lastAt === null || row.receivedAt > lastAt) lastAt = row.receivedAt
        }
        if (row.isVerified) continue
        const payload = trace.signature === 'valid' ? readPayload(row.body, row.webhookId) : null
        if (verdict === 'verified' && payload) {
          newestEvents.add({ workspaceId, endpointId: row.endpointId ?? endpointId }, payload)
        }
        if (verdict === 'verified' && fold(row, verdict)) continue
        setVerdict.run(verdict === 'verified' ? 1 : 0, verdict, traceText(trace), row.id)
        if (payload) rows.describe(row.id, payload)
      }
      return { judged, verifying, lastAt }
    },
  }
}

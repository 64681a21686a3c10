import type { SQLOutputValue } from 'node:sqlite'
import { Send } from '#shared/receivers/model.ts'

/** SQL expression for a text field of a composed body. `NULL` if the body isn't JSON or is longer than 16 KB. */
const ofBody = (name: string) => `CASE WHEN delivery_id IS NULL AND length(edited_body) < 16384 AND
    json_valid(${bodyText}) AND json_type(${bodyText}, '$.${name}') = 'text'
  THEN substr(json_extract(${bodyText}, '$.${name}'), 1, 256) END`
const bodyText = `ltrim(CAST(edited_body AS TEXT), char(65279))`

export const sendColumns = `sends.id AS id, sends.workspace_id AS workspaceId, receiver_id AS receiverId, delivery_id AS deliveryId,
  coalesce(deliveries.endpoint_id, sends.endpoint_id) AS endpointId,
  coalesce(deliveries.event_type, ${ofBody('event_type')}) AS eventType,
  coalesce(deliveries.note_id, ${ofBody('note_id')}) AS noteId, sends.webhook_id AS webhookId, mode, cause, job_id AS jobId, at,
  url, sends.status AS status, problem, sentence, phases, sends.verdict AS verdict`
/** SQL condition for sends with a 2xx response. `row` is the table or its alias. Must match `hasPassed` in the store. */
export const passedOf = (row: string) =>
  `ifnull(${row}.status BETWEEN 200 AND 299, 0) AND ${row}.problem IS NULL`
export const sendsJoined = 'FROM sends LEFT JOIN deliveries ON deliveries.id = delivery_id'

export function sendOf(row: Record<string, SQLOutputValue>): Send {
  const { problem, sentence } = row
  return Send.parse({
    ...row,
    simulated: row.mode === 'edited',
    problem: problem === null ? null : { code: problem, sentence },
    phases: JSON.parse(String(row.phases)),
  })
}

import { inTransaction, type Sql, storageRefused, textOrNull } from '#core/database/sql.ts'
import { Send, type SendDetail, SendRequest, type SendVerdict } from '#shared/receivers/model.ts'
import type { Header } from './headers.ts'
import { passedOf, sendColumns, sendOf, sendsJoined } from './send-row.ts'

export interface NewSend extends Omit<Send, 'id' | 'verdict' | 'eventType' | 'noteId'> {
  readonly request: {
    readonly headers: readonly Header[]
    readonly leftOut: readonly string[]
    readonly replaced: readonly string[]
  } | null
  readonly response: SendDetail['response']
  /** The body that was sent, or `null` if it was that of the delivery. */
  readonly editedBody: Uint8Array | null
}

export interface StoredSend {
  readonly send: Send
  readonly request: NewSend['request']
  readonly response: SendDetail['response']
  readonly editedBody: Uint8Array | null
}

export type SendStore = ReturnType<typeof createSendStore>

/** Time in milliseconds for which sends are collected for one commit. */
const gatherMs = 20
const batchSize = 64
const storedOfDelivery = 100
/** Maximum number of sends without a delivery to store, per receiver and mode. */
const storedComposed = 200

/** SQL condition for sends that show how a receiver responds. Composed requests, and those that were not made, don't. */
const wasJudged = `mode <> 'edited' AND (problem IS NULL OR problem NOT IN
  ('address', 'approval', 'unsigned', 'headers', 'locked', 'unverified', 'gone', 'unsendable', 'stopped'))`

export function createSendStore(sql: Sql, storeProblem: () => string | null) {
  const insert =
    sql.prepare(`INSERT INTO sends (workspace_id, receiver_id, delivery_id, job_id, mode, cause, at, url, webhook_id,
    status, problem, sentence, verdict, phases, request, response, response_body, edited_body, endpoint_id)
    SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19
    WHERE EXISTS (SELECT 1 FROM receivers WHERE id = ?2) AND (?3 IS NULL OR EXISTS (SELECT 1 FROM deliveries WHERE id = ?3))`)
  const previous = sql.prepare(
    `SELECT status, problem FROM sends WHERE delivery_id = ? AND receiver_id = ? AND ${wasJudged} ORDER BY id DESC LIMIT 1`,
  )
  const trim =
    sql.prepare(`DELETE FROM sends WHERE id = (SELECT id FROM sends WHERE delivery_id = ? AND receiver_id = ?
    ORDER BY id DESC LIMIT 1 OFFSET ${storedOfDelivery})`)
  const trimComposed =
    sql.prepare(`DELETE FROM sends WHERE id = (SELECT id FROM sends WHERE receiver_id = ? AND delivery_id IS NULL AND mode = ?
    ORDER BY id DESC LIMIT 1 OFFSET ${storedComposed})`)
  const find = sql.prepare(
    `SELECT ${sendColumns}, request, sends.response AS response, response_body AS responseBody, edited_body AS editedBody ${sendsJoined} WHERE sends.id = ?`,
  )
  const last = sql.prepare(
    `SELECT ${sendColumns} ${sendsJoined} WHERE receiver_id = ? AND mode <> 'edited' AND problem IS NOT 'stopped'
     ORDER BY sends.id DESC LIMIT 1`,
  )
  const lastSome = sql.prepare(
    `SELECT count(*) AS n, sum(passed) AS passed FROM (SELECT (${passedOf('sends')}) AS passed FROM sends
     WHERE receiver_id = ? AND ${wasJudged} ORDER BY id DESC LIMIT ?)`,
  )
  const firstFailure = sql.prepare(
    `SELECT min(at) AS at FROM sends WHERE receiver_id = ?1 AND ${wasJudged} AND id >
       coalesce((SELECT max(id) FROM sends WHERE receiver_id = ?1 AND ${wasJudged} AND ${passedOf('sends')}), 0)`,
  )
  const results = sql.prepare(
    `SELECT ${sendColumns} ${sendsJoined} WHERE sends.workspace_id = ?1 AND sends.id IN
       (SELECT max(id) FROM sends WHERE delivery_id IN (SELECT value FROM json_each(?2)) AND mode <> 'edited'
         AND problem IS NOT 'stopped' GROUP BY delivery_id, receiver_id)
     ORDER BY sends.id`,
  )
  const dropOfReceiver = sql.prepare(
    'DELETE FROM sends WHERE id IN (SELECT id FROM sends WHERE receiver_id = ? LIMIT ?)',
  )
  const dropOfWorkspace = sql.prepare(
    'DELETE FROM sends WHERE id IN (SELECT id FROM sends WHERE workspace_id = ? LIMIT ?)',
  )
  let waiting: { send: NewSend; resolve: (send: Send) => void; reject: (error: unknown) => void }[] = []
  let timer: NodeJS.Timeout | undefined

  const write = (send: NewSend): Send => {
    const { deliveryId, receiverId, status, problem } = send
    const passed = hasPassed(send)
    const wasSent = problem === null || !unsent.has(problem.code)
    const before =
      deliveryId === null || send.simulated || !wasSent ? undefined : previous.get(deliveryId, receiverId)
    const verdict = before ? verdictOf(hasPassed(before), passed) : null
    const { bodyBase64, ...response } = send.response ?? { bodyBase64: '' }
    const { changes, lastInsertRowid } = insert.run(
      send.workspaceId,
      receiverId,
      deliveryId,
      send.jobId,
      send.mode,
      send.cause,
      send.at,
      send.url,
      send.webhookId,
      status,
      problem?.code ?? null,
      problem?.sentence ?? null,
      verdict,
      JSON.stringify(send.phases),
      send.request && JSON.stringify(send.request),
      send.response && JSON.stringify(response),
      send.response && Buffer.from(bodyBase64, 'base64'),
      send.editedBody,
      send.endpointId,
    )
    if (deliveryId === null) trimComposed.run(receiverId, send.mode)
    else trim.run(deliveryId, receiverId)
    const row = Number(changes) === 1 ? find.get(lastInsertRowid) : undefined
    // Used if there is no row, because the delivery or the receiver was deleted during the send.
    const gone = { eventType: null, noteId: null }
    return row ? sendOf(row) : Send.parse({ ...send, ...gone, id: 0, verdict })
  }

  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const batch = waiting
    waiting = []
    if (batch.length === 0) return
    try {
      const sends = inTransaction(sql, () => batch.map(({ send }) => write(send)))
      for (const [at, { resolve }] of batch.entries()) {
        const send = sends[at]
        if (send) resolve(send)
      }
    } catch (error) {
      const refused = storageRefused(error, storeProblem()) ?? error
      for (const { reject } of batch) reject(refused)
    }
  }

  return {
    /** Stores a send. Rejects with `storage` if that fails. */
    record(send: NewSend): Promise<Send> {
      return new Promise((resolve, reject) => {
        waiting.push({ send, resolve, reject })
        if (waiting.length >= batchSize) flush()
        else timer ??= setTimeout(flush, gatherMs)
      })
    },
    get(id: number): StoredSend | null {
      const row = find.get(id)
      if (!row) return null
      const { editedBody, responseBody } = row
      const response = typeof row.response === 'string' ? (JSON.parse(row.response) as object) : null
      const body = responseBody instanceof Uint8Array ? Buffer.from(responseBody).toString('base64') : ''
      return {
        send: sendOf(row),
        request: typeof row.request === 'string' ? readRequest(row.request) : null,
        response: response && ({ ...response, bodyBase64: body } as SendDetail['response']),
        editedBody: editedBody instanceof Uint8Array ? editedBody : null,
      }
    },
    results: (workspaceId: string, deliveryIds: readonly number[]): Send[] =>
      results.all(workspaceId, JSON.stringify(deliveryIds)).map(sendOf),
    /**
     * Returns the last send to a receiver. Ignores sends that were stopped, and composed ones, which may be faulty on purpose.
     */
    last(receiverId: string): Send | null {
      const row = last.get(receiverId)
      return row ? sendOf(row) : null
    },
    /**
     * Returns the time of the first failure since the last success, if at least the last `sends` sends to a receiver all failed.
     * Composed requests, and those that were not made, don't count.
     */
    failingSince(receiverId: string, sends: number): string | null {
      const row = lastSome.get(receiverId, sends)
      return row?.n === sends && row.passed === 0 ? textOrNull(firstFailure.get(receiverId)?.at) : null
    },
    dropOfReceiver: (receiverId: string, most: number) =>
      Number(dropOfReceiver.run(receiverId, most).changes),
    dropOfWorkspace: (workspaceId: string, most: number) =>
      Number(dropOfWorkspace.run(workspaceId, most).changes),
    close: flush,
  }
}

export function hasPassed(options: { readonly status?: unknown; readonly problem?: unknown }): boolean {
  const { status, problem } = options
  return typeof status === 'number' && status >= 200 && status <= 299 && (problem ?? null) === null
}

const unsent: ReadonlySet<string> = new Set([
  ...['address', 'approval', 'unsigned', 'headers', 'locked', 'unverified', 'gone', 'unsendable', 'stopped'],
])

function verdictOf(before: boolean, now: boolean): SendVerdict {
  if (before) return now ? 'still-passing' : 'regressed'
  return now ? 'fixed' : 'still-failing'
}

const StoredRequest = SendRequest.pick({ headers: true, leftOut: true, replaced: true })

const readRequest = (text: string) => StoredRequest.parse(JSON.parse(text))

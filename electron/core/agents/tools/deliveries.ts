import { redactedHeaders } from '#core/deliveries/index.ts'
import { type DeliveryFilter, parseDeliveryFilter } from '#shared/deliveries/filter/filter.ts'
import { matchesFilter } from '#shared/deliveries/filter/filter-matching.ts'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import type { InputOf } from '#shared/rpc/contract.ts'
import { numberIn, pieceOf } from '../answers.ts'
import { assertFilter } from '../input-problem.ts'
import { noWorkspace, type RunTool, type ToolContext } from '../run-tool.ts'
import { deliveryRow } from './delivery-row.ts'
import { answeredSends } from './sends.ts'
import { listenerWarnings } from './status.ts'

const searchMs = 1_000
const countMs = 200

export const list: RunTool<'deliveries_list'> = async ({ q, endpoint, note, limit }, context) => {
  assertFilter(q)
  const { client, signal, cursor, clock } = context
  const filter = { q, endpointId: endpoint, noteId: note }
  const until = clock.monotonicMs() + searchMs
  const found: DeliverySummary[] = []
  let before = numberIn(cursor)
  let hasMore = true
  while (found.length < limit && hasMore && clock.monotonicMs() < until) {
    const page = await client.call(
      'deliveries.list',
      { ...filter, before, limit: limit - found.length },
      { signal },
    )
    found.push(...page.deliveries)
    hasMore = page.hasMore
    before = page.reached ?? page.deliveries.at(-1)?.id ?? before
  }
  return {
    rows: found.map(deliveryRow),
    more: {
      hasMore,
      after: (kept) => (kept < found.length ? (found[kept - 1]?.id ?? before) : before),
    },
    matching: await countOf(context, filter),
    warnings: listenerWarnings(await client.call('listener.status')),
    open: '#/',
  }
}

export const show: RunTool<'deliveries_show'> = async ({ id, from }, { client, signal, redactor }) => {
  const delivery = await client.call('deliveries.get', { id }, { signal })
  const [diagnosis, results] = await Promise.all([
    delivery.verdict === 'verified' ? null : client.call('deliveries.diagnose', { id }),
    client.call('receivers.results', { deliveryIds: [id] }),
  ])
  const whole = Buffer.from(delivery.bodyBase64, 'base64')
  const { body, end } = pieceOf(whole, from, mostBody)
  const headers = redactedHeaders(delivery.headers, redactor)
  const shownHeaders = fitting(headers, mostHeaders)
  const attempts = delivery.attemptLog.slice(-mostAttempts)
  return {
    delivery: deliveryRow(delivery),
    bodyBytes: whole.length,
    trace: delivery.trace,
    diagnosis: diagnosis?.conclusion ?? null,
    attempts: attempts.map(({ receivedAt, ...attempt }) => ({ at: receivedAt, ...attempt })),
    sends: await answeredSends({ client }, results.sends.slice(-mostSends)),
    waiting: results.pending.flatMap(({ receiverId: receiver, why }) =>
      why === null ? [] : [{ receiver, why }],
    ),
    untrusted: { headers: shownHeaders, body },
    more: { of: 'sends' },
    truncated: end < whole.length || shownHeaders.length < headers.length,
    matching: 1,
    warnings: [
      end < whole.length && `The body is cut. Pass ${end} as \`from\` for the rest.`,
      shownHeaders.length < headers.length && 'Some headers are left out.',
      attempts.length < delivery.attemptLog.length && `Only the last ${mostAttempts} attempts are shown.`,
    ],
    open: `#/inspector/${id}`,
  }
}

/** Maximum sizes of a delivery's body and headers in an answer, in bytes of JSON. The rest of the answer is for its sends. */
const mostBody = 8_192
const mostHeaders = 4_096
const mostAttempts = 10
const mostSends = 5

function fitting<Row>(rows: readonly Row[], most: number): Row[] {
  let bytes = 0
  return rows.filter((row) => {
    bytes += Buffer.byteLength(JSON.stringify(row)) + 1
    return bytes <= most
  })
}

export const wait: RunTool<'deliveries_wait'> = async ({ q, after, count, timeout, retries }, context) => {
  assertFilter(q)
  const filter = parseDeliveryFilter(q)
  const { client, signal, waiting } = context
  const workspaceId = context.workspace?.id
  if (workspaceId === undefined) throw noWorkspace()
  const from = await waiting.from(client, workspaceId, after)
  const matching = async (ids: readonly number[]) =>
    (await client.call('deliveries.list', { q, ids: [...ids], limit: idsAtOnce })).deliveries
  const { rows, mark } = await waiting.deliveries.wait({
    mark: from.delivery,
    count,
    timeoutMs: timeout * 1000,
    repeats: retries,
    signal,
    key: JSON.stringify([workspaceId, q]),
    matching: (arrived) => matchingOf(arrived, workspaceId, filter, matching),
    async stored(afterId, upToId) {
      const found: DeliverySummary[] = []
      for (let first = afterId + 1; first <= upToId && found.length <= count; first += idsAtOnce) {
        const last = Math.min(upToId, first + idsAtOnce - 1)
        const page = await matching(Array.from({ length: last - first + 1 }, (_, at) => first + at))
        found.push(...page.toReversed())
        signal.throwIfAborted()
      }
      return found
    },
  })
  return {
    rows: rows.map(deliveryRow),
    after: waiting.encode({ ...from, delivery: mark }),
    outcome: rows.length < count ? 'timed-out' : 'done',
    warnings: rows.length < count ? listenerWarnings(await client.call('listener.status')) : [],
    open: '#/',
  }
}

export const idsAtOnce = 200

/**
 * Returns the arrived deliveries that match. Reads only those that may match, because comparing every delivery with every filter
 * in the database would slow down receiving.
 */
export async function matchingOf(
  arrived: readonly DeliverySummary[],
  workspaceId: string,
  filter: DeliveryFilter,
  read: (ids: readonly number[]) => Promise<readonly DeliverySummary[]>,
): Promise<readonly DeliverySummary[]> {
  const possible = arrived.filter(
    (one) => one.workspaceId === workspaceId && matchesFilter(filter, one) !== false,
  )
  const found: DeliverySummary[] = []
  for (let at = 0; at < possible.length; at += idsAtOnce)
    found.push(...(await read(possible.slice(at, at + idsAtOnce).map(({ id }) => id))))
  return found
}

/** Counts the matching deliveries. Returns `null` if that takes too long. */
async function countOf(
  { client, signal, clock }: ToolContext,
  filter: InputOf<'deliveries.count'>['filter'],
): Promise<number | null> {
  const until = clock.monotonicMs() + countMs
  let matching = 0
  let before: number | undefined
  do {
    const step = await client.call('deliveries.count', { filter, before }, { signal })
    matching += step.matching
    if (step.next === null) return matching
    before = step.next
  } while (clock.monotonicMs() < until)
  return null
}

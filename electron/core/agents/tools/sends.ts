import { hasPassed, type NowWaiting, reasonToWait } from '#core/receivers/index.ts'
import type { ToolOutput } from '#shared/agents/tools.ts'
import type { Send, SendDetail } from '#shared/receivers/model.ts'
import type { Client } from '#shared/rpc/client.ts'
import type { InputOf } from '#shared/rpc/contract.ts'
import { numberIn, pieceOf } from '../answers.ts'
import { gatherMs } from '../arrivals.ts'
import { noWorkspace, type RunTool, type ToolContext, type Warning } from '../run-tool.ts'
import { deliveryRow } from './delivery-row.ts'

export const list: RunTool<'sends_list'> = async ({ receiver, delivery, job, failed, limit }, context) => {
  const { client, signal, cursor } = context
  const before = numberIn(cursor)
  const query = { receiverId: receiver, deliveryId: delivery, jobId: job, failed, limit }
  const { sends, hasMore, total } = await client.call('receivers.sends', { ...query, before }, { signal })
  return {
    rows: sends.map(sendRow),
    more: { hasMore, after: (kept) => sends[kept - 1]?.id ?? before },
    matching: total,
    open: '#/receivers',
  }
}

/** Yields the pages of the stored sends, newest first. */
export async function* sendPages(
  client: Client,
  query: InputOf<'receivers.sends'>,
  signal?: AbortSignal,
): AsyncGenerator<readonly Send[]> {
  let before: number | undefined
  for (let hasMore = true; hasMore; ) {
    const page = await client.call('receivers.sends', { ...query, before, limit: 200 }, { signal })
    yield page.sends
    before = page.sends.at(-1)?.id
    hasMore = page.hasMore
  }
}

/** Maximum number of waiting deliveries in an answer. */
const mostWaiting = 20

export const wait: RunTool<'sends_wait'> = async ({ receiver, delivery, after, count, timeout }, context) => {
  const { client, signal, waiting } = context
  const workspaceId = context.workspace?.id
  if (workspaceId === undefined) throw noWorkspace()
  const from = await waiting.from(client, workspaceId, after)
  const isOf = (of: string, receiverId: string, deliveryId: number | null) =>
    of === workspaceId &&
    (receiver === undefined || receiver === receiverId) &&
    (delivery === undefined || delivery === deliveryId)
  const isWanted = (send: Send) => isOf(send.workspaceId, send.receiverId, send.deliveryId)
  const isWantedWaiting = (one: NowWaiting) => isOf(one.workspaceId, one.receiver, one.delivery)
  const backlog = () => waiting.backlogAfter(from.backlog, mostWaiting, isWantedWaiting)
  const { promise: until, resolve: endWait } = Promise.withResolvers<void>()
  const stop = waiting.onDidWait((added) => {
    if (added.some(isWantedWaiting)) setTimeout(endWait, gatherMs).unref()
  })
  if (backlog().rows.length > 0) endWait()
  const sent = waiting.sends.wait({
    mark: from.send,
    count,
    timeoutMs: timeout * 1000,
    until,
    repeats: false,
    signal,
    key: JSON.stringify([workspaceId, receiver, delivery]),
    matching: async (sends) => sends.filter(isWanted),
    async stored(afterId) {
      const found: Send[] = []
      for await (const page of sendPages(client, { receiverId: receiver, deliveryId: delivery }, signal)) {
        const behind = page.filter(({ id }) => id > afterId)
        found.push(...behind)
        if (behind.length < page.length) break
      }
      return found.reverse()
    },
  })
  const { rows, mark } = await sent.finally(stop)
  const held = backlog()
  const ids = [...rows.flatMap(({ deliveryId }) => deliveryId ?? []), ...held.rows.map((one) => one.delivery)]
  const found = ids.length === 0 ? [] : (await client.call('deliveries.list', { ids })).deliveries
  const sentOf = (id: number | null) => {
    const row = found.map(deliveryRow).find((one) => one.id === id)
    return { type: row?.type ?? null, note: row?.note ?? null, endpoint: row?.endpoint ?? null }
  }
  return {
    rows: (await answeredSends(context, rows)).map((row) => ({ ...row, ...sentOf(row.delivery) })),
    waiting: held.rows.map((one) => ({ ...one, ...sentOf(one.delivery) })),
    after: waiting.encode({ ...from, send: mark, backlog: held.mark }),
    outcome:
      held.rows.length > 0 || !rows.every(hasPassed) ? 'failed' : rows.length < count ? 'timed-out' : 'done',
    warnings: [
      held.rows.length > 0 &&
        `Waiting, not sent: ${held.rows.map((one) => one.delivery).join(', ')}. ${held.rows.at(-1)?.why}`,
      rejectedWarning(rows),
    ],
    open: '#/receivers',
  }
}

export const rejectedWarning = (sends: readonly Send[]): Warning =>
  sends.some((send) => send.status !== null && !hasPassed(send)) &&
  'The program didn’t accept a delivery. See its response and its log, or call checks_run.'

export function sendRow(send: Send): ToolOutput<'sends_list'>['rows'][number] {
  return {
    ...send,
    ...{ receiver: send.receiverId, delivery: send.deliveryId, ms: Math.round(send.phases.totalMs) },
    waits: (send.cause === 'live' || send.cause === 'waiting') && reasonToWait(send) !== null,
  }
}

/** Maximum sizes of all responses in an answer, and of each of them, in bytes of JSON. */
const allResponses = 12_000
const oneResponse = 4_096

export async function answeredSends({ client }: Pick<ToolContext, 'client'>, sends: readonly Send[]) {
  return withResponses(await Promise.all(sends.map(({ id }) => client.call('receivers.get-send', { id }))))
}

export function withResponses(sends: readonly SendDetail[]): ToolOutput<'deliveries_show'>['sends'] {
  const most = Math.min(oneResponse, Math.floor(allResponses / Math.max(1, sends.length)))
  return sends.map((send) => {
    const body = send.response && Buffer.from(send.response.bodyBase64, 'base64')
    return { ...sendRow(send), untrusted: { response: body && pieceOf(body, 0, most).body } }
  })
}

import { z } from 'zod'
import type { ToolOutput } from '#shared/agents/tools.ts'
import { eventTypes } from '#shared/deliveries/events/event-types.ts'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { deliveryOutcome } from '#shared/deliveries/responses/outcome.ts'
import { idPatterns } from '#shared/ids.ts'
import { assertFilter } from '../input-problem.ts'
import type { RunTool, ToolContext } from '../run-tool.ts'
import { listenerWarnings } from './status.ts'

const searchMs = 1_000
const countMs = 200

export const list: RunTool<'deliveries_list'> = async ({ q, endpoint, note, limit }, context) => {
  assertFilter(q)
  const { client, signal, cursor, monotonicMs } = context
  const filter = { q, endpointId: endpoint, noteId: note }
  const until = monotonicMs() + searchMs
  const found: DeliverySummary[] = []
  let before = z
    .number()
    .int()
    .optional()
    .catch(undefined)
    .parse(cursor ?? undefined)
  let hasMore = true
  while (found.length < limit && hasMore && monotonicMs() < until) {
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
      of: 'rows',
      hasMore,
      after: (kept) => (kept < found.length ? (found[kept - 1]?.id ?? before) : before),
    },
    matching: await countOf(context, filter),
    warnings: listenerWarnings(await client.call('listener.status')),
    open: '#/',
  }
}

/** Counts the matching deliveries. Returns `null` if that takes too long. */
async function countOf(
  { client, signal, monotonicMs }: ToolContext,
  filter: {
    readonly q: string
    readonly endpointId?: string | undefined
    readonly noteId?: string | undefined
  },
): Promise<number | null> {
  const until = monotonicMs() + countMs
  let matching = 0
  let before: number | undefined
  do {
    const step = await client.call('deliveries.count', { filter, before }, { signal })
    matching += step.matching
    if (step.next === null) return matching
    before = step.next
  } while (monotonicMs() < until)
  return null
}

/** Ids in the pattern of the service can’t hold a sentence. Anything else is shown as untrusted. */
const isNoteId = (id: string) => idPatterns.note.test(id) && /^[\w-]{1,64}$/.test(id)

export function deliveryRow(delivery: DeliverySummary): ToolOutput<'deliveries_list'>['rows'][number] {
  const { noteId, eventType, webhookId } = delivery
  const type = eventTypes.find((known) => known === eventType) ?? null
  const note = noteId !== null && isNoteId(noteId) ? noteId : null
  return {
    id: delivery.id,
    at: delivery.firstReceivedAt,
    type,
    note,
    endpoint: delivery.endpointId,
    verdict: delivery.verdict,
    attempts: delivery.attempts,
    status: delivery.status,
    response: deliveryOutcome(delivery.status),
    flags: delivery.flags,
    starred: delivery.starred,
    untrusted: { type: type === null ? eventType : null, webhookId, note: note === null ? noteId : null },
  }
}

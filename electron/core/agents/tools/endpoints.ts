import type { ToolOutput } from '#shared/agents/tools.ts'
import { outageOf, stateWords } from '#shared/missed/words.ts'
import { counted, numberIn } from '../answers.ts'
import type { RunTool } from '../run-tool.ts'
import { loopbackReceiver, outcomeOf, unexpected, waitMs } from './receivers.ts'

const dayMs = 86_400_000

export const list: RunTool<'endpoints_list'> = async ({ behind, failing, limit }, context) => {
  const { client, cursor, clock, workspace } = context
  const [endpoints, missed, { speed }] = await Promise.all([
    client.call('endpoints.list'),
    client.call('missed.status'),
    workspace?.isSandbox ? client.call('sandbox.status') : { speed: 1 },
  ])
  const from = numberIn(cursor) ?? 0
  const all = endpoints.map((endpoint): ToolOutput<'endpoints_list'>['rows'][number] => {
    const { fourDays, disabledState, enabled } = endpoint
    const its = missed.endpoints.find(({ endpointId }) => endpointId === endpoint.id)
    const disablesAt = fourDays?.disablesAt ?? null
    const leftMs = disablesAt === null ? null : Date.parse(disablesAt) - clock.now().getTime()
    return {
      ...endpoint,
      disabledBy: enabled ? null : (disabledState?.by ?? 'unknown'),
      failingSince: fourDays?.failingSince ?? null,
      disablesAt,
      daysLeft: leftMs === null ? null : Math.max(0, Math.round(((leftMs * speed) / dayMs) * 10) / 10),
      behind: its?.behind ?? 0,
      isBehindKnown: its?.isKnown ?? false,
      untrusted: { host: URL.parse(endpoint.url)?.host ?? null },
    }
  })
  const matching = all.filter(
    (one) => (!behind || one.behind > 0) && (!failing || !one.enabled || one.failingSince !== null),
  )
  const rows = matching.slice(from, from + limit)
  const unknown = all.filter(({ isBehindKnown }) => !isBehindKnown).length
  return {
    rows,
    more: { hasMore: from + rows.length < matching.length, after: (kept) => from + kept },
    matching: matching.length,
    warnings: [unknown > 0 && `It is not known whether ${counted(unknown, 'endpoint')} missed events.`],
    open: '#/endpoints',
  }
}

export const missedNotes: RunTool<'missed_list'> = async ({ endpoint, limit }, context) => {
  const { client, cursor, workspace } = context
  const from = numberIn(cursor) ?? 0
  const query = { endpointId: endpoint, state: 'behind' as const, offset: from, limit }
  // Compares again first, so that the list has no notes that were caught up since.
  const status = await client.call('missed.status')
  const { notes, total } = await client.call('missed.notes', query)
  const known = status.endpoints.find(({ endpointId }) => endpointId === endpoint)
  return {
    rows: notes.map((note) => ({
      ...note,
      note: note.id,
      state: stateWords.behind,
      outage: outageOf(note.reason, workspace?.isSandbox === true),
    })),
    more: { hasMore: from + notes.length < total, after: (kept) => from + kept },
    matching: total,
    warnings: [
      !known?.isKnown && 'This list may be incomplete: Notehook doesn’t know all events of the endpoint.',
    ],
    open: '#/missed',
  }
}

export const catchUp: RunTool<'missed_catch_up'> = async ({ endpoint, receiver, expect }, context) => {
  const { client } = context
  await loopbackReceiver(context, receiver)
  const query = { endpointId: endpoint, state: 'behind' as const, limit: 1 }
  await client.call('missed.status')
  const { total } = await client.call('missed.notes', query)
  if (total === 0)
    return { job: null, matching: 0, warnings: ['No events were missed, so nothing was sent.'] }
  if (total !== expect) return unexpected(total, `The endpoint missed events for ${counted(total, 'note')}`)
  const { jobId } = await client.call('missed.catch-up', { endpointId: endpoint, receiverId: receiver })
  const job = await context.job(jobId, waitMs)
  const { sent = 0, caughtUp = 0, failed = 0 } = (job?.kind === 'catch-up' ? job.result : null) ?? {}
  return {
    job: { job: jobId, done: sent, total, passed: caughtUp, failed },
    matching: total,
    outcome: outcomeOf(job, failed === 0),
    warnings: [job?.error],
    open: '#/missed',
  }
}

import type { ToolOutput } from '#shared/agents/tools.ts'
import { caseOf } from '#shared/checks/cases.ts'
import { changesSince } from '#shared/checks/compare.ts'
import type { CheckExchange, CheckReport } from '#shared/checks/model.ts'
import { adviceOf, countsOf, hintOf, unseenSentence } from '#shared/checks/summary.ts'
import { numberIn, pieceOf } from '../answers.ts'
import type { RunTool, Warning } from '../run-tool.ts'
import { loopbackReceiver, outcomeOf, waitMs } from './receivers.ts'

type Row = ToolOutput<'checks_show'>['rows'][number]

const mostExchanges = 3
const mostBody = 1_000

export const show: RunTool<'checks_show'> = async (
  { receiver, case: only, all = false },
  { client, cursor },
) => {
  const { last, before, running, problem } = await client.call('checks.get', { receiverId: receiver })
  const changes = last && before ? changesSince(before, last) : new Map<number, Row['change']>()
  const from = numberIn(cursor) ?? 0
  const wanted = (last?.results ?? []).filter(({ number, state }) =>
    only === undefined ? all || state === 'failed' : number === only,
  )
  const rest = wanted.filter(({ number }) => number > from)
  const hint = last && hintOf(last)
  return {
    counts: last && { receiver, ...countsOf(last) },
    at: last?.startedAt ?? null,
    rows: rest.map((result): Row => {
      const { name, grade, change } = caseOf(result.number)
      const advice = adviceOf({ ...result, change: result.change ?? change }, last?.results ?? [])
      return {
        ...result,
        ...{ case: result.number, title: name, grade, why: advice.why, remedy: advice.change },
        change: changes.get(result.number) ?? null,
        exchanges: result.exchanges.slice(0, mostExchanges).map(exchangeOf),
      }
    }),
    more: { after: (kept) => rest[kept - 1]?.number ?? from },
    matching: wanted.length,
    outcome: running === null ? 'done' : 'running',
    warnings: [
      last === null && running === null && 'This receiver was never checked. Call checks_run.',
      problem,
      last?.why,
      hint,
      last && unseenWarning(last),
    ],
    open: '#/receivers',
  }
}

function exchangeOf(exchange: CheckExchange) {
  const sent = pieceOf(Buffer.from(exchange.bodyBase64, 'base64'), 0, mostBody).body
  const answer = pieceOf(Buffer.from(exchange.answer), 0, mostBody).body.text
  return { ...exchange, untrusted: { sent, answer } }
}

/** Explains the count `unseen`. */
function unseenWarning(report: CheckReport): Warning {
  const sentence = unseenSentence(report)
  const advice = report.withApi
    ? 'To see it, let your program fetch notes from NOTEHOOK_API_URL.'
    : 'Only a check in the sandbox can see it.'
  return sentence && `${sentence} Such a case counts as neither passed nor failed. ${advice}`
}

export const run: RunTool<'checks_run'> = async ({ receiver, only }, context) => {
  const { client } = context
  await loopbackReceiver(context, receiver)
  const { jobId } = await client.call('checks.start', { receiverId: receiver, only })
  const job = await context.job(jobId, waitMs)
  const result = job?.kind === 'check' ? job.result : null
  const { last } = result ? await client.call('checks.get', { receiverId: receiver }) : { last: null }
  const hint = last && hintOf(last)
  return {
    counts: result && { receiver, ...result },
    outcome: outcomeOf(job, result?.mustsPassed === true),
    warnings: [
      job?.error,
      hint,
      result?.mustsPassed === false && 'A must failed. Call checks_show.',
      last && unseenWarning(last),
    ],
    open: '#/receivers',
  }
}

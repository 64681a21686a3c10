import { isIP } from 'node:net'
import { hasPassed } from '#core/receivers/index.ts'
import type { ToolInput, ToolOutput } from '#shared/agents/tools.ts'
import { countsOf } from '#shared/checks/summary.ts'
import { AppError, asAppError } from '#shared/errors.ts'
import type { Job } from '#shared/jobs/contract.ts'
import { newReceiver, type Receiver, type SendDetail } from '#shared/receivers/model.ts'
import { counted, quoted } from '../answers.ts'
import { listedNames } from '../find-id.ts'
import { assertFilter } from '../input-problem.ts'
import type { Answer, RunTool, ToolContext } from '../run-tool.ts'
import { rejectedWarning, withResponses } from './sends.ts'
import { sandboxWarning, waitingWarning } from './status.ts'

export const list: RunTool<'receivers_list'> = async (_, context) => {
  const receivers = await context.client.call('receivers.list')
  return {
    rows: await Promise.all(receivers.map((receiver) => receiverRow(context, receiver))),
    matching: receivers.length,
    open: '#/receivers',
  }
}

export async function receiverRow(
  { client }: Pick<ToolContext, 'client'>,
  receiver: Receiver,
): Promise<ToolOutput<'receivers_list'>['rows'][number]> {
  const { address, live, status, rules } = receiver
  const { last } = await client.call('checks.get', { receiverId: receiver.id })
  return {
    ...receiver,
    url: shownUrl(receiver.url),
    address: address.kind,
    isApproved: address.approval !== 'needed',
    forwards: live,
    health: status.health.state,
    waiting: status.waiting.count,
    endpoints: rules.endpointIds,
    lastCheck: last && { at: last.startedAt, ...countsOf(last) },
  }
}

/** Leaves out the parts of a URL that may contain a secret. */
function shownUrl(text: string): string {
  const url = URL.parse(text)
  return url === null ? '' : `${url.origin}${url.pathname}`
}

/** Returns a receiver of the open workspace that agents may send to. Throws `not-found` and `not-allowed`. */
export async function loopbackReceiver(
  { client }: Pick<ToolContext, 'client'>,
  id: string,
): Promise<Receiver> {
  const receiver = (await client.call('receivers.list')).find((one) => one.id === id)
  if (receiver === undefined)
    throw new AppError('not-found', 'There is no such receiver. Call receivers_list.')
  if (receiver.address.kind !== 'loopback') throw elsewhere()
  return receiver
}

const elsewhere = () =>
  new AppError(
    'not-allowed',
    'Agents only use programs on this computer, at an address such as http://127.0.0.1:4000. The user does this in Notehook, Receivers.',
  )

/** The command that starts a program with the sandbox's secrets. */
export const runLine = (endpointId: string | undefined): string =>
  `notehook run${endpointId === undefined ? '' : ` --endpoint ${endpointId}`} -- YOUR COMMAND`

export const set: RunTool<'receivers_set'> = async ({ url, name, endpoint, forward }, context) => {
  const { client, workspace } = context
  // Other names aren't even looked up, because a lookup could carry what an agent has read to a name server.
  const parsed = URL.parse(url)
  if (parsed === null || !/^https?:$/.test(parsed.protocol))
    throw new AppError('invalid-input', `${quoted(url)} is not a URL such as http://127.0.0.1:4000/webhooks.`)
  if (!isLocal(parsed.hostname)) throw elsewhere()
  const { kind, sentence } = await client.call('receivers.check-url', { url })
  if (kind === 'forbidden' && sentence !== null) throw new AppError('not-allowed', sentence)
  if (kind !== 'loopback') throw elsewhere()
  const [receivers, endpoints] = await Promise.all([
    client.call('receivers.list'),
    client.call('endpoints.list'),
  ])
  if (endpoint !== undefined && !endpoints.some(({ id }) => id === endpoint)) {
    throw new AppError('not-found', 'There is no such endpoint. Call endpoints_list.')
  }
  const { href, host } = new URL(url)
  const known = receivers.find((one) => URL.parse(one.url)?.href === href)
  const rules = { ...(known?.rules ?? newReceiver.rules), ...(endpoint ? { endpointIds: [endpoint] } : {}) }
  const saved =
    known === undefined
      ? await client.call('receivers.create', {
          ...newReceiver,
          name: name ?? freeName(host, receivers),
          url,
          rules,
          autoSend: forward === true,
        })
      : await client.call('receivers.update', { id: known.id, changes: { name, rules } })
  const receiver =
    forward === undefined || forward === saved.live
      ? saved
      : await client.call('receivers.set-live', { id: saved.id, live: forward })
  const { endpointIds } = receiver.rules
  const forwarded = endpoints.filter(
    ({ id, receivedHere }) => receivedHere && (endpointIds.length === 0 || endpointIds.includes(id)),
  )
  return {
    receiver: await receiverRow(context, receiver),
    isNew: known === undefined,
    endpoints: forwarded,
    run: workspace?.isSandbox ? runLine(endpoint ?? (forwarded[0] ?? endpoints[0])?.id) : null,
    warnings: [
      forward === true &&
        workspace?.isSandbox === true &&
        sandboxWarning(await client.call('sandbox.status')),
      forward === true && waitingWarning([receiver]),
      forwarded.length > 1 &&
        `This receiver gets the deliveries of ${counted(forwarded.length, 'endpoint')}, each signed with a secret of its own: ${listedNames(forwarded.map(({ id, label }) => label ?? id))}. To get those of one, pass its name or ID as \`endpoint\`.`,
    ],
    shown: 1,
    open: '#/receivers',
  }
}

const isLocal = (host: string) =>
  isIP(host.replaceAll(/[[\]]/g, '')) > 0 || /^(?:[^.]+\.)*localhost$/.test(host)

function freeName(host: string, receivers: readonly Receiver[]): string {
  const isTaken = (name: string) => receivers.some((one) => one.name.toLowerCase() === name.toLowerCase())
  let name = host
  for (let number = 2; isTaken(name); number += 1) name = `${host} (${number})`
  return name
}

/** Maximum number of deliveries that a single call sends. A call for more deliveries starts a job instead. */
const mostSends = 20
/**
 * How long a call waits for results, in milliseconds. The whole call may take 50 s, and the rest of that is for the last
 * response.
 */
export const waitMs = 33_000
const perSecond = 10

export const send: RunTool<'receivers_send'> = async (
  { receiver: id, ids, q, expect, waiting, mode },
  context,
) => {
  const { client } = context
  const receiver = await loopbackReceiver(context, id)
  if ([ids, q, waiting || undefined].filter((one) => one !== undefined).length !== 1) {
    const sentence = 'Name the deliveries to send: either `ids`, or `q` with `expect`, or `waiting`.'
    throw new AppError('invalid-input', sentence)
  }
  if (waiting) return sendWaiting(context, receiver)
  if (ids !== undefined) return sendAll(context, id, mode, ids)
  const filter = { q: q ?? '' }
  assertFilter(filter.q)
  const { matching, newest } = await countReplay(context, filter)
  if (matching !== expect) {
    const matches = `The filter matches ${counted(matching, 'delivery', 'deliveries')}`
    return { rows: [], ...unexpected(matching, matches) }
  }
  if (matching <= mostSends) {
    const found = await client.call('deliveries.list', { ...filter, limit: mostSends, before: newest + 1 })
    return sendAll(context, id, mode, found.deliveries.map((one) => one.id).toReversed())
  }
  const pace = { kind: 'rate', perSecond } as const
  const { jobId } = await client.call('receivers.start-replay', {
    ...{ id, filter, newest, total: matching, mode, pace, cause: 'agent' },
  })
  const job = await context.job(jobId, waitMs)
  const replay = (await client.call('receivers.replays')).find((one) => one.jobId === jobId)
  const { sent = 0, passed = 0, failed = 0 } = replay?.counts ?? {}
  return {
    rows: [],
    job: { job: jobId, done: sent, total: matching, passed, failed },
    matching,
    outcome: outcomeOf(job, failed === 0),
    warnings: [job?.error, job === null && 'The job continues. Call sends_list with this `job`.'],
    open: '#/receivers',
  }
}

/** Returns the answer to a caller that expected another number of matches. */
export const unexpected = (matching: number, sentence: string) => ({
  job: null,
  matching,
  outcome: 'failed' as const,
  warnings: [
    `${sentence}, so nothing was sent.${matching === 0 ? '' : ' Look at them, then pass that as `expect`.'}`,
  ],
})

/** Returns the outcome of a call that waited for a job, which continues if it is `null`. */
export const outcomeOf = (job: Job | null, hasPassed: boolean) =>
  job === null ? 'running' : job.state === 'done' && hasPassed ? 'done' : 'failed'

async function countReplay({ client, signal }: ToolContext, filter: { readonly q: string }) {
  let matching = 0
  let newest: number | undefined
  let before: number | undefined
  do {
    const step = await client.call('receivers.count-replay', { filter, before }, { signal })
    matching += step.matching
    newest ??= step.newest
    before = step.next ?? undefined
  } while (before !== undefined)
  return { matching, newest }
}

async function sendAll(
  context: ToolContext,
  id: string,
  mode: ToolInput<'receivers_send'>['mode'],
  ids: readonly number[],
): Promise<Answer<'receivers_send'>> {
  const { client, signal, clock } = context
  const until = clock.monotonicMs() + waitMs
  const sent: SendDetail[] = []
  const warnings: string[] = []
  for (const deliveryId of new Set(ids)) {
    signal.throwIfAborted()
    if (clock.monotonicMs() > until) {
      warnings.push('The receiver is slow. Call again with the IDs that are missing.')
      break
    }
    try {
      sent.push(await client.call('receivers.send', { id, sending: { mode, deliveryId }, cause: 'agent' }))
    } catch (error) {
      // If the first request fails, there are no results to return, so the call fails too.
      if (sent.length === 0) throw error
      warnings.push(`Delivery ${deliveryId}: ${asAppError(error).message}`)
    }
  }
  return {
    rows: withResponses(sent),
    job: null,
    matching: sent.length,
    outcome: warnings.length === 0 && sent.every(hasPassed) ? 'done' : 'failed',
    warnings: [...warnings, rejectedWarning(sent)],
    open: '#/receivers',
  }
}

async function sendWaiting(
  { client, job: jobOf }: ToolContext,
  { id, status: { waiting } }: Receiver,
): Promise<Answer<'receivers_send'>> {
  const common = { rows: [], matching: waiting.count, open: '#/receivers' }
  if (waiting.count === 0)
    return { ...common, job: null, warnings: ['No delivery waits, so nothing was sent.'] }
  const { jobId } = await client.call('receivers.send-waiting', { id })
  const look = 'Call receivers_list to see how many still wait.'
  if (jobId === null)
    return { ...common, job: null, outcome: 'running', warnings: [`They are already being sent. ${look}`] }
  const job = await jobOf(jobId, waitMs)
  const result = job?.kind === 'send-waiting' ? job.result : null
  const { sent = 0, failed = 0, left = waiting.count } = result ?? {}
  const [first] = left === 0 ? [] : (await client.call('receivers.waiting', { id, limit: 1 })).waiting
  return {
    ...common,
    job: { job: jobId, done: sent, total: sent + left, passed: sent - failed, failed },
    outcome: outcomeOf(job, failed === 0 && left === 0),
    warnings: [
      job?.error,
      job === null && `The job continues. ${look}`,
      job !== null && first && `Waiting, not sent: ${counted(left, 'delivery', 'deliveries')}. ${first.why}.`,
    ],
  }
}

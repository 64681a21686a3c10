import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '#shared/errors.ts'
import { type Answer, type Command, type Context, exits, type Row, UsageError } from './app.ts'
import { parseFor } from './arguments.ts'
import { fixedColumns, lineOf, tableOf, terminalWidth } from './print.ts'

/** Time limit for each call to the app, in seconds, because MCP clients give up after 60 s. */
const callSeconds = 50
const mostSeconds = 3_600
const mostRows = 20

/**
 * Waits for rows for up to an hour, with as many calls as needed. Each call begins where the previous one ended, so that no row
 * is missed. When stopped, resolves to the rows so far.
 */
export async function waitFor(
  { app, signal }: Context,
  tool: string,
  { timeout = callSeconds, count = 1, ...input }: Readonly<Record<string, unknown>>,
): Promise<Answer> {
  const untilMs = performance.now() + 1000 * Number(timeout)
  if (Number(timeout) > mostSeconds) throw new UsageError('--timeout is at most 1h.')
  const rows: Row[] = []
  let { after } = input
  let answer: Answer | null = null
  let hasFailed = false
  const withRows = (last: Answer, outcome: Answer['outcome']) => ({
    ...last,
    outcome,
    rows,
    shown: rows.length,
  })
  for (;;) {
    const left = Math.max(0, (untilMs - performance.now()) / 1000)
    const missing = Math.min(Number(count) - rows.length, mostRows)
    const asked = { ...input, after, count: missing, timeout: Math.min(left, callSeconds) }
    try {
      answer = await app.run(tool, asked, signal)
    } catch (error) {
      if (!signal.aborted || answer === null) throw error
      return withRows(answer, 'timed-out')
    }
    rows.push(...rowsOf(answer))
    after = answer.after
    const isFailed = answer.outcome === 'failed'
    const isStuck = isFailed && (rowsOf(answer).length === 0 || rowsOf(answer, 'waiting').length > 0)
    hasFailed ||= isFailed
    const isDone = rows.length >= Number(count)
    if (isDone || isStuck || performance.now() >= untilMs)
      return withRows(answer, hasFailed ? 'failed' : isDone ? 'done' : 'timed-out')
  }
}

/** How often to check whether the app is running again. */
const retryMs = 250

/**
 * Yields rows as they arrive, until the signal is aborted. If the app ends, waits for its next start and continues after the last
 * row, so that no row is missed. Then calls `onResume` before it yields.
 */
export async function* follow(
  { app, json, signal, line, note }: Context,
  tool: string,
  input: Readonly<Record<string, unknown>>,
  { forwarding, onResume }: { readonly forwarding?: string; readonly onResume?: () => Promise<void> } = {},
): AsyncGenerator<Answer> {
  let { after } = input
  let isAway = false
  while (!signal.aborted) {
    try {
      const asked = { ...input, after, timeout: isAway ? 0 : callSeconds }
      const answer = await app.run(tool, asked, signal, { forwarding })
      if (isAway && json) line({ resumed: {} })
      else if (isAway) note('Notehook runs again.')
      if (isAway) await onResume?.()
      isAway = false
      after = answer.after
      if (rowsOf(answer).length > 0 || rowsOf(answer, 'waiting').length > 0) yield answer
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof AppError && error.code === 'host-lost')) throw error
      if (!isAway) note('Notehook ended. Waiting until it runs again. Press Ctrl-C to stop.')
      isAway = true
      await sleep(retryMs, undefined, { signal }).catch(() => {})
    }
  }
}

export const rowsOf = (answer: Answer, key = 'rows'): readonly Row[] =>
  Array.isArray(answer[key]) ? (answer[key] as Row[]) : []

export const listen: Command = {
  name: 'listen',
  usage: 'listen [FILTER]',
  summary: 'Print each delivery as it is stored, until Ctrl-C',
  flags: {
    after: {
      type: 'string',
      about: 'Start behind the `after` of an earlier answer, so that nothing since then is missed.',
    },
    retries: { type: 'boolean', about: 'Also print new attempts of earlier deliveries.' },
  },
  more: 'With --json, each line is an object: ready, a delivery, resumed or stopped. If Notehook ends, it waits for the next start\nand prints what came meanwhile.',
  async run(context) {
    const { app, args, json, signal, write, line, note } = context
    const { values, positionals } = parseFor(listen, args, Number.POSITIVE_INFINITY)
    const input = { q: positionals.join(' '), retries: values.retries, after: values.after || undefined }
    let seen = 0
    const stopped = (reason: string) => json && line({ stopped: { reason, seen } })
    const print = (answer: Answer) => {
      seen += rowsOf(answer).length
      if (json) for (const row of rowsOf(answer)) line(row)
      else write(tableOf(listColumns, rowsOf(answer), terminalWidth(), false))
    }
    try {
      const first = await app.run('deliveries_wait', { ...input, timeout: 0 }, signal)
      const { after, workspace } = first
      if (json) line({ ready: { workspace, after } })
      else note(`Listening in ${lineOf(workspace?.label ?? 'no workspace')}. Press Ctrl-C to stop.`)
      for (const warning of first.warnings) note(warning)
      print(first)
      for await (const answer of follow(context, 'deliveries_wait', { ...input, after })) print(answer)
      stopped('interrupted')
      return exits.stopped
    } catch (error) {
      stopped(signal.aborted ? 'interrupted' : 'failed')
      throw error
    }
  },
}

const listColumns = fixedColumns({ at: 19, id: 6, verdict: 12, status: 3, type: 14, note: 20, endpoint: 0 })

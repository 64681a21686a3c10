import { AppError } from '#shared/errors.ts'
import { type Answer, type Command, exits, type Row, UsageError } from './app.ts'
import { parseFor } from './arguments.ts'
import { follow, rowsOf } from './listen.ts'
import { fixedColumns, lineOf, tableOf, terminalWidth, valueAt } from './print.ts'

export const forward: Command = {
  name: 'forward',
  usage: 'forward PORT|URL [--endpoint NAME]',
  summary: 'Forward deliveries to your program, and print its responses, until Ctrl-C',
  flags: {
    endpoint: { type: 'string', about: 'Only deliveries of the endpoint with this name or ID.' },
  },
  more: `PORT is short for http://127.0.0.1:PORT/webhooks. Adds or finds the receiver in Notehook, turns forwarding on and
prints each request with its response and endpoint, or that a delivery waits and why. A delivery that was sent before
also gets a verdict, such as fixed. Each endpoint has its own signing secret: --endpoint limits forwarding to one.
A receiver that it adds gets its waiting deliveries once your program is up. Those of other receivers may wait until
\`notehook receivers send NAME --waiting\`. At the end, the earlier setting is restored: a receiver that was added
stays there with forwarding off, or is removed if it got no request and no delivery waits for it. With --json, each
line is an object.`,
  async run(context) {
    const { app, args, json, signal, write, line, note } = context
    const { values, positionals } = parseFor(forward, args, 1)
    const [target] = positionals
    if (target === undefined) throw new UsageError('Enter one port or URL, such as notehook forward 4000')
    const url = urlOf(target)
    const set = await app.forward({ url, endpoint: values.endpoint }, signal)
    const receiver = String(valueAt(set, 'receiver.id'))
    const sendThem = `To send them: notehook receivers send ${receiver} --waiting${app.folderFlag}`
    const names = new Map<unknown, string>()
    const addNames = (answer: Answer) => {
      for (const { id, label } of rowsOf(answer, 'endpoints')) names.set(id, String(label ?? id))
    }
    addNames(set)
    let printedRun = set.run
    // Lines are not cut, because the terminal can wrap them.
    const width = terminalWidth() && Number.POSITIVE_INFINITY
    let seen = 0
    /** Deliveries that were printed as waiting, because of the failed request or of the backlog, whichever was returned first. */
    const printed = new Set<unknown>()
    const isNew = ({ delivery }: Row) => !printed.delete(delivery) && printed.add(delivery)
    let hasWaited = false
    try {
      if (json) line({ ready: { workspace: set.workspace, receiver: set.receiver, run: set.run } })
      else note(`Forwarding from ${set.workspace?.label ?? 'Notehook'} to ${url}. Press Ctrl-C to stop.`)
      for (const warning of set.warnings) note(warning.replaceAll(/`(endpoint|waiting)`/g, '--$1'))
      const [first] = names.values()
      const whose = names.size > 1 ? ` of “${first}”` : ''
      if (!json && typeof set.run === 'string')
        note(`To start your program with the signing secret${whose}: ${set.run}`)
      const input = { receiver, after: set.after, count: 1 }
      const more = { forwarding: receiver, onResume: readEndpoints }
      for await (const answer of follow(context, 'sends_wait', input, more)) {
        const ids = [...rowsOf(answer), ...rowsOf(answer, 'waiting')].map(({ endpoint }) => endpoint)
        const unknown = ids.filter((id) => typeof id === 'string' && !names.has(id))
        if (names.size > 0 && unknown.length > 0) await readEndpoints()
        // Reads the endpoints only once for the deliveries of a deleted one.
        for (const id of unknown) if (!names.has(id)) names.set(id, String(id))
        print(answer)
      }
      return exits.stopped
    } finally {
      await restore()
      if (json) line({ stopped: { reason: signal.aborted ? 'interrupted' : 'failed', seen } })
    }

    /** Reads the endpoints again, which differ and have other secrets after a restart of the sandbox. */
    async function readEndpoints(): Promise<void> {
      try {
        const answer = await app.run('receivers_set', { url, endpoint: values.endpoint }, signal)
        addNames(answer)
        const { run } = answer
        if (typeof run !== 'string' || run === printedRun) return
        printedRun = run
        if (json) line({ changed: { run } })
        else note(`Start your program again with the new signing secret: ${run}`)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        if (!signal.aborted) note(error.message)
      }
    }

    function print(answer: Answer): void {
      const sent = rowsOf(answer)
      seen += sent.length
      const rows = sent.filter((row) => row.waits !== true || row.cause !== 'live' || isNew(row))
      const waiting = rowsOf(answer, 'waiting').filter(isNew)
      for (const row of [...rows, ...waiting]) {
        if (json) {
          line(waiting.includes(row) ? { waiting: row } : row)
          continue
        }
        const isWaiting = row.waits === true || row.why !== undefined
        if (isWaiting && !hasWaited)
          note(
            valueAt(set, 'receiver.autoSend') === true
              ? 'Waiting deliveries are sent once your program is up.'
              : `Waiting deliveries stay in Notehook. ${sendThem}`,
          )
        hasWaited ||= isWaiting
        const result = isWaiting ? 'waiting' : (row.status ?? 'failed')
        // A request that is sent for a missed note has no delivery.
        const shown = {
          ...row,
          type: row.type ?? row.mode,
          result,
          endpoint: names.get(row.endpoint) ?? row.endpoint,
        }
        write(tableOf(columns, [shown], width, false))
        const isFine = Number(row.status) >= 200 && Number(row.status) < 300
        const more = [row.why, valueAt(row, 'problem.sentence'), valueAt(row, 'untrusted.response.text')]
        for (const text of isFine ? [] : more)
          if (typeof text === 'string' && text !== '') write(`    ${lineOf(text.slice(0, 200))}\n`)
      }
    }

    async function restore(): Promise<void> {
      try {
        const { removed, waiting } = await app.endForward(receiver)
        if (removed) note(`${url} got no request and no delivery waits for it, so its receiver was removed.`)
        if (waiting > 0) note(`Waiting, not sent: ${waiting}. ${sendThem}`)
      } catch (error) {
        // The app itself ended forwarding when scripts and agents were turned off.
        if (error instanceof AppError && (error.code === 'not-allowed' || error.code === 'not-found')) return
        note(`Forwarding to ${url} is still on: ${error instanceof AppError ? error.message : String(error)}`)
      }
    }
  },
}

const columns = fixedColumns({ at: 19, delivery: 6, result: 7, verdict: 13, type: 19, note: 20, endpoint: 0 })

function urlOf(target: string): string {
  const url = target.includes('://') ? target : `http://${target}`
  // A word without a port is more likely a typing error than the name of a host.
  if (/^[a-z]+$/i.test(target) && target !== 'localhost')
    throw new UsageError('Enter a port or a URL, such as 4000 or http://127.0.0.1:4000/webhooks.')
  if (!/^\d+$/.test(target)) return url
  if (Number(target) >= 1 && Number(target) <= 65_535) return `http://127.0.0.1:${Number(target)}/webhooks`
  throw new UsageError('A port is a number from 1 to 65535.')
}

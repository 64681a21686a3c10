import { setTimeout as wait } from 'node:timers/promises'
import { connectHere } from '../delivery/post.ts'
import { openSandbox, type Sandbox } from '../sandbox.ts'
import type { ScriptResult } from '../script/play-script.ts'
import { summaryOf, summaryText, verdictOf } from '../script/summary.ts'
import { type Options, readOptions, type Target, usage } from './options.ts'

const exitCodes = { passed: 0, failed: 1, usage: 2, unreachable: 3 } as const

/** Runs the sandbox service without a window, to develop against it or to test a receiver in CI. */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env)
  if (options === null) return print(usage.trimEnd())
  const { to, port, notes, moreFolders } = options
  const sandbox = await openSandbox({
    port,
    notes,
    moreFolders,
    listenerOrigin: () => options.listener ?? null,
    ...(options.key === undefined ? {} : { apiKey: options.key }),
    ...(to === null || to.apiKey === null ? {} : { receiverKey: to.apiKey }),
  })
  const stopped = new AbortController()
  process.once('SIGINT', () => stopped.abort())
  process.once('SIGTERM', () => stopped.abort())
  try {
    if (to === null) await serve(sandbox, options, stopped.signal)
    else process.exitCode = await deliver(sandbox, to, options.json, stopped.signal)
  } finally {
    await sandbox.close()
  }
}

async function serve(sandbox: Sandbox, { json, listener }: Options, signal: AbortSignal): Promise<void> {
  sandbox.setWatched(true)
  const { baseUrl, apiKey, tunnelUrl } = sandbox
  print(
    json
      ? JSON.stringify({ ready: true, baseUrl, apiKey, tunnelUrl })
      : `Base address  ${baseUrl}\nAPI key       ${apiKey}\nTunnel        ${tunnelUrl} → ${listener ?? 'nowhere'}`,
  )
  await ended(signal)
}

/** Time within which a receiver that was started together with this command must accept connections. */
const startMs = 5_000

async function deliver(sandbox: Sandbox, to: Target, json: boolean, signal: AbortSignal): Promise<number> {
  const { id } = sandbox.addEndpoint(to.url, to.signingSecret)
  const { baseUrl } = sandbox
  // Prints the key only if it was generated, because the receiver then needs it. A key from the environment is the user's secret.
  const apiKey = to.apiKey === null ? { apiKey: sandbox.receiverKey } : {}
  if (json) print(JSON.stringify({ ready: true, baseUrl, ...apiKey }))
  else
    print(
      `Base address  ${baseUrl} (paths begin with /v1)${to.apiKey === null ? `\nAPI key       ${sandbox.receiverKey}` : ''}`,
    )

  let result: ScriptResult
  if (to.script === null) {
    sandbox.setWatched(true)
    await ended(signal)
    sandbox.setWatched(false)
    result = resultOf(sandbox)
  } else if (!(await awaitReceiver(to.url, startMs, signal))) {
    if (signal.aborted) return exitCodes.failed
    const unreachable = `Nothing accepts connections at ${new URL(to.url).host}. The receiver never answered: start it first, or check the URL.`
    print(
      json
        ? JSON.stringify({
            ...resultOf(sandbox).summary,
            unmet: [],
            problem: unreachable,
            exitCode: exitCodes.unreachable,
          })
        : unreachable,
    )
    return exitCodes.unreachable
  } else {
    const onStep = (_: number, text: string) => (json ? undefined : print(`> ${text}`))
    result = await sandbox.playScript(to.script, { endpointId: id, signal, onStep })
  }
  const { verdict, summary, unmet } = result
  const code = exitCodes[signal.aborted && to.script !== null ? 'failed' : verdict]
  if (json) print(JSON.stringify({ ...summary, unmet, exitCode: code }))
  else report(sandbox, result)
  return code
}

function resultOf(sandbox: Sandbox): ScriptResult {
  const summary = summaryOf(sandbox.deliveries(), sandbox.receiverRequests())
  return { summary, unmet: [], verdict: verdictOf(summary, { unmet: [], expects: false }) }
}

function report(sandbox: Sandbox, { verdict, summary, unmet }: ScriptResult): void {
  for (const { eventType, eventId, state, attempts } of sandbox.deliveries()) {
    if (state === 'delivered') continue
    const last = attempts.at(-1)
    print(`${eventType} ${eventId}: ${state}, ${last?.status ?? last?.error ?? 'not sent'}`)
  }
  for (const problem of unmet) print(problem)
  print(summaryText(summary))
  if (verdict === 'unreachable') print('The receiver never answered. Is it running, and is its URL right?')
}

const ended = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\nSee npm run sandbox -- --help\n`)
  process.exitCode = exitCodes.usage
})

const onceEveryMs = 200

/**
 * Waits until the receiver accepts a connection, because a receiver in the background needs time to start. Resolves to `false`
 * after `withinMs`.
 */
async function awaitReceiver(text: string, withinMs: number, signal: AbortSignal): Promise<boolean> {
  const url = new URL(text)
  for (const endMs = performance.now() + withinMs; !signal.aborted; ) {
    if (await accepts(url)) return true
    if (performance.now() >= endMs) return false
    await wait(onceEveryMs, undefined, { signal }).catch(() => {})
  }
  return false
}

function accepts(url: URL): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isOpen: boolean) => {
      socket.destroy()
      resolve(isOpen)
    }
    const socket = connectHere(url, () => end(false)).setTimeout(1_000)
    socket.once('connect', () => end(true))
    socket.once('timeout', () => end(false))
  })
}

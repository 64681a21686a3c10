import { execFile } from 'node:child_process'
import { createServer } from 'node:net'
import { promisify } from 'node:util'
import type { ChoiceOf, TunnelEvents, TunnelProvider } from '../provider.ts'
import { parsePublicUrl } from '../public-url.ts'
import { childEnv } from './child-env.ts'
import type { Child, Children } from './child-processes.ts'
import { findProgram } from './find-program.ts'
import { getLocal } from './local-json.ts'

const run = promisify(execFile)

/**
 * Runs the user's cloudflared with a quick tunnel, whose address changes at each start, or a named tunnel. Polls its metrics
 * server for the address (`/quicktunnel`) and the state of the connection (`/ready`).
 */
export function createCloudflared(children: Children, askEveryMs = 10_000): TunnelProvider<'cloudflared'> {
  return {
    kind: 'cloudflared',
    async readiness() {
      const found = findProgram('cloudflared')
      if (found === null) {
        return {
          kind: 'cloudflared',
          state: 'needs-binary',
          sentence: 'cloudflared isn’t installed.',
          detail: 'Install it with your package manager, or enter its path.',
          link: 'https://github.com/cloudflare/cloudflared/releases',
        }
      }
      const examined = await examine(found)
      if ('problem' in examined) {
        return { kind: 'cloudflared', state: 'unusable', sentence: examined.problem, detail: null }
      }
      return {
        kind: 'cloudflared',
        state: 'ready',
        sentence: 'Uses cloudflared on this computer.',
        detail: `${examined.version}, ${found}`,
      }
    },
    open(choice, port, events) {
      const closing = new AbortController()
      const opened = openOne(choice, port, events, children, askEveryMs, closing.signal).catch((error) =>
        events.ended(error instanceof Error ? error.message : 'cloudflared couldn’t be started.', true),
      )
      return {
        async close() {
          closing.abort()
          const child = await opened
          await child?.end()
        },
      }
    },
  }
}

async function openOne(
  choice: ChoiceOf<'cloudflared'>,
  port: number,
  events: TunnelEvents,
  children: Children,
  askEveryMs: number,
  closing: AbortSignal,
): Promise<Child | undefined> {
  const binary = findProgram('cloudflared', choice.binary)
  if (binary === null) {
    events.ended(
      choice.binary ? `No program at ${choice.binary}. Check the path.` : 'cloudflared isn’t installed.',
      false,
    )
    return undefined
  }
  const examined = await examine(binary, closing)
  if (closing.aborted) return undefined
  if ('problem' in examined) {
    events.ended(examined.problem, examined.mayRecover)
    return undefined
  }
  const metricsPort = await freePort()
  if (closing.aborted) return undefined
  const ownName = choice.named === null ? null : parsePublicUrl(choice.named.publicUrl)
  const end = new AbortController()
  const over = AbortSignal.any([closing, end.signal])
  let last = ''
  let address: string | null = null
  const told = (publicUrl: string) => {
    if (address === publicUrl) return
    address = publicUrl
    events.address(publicUrl)
  }

  const child = children.run(binary, argumentsOf(choice, port, metricsPort), {
    line(text) {
      last = text
      events.line(text)
      const banner = quickName.exec(text)?.[0]
      if (banner !== undefined && ownName === null) told(banner)
    },
    ended({ code, missing }) {
      end.abort()
      if (closing.aborted) return
      events.ended(
        missing ? 'cloudflared was removed.' : `cloudflared exited (${code ?? 'killed'}): ${last}`,
        !missing,
      )
    },
  })
  void pollMetrics({ metricsPort, askEveryMs, over, events, ownName, told, isTold: () => address !== null })
  return child
}

/** Checks that the program is cloudflared, because the user can choose any file. */
async function examine(
  binary: string,
  signal?: AbortSignal,
): Promise<{ version: string } | { problem: string; mayRecover: boolean }> {
  const seconds = examineMs / 1000
  try {
    const { stdout } = await run(binary, ['--version'], {
      timeout: examineMs,
      killSignal: 'SIGKILL',
      windowsHide: true,
      env: childEnv(),
      ...(signal ? { signal } : {}),
    })
    const version = /^cloudflared version (\S+)/m.exec(stdout)?.[1]
    if (version !== undefined) return { version }
  } catch (error) {
    if (error instanceof Error && 'killed' in error && error.killed) {
      return {
        problem: `The program at ${binary} didn’t respond to --version within ${seconds} s.`,
        mayRecover: true,
      }
    }
  }
  return { problem: `The program at ${binary} isn’t cloudflared. Check the path.`, mayRecover: false }
}

const examineMs = 5_000

/** Matches the address of a quick tunnel. The output also contains links to other pages of Cloudflare. */
const quickName = /https:\/\/[a-z0-9]+(?:-[a-z0-9]+)+\.trycloudflare\.com\b/

function argumentsOf(choice: ChoiceOf<'cloudflared'>, port: number, metricsPort: number): string[] {
  // Uses the address, because some systems resolve `localhost` to ::1, where the listener doesn't listen.
  const origin = `http://127.0.0.1:${port}`
  const common = ['tunnel', '--no-autoupdate', '--metrics', `127.0.0.1:${metricsPort}`]
  if (choice.named === null) return [...common, '--url', origin]
  return [...common, 'run', '--url', origin, '--', choice.named.name]
}

/** Polls the metrics server until the tunnel ends. */
async function pollMetrics(at: {
  metricsPort: number
  askEveryMs: number
  over: AbortSignal
  events: TunnelEvents
  ownName: string | null
  told: (publicUrl: string) => void
  isTold: () => boolean
}): Promise<void> {
  const { metricsPort, over, events, ownName, told, isTold } = at
  let misses = 0
  while (!over.aborted) {
    const ready = await getLocal(metricsPort, '/ready')
    if (over.aborted) return
    if (ready?.status === 200) {
      misses = 0
      events.health(null)
      const name = ownName ?? quickAddress(await getLocal(metricsPort, '/quicktunnel'))
      if (name !== null) told(name)
    } else if (isTold()) {
      misses += 1
      if (misses === 3) events.health('cloudflared lost its connection and is reconnecting.')
    }
    await pause(isTold() ? at.askEveryMs : Math.min(500, at.askEveryMs), over)
  }
}

/** Reads the address from `{"hostname":"name.trycloudflare.com"}`, which has the type text/plain. */
function quickAddress(answer: { status: number; body: string } | null): string | null {
  const host = /"hostname"\s*:\s*"([a-z0-9.-]+)"/.exec(answer?.body ?? '')?.[1]
  return answer?.status === 200 && host ? `https://${host}` : null
}

function pause(ms: number, over: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    timer.unref()
    over.addEventListener('abort', () => resolve(), { once: true })
  })
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen({ host: '127.0.0.1', port: 0 }, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

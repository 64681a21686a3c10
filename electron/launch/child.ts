import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import type { Ending } from './ending.ts'

export interface Child {
  /** Settles when it has ended, with its exit code; `null` when a signal or a failed start ended it. */
  readonly ended: Promise<number | null>
  /** Ends it with everything that it started, within a second. */
  stop(): Promise<void>
}

/**
 * A program of ours beside this one. It leads a process group of its own, so that ending it ends its helpers too. Whatever
 * it prints goes to stderr (or nowhere): stdout is for the ready line.
 */
export function runChild(
  ending: Ending,
  program: string,
  args: readonly string[],
  options: { readonly env?: NodeJS.ProcessEnv; readonly quiet?: boolean } = {},
): Child {
  const output = options.quiet ? 'ignore' : 2
  const child = spawn(program, args, {
    stdio: ['ignore', output, output],
    detached: process.platform !== 'win32',
    env: options.env ?? process.env,
  })
  const ended = new Promise<number | null>((resolve) => {
    child.on('error', () => resolve(null))
    child.on('close', (code) => resolve(code))
  })
  const stop = async () => {
    signal(child, 'SIGTERM')
    const late = setTimeout(() => signal(child, 'SIGKILL'), 800)
    await ended
    clearTimeout(late)
    // The leader may go before its helpers do.
    signal(child, 'SIGKILL')
  }
  const forget = ending.add(stop)
  ended.then(forget)
  return { ended, stop }
}

function signal(child: ChildProcess, name: 'SIGTERM' | 'SIGKILL'): void {
  const { pid } = child
  if (pid === undefined) return
  try {
    if (process.platform === 'win32') spawnSync('taskkill', ['/pid', String(pid), '/t', '/f'])
    else process.kill(-pid, name)
  } catch {
    // Nothing of it is left.
  }
}

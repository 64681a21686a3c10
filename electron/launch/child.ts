import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import type { Shutdown } from './shutdown.ts'

export type Child = ReturnType<typeof runChild>

/**
 * Runs a child process that is stopped at shutdown. It leads its own process group, so that stopping it also stops its helpers.
 * Its output goes to stderr or is discarded, because stdout is reserved for the ready line.
 */
export function runChild(
  shutdown: Shutdown,
  program: string,
  args: readonly string[],
  options: { readonly env?: NodeJS.ProcessEnv; readonly quiet?: boolean } = {},
) {
  const output = options.quiet ? 'ignore' : 2
  const child = spawn(program, args, {
    stdio: ['ignore', output, output],
    detached: process.platform !== 'win32',
    env: options.env ?? process.env,
  })
  /** Resolves to the exit code when the process has ended, or to `null` after a signal or a failed start. */
  const ended = new Promise<number | null>((resolve) => {
    child.on('error', () => resolve(null))
    child.on('close', (code) => resolve(code))
  })
  const stop = async () => {
    signal(child, 'SIGTERM')
    const killTimer = setTimeout(() => signal(child, 'SIGKILL'), 800)
    await ended
    clearTimeout(killTimer)
    signal(child, 'SIGKILL')
  }
  const remove = shutdown.add(stop)
  ended.then(remove)
  return { ended, stop }
}

function signal(child: ChildProcess, name: 'SIGTERM' | 'SIGKILL'): void {
  const { pid } = child
  if (pid === undefined) return
  try {
    if (process.platform === 'win32') spawnSync('taskkill', ['/pid', String(pid), '/t', '/f'])
    else process.kill(-pid, name)
  } catch {}
}

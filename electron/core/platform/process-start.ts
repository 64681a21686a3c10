import { execFile, execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * When a process began, in words of the system's own that are compared and never read; `null` when there is none of this pid. A
 * pid alone proves nothing: the system gives it to others later.
 */
export async function processStart(pid: number): Promise<string | null> {
  if (process.platform === 'linux') return linuxStart(pid)
  const { command, args } = question(pid)
  const { stdout } = await run(command, args, { timeout: 5_000 }).catch(() => ({ stdout: '' }))
  return stdout.trim() || null
}

/** The same in the same words, for a start, which waits for it anyway. */
export function processStartSync(pid: number): string | null {
  if (process.platform === 'linux') return linuxStart(pid)
  const { command, args } = question(pid)
  try {
    return execFileSync(command, args, { timeout: 5_000, encoding: 'utf8', stdio: 'pipe' }).trim() || null
  } catch {
    return null
  }
}

function question(pid: number): { readonly command: string; readonly args: string[] } {
  return process.platform === 'win32'
    ? {
        command: 'powershell',
        args: ['-NoProfile', '-Command', `(Get-Process -Id ${pid}).StartTime.Ticks`],
      }
    : { command: 'ps', args: ['-o', 'lstart=', '-p', String(pid)] }
}

/** Clock ticks since boot, proc_pid_stat(5) field 22; the command in field 2 may hold spaces and parentheses. */
function linuxStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // A zombie is ended; only its parent has not looked yet.
    return fields[0] === 'Z' ? null : (fields[19] ?? null)
  } catch {
    return null
  }
}

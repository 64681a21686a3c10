import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * When a process began, in words of the system's own that are compared and never read; `null` when there is none of this pid. A
 * pid alone proves nothing: the system gives it to others later.
 */
export async function processStart(pid: number): Promise<string | null> {
  if (process.platform === 'linux') return linuxStart(pid)
  const [command, ...rest] =
    process.platform === 'win32'
      ? ['powershell', '-NoProfile', '-Command', `(Get-Process -Id ${pid}).StartTime.Ticks`]
      : ['ps', '-o', 'lstart=', '-p', String(pid)]
  if (command === undefined) return null
  const { stdout } = await run(command, rest, { timeout: 5_000 }).catch(() => ({ stdout: '' }))
  return stdout.trim() || null
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

import { execFile, execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * The start time of a process as opaque text, only for comparison; `null` if there is no process with this id. Needed because the
 * system reuses process ids.
 */
export async function processStart(pid: number): Promise<string | null> {
  if (process.platform === 'linux') return linuxStart(pid)
  const { command, args } = question(pid)
  const { stdout } = await run(command, args, { timeout: 5_000 }).catch(() => ({ stdout: '' }))
  return stdout.trim() || null
}

/** The same text, synchronously. */
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
    // A zombie has ended.
    return fields[0] === 'Z' ? null : (fields[19] ?? null)
  } catch {
    return null
  }
}

import { execFile, execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Returns a process's start time as opaque text, or `null` if the process doesn't exist. Together with the process id, it
 * identifies a process, because ids are reused.
 */
export async function processStart(pid: number): Promise<string | null> {
  if (process.platform === 'linux') return linuxStart(pid)
  const { command, args } = question(pid)
  const { stdout } = await run(command, args, { timeout: 5_000 }).catch(() => ({ stdout: '' }))
  return stdout.trim() || null
}

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

/**
 * Reads field 22 of proc_pid_stat(5), the start time in clock ticks since boot. Field 2 is the command, which may contain spaces
 * and parentheses.
 */
function linuxStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // A zombie process has already ended.
    return fields[0] === 'Z' ? null : (fields[19] ?? null)
  } catch {
    return null
  }
}

import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'

/**
 * Who listens on a port of this machine, such as `nc, process 4711`, as far as Linux tells this user; `self` for this process,
 * `null` elsewhere and for programs of other users.
 */
export function portHolder(port: number): string | null {
  if (process.platform !== 'linux') return null
  const inodes = new Set([...listenersOn(port, '/proc/net/tcp'), ...listenersOn(port, '/proc/net/tcp6')])
  if (inodes.size === 0) return null
  for (const pid of attempt(() => readdirSync('/proc'), [])) {
    if (!/^\d+$/.test(pid)) continue
    for (const file of attempt(() => readdirSync(`/proc/${pid}/fd`), [])) {
      const inode = /^socket:\[(\d+)\]$/.exec(attempt(() => readlinkSync(`/proc/${pid}/fd/${file}`), ''))?.[1]
      if (inode === undefined || !inodes.has(inode)) continue
      return Number(pid) === process.pid ? 'self' : `${nameOf(pid)}, process ${pid}`
    }
  }
  return null
}

/** Node calls its first thread, and with it the process, something that says nothing. */
function nameOf(pid: string): string {
  const name = attempt(() => readFileSync(`/proc/${pid}/comm`, 'utf8'), '').trim()
  if (name !== 'MainThread') return name || 'a program'
  return attempt(() => basename(readlinkSync(`/proc/${pid}/exe`)), 'node')
}

const listening = '0A'

/** The sockets that listen on the port: columns 2, 4 and 10 of the table are address, state and inode. */
function listenersOn(port: number, table: string): string[] {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  return attempt(() => readFileSync(table, 'utf8'), '')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, , state]) => local?.endsWith(suffix) && state === listening)
    .map((columns) => columns[9] ?? '')
}

/** Processes end while they are looked at, and those of others may not be looked into. */
function attempt<Result>(read: () => Result, otherwise: Result): Result {
  try {
    return read()
  } catch {
    return otherwise
  }
}

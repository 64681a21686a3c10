import { appendFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'

export const logFileName = 'notehook.log'
export const oldLogFileName = 'notehook.old.log'

const maxBytes = 1024 * 1024

/**
 * Returns a function that appends lines to `notehook.log`, which only the user can read. Before the file would exceed 1 MiB, it
 * is renamed to `notehook.old.log`, so there are never more than two files. If a write fails, the line is lost and the app
 * continues.
 */
export function openLogFile(folder: string): (line: string) => void {
  const path = join(folder, logFileName)
  return (line) => {
    try {
      const bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0
      if (bytes + Buffer.byteLength(line) > maxBytes) renameSync(path, join(folder, oldLogFileName))
      appendFileSync(path, `${line}\n`, { mode: 0o600 })
    } catch {}
  }
}

import { appendFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'

const maxBytes = 1024 * 1024

/**
 * Appends lines to `notehook.log`, which only the user may read. Before it outgrows 1 MiB it becomes `notehook.old.log`, so
 * two files are all there ever are. A disk that refuses costs the line, never the app.
 */
export function openLogFile(folder: string): (line: string) => void {
  const path = join(folder, 'notehook.log')
  return (line) => {
    try {
      const bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0
      if (bytes + Buffer.byteLength(line) > maxBytes) renameSync(path, join(folder, 'notehook.old.log'))
      appendFileSync(path, `${line}\n`, { mode: 0o600 })
    } catch {
      // There is nowhere left to say so.
    }
  }
}

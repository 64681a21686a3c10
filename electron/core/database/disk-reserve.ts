import { randomBytes } from 'node:crypto'
import { closeSync, lstatSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Size of the reserve. It is enough for the WAL of a few hundred deletions. */
const wantedBytes = 2 * 1024 * 1024
/** Largest share of the free space that the reserve may take. */
const shareOfFree = 1 / 8
const leastBytes = 256 * 1024

/**
 * A file that reserves disk space for deletions. On a full disk, deleting rows would fail without it, because SQLite first writes
 * the changes to the WAL. The file is deleted when the disk is full, and created again on a later start.
 */
export type Reserve = ReturnType<typeof createReserve>

export function createReserve(store: string) {
  const file = join(dirname(store), 'notehook.reserve')
  const size = () => {
    const stat = lstatSync(file, { throwIfNoEntry: false })
    return stat?.isFile() ? stat.size : null
  }

  return {
    reserve() {
      try {
        if (lstatSync(file, { throwIfNoEntry: false })) return
        const { bavail, bsize } = statfsSync(dirname(store))
        const bytes = Math.min(wantedBytes, Math.floor(bavail * bsize * shareOfFree))
        if (bytes >= leastBytes) fill(file, bytes)
      } catch {}
    },
    release(): boolean {
      try {
        if (size() === null) return false
        rmSync(file)
        return true
      } catch {
        return false
      }
    },
  }
}

/** Writes random bytes, so that a file system can't compress them. */
function fill(file: string, bytes: number): void {
  const handle = openSync(file, 'wx', 0o600)
  try {
    writeSync(handle, randomBytes(bytes))
  } catch (error) {
    rmSync(file, { force: true })
    throw error
  } finally {
    closeSync(handle)
  }
}

import { randomBytes } from 'node:crypto'
import { closeSync, lstatSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Enough for the log of commits of some hundred deletions. */
const wantedBytes = 2 * 1024 * 1024
/** Of a small disk less is kept back, and of a tiny one nothing. */
const shareOfFree = 1 / 8
const leastBytes = 256 * 1024

/**
 * Space on the disk that is kept back, beside the store: to delete from a store takes some space at first, so on a full disk
 * nothing could be deleted. Given up when there is no other, and taken again at a start with space.
 */
export interface Reserve {
  keep(): void
  /** Whether there was any. */
  giveUp(): boolean
}

export function createReserve(store: string): Reserve {
  const file = join(dirname(store), 'notehook.reserve')
  const held = () => {
    const stat = lstatSync(file, { throwIfNoEntry: false })
    return stat?.isFile() ? stat.size : null
  }

  return {
    keep() {
      try {
        if (lstatSync(file, { throwIfNoEntry: false })) return
        const { bavail, bsize } = statfsSync(dirname(store))
        const bytes = Math.min(wantedBytes, Math.floor(bavail * bsize * shareOfFree))
        if (bytes >= leastBytes) fill(file, bytes)
      } catch {
        // Nothing depends on it until the disk is full.
      }
    },
    giveUp() {
      try {
        if (held() === null) return false
        rmSync(file)
        return true
      } catch {
        return false
      }
    },
  }
}

/** With what no file system makes smaller. */
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

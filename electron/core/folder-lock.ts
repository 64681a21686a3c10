import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'

/** Who holds a data folder, as the next one that wants it is told. */
export const FolderHolder = z.object({
  pid: z.number().int(),
  /** ISO time. */
  startedAt: z.string(),
  /** Where its page is; `null` for a window of its own. Never with a token. */
  address: z.string().nullable(),
})
export type FolderHolder = z.infer<typeof FolderHolder>

export interface FolderLock {
  /** Says where the page is, once that is known. */
  announce(address: string): void
  release(): void
}

/**
 * Claims a data folder for this process, so that two never write one journal. The claim is a lock of the operating system,
 * held through SQLite: it ends with the process, however that ends, and a process number that was given out again cannot
 * be mistaken for it. Returns the holder instead when there is one; `null` in place of what cannot be read of it.
 */
export function lockFolder(folder: string): FolderLock | { heldBy: FolderHolder | null } {
  const holderFile = join(folder, 'host.json')
  const database = new DatabaseSync(join(folder, 'host.lock'))
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if (isBusy(error)) return { heldBy: readHolder(holderFile) }
    throw error
  }

  const startedAt = new Date().toISOString()
  const write = (address: string | null) => {
    const holder: FolderHolder = { pid: process.pid, startedAt, address }
    writeFileSync(holderFile, JSON.stringify(holder), { mode: 0o600 })
  }
  write(null)
  return {
    announce: write,
    release() {
      rmSync(holderFile, { force: true })
      database.close()
    },
  }
}

/** `SQLITE_BUSY` (5), in any of its extended forms. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5
}

function readHolder(file: string): FolderHolder | null {
  try {
    return FolderHolder.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}

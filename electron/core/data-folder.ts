import { chmodSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { AppError } from '../../shared/errors.ts'
import { type FolderHolder, type FolderLock, lockFolder } from './folder-lock.ts'

/** Makes the data folder where it is not there, private to the user. Rejects with `storage` and what to do about it. */
export function prepareDataFolder(folder: string): void {
  try {
    makeFolder(folder)
    chmodSync(folder, 0o700)
  } catch (error) {
    throw unusable(folder, error)
  }
}

/** `lockFolder`, with a folder that takes no files told in words. */
export function claimDataFolder(folder: string): FolderLock | { heldBy: FolderHolder | null } {
  try {
    return lockFolder(folder)
  } catch (error) {
    throw unusable(folder, error)
  }
}

/** One by one from above: where the system refuses a folder as not there (`/proc/x`), Node's `recursive` never ends. */
function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  if (dirname(folder) !== folder) makeFolder(dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
}

function unusable(folder: string, cause: unknown): AppError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const why = reasons[code] ?? 'it cannot be made or written to'
  return new AppError(
    'storage',
    `Notehook cannot keep its data in ${folder}: ${why}${code === '' ? '' : ` (${code})`}. Choose another folder: --data-dir DIR`,
    { cause },
  )
}

const reasons: Readonly<Record<string, string>> = {
  EROFS: 'that disk is read-only',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EEXIST: 'a part of that path is a file',
  ENOTDIR: 'a part of that path is a file',
  ENOSPC: 'that disk is full',
}

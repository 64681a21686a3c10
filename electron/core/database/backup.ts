import { closeSync, fsyncSync, lstatSync, openSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Sql } from './sql.ts'

/** Long enough to notice a failed update, but deleted data must not stay in a copy forever. */
const keptMs = 7 * 24 * 60 * 60 * 1000

/**
 * Copies the store to `<file>.format-<version>` before an upgrade. The copy is complete and on the disk when this returns. To go back
 * to an older Notehook, rename the copy to the store's name. Throws the errors of SQLite and the system; then there is no copy.
 */
export function backUp(sql: Sql, path: string, version: number): void {
  const copy = `${path}.format-${version}`
  rmSync(copy, { force: true })
  writeCopy(sql, copy)
}

/** Copies the store to a new file, readable by this user only. Throws if the file exists; never leaves a partial copy. */
export function writeCopy(sql: Sql, to: string): void {
  // Created first, so that no other user can read it.
  const file = openSync(to, 'ax', 0o600)
  try {
    sql.prepare('VACUUM INTO ?').run(to)
    fsyncSync(file)
  } catch (error) {
    rmSync(to, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
}

/** Deletes copies older than a week. `now` must be a trusted time. Called hourly, so errors are ignored. */
export function deleteOldBackups(path: string, now: Date): void {
  try {
    for (const copy of backupsOf(path)) {
      if (now.getTime() - statSync(copy).mtimeMs > keptMs) rmSync(copy)
    }
  } catch {
    // Tried again at the next call.
  }
}

/** The existing copies. Each contains all workspaces of its time. */
export const backupsOf = (path: string): string[] => besides(path, /^\.format-[0-9]+$/)

/** The name under which `openDatabase` moves aside a damaged store (`bad`) or one from before the first release (`old`). */
export const asideName = (path: string, now: Date, ending: 'bad' | 'old' = 'bad'): string =>
  `${path}.${ending}-${stamp(now)}`

/** The name for the copy of a store whose own file was deleted. */
export const savedName = (path: string, now: Date): string => `${path}.saved-${stamp(now)}`

const stamp = (now: Date) => now.toISOString().replaceAll(':', '').replace('.', '')

/** The files of stores that were moved aside or saved as a copy. They may contain data of all workspaces of their time. */
export const movedAsideOf = (path: string): string[] =>
  besides(path, /^(-wal|-shm)?\.(bad|old|saved)-\d{4}-\d\d-\d\dT\d{9}Z(-wal|-shm)?$/)

/** How many stores these files belong to. */
export const storesIn = (files: readonly string[]): number =>
  files.filter((file) => !/-(?:wal|shm)$/.test(file)).length

/** Only regular files with names from this module: the caller deletes them. */
function besides(path: string, ending: RegExp): string[] {
  const store = basename(path)
  return readdirSync(dirname(path))
    .filter((name) => name.startsWith(store) && ending.test(name.slice(store.length)))
    .map((name) => join(dirname(path), name))
    .filter((file) => lstatSync(file, { throwIfNoEntry: false })?.isFile())
}

import { closeSync, fsyncSync, lstatSync, openSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Sql } from './sql.ts'

/** Long enough to notice that an update went wrong; what the user deletes is not kept for ever in a copy. */
const keptMs = 7 * 24 * 60 * 60 * 1000

/**
 * Copies the store to `<file>.format-<version>` before its format changes, whole and on the disk when it returns. An older
 * Notehook opens the copy once it is given the store's name. Throws what SQLite and the system throw; then there is no copy.
 */
export function backUp(sql: Sql, path: string, version: number): void {
  const copy = `${path}.format-${version}`
  rmSync(copy, { force: true })
  writeCopy(sql, copy)
}

/** Whole and on the disk when it returns, for this user only. Throws when there is a file already, and leaves none that is not whole. */
export function writeCopy(sql: Sql, to: string): void {
  // Made beforehand, so that nobody else may read it.
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

/** Deletes copies of a week ago. `now` must be sure. A folder that refuses is asked again an hour later. */
export function dropOldBackups(path: string, now: Date): void {
  try {
    for (const copy of backupsOf(path)) {
      if (now.getTime() - statSync(copy).mtimeMs > keptMs) rmSync(copy)
    }
  } catch {
    // Nothing depends on it.
  }
}

/** The copies that are there. Each holds every workspace there was. */
export const backupsOf = (path: string): string[] => besides(path, /^\.format-[0-9]+$/)

/** Where a damaged store (`bad`), or one from before the first release (`old`), is moved with its side files: see `openDatabase`. */
export const asideName = (path: string, now: Date, ending: 'bad' | 'old' = 'bad'): string =>
  `${path}.${ending}-${stamp(now)}`

/** Where a store is written out to whose own file is gone. */
export const savedName = (path: string, now: Date): string => `${path}.saved-${stamp(now)}`

const stamp = (now: Date) => now.toISOString().replaceAll(':', '').replace('.', '')

/**
 * The files of stores that were moved aside, or written out beside another. What can still be read in them is of every
 * workspace there was.
 */
export const movedAsideOf = (path: string): string[] =>
  besides(path, /^(-wal|-shm)?\.(bad|old|saved)-\d{4}-\d\d-\d\dT\d{9}Z(-wal|-shm)?$/)

/** How many stores these files are. */
export const storesIn = (files: readonly string[]): number =>
  files.filter((file) => !/-(?:wal|shm)$/.test(file)).length

/** Only files, and only with names that are given here: these are deleted. */
function besides(path: string, ending: RegExp): string[] {
  const store = basename(path)
  return readdirSync(dirname(path))
    .filter((name) => name.startsWith(store) && ending.test(name.slice(store.length)))
    .map((name) => join(dirname(path), name))
    .filter((file) => lstatSync(file, { throwIfNoEntry: false })?.isFile())
}

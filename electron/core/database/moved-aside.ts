import { closeSync, fsyncSync, lstatSync, openSync, readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Sql } from './sql.ts'

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

/** The name under which `openDatabase` moves aside a damaged store (`bad`) or one of an earlier version (`old`). */
export const asideName = (path: string, now: Date, ending: 'bad' | 'old' = 'bad'): string =>
  `${path}.${ending}-${stamp(now)}`

/** The name for the copy of a store whose own file was deleted. */
export const savedName = (path: string, now: Date): string => `${path}.saved-${stamp(now)}`

const stamp = (now: Date) => now.toISOString().replaceAll(':', '').replace('.', '')

/**
 * The files of stores that were moved aside or saved as a copy: only regular files with names from this module, because the caller
 * deletes them. They may contain data of all workspaces of their time.
 */
export function movedAsideOf(path: string): string[] {
  const store = basename(path)
  const ending = /^(-wal|-shm)?\.(bad|old|saved)-\d{4}-\d\d-\d\dT\d{9}Z(-wal|-shm)?$/
  return readdirSync(dirname(path))
    .filter((name) => name.startsWith(store) && ending.test(name.slice(store.length)))
    .map((name) => join(dirname(path), name))
    .filter((file) => lstatSync(file, { throwIfNoEntry: false })?.isFile())
}

/** How many stores these files belong to. */
export const storesIn = (files: readonly string[]): number =>
  files.filter((file) => !/-(?:wal|shm)$/.test(file)).length

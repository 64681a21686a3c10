import { lstatSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Returns the name for a file that is moved aside: damaged or foreign (`bad`), or a store of an earlier version (`old`). */
export const asideName = (path: string, now: Date, ending: 'bad' | 'old' = 'bad'): string =>
  `${path}.${ending}-${now.toISOString().replaceAll(':', '').replace('.', '')}`

/**
 * Lists the files of stores that were moved aside. Returns only regular files with names from this module, because the caller deletes them.
 * They may contain data of any workspace that existed then.
 */
export function movedAsideOf(path: string): string[] {
  const store = basename(path)
  const ending = /^(-wal|-shm)?\.(bad|old)-\d{4}-\d\d-\d\dT\d{9}Z(-wal|-shm)?$/
  return readdirSync(dirname(path))
    .filter((name) => name.startsWith(store) && ending.test(name.slice(store.length)))
    .map((name) => join(dirname(path), name))
    .filter((file) => lstatSync(file, { throwIfNoEntry: false })?.isFile())
}

/** Returns the number of stores that these files belong to. */
export const storesIn = (files: readonly string[]): number =>
  files.filter((file) => !/-(?:wal|shm)$/.test(file)).length

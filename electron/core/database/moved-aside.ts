import { lstatSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

export const asideName = (path: string, now: Date, ending: 'bad' | 'old' = 'bad'): string =>
  `${path}.${ending}-${now.toISOString().replaceAll(':', '').replace('.', '')}`

/**
 * Lists the database files that were moved aside. Only returns regular files with names that this module creates, because the
 * caller deletes them.
 */
export function movedAsideOf(path: string): string[] {
  const store = basename(path)
  const ending = /^(-wal|-shm)?\.(bad|old)-\d{4}-\d\d-\d\dT\d{9}Z(-wal|-shm)?$/
  return readdirSync(dirname(path))
    .filter((name) => name.startsWith(store) && ending.test(name.slice(store.length)))
    .map((name) => join(dirname(path), name))
    .filter((file) => lstatSync(file, { throwIfNoEntry: false })?.isFile())
}

export const storesIn = (files: readonly string[]): number =>
  files.filter((file) => !/-(?:wal|shm)$/.test(file)).length

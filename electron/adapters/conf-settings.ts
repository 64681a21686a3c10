import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import type { SettingsStore } from '#core/platform/ports.ts'
import { AppError } from '#shared/errors.ts'

export type StoreClass = new (options: StoreOptions) => { store: Record<string, unknown> }

export interface StoreOptions {
  readonly cwd: string
  /** File name. electron-store reads it from `name`, and conf from `configName`. */
  readonly name: string
  readonly configName: string
  readonly configFileMode: number
  readonly accessPropertiesByDotNotation: boolean
}

export interface SettingsOptions {
  readonly folder: string
  readonly Store: StoreClass
}

/**
 * Opens `settings.json`. The file is read and checked before the library opens it, because the library throws on some kinds of
 * damage and overwrites the file on others. A damaged file is moved aside under a timestamped name. A file from a newer
 * Notehook is read but never written. Never throws.
 */
export function openSettings({ folder, Store }: SettingsOptions): SettingsStore {
  const path = join(folder, fileName)
  const loaded = load(folder, path)
  let values = loaded.values
  let problem = loaded.problem
  let store: { store: Record<string, unknown> } | null = null
  if (loaded.writable) {
    try {
      store = new Store({
        cwd: folder,
        name: 'settings',
        configName: 'settings',
        configFileMode: 0o600,
        accessPropertiesByDotNotation: false,
      })
    } catch {
      problem ??= `${path} can’t be opened. Settings changes won’t be saved.`
    }
  }

  return {
    read: () => values,
    write(changes) {
      if (!store) throw new AppError('storage', problem ?? cannotWrite)
      const next = sanitized({ ...values, ...structuredClone(changes) })
      replace(path, store, { ...next, version })
      values = next
    },
    problem,
  }
}

const fileName = 'settings.json'

/** Version of the file format. A newer Notehook writes files with a higher version. */
const version = 1

const maxBytes = 1024 * 1024
const maxDepth = 64

const cannotWrite =
  'The settings couldn’t be saved. Check that the disk isn’t full or read-only, then try again.'

type Values = Readonly<Record<string, unknown>>

interface Loaded {
  readonly values: Values
  readonly problem: string | null
  readonly writable: boolean
}

function load(folder: string, path: string): Loaded {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch {
    return unwritable(`${folder} couldn’t be created. Settings changes won’t be saved.`)
  }
  const content = readContent(path)
  if (content === 'absent') return { values: sanitized({}), problem: null, writable: true }
  if (content === 'damaged') return moveAside(path)
  const { version: written, ...values } = content
  if (typeof written === 'number' && written > version) {
    const problem = `${path} is from a newer version of Notehook. Its settings are used, but changes won’t be saved.`
    return { values: sanitized(values), problem, writable: false }
  }
  return { values: sanitized(values), problem: null, writable: true }
}

function readContent(path: string): Record<string, unknown> | 'absent' | 'damaged' {
  try {
    const stat = statSync(path, { throwIfNoEntry: false })
    if (!stat) return 'absent'
    // Opens only a regular file below the size limit. Reading a pipe, for example, might never end.
    if (!stat.isFile() || stat.size > maxBytes) return 'damaged'
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path))
    const value: unknown = JSON.parse(text)
    return isPlainObject(value) && hasValidVersion(value) && isShallow(value, 0) ? value : 'damaged'
  } catch {
    return 'damaged'
  }
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns whether the version is valid. It may also be missing, because users may write the file by hand. */
const hasValidVersion = ({ version: written }: Record<string, unknown>) =>
  written === undefined || (typeof written === 'number' && Number.isInteger(written) && written >= 1)

function isShallow(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return depth < maxDepth && Object.values(value).every((member) => isShallow(member, depth + 1))
}

/** Renames a damaged file instead of deleting it, because the user may want to recover something from it. */
function moveAside(path: string): Loaded {
  const stamp = new Date().toISOString().replaceAll(':', '-')
  let aside = `${path}.bad-${stamp}`
  for (let n = 2; existsSync(aside); n += 1) aside = `${path}.bad-${stamp}-${n}`
  try {
    renameSync(path, aside)
  } catch {
    return unwritable(`${path} is damaged and couldn’t be moved. Settings changes won’t be saved.`)
  }
  const problem = `The settings file was damaged, so the settings were reset. The old file was saved as ${aside}. Keys and secrets aren’t affected.`
  return { values: sanitized({}), problem, writable: true }
}

const unwritable = (problem: string): Loaded => ({ values: sanitized({}), problem, writable: false })

/** Drops `__proto__` and the names that are reserved by the library or this file. `undefined` removes a key. */
function sanitized(values: Record<string, unknown>): Values {
  const clean: Record<string, unknown> = Object.create(null)
  for (const [name, value] of Object.entries(values)) {
    if (!reserved.has(name) && value !== undefined) clean[name] = value
  }
  return Object.freeze(clean)
}

const reserved: ReadonlySet<string> = new Set(['__proto__', '__internal__', 'version'])

/**
 * Replaces the file completely or not at all. The library renames a finished file into place, but doesn't notice if a full disk
 * truncated it. The old file is therefore kept under a second name until the new one has been read back.
 */
function replace(
  path: string,
  store: { store: Record<string, unknown> },
  next: Record<string, unknown>,
): void {
  const old = `${path}.saving`
  try {
    rmSync(old, { force: true })
    if (existsSync(path)) linkOrCopy(path, old)
    store.store = next
    if (readContent(path) === 'damaged') throw new Error('The file is shorter than what was written.')
    rmSync(old, { force: true })
  } catch (cause) {
    if (existsSync(old)) renameSync(old, path)
    // The rename above has no effect if both names are hard links of one file, so the second name is removed explicitly.
    rmSync(old, { force: true })
    throw new AppError('storage', cannotWrite, { cause })
  }
}

function linkOrCopy(path: string, old: string): void {
  try {
    linkSync(path, old)
  } catch {
    // Copies the file, because the file system does not support hard links.
    copyFileSync(path, old)
  }
}

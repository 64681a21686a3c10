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

/** What is used of `conf`'s class, which electron-store's extends. */
export type StoreClass = new (options: StoreOptions) => { store: Record<string, unknown> }

export interface StoreOptions {
  readonly cwd: string
  /** electron-store takes the file's name from the first, conf from the second. */
  readonly name: string
  readonly configName: string
  readonly configFileMode: number
  readonly accessPropertiesByDotNotation: boolean
}

export interface SettingsOptions {
  /** Made when it is not there. */
  readonly folder: string
  readonly Store: StoreClass
}

/**
 * Opens `settings.json`. The file is read and checked before the library sees it, which throws at some damage and silently
 * overwrites other: a damaged file is moved aside under a name that tells when, one of a newer Notehook is read and never
 * written. Opening never throws.
 */
export function openSettings({ folder, Store }: SettingsOptions): SettingsStore {
  const path = join(folder, fileName)
  const found = examine(folder, path)
  let values = found.values
  let problem = found.problem
  let store: { store: Record<string, unknown> } | null = null
  if (found.writable) {
    try {
      store = new Store({
        cwd: folder,
        name: 'settings',
        configName: 'settings',
        configFileMode: 0o600,
        accessPropertiesByDotNotation: false,
      })
    } catch {
      problem ??= `${path} cannot be used, so changes of settings are not kept.`
    }
  }

  return {
    read: () => values,
    write(changes) {
      if (!store) throw new AppError('storage', problem ?? cannotWrite)
      const next = sealed({ ...values, ...structuredClone(changes) })
      replace(path, store, { ...next, version })
      values = next
    },
    problem,
  }
}

const fileName = 'settings.json'

/** Of the file's layout. A higher number is from a newer Notehook. */
const version = 1

/** A settings file is a few kilobytes; beyond this it is something else. */
const largestBytes = 1024 * 1024
const deepest = 64

const cannotWrite = 'The settings could not be saved. Is the disk full or read-only? The old ones still hold.'

type Values = Readonly<Record<string, unknown>>

interface Found {
  readonly values: Values
  readonly problem: string | null
  readonly writable: boolean
}

function examine(folder: string, path: string): Found {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch {
    return unwritable(`${folder} cannot be made, so changes of settings are not kept.`)
  }
  const content = readContent(path)
  if (content === 'absent') return { values: sealed({}), problem: null, writable: true }
  if (content === 'damaged') return moveAside(path)
  const { version: written, ...values } = content
  if (typeof written === 'number' && written > version) {
    const problem = `${path} was written by a newer Notehook. It is read and left as it is, so changes of settings are not kept.`
    return { values: sealed(values), problem, writable: false }
  }
  return { values: sealed(values), problem: null, writable: true }
}

function readContent(path: string): Record<string, unknown> | 'absent' | 'damaged' {
  try {
    const stat = statSync(path, { throwIfNoEntry: false })
    if (!stat) return 'absent'
    // Anything but a file of sensible size is not opened: a pipe would never end.
    if (!stat.isFile() || stat.size > largestBytes) return 'damaged'
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path))
    const value: unknown = JSON.parse(text)
    return isPlain(value) && hasSoundVersion(value) && isShallow(value, 0) ? value : 'damaged'
  } catch {
    return 'damaged'
  }
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A file without one is from before the first write, or was made by hand. */
const hasSoundVersion = ({ version: written }: Record<string, unknown>) =>
  written === undefined || (typeof written === 'number' && Number.isInteger(written) && written >= 1)

function isShallow(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return depth < deepest && Object.values(value).every((member) => isShallow(member, depth + 1))
}

/** Never deletes: a damaged file may still hold what its owner wants back. */
function moveAside(path: string): Found {
  const stamp = new Date().toISOString().replaceAll(':', '-')
  let aside = `${path}.bad-${stamp}`
  for (let n = 2; existsSync(aside); n += 1) aside = `${path}.bad-${stamp}-${n}`
  try {
    renameSync(path, aside)
  } catch {
    return unwritable(`${path} is damaged and cannot be moved aside, so changes of settings are not kept.`)
  }
  const problem = `The settings were damaged and start afresh. The old file was kept as ${aside}. Your key and secrets are untouched.`
  return { values: sealed({}), problem, writable: true }
}

const unwritable = (problem: string): Found => ({ values: sealed({}), problem, writable: false })

/** Own, harmless names only, and nothing the library keeps for itself. `undefined` takes a key out. */
function sealed(values: Record<string, unknown>): Values {
  const clean: Record<string, unknown> = Object.create(null)
  for (const [name, value] of Object.entries(values)) {
    if (!reserved.has(name) && value !== undefined) clean[name] = value
  }
  return Object.freeze(clean)
}

const reserved: ReadonlySet<string> = new Set(['__proto__', '__internal__', 'version'])

/**
 * Writes all or nothing. The library renames a finished file into place, but does not notice when a full disk took only a part
 * of it; so the old file keeps a second name until the new one was read back.
 */
function replace(
  path: string,
  store: { store: Record<string, unknown> },
  next: Record<string, unknown>,
): void {
  const old = `${path}.saving`
  try {
    rmSync(old, { force: true })
    if (existsSync(path)) secondName(path, old)
    store.store = next
    if (readContent(path) === 'damaged') throw new Error('The file is shorter than what was written.')
    rmSync(old, { force: true })
  } catch (cause) {
    if (existsSync(old)) renameSync(old, path)
    // Renaming one name of a file to another of the same file does nothing, and leaves both.
    rmSync(old, { force: true })
    throw new AppError('storage', cannotWrite, { cause })
  }
}

function secondName(path: string, old: string): void {
  try {
    linkSync(path, old)
  } catch {
    // A file system without hard links.
    copyFileSync(path, old)
  }
}

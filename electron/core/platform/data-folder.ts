import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { type FolderHolder, type FolderLock, lockFolder } from './folder-lock.ts'

/**
 * Makes the data folder where it is not there, private to the user. A folder that exists keeps its mode, and one with files
 * that are not of Notehook is refused and left as it is. Throws `storage` and what to do about it.
 */
export function prepareDataFolder(folder: string): void {
  try {
    makeFolder(folder)
    const foreign = foreignIn(folder)
    if (foreign !== null) throw occupied(folder, foreign)
  } catch (error) {
    throw error instanceof AppError ? error : unusable(folder, error)
  }
  mark(folder)
}

/** Makes a folder inside a data folder, private to the user. One that exists keeps its mode. */
export function makeFolderInside(folder: string): void {
  try {
    makeFolder(folder)
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
  // What the umask took from its owner.
  chmodSync(folder, 0o700)
}

/** Says that a folder is a data folder, whatever else is deleted from it. */
const marker = '.notehook'
const markerText = 'Notehook keeps its data in this folder.\n'

/** A full or read-only disk does without: the store tells of the folder too. */
function mark(folder: string): void {
  try {
    writeFileSync(join(folder, marker), markerText, { mode: 0o600, flag: 'wx' })
  } catch {
    // It is there already, or is written at the next start.
  }
}

/** The name of a file that shows whose folder this is; `null` for a data folder, an empty one, and one with nothing of a user. */
function foreignIn(folder: string): string | null {
  const names = readdirSync(folder).filter((name) => !ofSystems.test(name))
  if (names.some((name) => isEvidence(folder, name, names.length === 1))) return null
  // Electron was ended before the folder was marked.
  const isOfElectron =
    names.every((name) => ofElectron.test(name)) && names.some((name) => name !== 'chromium')
  return isOfElectron ? null : (names[0] ?? null)
}

/** What file managers, file systems and synchronization leave in any folder. */
const ofSystems =
  /^(\.DS_Store|\._.*|\.localized|\.fseventsd|\.Spotlight-V100|\.TemporaryItems|\.Trashe?s?(-\d+)?|\.directory|desktop\.ini|Thumbs\.db|\$RECYCLE\.BIN|System Volume Information|lost\+found|\.nfs[0-9a-f]+|\.stfolder|\.snapshots?|@eaDir)$/i

/** What Electron writes into its folder by itself. The rest of Chromium's files are in `chromium`. */
const ofElectron =
  /^(chromium|Singleton(Lock|Cookie|Socket)|lockfile|Crashpad|Crash Reports|Local State|DevToolsActivePort|Dictionaries)$/

/** By name where the name is ours alone; else by what is in it. Earlier versions left no marker. */
function isEvidence(folder: string, name: string, isAlone: boolean): boolean {
  if (/^(\.notehook|notehook\.db|notehook\.log)$/.test(name)) return true
  if (name === 'host.lock') return isLock(join(folder, name))
  return name === 'settings.json' && isSettings(join(folder, name), isAlone)
}

/** SQLite locks a file without writing to it. */
function isLock(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  return stat?.isFile() === true && stat.size === 0
}

/** Settings that were written by hand to begin with have no version; they are taken where nothing else is at stake. */
function isSettings(path: string, isAlone: boolean): boolean {
  try {
    const stat = statSync(path)
    if (!stat.isFile() || stat.size > 1024 * 1024) return false
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
    return isAlone || ('version' in value && Number.isInteger(value.version))
  } catch {
    return false
  }
}

function occupied(folder: string, foreign: string): AppError {
  return new AppError(
    'storage',
    `Notehook cannot keep its data in ${folder}: it is not empty, and ${JSON.stringify(foreign)} in it is not a file of Notehook. ` +
      'Nothing was changed. Choose an empty or a new folder: --data-dir DIR',
  )
}

function unusable(folder: string, cause: unknown): AppError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const why = reasons.get(code) ?? 'it cannot be made or written to'
  return new AppError(
    'storage',
    `Notehook cannot keep its data in ${folder}: ${why}${code === '' ? '' : ` (${code})`}. Choose another folder: --data-dir DIR`,
    { cause },
  )
}

const reasons: ReadonlyMap<string, string> = new Map(
  Object.entries({
    EROFS: 'that disk is read-only',
    EACCES: 'this user may not write there',
    EPERM: 'this user may not write there',
    EEXIST: 'a part of that path is a file',
    ENOTDIR: 'a part of that path is a file',
    ENOSPC: 'that disk is full',
  }),
)

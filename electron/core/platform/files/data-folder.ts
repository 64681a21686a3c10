import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { headOf, isStore } from '#core/database/signature.ts'
import { AppError } from '#shared/errors.ts'
import { type FolderHolder, readHolder } from './folder-holder.ts'
import { type FolderLock, lockFolder } from './folder-lock.ts'

/**
 * Creates the data folder if it doesn't exist, private to the user. An existing folder keeps its mode. Rejects a folder that
 * contains another program's files, without changing it. Throws `storage` with advice.
 */
export function prepareDataFolder(folder: string): void {
  try {
    makeFolder(folder)
    const foreign = foreignFileIn(folder)
    if (foreign !== null) throw occupied(folder, foreign)
  } catch (error) {
    throw error instanceof AppError ? error : unusable(folder, error)
  }
  mark(folder)
}

export function makeFolderInside(folder: string): void {
  try {
    makeFolder(folder)
  } catch (error) {
    throw unusable(folder, error)
  }
}

/** Calls `lockFolder`, and throws `storage` with advice if the folder isn't writable. */
export function claimDataFolder(folder: string): FolderLock | { heldBy: FolderHolder | null } {
  try {
    return lockFolder(folder)
  } catch (error) {
    throw unusable(folder, error)
  }
}

/**
 * Creates one folder after the other. With `recursive`, Node never returns if the system reports ENOENT for a new folder
 * (`/proc/x`).
 */
function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  if (dirname(folder) !== folder) makeFolder(dirname(folder))
  assertNotBrokenLink(folder)
  mkdirSync(folder, { mode: 0o700 })
  // Sets the mode again, because the umask may have removed some of the owner's permissions.
  chmodSync(folder, 0o700)
}

function assertNotBrokenLink(path: string): void {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() || existsSync(path)) return
  throw new AppError(
    'storage',
    `The data folder can’t be used: ${path} is a link to ${readlinkSync(path)}, which doesn’t exist. ` +
      'Create it, or choose another folder with --data-dir DIR',
  )
}

/** Name of the file that marks a data folder, so that it is recognized even if all other files were deleted. */
const marker = '.notehook'
const markerLine = 'Notehook keeps its data in this folder.'

function mark(folder: string): void {
  try {
    const path = join(folder, marker)
    // The file may exist but be empty, because an earlier start found the disk full.
    const flag = isEmptyFile(path) ? 'r+' : 'wx'
    writeFileSync(path, `${markerLine}\n`, { mode: 0o600, flag })
  } catch {}
}

/**
 * Returns the name of another program's file. `null` for a data folder, and for a folder that contains only the system's files.
 */
function foreignFileIn(folder: string): string | null {
  const isOurFolder = signs.some(([name, isOurs]) => {
    const path = join(folder, name)
    return isFile(path) && isOurs(path, folder)
  })
  if (isOurFolder) return null
  const names = readdirSync(folder).filter((name) => !ofSystems.test(name))
  const foreign = names.find((name) => !isOfFirstStart(folder, name))
  if (foreign !== undefined) return foreign
  return names.length === 1 && names[0] === 'chromium' ? 'chromium' : null
}

/** Files that file managers, file systems and synchronization tools create in any folder. */
const ofSystems =
  /^(\.DS_Store|\._.*|\.localized|\.fseventsd|\.Spotlight-V100|\.TemporaryItems|\.Trashe?s?(-\d+)?|\.directory|desktop\.ini|Thumbs\.db|\$RECYCLE\.BIN|System Volume Information|lost\+found|\.nfs[0-9a-f]+|\.stfolder|\.snapshots?|@eaDir)$/i

/** Files that Electron creates in its folder. Chromium's files are in the subfolder `chromium`. */
const ofElectron =
  /^(chromium|Singleton(Lock|Cookie|Socket)|lockfile|Crashpad|Crash Reports|Local State|DevToolsActivePort|Dictionaries)$/

/** Returns whether a start that failed may have left this file behind, for example on a full disk. */
function isOfFirstStart(folder: string, name: string): boolean {
  if (ofElectron.test(name)) return true
  const isOurName = /^(\.notehook|notehook\.(db|log)|host\.(lock|json))$/.test(name)
  return isOurName && isEmptyFile(join(folder, name))
}

/**
 * Files whose content identifies a data folder. A single file is enough, because any of them may be deleted or damaged. Their
 * names alone prove nothing.
 */
const signs: readonly (readonly [name: string, isOurs: (path: string, folder: string) => boolean])[] = [
  [marker, (path) => firstLine(path) === markerLine],
  ['notehook.db', isStore],
  ['host.json', (path) => readHolder(path) !== null],
  ['settings.json', isSettings],
  // A log alone proves nothing, because users copy it in order to send it to others.
  ['notehook.log', (path, folder) => existsSync(join(folder, 'notehook.db')) && isLogLine(firstLine(path))],
]

const isLogLine = (line: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z (info|warn|error) /.test(line)

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() === true

function isEmptyFile(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  return stat?.isFile() === true && stat.size === 0
}

const firstLine = (path: string): string =>
  headOf(path, 256)
    .toString('utf8')
    .split(/\r?\n|\0/, 1)[0] ?? ''

const largestSettings = 1024 * 1024

/**
 * Returns whether a file contains Notehook's settings. At least one port has been in them since the first start. Other programs'
 * settings may contain the other names.
 */
function isSettings(path: string): boolean {
  if (statSync(path).size > largestSettings) return false
  const text = readFileSync(path, 'utf8')
  try {
    const { lastListenerPort, hostPort } = OurSettings.parse(JSON.parse(text))
    return lastListenerPort !== undefined || hostPort !== undefined
  } catch {
    return false
  }
}

const Port = z.number().int().min(0).max(65535)

const OurSettings = z
  .strictObject({
    lastListenerPort: Port,
    hostPort: Port,
    preferences: z.unknown(),
    tunnel: z.unknown(),
    updateMethods: z.unknown(),
    lastCleanUp: z.unknown(),
    toldOfTray: z.unknown(),
    recentSessions: z.unknown(),
    window: z.unknown(),
  })
  .partial()
  .extend({ version: z.number().int().min(1) })

function occupied(folder: string, foreign: string): AppError {
  return new AppError(
    'storage',
    `The data folder can’t be used: ${folder} contains files of another program, such as ${JSON.stringify(foreign)}. ` +
      'Choose an empty or new folder with --data-dir DIR',
  )
}

function unusable(folder: string, cause: unknown): AppError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const why = reasons.get(code) ?? 'it can’t be created or written to'
  return new AppError(
    'storage',
    `The data folder ${folder} can’t be used: ${why}${code === '' ? '' : ` (${code})`}. Choose another folder with --data-dir DIR`,
    { cause },
  )
}

const reasons: ReadonlyMap<string, string> = new Map(
  Object.entries({
    EROFS: 'the disk is read-only',
    EACCES: 'you don’t have permission to read and write there',
    EPERM: 'you don’t have permission to read and write there',
    EEXIST: 'part of the path is a file',
    ENOTDIR: 'part of the path is a file',
    ELOOP: 'a link in the path leads back to itself',
    ENOSPC: 'the disk is full',
  }),
)

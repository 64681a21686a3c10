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
import { type FolderHolder, type FolderLock, lockFolder, readHolder } from './folder-lock.ts'

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
  assertLeadsSomewhere(folder)
  mkdirSync(folder, { mode: 0o700 })
  // What the umask took from its owner.
  chmodSync(folder, 0o700)
}

/** A link to what is not there: the system says only that something exists. */
function assertLeadsSomewhere(path: string): void {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() || existsSync(path)) return
  throw new AppError(
    'storage',
    `Notehook cannot keep its data there: ${path} is a link to ${readlinkSync(path)}, which does not exist. ` +
      'Create that folder, or choose another one: --data-dir DIR',
  )
}

/** Says that a folder is a data folder, whatever else is deleted from it. */
const marker = '.notehook'
const markerLine = 'Notehook keeps its data in this folder.'

/** A full or read-only disk does without: the store tells of the folder too. */
function mark(folder: string): void {
  try {
    const path = join(folder, marker)
    // A full disk took the name of the file and not its text.
    const flag = isEmptyFile(path) ? 'r+' : 'wx'
    writeFileSync(path, `${markerLine}\n`, { mode: 0o600, flag })
  } catch {
    // It is there already, or is written at the next start.
  }
}

/** The name of a file that shows whose folder this is; `null` for a data folder, an empty one, and one with nothing of a user. */
function foreignIn(folder: string): string | null {
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

/** What file managers, file systems and synchronization leave in any folder. */
const ofSystems =
  /^(\.DS_Store|\._.*|\.localized|\.fseventsd|\.Spotlight-V100|\.TemporaryItems|\.Trashe?s?(-\d+)?|\.directory|desktop\.ini|Thumbs\.db|\$RECYCLE\.BIN|System Volume Information|lost\+found|\.nfs[0-9a-f]+|\.stfolder|\.snapshots?|@eaDir)$/i

/** What Electron writes into its folder by itself. The rest of Chromium's files are in `chromium`. */
const ofElectron =
  /^(chromium|Singleton(Lock|Cookie|Socket)|lockfile|Crashpad|Crash Reports|Local State|DevToolsActivePort|Dictionaries)$/

/** A start that a crash or a full disk ended before the folder was marked leaves what is Electron's, and files of ours without text. */
function isOfFirstStart(folder: string, name: string): boolean {
  if (ofElectron.test(name)) return true
  const isOurName = /^(\.notehook|notehook\.(db|log)|host\.(lock|json))$/.test(name)
  return isOurName && isEmptyFile(join(folder, name))
}

/**
 * One of these files shows that a folder is ours, whatever is beside it. By what is in it: any program may use the name.
 * The marker may have been deleted. A damaged store counts where another file shows whose it is.
 */
const signs: readonly (readonly [name: string, isOurs: (path: string, folder: string) => boolean])[] = [
  [marker, (path) => firstLine(path) === markerLine],
  ['notehook.db', isStore],
  ['host.json', (path) => readHolder(path) !== null],
  ['settings.json', isSettings],
  // Users copy a log to send it: alone it shows nothing.
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

/** Each start remembers a port. The other settings come later, and other programs use some of their names. */
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

/** All that Notehook writes, and nothing else. */
const OurSettings = z
  .strictObject({
    lastListenerPort: Port,
    hostPort: Port,
    preferences: z.unknown(),
    tunnel: z.unknown(),
    updateMethods: z.unknown(),
    lastCleanUp: z.unknown(),
    toldOfTray: z.unknown(),
    window: z.unknown(),
  })
  .partial()
  .extend({ version: z.number().int().min(1) })

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
    EACCES: 'this user may not read or write there',
    EPERM: 'this user may not read or write there',
    EEXIST: 'a part of that path is a file',
    ENOTDIR: 'a part of that path is a file',
    ELOOP: 'a link in that path leads back to itself',
    ENOSPC: 'that disk is full',
  }),
)

import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, lstatSync, mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Maximum length of a socket's path in bytes. `sun_path` has 104 bytes on macOS and 108 on Linux. */
const maxPathBytes = 100

/**
 * Returns the possible paths of a data folder's socket, preferred first. The second path is in the folder for temporary files,
 * for a data folder whose path is too long or whose file system has no sockets. On Windows, returns a new pipe.
 */
export function socketPlaces(
  dataFolder: string,
  { platform, temporary } = { platform: process.platform, temporary: tmpdir() },
): readonly string[] {
  if (platform === 'win32') return [`\\\\.\\pipe\\notehook-${randomBytes(16).toString('hex')}`]
  const name = createHash('sha256').update(dataFolder).digest('hex').slice(0, 16)
  const own = join(dataFolder, 'run', 'notehook.sock')
  const other = join(temporary, `notehook-${process.getuid?.()}`, `${name}.sock`)
  return Buffer.byteLength(own) > maxPathBytes ? [other] : [own, other]
}

export const isPipe = (at: string): boolean => at.startsWith('\\\\.\\pipe\\')

/**
 * Creates a private folder for the socket, and deletes the socket of an earlier run. Throws if the folder is a link or belongs to
 * another user, who could replace the socket. Call this only while holding the lock of the data folder.
 */
export function clearPlace(at: string): void {
  if (isPipe(at)) return
  const folder = dirname(at)
  mkdirSync(folder, { mode: 0o700, recursive: true })
  const problem = folderProblem(folder)
  if (problem === 'open') chmodSync(folder, 0o700)
  else if (problem !== null) throw new Error(folderProblems[problem].replace('FOLDER', () => folder))
  rmSync(at, { force: true })
}

/**
 * Returns a sentence that explains why a client must not use a socket, or `null` if it may. Root may use the socket of any user.
 */
export function placeProblem(at: string): string | null {
  if (isPipe(at)) return null
  const problem = folderProblem(dirname(at))
  if (problem === 'foreign' && process.getuid?.() === 0) return null
  return problem === null ? null : folderProblems[problem].replace('FOLDER', () => dirname(at))
}

const folderProblems = {
  link: 'FOLDER is a link or no folder, so another program may have replaced the socket in it. Delete it and restart Notehook.',
  foreign: 'FOLDER belongs to another user.',
  open: 'FOLDER can be opened by other users. Restart Notehook, or make it private with chmod 700.',
} as const

function folderProblem(folder: string): keyof typeof folderProblems | null {
  const stat = lstatSync(folder)
  if (!stat.isDirectory()) return 'link'
  if (stat.uid !== process.getuid?.()) return 'foreign'
  return (stat.mode & 0o077) === 0 ? null : 'open'
}

import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'
import { causes, type SqliteFailure, storageRefused } from '#core/database/sql.ts'
import { AppError } from '#shared/errors.ts'

const resumes = 'Deliveries get 503 and are retried. Storing resumes automatically.'
const restart = 'Restart Notehook to create a new one; until then, deliveries get 503 and are retried.'

/** Returns a message that explains why deliveries can't be stored, and how the listener responds until they can. */
export function degradedWords(failure: SqliteFailure, freeBytes: number): string {
  if (failure === 'other') return `Deliveries can’t be stored. ${resumes}`
  if (failure === 'corrupt' || failure === 'not-a-database') return `${causes[failure]} ${restart}`
  const words = `${causes[failure]} ${resumes}`
  if (failure !== 'full' || !Number.isFinite(freeBytes)) return words
  return `${words} Free: ${Math.floor(freeBytes / 1024).toLocaleString('en')} KiB.`
}

/** Returns a message that explains why the port could not be opened and names the program that is using it. */
export function portFailure(
  error: unknown,
  port: number,
): { code: 'port-busy' | 'refused'; message: string } {
  if (codeOf(error) !== 'EADDRINUSE') return { code: 'refused', message: refusedPort(error, port) }
  const holder = portHolder(port)
  if (holder === 'self') return { code: 'port-busy', message: `Not receiving: ${pagePortTaken(port)}` }
  const message =
    `Not receiving: another program${nameOf(holder)} uses port ${port}. Notehook keeps retrying. ` +
    'If you choose another port, update your own tunnel too.'
  return { code: 'port-busy', message }
}

/** Returns an error that explains why the listener could not move to the new port and keeps its old one. */
export function notMoved(error: unknown, port: number): AppError {
  const holder = codeOf(error) === 'EADDRINUSE' ? portHolder(port) : undefined
  if (holder === 'self') return portRefused(pagePortTaken(port))
  if (holder === undefined) return portRefused(refusedPort(error, port))
  return portRefused(`Another program${nameOf(holder)} uses port ${port}. Choose another port.`)
}

export const portRefused = (message: string) =>
  new AppError('invalid-input', message, { fields: { listenerPort: message } })

export const pagePortTaken = (port: number) => `Notehook’s own page uses port ${port}. Choose another port.`

const refusedPort = (error: unknown, port: number) =>
  codeOf(error) === 'EACCES'
    ? `The system reserves port ${port}. Choose one above 1023.`
    : `The listener couldn’t open port ${port}. Choose another port.`

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : null)

const nameOf = (holder: string | null) => (holder === null ? '' : ` (${holder})`)

/** Returns an error which says that the secret was imported but stored deliveries could not be verified again. */
export function notReverified(cause: unknown, problem: string | null): AppError {
  const why = storageRefused(cause, problem)?.message ?? 'Import it again.'
  return new AppError(
    'storage',
    `The secret was saved, but stored deliveries couldn’t be verified again. ${why}`,
    { cause },
  )
}

export const stalledWords =
  'The listener hasn’t responded for 10 seconds. Deliveries wait, and the service retries them. If this lasts, restart Notehook.'

export function crashedWords(error: unknown): string {
  const reason = error instanceof Error ? ` (${error.message.slice(0, 200)})` : ''
  return `The listener ended five times within a minute${reason}. Deliveries aren’t received now, and the service retries them. Start it again; if it ends again, restart Notehook.`
}

export const deliveryGone = () =>
  new AppError('not-found', 'There is no delivery with this ID, or it was deleted.')

/**
 * Returns the program that listens on a local port, such as `nc, process 4711`, or `self` for this process. Returns `null` for
 * other users' programs and on systems other than Linux.
 */
function portHolder(port: number): string | null {
  if (process.platform !== 'linux') return null
  const inodes = new Set([...listenersOn(port, '/proc/net/tcp'), ...listenersOn(port, '/proc/net/tcp6')])
  if (inodes.size === 0) return null
  for (const pid of attempt(() => readdirSync('/proc'), [])) {
    if (!/^\d+$/.test(pid)) continue
    for (const file of attempt(() => readdirSync(`/proc/${pid}/fd`), [])) {
      const inode = /^socket:\[(\d+)\]$/.exec(attempt(() => readlinkSync(`/proc/${pid}/fd/${file}`), ''))?.[1]
      if (inode === undefined || !inodes.has(inode)) continue
      return Number(pid) === process.pid ? 'self' : `${processName(pid)}, process ${pid}`
    }
  }
  return null
}

function processName(pid: string): string {
  const name = attempt(() => readFileSync(`/proc/${pid}/comm`, 'utf8'), '').trim()
  if (name !== 'MainThread') return name || 'a program'
  return attempt(() => basename(readlinkSync(`/proc/${pid}/exe`)), 'node')
}

const listening = '0A'

/**
 * Returns the inodes of the sockets that listen on the port. Column 2 of the table is the address, 4 the state and 10 the inode.
 */
function listenersOn(port: number, table: string): string[] {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  return attempt(() => readFileSync(table, 'utf8'), '')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, , state]) => local?.endsWith(suffix) && state === listening)
    .map((columns) => columns[9] ?? '')
}

/**
 * Runs a read of `/proc` and returns `otherwise` if it fails, because a process may end at any time or belong to another user.
 */
function attempt<Result>(read: () => Result, otherwise: Result): Result {
  try {
    return read()
  } catch {
    return otherwise
  }
}

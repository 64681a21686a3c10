import type { SqliteFailure } from '#core/database/sql.ts'
import { AppError } from '#shared/errors.ts'
import { portHolder } from './listener/port-holder.ts'

const again = 'Deliveries get 503 and are retried. Storing resumes automatically.'

/** Why nothing is stored now, and what becomes of what comes meanwhile. */
export function degradedWords(failure: SqliteFailure, freeBytes: number): string {
  if (failure !== 'full' || !Number.isFinite(freeBytes)) return degradedBy[failure]
  return `${degradedBy.full} Free: ${Math.floor(freeBytes / 1024).toLocaleString('en')} KiB.`
}

const degradedBy: Readonly<Record<SqliteFailure, string>> = {
  full: `The disk is full. ${again}`,
  'read-only': `The disk is read-only. ${again}`,
  busy: `Another program is using the database. ${again}`,
  io: `The disk reports write errors. ${again}`,
  corrupt: `The database is damaged. Restart Notehook to create a new one. ${again}`,
  'not-a-database': `The database is damaged. Restart Notehook to create a new one. ${again}`,
  'cannot-open': `The database can’t be opened. ${again}`,
  other: `Deliveries can’t be stored. ${again}`,
}

/** Why the port could not be had, and who has it. */
export function portFailure(
  error: unknown,
  port: number,
): { code: 'port-busy' | 'refused'; message: string } {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'EADDRINUSE') {
    const holder = portHolder(port)
    if (holder === 'self') {
      const message = `Not receiving: Notehook’s own page uses port ${port}. Choose another port.`
      return { code: 'port-busy', message }
    }
    const message =
      `Not receiving: another program${holder === null ? '' : ` (${holder})`} uses port ${port}. Notehook keeps retrying. ` +
      'If you choose another port, update your own tunnel too.'
    return { code: 'port-busy', message }
  }
  if (code === 'EACCES') {
    return {
      code: 'refused',
      message: `The system reserves port ${port}. Choose one above 1023.`,
    }
  }
  return { code: 'refused', message: `The listener couldn’t open port ${port}. Choose another port.` }
}

export function notReverified(cause: unknown): AppError {
  return new AppError(
    'storage',
    'The secret was saved, but stored deliveries couldn’t be verified again because of a disk error. Free up space, then import it again.',
    { cause },
  )
}

export const stalledWords =
  'The listener hasn’t responded for 10 seconds. Deliveries wait, and the service retries them. If this lasts, restart Notehook.'

export function crashedWords(error: unknown): string {
  const reason = error instanceof Error ? ` (${error.message.slice(0, 200)})` : ''
  return `The listener ended five times within a minute${reason}. Deliveries aren’t received now, and the service retries them. Start it again; if it ends again, restart Notehook.`
}

export const deliveryGone = () => new AppError('not-found', 'This delivery was deleted.')

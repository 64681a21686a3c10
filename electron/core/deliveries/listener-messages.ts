import type { SqliteFailure } from '#core/database/sql.ts'
import { AppError } from '#shared/errors.ts'
import { portHolder } from './listener/port-holder.ts'

const again = 'Deliveries are answered 503, so the service sends them again; storing resumes by itself.'

/** Why nothing is stored now, and what becomes of what comes meanwhile. */
export function degradedWords(failure: SqliteFailure, freeBytes: number): string {
  if (failure !== 'full' || !Number.isFinite(freeBytes)) return degradedBy[failure]
  return `${degradedBy.full} Free there: ${Math.floor(freeBytes / 1024).toLocaleString('en')} KiB.`
}

const degradedBy: Readonly<Record<SqliteFailure, string>> = {
  full: `The disk is full. ${again}`,
  'read-only': `The disk is read-only. ${again}`,
  busy: `Another program holds the history of deliveries. ${again}`,
  io: `The disk does not write. ${again}`,
  corrupt: `The history of deliveries is damaged: restart Notehook to begin a new one. ${again}`,
  'not-a-database': `The history of deliveries is damaged: restart Notehook to begin a new one. ${again}`,
  'cannot-open': `The history of deliveries cannot be opened. ${again}`,
  other: `Deliveries cannot be stored. ${again}`,
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
      const message = `Nothing is received: Notehook itself has port ${port}, for its page. Choose another port for the listener.`
      return { code: 'port-busy', message }
    }
    const message =
      `Nothing is received: another program${holder === null ? '' : ` (${holder})`} has port ${port}. It is tried again every few ` +
      'seconds. If you choose another port, a tunnel of your own has to lead there too.'
    return { code: 'port-busy', message }
  }
  if (code === 'EACCES') {
    return {
      code: 'refused',
      message: `The system does not allow port ${port}. Choose one of 1024 or above.`,
    }
  }
  return { code: 'refused', message: `The listener could not take port ${port}.` }
}

export function notReverified(cause: unknown): AppError {
  return new AppError(
    'storage',
    'The secret is kept, but the disk refused to judge the kept deliveries again. Import it once more when there is space.',
    { cause },
  )
}

import type { Notice } from '../../../shared/contract/app.ts'
import type { Handlers } from '../../../shared/contract/index.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Ports } from '../ports.ts'
import type { Database } from '../store/database.ts'

/** What the app is, where it keeps its things, and what went wrong while it opened them. */
export function createAppInfo(
  ports: Pick<Ports, 'version' | 'host' | 'dataFolder' | 'settings' | 'openExternal'>,
  database: Pick<Database, 'problem'>,
): Pick<Handlers, 'app.info' | 'app.open-external'> {
  return {
    'app.info': () => ({
      name: 'Notehook',
      version: ports.version,
      host: ports.host,
      platform: process.platform,
      dataFolder: ports.dataFolder,
      notices: noticesOf({ database: database.problem, settings: ports.settings.problem }),
    }),
    async 'app.open-external'({ url }) {
      if (!ports.openExternal) throw new AppError('invalid-input', 'Open links in the browser itself.')
      await ports.openExternal(url)
      return null
    },
  }
}

function noticesOf(problems: Readonly<Record<string, string | null>>): Notice[] {
  return Object.entries(problems).flatMap(([id, message]) =>
    message === null ? [] : [{ id, tone: 'warning' as const, message }],
  )
}

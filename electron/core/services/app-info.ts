import type { Notice } from '../../../shared/contract/app.ts'
import type { Handlers } from '../../../shared/contract/index.ts'
import { AppError } from '../../../shared/errors.ts'
import type { EventHub } from '../event-hub.ts'
import type { Ports } from '../ports.ts'
import type { Database } from '../store/database.ts'

/** What the app is, where it keeps its things, and what went wrong while it opened them. */
export function createAppInfo(
  ports: Pick<Ports, 'version' | 'host' | 'dataFolder' | 'settings' | 'openExternal' | 'log'>,
  database: Pick<Database, 'problem' | 'files'>,
  hub: Pick<EventHub, 'publish'>,
): Pick<Handlers, 'app.info' | 'app.open-external'> {
  const info = () => ({
    name: 'Notehook',
    version: ports.version,
    host: ports.host,
    platform: process.platform,
    dataFolder: ports.dataFolder,
    notices: [
      ...notice('store-trouble', 'danger', database.files.trouble()),
      ...notice('store-mended', 'warning', database.files.mended()),
      ...notice('database', 'warning', database.problem),
      ...notice('settings', 'warning', ports.settings.problem),
    ],
  })

  database.files.onFound((message) => {
    ports.log.error(message)
    hub.publish('app.changed', info())
  })

  return {
    'app.info': info,
    async 'app.open-external'({ url }) {
      if (!ports.openExternal) throw new AppError('invalid-input', 'Open links in the browser itself.')
      await ports.openExternal(url)
      return null
    },
  }
}

const notice = (id: string, tone: Notice['tone'], message: string | null): Notice[] =>
  message === null ? [] : [{ id, tone, message }]

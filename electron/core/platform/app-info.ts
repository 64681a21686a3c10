import type { Database } from '#core/database/database.ts'
import type { AppInfo, Notice } from '#shared/app/contract.ts'
import { AppError } from '#shared/errors.ts'
import type { EventHub } from './event-bus.ts'
import type { Feature } from './feature.ts'
import type { Ports, SystemNotice } from './ports.ts'

export interface AppInfoService extends Feature<'app'> {
  /** Notifies by the system, and says in the window what the system did not show. */
  readonly notify: Notify
}

/** `alsoInPage`: the page says the same by itself. */
export type Notify = (notice: SystemNotice, options?: { readonly alsoInPage: boolean }) => void

/** What the app is, where it keeps its things, and what went wrong: while it opened them, and between it and the system. */
export function createAppInfo(
  ports: Pick<Ports, 'version' | 'host' | 'dataFolder' | 'settings' | 'openExternal' | 'notifier' | 'log'>,
  database: Pick<Database, 'problem' | 'files'>,
  hub: Pick<EventHub, 'publish'>,
): AppInfoService {
  let notShown: Notice | null = null
  let failures = 0

  const info = (): AppInfo => ({
    name: 'Notehook',
    version: ports.version,
    host: ports.host,
    platform: process.platform,
    dataFolder: ports.dataFolder,
    notices: [
      ...notice('store-trouble', 'danger', database.files.problem()),
      ...notice('store-mended', 'warning', database.files.repair()),
      ...notice('database', 'warning', database.problem),
      ...notice('settings', 'warning', ports.settings.problem),
      ...(notShown ? [notShown] : []),
    ],
  })

  database.files.onDidFind((message) => {
    ports.log.error(message)
    hub.publish('app.changed', info())
  })

  return {
    handlers: {
      'app.info': info,
      async 'app.open-external'({ url }) {
        if (!ports.openExternal) throw new AppError('invalid-input', 'Open links in the browser itself.')
        await ports.openExternal(url)
        return null
      },
    },
    notify(notice, { alsoInPage } = { alsoInPage: false }) {
      const sayInWindow = () => {
        failures += 1
        // What the page says by itself is not said twice, but for why the system was silent.
        if (alsoInPage && failures > 1) return
        notShown = inWindow(`notification-${failures}`, notice, alsoInPage)
        hub.publish('app.changed', info())
      }
      ports.notifier?.(notice).then(
        (shown) => shown || sayInWindow(),
        (error) => {
          ports.log.error('The system could not be asked to notify.', error)
          sayInWindow()
        },
      )
    },
  }
}

/** Each has an id of its own, so that one which was dismissed does not hide the next. */
function inWindow(id: string, { title, body, place }: SystemNotice, alsoInPage: boolean): Notice {
  const advice = 'Watch this window, or allow notifications in the settings of your system.'
  return {
    id,
    tone: 'warning',
    title: 'Your system did not show a notification from Notehook.',
    ...(alsoInPage ? { message: advice } : { message: `It says: ${title}. ${body} ${advice}`, place }),
  }
}

const notice = (id: string, tone: Notice['tone'], message: string | null): Notice[] =>
  message === null ? [] : [{ id, tone, message }]

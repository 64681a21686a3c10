import { type Database, fullDisk } from '#core/database/database.ts'
import type { AppInfo, LoginItem, Notice } from '#shared/app/contract.ts'
import { AppError } from '#shared/errors.ts'
import type { EventHub } from './event-bus.ts'
import type { Feature } from './feature.ts'
import type { Ports, SystemNotice } from './ports.ts'
import type { StartHold } from './process/start-hold.ts'

export interface AppInfoService extends Feature<'app'> {
  /** Shows a system notification. If the system doesn't show it, a notice appears in the window instead. */
  readonly notify: Notify
}

/** With `alsoInPage`, the page shows the message as well. */
export type Notify = (notice: SystemNotice, options?: { readonly alsoInPage: boolean }) => void

export function createAppInfo(
  ports: Pick<
    Ports,
    | 'version'
    | 'host'
    | 'dataFolder'
    | 'settings'
    | 'openExternal'
    | 'notifier'
    | 'log'
    | 'setBadge'
    | 'loginItem'
  >,
  database: Pick<Database, 'problem' | 'files'>,
  hub: Pick<EventHub, 'publish'>,
  hold: StartHold,
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
      ...notice(database.problem === fullDisk ? 'disk-full' : 'database', 'warning', database.problem),
      ...notice('settings', 'warning', ports.settings.problem),
      ...heldBack(hold.reason()),
      ...(notShown ? [notShown] : []),
    ],
  })

  hold.onDidRelease(() => hub.publish('app.changed', info()))
  database.files.onDidFind((message) => {
    ports.log.error(message)
    hub.publish('app.changed', info())
  })

  return {
    handlers: {
      'app.info': info,
      'app.set-badge'({ count }) {
        ports.setBadge?.(count)
        return null
      },
      'app.login-item': () => ports.loginItem?.read() ?? noLoginItem,
      'app.set-login-item': ({ isOn }) => ports.loginItem?.set(isOn) ?? noLoginItem,
      'app.try-again'() {
        hold.release()
        return null
      },
      async 'app.open-external'({ url }) {
        if (!ports.openExternal) throw new AppError('invalid-input', 'Open the link in your browser.')
        await ports.openExternal(url)
        return null
      },
    },
    notify(notice, { alsoInPage } = { alsoInPage: false }) {
      const showInWindow = () => {
        failures += 1
        // The window already shows the message elsewhere. Only the first failure adds a notice, to explain how to allow
        // notifications.
        if (alsoInPage && failures > 1) return
        notShown = inWindow(`notification-${failures}`, notice, alsoInPage)
        hub.publish('app.changed', info())
      }
      ports.notifier?.(notice).then(
        (shown) => shown || showInWindow(),
        (error) => {
          ports.log.error('The system notification failed.', error)
          showInWindow()
        },
      )
    },
  }
}

const heldBack = (error: string | null): Notice[] =>
  error === null
    ? []
    : [
        {
          id: 'held-back',
          tone: 'danger',
          title: 'The tunnel and forwarding are off.',
          message: `Notehook stopped twice within a minute of its start. The last error: ${error}`,
          action: 'try-again',
        },
      ]

const noLoginItem: LoginItem = { state: 'unavailable', path: null }

function inWindow(id: string, { title, body, place }: SystemNotice, alsoInPage: boolean): Notice {
  const advice = 'Allow notifications in your system settings.'
  return {
    id,
    tone: 'warning',
    title: 'Your system blocked a notification from Notehook.',
    ...(alsoInPage ? { message: advice } : { message: `It says: ${title}. ${body} ${advice}`, place }),
  }
}

const notice = (id: string, tone: Notice['tone'], message: string | null): Notice[] =>
  message === null ? [] : [{ id, tone, message }]

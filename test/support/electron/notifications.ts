import { EventEmitter } from 'node:events'
import type Electron from 'electron'

/**
 * What `import { Notification } from 'electron'` gets: they are shown nowhere and remembered for tests, which click them. On a
 * Mac every one fails, as it does for an app that is not signed.
 */
export class Notification extends EventEmitter {
  static readonly shown: Notification[] = []
  static isSupported = () => true
  /** Why the system refuses them; `null` where it shows them. */
  static refusal: string | null =
    process.platform === 'darwin' ? 'Notifications are not allowed for this application' : null

  readonly title: string
  readonly body: string

  constructor({ title = '', body = '' }: Electron.NotificationConstructorOptions = {}) {
    super()
    this.title = title
    this.body = body
  }

  /** The system answers later on a Mac and on Windows, so it does here. */
  show() {
    const { refusal } = Notification
    if (refusal === null) Notification.shown.push(this)
    setImmediate(() => {
      if (refusal === null) this.emit('show', {})
      else this.emit('failed', {}, refusal)
    })
  }
}

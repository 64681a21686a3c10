import { EventEmitter } from 'node:events'
import type Electron from 'electron'

/**
 * Replaces Electron's `Notification`. Records notifications, which tests can click. On macOS every one fails, as for an unsigned
 * app.
 */
export class Notification extends EventEmitter {
  static readonly shown: Notification[] = []
  static isSupported = () => true
  static refusal: string | null =
    process.platform === 'darwin' ? 'Notifications are not allowed for this application' : null

  readonly title: string
  readonly body: string

  constructor({ title = '', body = '' }: Electron.NotificationConstructorOptions = {}) {
    super()
    this.title = title
    this.body = body
  }

  /** Emits its event asynchronously, as on macOS and Windows. */
  show() {
    const { refusal } = Notification
    if (refusal === null) Notification.shown.push(this)
    setImmediate(() => {
      if (refusal === null) this.emit('show', {})
      else this.emit('failed', {}, refusal)
    })
  }
}

import type Electron from 'electron'

/** What `import { Notification } from 'electron'` gets: they are shown nowhere and remembered for tests, which click them. */
export class Notification {
  static readonly shown: Notification[] = []
  static isSupported = () => true

  readonly title: string
  readonly body: string
  private readonly listeners = new Map<string, () => void>()

  constructor({ title = '', body = '' }: Electron.NotificationConstructorOptions) {
    this.title = title
    this.body = body
  }
  on(name: string, listener: () => void) {
    this.listeners.set(name, listener)
    return this
  }
  emit(name: string) {
    this.listeners.get(name)?.()
  }
  show() {
    Notification.shown.push(this)
  }
}

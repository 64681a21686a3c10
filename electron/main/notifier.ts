import type { Notification } from 'electron'
import type { Notifier } from '#core/platform/ports.ts'

/**
 * Notifications of the system. A click leads to the place in the page. Each is held until it is gone: one that was collected
 * hears no click. Some systems refuse them: a Mac those of an app that is not signed, any those the user turned off.
 */
export function createNotifier(
  System: typeof Notification,
  open: (place: string) => void,
): NonNullable<Notifier> {
  const held = new Set<Notification>()
  return async ({ title, body, place }) => {
    if (!System.isSupported()) return false
    const notification = new System({ title, body })
    held.add(notification)
    notification.on('click', () => open(place))
    notification.on('close', () => held.delete(notification))
    const isShown = new Promise<boolean>((resolve) => {
      notification.on('show', () => resolve(true))
      notification.on('failed', () => {
        held.delete(notification)
        resolve(false)
      })
    })
    notification.show()
    return isShown
  }
}

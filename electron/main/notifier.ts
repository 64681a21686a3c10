import type { Notification } from 'electron'
import type { Notifier } from '../core/ports.ts'

/**
 * Notifications of the system. A click leads to the place in the page. Each is held until it is gone: one that was collected
 * hears no click.
 */
export function createNotifier(
  System: typeof Notification,
  open: (place: string) => void,
): NonNullable<Notifier> {
  const shown = new Set<Notification>()
  return ({ title, body, place }) => {
    if (!System.isSupported()) return
    const notification = new System({ title, body })
    shown.add(notification)
    notification.on('click', () => open(place))
    notification.on('close', () => shown.delete(notification))
    notification.show()
  }
}

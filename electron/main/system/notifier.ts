import type { Notification } from 'electron'
import type { Notifier } from '#core/platform/ports.ts'

/**
 * Creates system notifications. Clicking one opens the related page of the app. Each notification is referenced until it closes,
 * because a garbage-collected notification doesn't receive the click. Resolves to `false` if the system doesn't show it: macOS
 * rejects unsigned apps, and the user can turn notifications off.
 */
export function createNotifier(
  System: typeof Notification,
  open: (place: string) => void,
): NonNullable<Notifier> {
  const active = new Set<Notification>()
  return async ({ title, body, place }) => {
    if (!System.isSupported()) return false
    const notification = new System({ title, body })
    active.add(notification)
    notification.on('click', () => open(place))
    notification.on('close', () => active.delete(notification))
    const isShown = new Promise<boolean>((resolve) => {
      notification.on('show', () => resolve(true))
      notification.on('failed', () => {
        active.delete(notification)
        resolve(false)
      })
    })
    notification.show()
    return isShown
  }
}

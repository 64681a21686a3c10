import type { App, NativeImage } from 'electron'

/**
 * Shows on the app's icon how many items need attention. Windows doesn't support numbers, so it gets a dot with a description.
 */
export function createBadge(options: {
  readonly platform: NodeJS.Platform
  readonly app: Pick<App, 'setBadgeCount'>
  readonly window: { setOverlay(image: NativeImage | null, description: string): void }
  readonly dot: () => NativeImage
}): (count: number) => void {
  const { platform, app, window, dot } = options
  return (count) => {
    if (platform !== 'win32') app.setBadgeCount(count)
    else if (count === 0) window.setOverlay(null, '')
    else window.setOverlay(dot(), count === 1 ? '1 item needs attention' : `${count} items need attention`)
  }
}

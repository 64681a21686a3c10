import { join } from 'node:path'
import type { App, NativeImage } from 'electron'

/** Paths of the images that Electron reads from files. Electron finds the @2x images by their names. */
export interface Icons {
  readonly app: string
  /** Icon of the window. On Linux, an app that is not installed has no other source for its icon. */
  readonly window: string
  readonly tray: string
  readonly badge: string
}

export function iconsOf(platform: NodeJS.Platform, folder: string): Icons {
  const trays: Partial<Record<NodeJS.Platform, string>> = {
    // A template image, to which macOS applies the color of the menu bar.
    darwin: 'trayTemplate.png',
    win32: 'icon.ico',
  }
  return {
    app: join(folder, 'icon.png'),
    window: join(folder, platform === 'win32' ? 'icon.ico' : 'icon.png'),
    tray: join(folder, trays[platform] ?? 'tray.png'),
    badge: join(folder, 'badge.png'),
  }
}

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

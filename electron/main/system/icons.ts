import { join } from 'node:path'

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

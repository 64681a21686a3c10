import { join } from 'node:path'

/** The pictures that Electron reads from files. It finds the @2x ones by their names. */
export interface Icons {
  /** For the About panel, and for the Dock of macOS until the app is installed. */
  readonly app: string
  /** For the window until the app is installed: Linux then has no other place to find it. */
  readonly window: string
  readonly tray: string
  /** A dot on the taskbar's button, which only Windows shows. */
  readonly badge: string
}

export function iconsOf(platform: NodeJS.Platform, folder: string): Icons {
  const trays: Partial<Record<NodeJS.Platform, string>> = {
    // macOS colors a template itself.
    darwin: 'trayTemplate.png',
    // Windows takes the size that fits its scale out of an .ico.
    win32: 'icon.ico',
  }
  return {
    app: join(folder, 'icon.png'),
    window: join(folder, platform === 'win32' ? 'icon.ico' : 'icon.png'),
    tray: join(folder, trays[platform] ?? 'tray.png'),
    badge: join(folder, 'badge.png'),
  }
}

import { join } from 'node:path'
import type { App } from 'electron'

/** Must be the same as the launcher's folder for a browser host that runs from source. A test compares the two. */
export const sourceFolderName = 'Notehook-dev'

/**
 * Returns the default data folder. An app that runs from source has its own folder, so that it never changes the installed app's
 * data.
 */
export function defaultDataFolder(app: Pick<App, 'isPackaged' | 'getPath'>): string {
  return app.isPackaged ? app.getPath('userData') : join(app.getPath('appData'), sourceFolderName)
}

import { join } from 'node:path'
import type { App } from 'electron'

/** Must equal the folder of the launcher's browser host; a test compares the two. */
export const sourceFolderName = 'Notehook-dev'

/** The default data folder. An app that runs from its source has one of its own, so that it never touches the installed one's data. */
export function defaultDataFolder(app: Pick<App, 'isPackaged' | 'getPath'>): string {
  return app.isPackaged ? app.getPath('userData') : join(app.getPath('appData'), sourceFolderName)
}

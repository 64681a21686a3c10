import { runInThisContext } from 'node:vm'
import type Electron from 'electron'
import type { PressedKey } from './accelerators.ts'
import { app, link } from './app.ts'
import { clipboard } from './clipboard.ts'
import { crashReporter, nativeImage, nativeTheme, powerMonitor, powerSaveBlocker, screen } from './desktop.ts'
import { dialog } from './dialogs.ts'
import { ipcMain } from './ipc-main.ts'
import { Menu, MenuItem, pressInMenu } from './menus.ts'
import { Notification } from './notifications.ts'
import { session } from './session.ts'
import { Tray } from './tray.ts'
import { BrowserWindow } from './windows.ts'

/** Replaces the module that `import … from 'electron'` loads in the app's process, with the parts that the app uses. */

const protocol = session.defaultSession.protocol

/** Paths that were opened or shown. A test sets `problem` to simulate a system that can't open them. */
const paths = { opened: [] as string[], shown: [] as string[], problem: '' }

const shell = {
  openExternal: async (_url: string) => {},
  openPath: async (path: string) => {
    paths.opened.push(path)
    return paths.problem
  },
  showItemInFolder: (path: string) => void paths.shown.push(path),
  standIn: paths,
} satisfies Partial<Electron.Shell> & { readonly standIn: object }

const electron = {
  app,
  BrowserWindow,
  clipboard,
  crashReporter,
  dialog,
  ipcMain,
  Menu,
  MenuItem,
  nativeImage,
  nativeTheme,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  screen,
  session,
  shell,
  Tray,
}

link.answer('pressed', ({ contentsId, key }: { contentsId: number; key: PressedKey }) => {
  const window = BrowserWindow.getAllWindows().find(({ webContents }) => webContents.id === contentsId)
  if (window) pressInMenu(window, key)
  return null
})

/** Runs a test's function in the app's process with this module, as Playwright does with real Electron. */
link.answer('evaluate', async ({ source, argument }: { source: string; argument: unknown }) => {
  const run = runInThisContext(`(${source})`) as (electron: unknown, argument: unknown) => unknown
  return run(electron, argument)
})

export {
  app,
  BrowserWindow,
  clipboard,
  crashReporter,
  dialog,
  ipcMain,
  Menu,
  MenuItem,
  Notification,
  nativeImage,
  nativeTheme,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  screen,
  session,
  shell,
  Tray,
}
export default electron

import { runInThisContext } from 'node:vm'
import type Electron from 'electron'
import { app, link } from './app.ts'
import { crashReporter } from './crash-reporter.ts'
import { ipcMain } from './ipc-main.ts'
import { Notification } from './notifications.ts'
import { session } from './session.ts'
import { Tray } from './tray.ts'
import { BrowserWindow } from './windows.ts'

/** What `import … from 'electron'` gets in the process of the app: the parts of it that the app uses. */

const protocol = session.defaultSession.protocol

/** A person who opens nothing and closes every question. Tests put their own function in its place, as in real Electron. */
const dialog = {
  showMessageBox: async (...args: unknown[]) => {
    const { cancelId = 0 } = args.at(-1) as Electron.MessageBoxOptions
    return { response: cancelId, checkboxChecked: false }
  },
  showSaveDialog: async () => ({ canceled: true, filePath: '' }),
  showErrorBox: (title: string, content: string) => {
    process.stderr.write(`${title}: ${content}\n`)
  },
} satisfies Partial<Electron.Dialog>

const shell = {
  openExternal: async (_url: string) => {},
  openPath: async (_path: string) => '',
} satisfies Partial<Electron.Shell>

let clipboardText = ''
const clipboard = {
  readText: async () => clipboardText,
  writeText: async (text: string) => {
    clipboardText = text
  },
  clear: () => {
    clipboardText = ''
  },
} satisfies Partial<Electron.Clipboard>

const nativeTheme = { shouldUseDarkColors: false } satisfies Partial<Electron.NativeTheme>

const display = { id: 1, bounds: { x: 0, y: 0, width: 1920, height: 1080 } }
const screen = {
  getAllDisplays: () => [{ ...display, workArea: { x: 0, y: 0, width: 1920, height: 1040 } }],
}

interface MenuItem extends Omit<Electron.MenuItemConstructorOptions, 'submenu'> {
  readonly submenu?: { readonly items: readonly MenuItem[] }
}

let applicationMenu: { readonly items: readonly MenuItem[] } | null = null
const Menu = {
  buildFromTemplate: (template: readonly Electron.MenuItemConstructorOptions[]): typeof applicationMenu => ({
    items: template.map(({ submenu, ...item }) =>
      Array.isArray(submenu) ? { ...item, submenu: Menu.buildFromTemplate(submenu) ?? { items: [] } } : item,
    ),
  }),
  setApplicationMenu: (menu: typeof applicationMenu) => {
    applicationMenu = menu
  },
  getApplicationMenu: () => applicationMenu,
}

const electron = {
  app,
  BrowserWindow,
  clipboard,
  crashReporter,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  Notification,
  protocol,
  screen,
  session,
  shell,
  Tray,
}

/** A test's function, run in the process of the app with all of the module, as Playwright does it with real Electron. */
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
  Notification,
  nativeTheme,
  protocol,
  screen,
  session,
  shell,
  Tray,
}
export default electron

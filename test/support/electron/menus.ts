import type Electron from 'electron'
import { type PressedKey, parseAccelerator } from './accelerators.ts'
import { app } from './app.ts'
import { asElectron, type StandInContents } from './contents.ts'
import { BrowserWindow } from './windows.ts'

/** Label and action of a role on this platform, as in Electron's own list (`menu-item-roles.ts`). */
interface Role {
  readonly label: string
  readonly accelerator?: string
  /** `false` if the key is only displayed, because Chromium handles it in the page. */
  readonly registerAccelerator?: false
  readonly submenu?: Template
  readonly ofApp?: () => void
  readonly ofWindow?: (window: BrowserWindow) => void
  readonly ofContents?: (contents: StandInContents) => void
}

type Template = readonly Electron.MenuItemConstructorOptions[]

const mac = process.platform === 'darwin'
const windows = process.platform === 'win32'
const separator = { type: 'separator' } as const

const roles: Readonly<Record<string, Role>> = {
  about: {
    label: process.platform === 'linux' ? 'About' : `About ${app.getName()}`,
    ...(mac ? {} : { ofApp: () => app.showAboutPanel() }),
  },
  close: {
    label: mac ? 'Close Window' : 'Close',
    accelerator: 'CommandOrControl+W',
    ofWindow: (window) => window.close(),
  },
  copy: inPage('Copy', 'CommandOrControl+C', (contents) => contents.copy()),
  cut: inPage('Cut', 'CommandOrControl+X', (contents) => contents.cut()),
  paste: inPage('Paste', 'CommandOrControl+V', (contents) => contents.paste()),
  pasteandmatchstyle: inPage(
    'Paste and Match Style',
    mac ? 'Cmd+Option+Shift+V' : 'Shift+CommandOrControl+V',
    (contents) => contents.paste(),
  ),
  delete: { label: 'Delete', ofContents: (contents) => contents.delete() },
  undo: {
    label: 'Undo',
    accelerator: 'CommandOrControl+Z',
    ofContents: (contents) => contents.undo(),
  },
  redo: {
    label: 'Redo',
    accelerator: windows ? 'Control+Y' : 'Shift+CommandOrControl+Z',
    ofContents: (contents) => contents.redo(),
  },
  selectall: {
    label: 'Select All',
    accelerator: 'CommandOrControl+A',
    ofContents: (contents) => contents.selectAll(),
  },
  front: { label: 'Bring All to Front' },
  help: { label: 'Help' },
  hide: { label: `Hide ${app.getName()}`, accelerator: 'Command+H' },
  hideothers: { label: 'Hide Others', accelerator: 'Command+Alt+H' },
  unhide: { label: 'Show All' },
  minimize: {
    label: 'Minimize',
    accelerator: 'CommandOrControl+M',
    ofWindow: (window) => window.minimize(),
  },
  quit: {
    label: mac ? `Quit ${app.getName()}` : windows ? 'Exit' : 'Quit',
    ...(windows ? {} : { accelerator: 'CommandOrControl+Q' }),
    ofApp: () => app.quit(),
  },
  reload: {
    label: 'Reload',
    accelerator: 'CmdOrCtrl+R',
    ofContents: (contents) => contents.reload(),
  },
  resetzoom: {
    label: 'Actual Size',
    accelerator: 'CommandOrControl+0',
    ofContents: (contents) => {
      contents.zoomLevel = 0
    },
  },
  zoomin: {
    label: 'Zoom In',
    accelerator: 'CommandOrControl+Plus',
    ofContents: (contents) => {
      contents.zoomLevel += 0.5
    },
  },
  zoomout: {
    label: 'Zoom Out',
    accelerator: 'CommandOrControl+-',
    ofContents: (contents) => {
      contents.zoomLevel -= 0.5
    },
  },
  services: { label: 'Services' },
  showsubstitutions: { label: 'Show Substitutions' },
  togglesmartquotes: { label: 'Smart Quotes' },
  togglesmartdashes: { label: 'Smart Dashes' },
  toggletextreplacement: { label: 'Text Replacement' },
  startspeaking: { label: 'Start Speaking' },
  stopspeaking: { label: 'Stop Speaking' },
  toggledevtools: {
    label: 'Toggle Developer Tools',
    accelerator: mac ? 'Alt+Command+I' : 'Ctrl+Shift+I',
    ofContents: (contents) => contents.toggleDevTools(),
  },
  togglefullscreen: {
    label: 'Toggle Full Screen',
    accelerator: mac ? 'Control+Command+F' : 'F11',
    ofWindow: (window) => window.setFullScreen(!window.isFullScreen()),
  },
  window: { label: 'Window' },
  zoom: { label: 'Zoom' },
  appmenu: {
    label: app.getName(),
    submenu: [
      { role: 'about' },
      separator,
      { role: 'services' },
      separator,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      separator,
      { role: 'quit' },
    ],
  },
  filemenu: { label: 'File', submenu: [mac ? { role: 'close' } : { role: 'quit' }] },
  editmenu: {
    label: 'Edit',
    submenu: [
      { role: 'undo' },
      { role: 'redo' },
      separator,
      { role: 'cut' },
      { role: 'copy' },
      { role: 'paste' },
      ...(mac ? editOnMac() : ([{ role: 'delete' }, separator, { role: 'selectAll' }] as const)),
    ],
  },
  viewmenu: {
    label: 'View',
    submenu: [
      { role: 'reload' },
      { role: 'toggleDevTools' },
      separator,
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      separator,
      { role: 'togglefullscreen' },
    ],
  },
  windowmenu: {
    label: 'Window',
    submenu: [
      { role: 'minimize' },
      { role: 'zoom' },
      ...(mac ? ([separator, { role: 'front' }] as const) : ([{ role: 'close' }] as const)),
    ],
  },
}

function inPage(label: string, accelerator: string, ofContents: NonNullable<Role['ofContents']>): Role {
  return { label, accelerator, registerAccelerator: false, ofContents }
}

function editOnMac(): Template {
  return [
    { role: 'pasteAndMatchStyle' },
    { role: 'delete' },
    { role: 'selectAll' },
    separator,
    {
      label: 'Substitutions',
      submenu: [
        { role: 'showSubstitutions' },
        separator,
        { role: 'toggleSmartQuotes' },
        { role: 'toggleSmartDashes' },
        { role: 'toggleTextReplacement' },
      ],
    },
    { label: 'Speech', submenu: [{ role: 'startSpeaking' }, { role: 'stopSpeaking' }] },
  ]
}

/** A menu item, with the defaults of its role. */
export class MenuItem {
  readonly role: string | undefined
  readonly type: string
  readonly label: string
  readonly accelerator: string | undefined
  readonly registerAccelerator: boolean
  readonly submenu: Menu | undefined
  readonly enabled: boolean
  readonly visible: boolean
  readonly #click: Electron.MenuItemConstructorOptions['click']

  constructor(options: Electron.MenuItemConstructorOptions) {
    this.role = options.role?.toLowerCase()
    const role = this.role === undefined ? undefined : roles[this.role]
    if (this.role !== undefined && !role)
      throw new Error(`The stand-in does not support the role ${this.role}.`)
    const template = Array.isArray(options.submenu) ? options.submenu : role?.submenu
    this.submenu = template && Menu.buildFromTemplate(template)
    this.type = options.type ?? (this.submenu ? 'submenu' : 'normal')
    this.label = options.label ?? role?.label ?? ''
    this.accelerator = options.accelerator ?? role?.accelerator
    this.registerAccelerator = options.registerAccelerator ?? role?.registerAccelerator ?? true
    this.enabled = options.enabled ?? true
    this.visible = options.visible ?? true
    this.#click = options.click
    if (this.accelerator !== undefined) parseAccelerator(this.accelerator)
  }

  /** Simulates a user's click. A test can also call `click()` without a window. */
  click = (
    _event?: unknown,
    window: BrowserWindow | undefined = BrowserWindow.getFocusedWindow() ?? undefined,
    contents: StandInContents | undefined = window?.webContents,
  ): void => {
    const role = this.role === undefined ? undefined : roles[this.role]
    if (role?.ofApp) role.ofApp()
    else if (role?.ofWindow && window) role.ofWindow(window)
    else if (role?.ofContents && contents) role.ofContents(contents)
    else
      this.#click?.(
        asElectron<Electron.MenuItem>(this),
        window && asElectron<Electron.BrowserWindow>(window),
        {},
      )
  }
}

/** A menu that is not displayed. Context menus are recorded for tests. */
export class Menu {
  items: MenuItem[] = []
  static #ofApplication: Menu | null = null
  static readonly standIn = { popups: [] as { items: MenuItem[]; options: Electron.PopupOptions }[] }

  static buildFromTemplate(template: Template): Menu {
    const menu = new Menu()
    menu.items = withoutExtraSeparators(template).map((item) => new MenuItem(item))
    return menu
  }

  static setApplicationMenu(menu: Menu | null): void {
    Menu.#ofApplication = menu
  }

  static getApplicationMenu(): Menu | null {
    return Menu.#ofApplication
  }

  popup(options: Electron.PopupOptions = {}): void {
    if (BrowserWindow.getAllWindows().length === 0) {
      throw new Error('Cannot open Menu without a BaseWindow present')
    }
    Menu.standIn.popups.push({ items: this.items, options })
  }
}

function withoutExtraSeparators(template: Template): Template {
  const folded = template.filter(
    ({ type }, index) => type !== 'separator' || template[index - 1]?.type !== 'separator',
  )
  return folded.filter(
    ({ type }, index) => type !== 'separator' || (index !== 0 && index !== folded.length - 1),
  )
}

/** Passes a key press that the page did not handle to the app's menu. */
export function pressInMenu(window: BrowserWindow, key: PressedKey): void {
  const item = allItems(Menu.getApplicationMenu()).find(
    ({ accelerator, registerAccelerator, enabled }) =>
      accelerator !== undefined && registerAccelerator && enabled && parseAccelerator(accelerator)(key),
  )
  item?.click({}, window, window.webContents)
}

function allItems(menu: Menu | null | undefined): MenuItem[] {
  return menu?.items.flatMap((item) => [item, ...allItems(item.submenu)]) ?? []
}

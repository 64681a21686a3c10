import { BrowserWindow, nativeTheme, type Session, screen, type WebPreferences } from 'electron'
import type { Log, SettingsStore } from '../core/ports.ts'
import { pageUrl } from './app-protocol.ts'
import { placeWindow, smallest, type WindowState } from './window-bounds.ts'

/** The one window of the app, which on a Mac may be closed while the app runs. */
export interface PageWindow {
  /** Opens it, or brings it to the front. */
  show(): void
  /** Shows a place of the app by its fragment, such as `#/notes`. */
  goTo(fragment: string): void
  /** The window that a dialog can belong to; `null` while it is hidden or closed. */
  visible(): BrowserWindow | null
  /** Whether these contents are those of the window. */
  owns(contentsId: number): boolean
}

export function createPageWindow(options: {
  readonly session: Session
  readonly preload: string
  readonly packaged: boolean
  readonly settings: SettingsStore
  readonly log: Log
  readonly onOpen: (window: BrowserWindow) => void
  /** Asked when it is closed: whether it is hidden instead. */
  readonly isHidden: () => boolean
}): PageWindow {
  let current: BrowserWindow | null = null

  const open = (): BrowserWindow => {
    const workAreas = screen.getAllDisplays().map((display) => display.workArea)
    const { bounds, maximized } = placeWindow(options.settings.read().window, workAreas)
    const window = new BrowserWindow({
      ...bounds,
      minWidth: smallest.width,
      minHeight: smallest.height,
      title: 'Notehook',
      show: false,
      backgroundColor: nativeTheme.shouldUseDarkColors ? '#16181d' : '#ffffff',
      webPreferences: pagePreferences(options),
    })
    if (maximized) window.maximize()
    window.once('ready-to-show', () => window.show())
    window.on('close', (event) => {
      remember(window)
      if (!options.isHidden()) return
      event.preventDefault()
      window.hide()
    })
    window.on('closed', () => {
      current = null
    })
    options.onOpen(window)
    return window
  }

  const remember = (window: BrowserWindow) => {
    try {
      options.settings.write({ window: stateOf(window) })
    } catch (error) {
      options.log.error('The place of the window could not be kept.', error)
    }
  }

  const load = (window: BrowserWindow, url: string) => {
    window.loadURL(url).catch((error) => options.log.error('The page could not be loaded.', error))
  }

  return {
    show() {
      if (!current) {
        current = open()
        load(current, pageUrl)
        return
      }
      if (current.isMinimized()) current.restore()
      current.show()
      current.focus()
    },
    goTo(fragment) {
      const url = pageUrl + fragment
      if (current && !current.isVisible()) current.show()
      if (current?.webContents.getURL() === url) return
      // Within the loaded page only the fragment changes, which is no navigation.
      current ??= open()
      load(current, url)
    },
    visible: () => (current?.isVisible() ? current : null),
    owns: (contentsId) => current !== null && !current.isDestroyed() && current.webContents.id === contentsId,
  }
}

/** What the page may do, written out whole, also where Electron's defaults say the same today. */
export function pagePreferences(options: {
  readonly session: Session
  readonly preload: string
  readonly packaged: boolean
}): WebPreferences {
  return {
    preload: options.preload,
    session: options.session,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    plugins: false,
    spellcheck: false,
    devTools: !options.packaged,
    disableBlinkFeatures: 'Auxclick',
    safeDialogs: true,
  }
}

function stateOf(window: BrowserWindow): WindowState {
  return { bounds: window.getNormalBounds(), maximized: window.isMaximized() }
}

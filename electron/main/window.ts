import { BrowserWindow, nativeTheme, type Session, screen, type WebPreferences } from 'electron'
import type { Log, SettingsStore } from '#core/platform/ports.ts'
import { pageUrl } from './app-protocol.ts'
import { placeWindow, smallest, type WindowState } from './window-bounds.ts'

/** The one window of the app, which on a Mac may be closed while the app runs. */
export interface PageWindow {
  /** Opens it, or brings it to the front; at a place of the app by its fragment, such as `#/notes`, or where it was. */
  show(fragment?: string): void
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
      backgroundColor: backgroundColor(),
      webPreferences: pagePreferences(options),
    })
    window.once('ready-to-show', () => {
      // Not before: it shows a window, painted or not.
      if (maximized) window.maximize()
      window.show()
    })
    const remembering = rememberWindow(window, options)
    window.on('close', (event) => {
      remembering.now()
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

  nativeTheme.on('updated', () => current?.setBackgroundColor(backgroundColor()))

  const load = (window: BrowserWindow, url: string) => {
    window.loadURL(url).catch((error) => {
      // Another address was asked for before this one was there.
      if (error?.code === 'ERR_ABORTED') return
      options.log.error('The page could not be loaded.', error)
    })
  }

  return {
    show(fragment) {
      if (!current) {
        current = open()
        load(current, pageUrl + (fragment ?? ''))
        return
      }
      if (current.isMinimized()) current.restore()
      current.show()
      current.focus()
      if (fragment === undefined || current.webContents.getURL() === pageUrl + fragment) return
      // Within the loaded page only the fragment changes, which is no navigation.
      load(current, pageUrl + fragment)
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

const backgroundColor = () => (nativeTheme.shouldUseDarkColors ? '#16181d' : '#ffffff')

/** Long enough for a window that is dragged, and short enough that a system that ends meanwhile costs no change. */
const settledMs = 500

/** Keeps where the window is, soon after it moved and at its end: a system that shuts down may not wait for the end. */
function rememberWindow(
  window: BrowserWindow,
  { settings, log }: { readonly settings: SettingsStore; readonly log: Log },
): { now(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let kept = JSON.stringify(settings.read().window)
  const now = () => {
    clearTimeout(timer)
    // What such a window says of being maximized is not what it is when it is brought back.
    if (window.isDestroyed() || window.isMinimized() || window.isFullScreen()) return
    const state: WindowState = { bounds: window.getNormalBounds(), maximized: window.isMaximized() }
    const text = JSON.stringify(state)
    if (text === kept) return
    try {
      settings.write({ window: state })
      kept = text
    } catch (error) {
      log.error('The place of the window could not be kept.', error)
    }
  }
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(now, settledMs)
  }
  window.on('move', soon)
  window.on('resize', soon)
  window.on('maximize', soon)
  window.on('unmaximize', soon)
  window.on('closed', () => clearTimeout(timer))
  return { now }
}

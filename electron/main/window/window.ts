import {
  BrowserWindow,
  type NativeImage,
  nativeTheme,
  type Session,
  screen,
  type WebPreferences,
} from 'electron'
import type { Log, SettingsStore } from '#core/platform/ports.ts'
import { pageUrl } from '../page/app-protocol.ts'
import { minSize, placeWindow, type WindowState } from './window-bounds.ts'

/** Creates the app's only window. On macOS, the app keeps running after it is closed. */
export function createPageWindow(options: {
  readonly session: Session
  readonly preload: string
  readonly packaged: boolean
  readonly icon: string
  readonly settings: SettingsStore
  readonly log: Log
  readonly onOpen: (window: BrowserWindow) => void
  readonly onSessionEnd: () => void
  readonly hideOnClose: () => boolean
}) {
  let current: BrowserWindow | null = null
  const onButton: { progress: number; overlay: [NativeImage | null, string] } = {
    progress: -1,
    overlay: [null, ''],
  }

  const open = (): BrowserWindow => {
    const workAreas = screen.getAllDisplays().map((display) => display.workArea)
    const { bounds, maximized, fullScreen } = placeWindow(options.settings.read().window, workAreas)
    const window = new BrowserWindow({
      ...bounds,
      minWidth: minSize.width,
      minHeight: minSize.height,
      title: 'Notehook',
      icon: options.icon,
      show: false,
      backgroundColor: backgroundColor(),
      webPreferences: pagePreferences(options),
    })
    window.once('ready-to-show', () => {
      // `maximize` also shows the window, so it must wait for the first paint.
      if (maximized) window.maximize()
      window.show()
      if (fullScreen) window.setFullScreen(true)
    })
    // Sent by the side buttons of a mouse, and by the corresponding keys of some keyboards.
    window.on('app-command', (_event, command) => {
      if (command === 'browser-backward') window.webContents.navigationHistory.goBack()
      else if (command === 'browser-forward') window.webContents.navigationHistory.goForward()
    })
    const state = persistWindowState(window, options, { maximized })
    window.on('close', (event) => {
      state.save()
      if (!options.hideOnClose()) return
      event.preventDefault()
      window.hide()
    })
    window.on('closed', () => {
      current = null
    })
    window.on('session-end', () => {
      state.save()
      options.onSessionEnd()
    })
    if (onButton.progress !== -1) window.setProgressBar(onButton.progress)
    if (onButton.overlay[0]) window.setOverlayIcon(...onButton.overlay)
    options.onOpen(window)
    return window
  }

  nativeTheme.on('updated', () => current?.setBackgroundColor(backgroundColor()))

  const load = (window: BrowserWindow, url: string) => {
    window.loadURL(url).catch((error) => {
      // Ignores this error, because a newer load replaced this one.
      if (error?.code === 'ERR_ABORTED') return
      options.log.error('The page could not be loaded.', error)
    })
  }

  return {
    /** Opens the window or brings it to the front, either at the given fragment (such as `#/notes`) or where the page was. */
    show(fragment?: string) {
      if (!current) {
        current = open()
        load(current, pageUrl + (fragment ?? ''))
        return
      }
      if (current.isMinimized()) current.restore()
      current.show()
      current.focus()
      if (fragment === undefined || current.webContents.getURL() === pageUrl + fragment) return
      // Only the fragment changes, so the page is not reloaded.
      load(current, pageUrl + fragment)
    },
    setProgress(progress: number) {
      onButton.progress = progress
      current?.setProgressBar(progress)
    },
    setOverlay(image: NativeImage | null, description: string) {
      onButton.overlay = [image, description]
      current?.setOverlayIcon(image, description)
    },
    goBack: () => current?.webContents.navigationHistory.goBack(),
    goForward: () => current?.webContents.navigationHistory.goForward(),
    visible: (): BrowserWindow | null => (current?.isVisible() ? current : null),
    owns: (contentsId: number) =>
      current !== null && !current.isDestroyed() && current.webContents.id === contentsId,
  }
}

/** Returns the page's permissions. They are explicit even where they match Electron's current defaults. */
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

/**
 * Delay before saving the window's position. It is long enough not to save during a drag, and short enough not to lose the
 * position at a system shutdown.
 */
const saveDelayMs = 500

/**
 * Saves the window's state soon after it changes, and on close. Saving only on close is not enough, because a system that shuts
 * down may not wait for it.
 */
function persistWindowState(
  window: BrowserWindow,
  { settings, log }: { readonly settings: SettingsStore; readonly log: Log },
  before: Pick<WindowState, 'maximized'>,
): { save(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let saved = JSON.stringify(settings.read().window)
  /** The state before full screen, because a full-screen window does not report the state that it will return to. */
  let restored = { bounds: window.getNormalBounds(), maximized: before.maximized }
  const save = () => {
    clearTimeout(timer)
    // A minimized window doesn't report whether it will be maximized when it is restored, so the last known state is kept.
    if (window.isDestroyed() || window.isMinimized()) return
    const fullScreen = window.isFullScreen()
    if (!fullScreen) restored = { bounds: window.getNormalBounds(), maximized: window.isMaximized() }
    const state: WindowState = { ...restored, fullScreen }
    const text = JSON.stringify(state)
    if (text === saved) return
    try {
      settings.write({ window: state })
      saved = text
    } catch (error) {
      log.error('The window position could not be saved.', error)
    }
  }
  const saveSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(save, saveDelayMs)
  }
  window.on('move', saveSoon)
  window.on('resize', saveSoon)
  window.on('maximize', saveSoon)
  window.on('unmaximize', saveSoon)
  window.on('enter-full-screen', saveSoon)
  window.on('leave-full-screen', saveSoon)
  window.on('closed', () => clearTimeout(timer))
  return { save }
}

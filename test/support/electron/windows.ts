import { EventEmitter } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import type Electron from 'electron'
import { app, link, preventable, windowsOfApp } from './app.ts'
import { createContents, type StandInContents } from './contents.ts'
import { screen } from './desktop.ts'
import type { PageOrder } from './protocol.ts'
import { type StandInSession, session } from './session.ts'

const windows = new Map<number, BrowserWindow>()
let lastId = 0

type Options = Omit<Electron.BrowserWindowConstructorOptions, 'webPreferences'> & {
  webPreferences?: Omit<Electron.WebPreferences, 'session'> & { session?: StandInSession }
}

/** A window that shows a Chromium page. It has no real frame, so its position and size are only stored. */
export class BrowserWindow extends EventEmitter {
  readonly id = ++lastId
  readonly webContents: StandInContents
  #bounds: Electron.Rectangle
  #state = {
    ...{ maximized: false, minimized: false, fullScreen: false },
    ...{ visible: false, focused: false, destroyed: false },
  }
  #backgroundColor: string
  #opened: Promise<unknown>
  readonly standInButton: { progress: number; overlay: { path: string; description: string } | null } = {
    progress: -1,
    overlay: null,
  }

  constructor(options: Options = {}) {
    super()
    const { x = 340, y = 110, width = 800, height = 600, webPreferences = {}, show = true } = options
    this.#bounds = { x, y, width, height }
    this.#state.visible = show
    this.#backgroundColor = options.backgroundColor ?? '#FFFFFF'
    const icon = options.icon === undefined ? null : String(options.icon)
    if (icon !== null && !existsSync(icon)) throw new Error(`Failed to load image from path '${icon}'`)
    BrowserWindow.standIn.opened.push({ visible: show, backgroundColor: this.#backgroundColor, icon })
    const { session: ofPage, ...preferences } = webPreferences
    const pages = ofPage ?? session.fromPartition(preferences.partition ?? '')
    this.webContents = createContents(pages, preferences)
    const order: PageOrder = {
      contentsId: this.webContents.id,
      partition: pages.standIn.partition,
      preload: preferences.preload === undefined ? null : readFileSync(preferences.preload, 'utf8'),
      preloadInFrames: preferences.nodeIntegrationInSubFrames === true,
    }
    this.#opened = link.ask('open-page', order)
    this.#opened.catch(() => {})
    this.webContents.once('did-finish-load', () => {
      BrowserWindow.standIn.painted.push({ wasVisible: this.#state.visible })
      this.emit('ready-to-show')
    })
    // Electron reports a hanging page after a delay, and also emits the event on the window.
    this.webContents.on('unresponsive', () => setTimeout(() => this.emit('unresponsive'), 50).unref())
    this.webContents.on('responsive', () => this.emit('responsive'))
    this.webContents.on('page-closed', () => this.destroy())
    windows.set(this.id, this)
  }

  /** Records the options of each window, and whether it was visible before its page was painted. */
  static readonly standIn = {
    opened: [] as {
      readonly visible: boolean
      readonly backgroundColor: string
      readonly icon: string | null
    }[],
    painted: [] as { readonly wasVisible: boolean }[],
  }

  static getFocusedWindow(): BrowserWindow | null {
    return [...windows.values()].find((window) => window.isFocused()) ?? null
  }

  static fromWebContents(contents: StandInContents): BrowserWindow | null {
    return [...windows.values()].find(({ webContents }) => webContents === contents) ?? null
  }

  static getAllWindows(): BrowserWindow[] {
    return [...windows.values()]
  }

  async loadURL(url: string): Promise<void> {
    await this.#opened
    await this.webContents.loadURL(url)
  }

  getNormalBounds = (): Electron.Rectangle => ({ ...this.#bounds })
  getBounds = (): Electron.Rectangle => {
    const [screenOfIt] = screen.getAllDisplays()
    return this.#state.maximized && screenOfIt ? { ...screenOfIt.workArea } : this.getNormalBounds()
  }
  isMaximized = () => this.#state.maximized
  isMinimized = () => this.#state.minimized
  isFullScreen = () => this.#state.fullScreen
  isVisible = () => this.#state.visible
  isFocused = () => this.#state.focused
  isDestroyed = () => this.#state.destroyed
  getBackgroundColor = () => this.#backgroundColor

  setBackgroundColor(color: string): void {
    this.#backgroundColor = color
  }

  /** Sets the progress: 0 to 1, greater than 1 for unknown, -1 for none. */
  setProgressBar(progress: number): void {
    this.#use()
    this.standInButton.progress = progress
  }

  setOverlayIcon(image: { readonly path: string } | null, description: string): void {
    this.#use()
    if (process.platform === 'win32') this.standInButton.overlay = image && { path: image.path, description }
  }

  #use() {
    if (this.#state.destroyed) throw new TypeError('Object has been destroyed')
  }

  setBounds(bounds: Partial<Electron.Rectangle>): void {
    const before = this.#bounds
    this.#bounds = { ...before, ...bounds }
    const { x, y, width, height } = this.#bounds
    if (x !== before.x || y !== before.y) this.emit('move')
    if (width !== before.width || height !== before.height) this.emit('resize')
  }

  /** Maximizes the window and, as documented by Electron, also shows a hidden one. */
  maximize(): void {
    const wasVisible = this.#state.visible
    this.#state = { ...this.#state, maximized: true, visible: true }
    if (!wasVisible) this.emit('show')
    this.emit('maximize')
    this.emit('resize')
  }

  unmaximize(): void {
    if (!this.#state.maximized) return
    this.#state.maximized = false
    this.emit('unmaximize')
    this.emit('resize')
  }

  setFullScreen(fullScreen: boolean): void {
    this.#state.fullScreen = fullScreen
    this.emit(fullScreen ? 'enter-full-screen' : 'leave-full-screen')
  }

  minimize(): void {
    this.#state = { ...this.#state, minimized: true, focused: false }
    this.emit('minimize')
  }

  restore(): void {
    this.#state.minimized = false
    this.emit('restore')
  }

  show(): void {
    const wasVisible = this.#state.visible
    this.#state.visible = true
    this.focus()
    if (!wasVisible) this.emit('show')
  }

  hide(): void {
    this.#state = { ...this.#state, visible: false, focused: false }
    this.emit('hide')
  }

  focus(): void {
    for (const other of windows.values()) other.#state.focused = other === this
  }

  blur(): void {
    this.#state.focused = false
  }

  close(): void {
    const event = preventable()
    this.emit('close', event)
    if (!event.defaultPrevented) this.destroy()
  }

  destroy(): void {
    if (this.#state.destroyed) return
    this.#state.destroyed = true
    windows.delete(this.id)
    void link.ask('close-page', { contentsId: this.webContents.id }).catch(() => {})
    this.webContents.standIn.destroy()
    this.emit('closed')
    if (windows.size > 0) return
    if (app.listenerCount('window-all-closed') === 0) app.quit()
    else app.emit('window-all-closed')
  }
}

windowsOfApp.closeAll = async () => {
  for (const window of windows.values()) window.close()
  return windows.size === 0
}

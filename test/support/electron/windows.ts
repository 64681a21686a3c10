import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import type Electron from 'electron'
import { app, link, preventable, windowsOfApp } from './app.ts'
import { createContents, type StandInContents } from './contents.ts'
import type { PageOrder } from './protocol.ts'
import { type StandInSession, session } from './session.ts'

const windows = new Map<number, BrowserWindow>()
let lastId = 0

type Options = Omit<Electron.BrowserWindowConstructorOptions, 'webPreferences'> & {
  webPreferences?: Omit<Electron.WebPreferences, 'session'> & { session?: StandInSession }
}

/** A window whose contents are a page of Chromium. Its frame exists in these numbers only. */
export class BrowserWindow extends EventEmitter {
  readonly id = ++lastId
  readonly webContents: StandInContents
  #bounds: Electron.Rectangle
  #state = { maximized: false, minimized: false, visible: false, focused: false, destroyed: false }
  #opened: Promise<unknown>

  constructor(options: Options = {}) {
    super()
    const { x = 340, y = 110, width = 800, height = 600, webPreferences = {}, show = true } = options
    this.#bounds = { x, y, width, height }
    this.#state.visible = show
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
    this.webContents.once('did-finish-load', () => this.emit('ready-to-show'))
    this.webContents.on('page-closed', () => this.destroy())
    windows.set(this.id, this)
  }

  static getAllWindows(): BrowserWindow[] {
    return [...windows.values()]
  }

  async loadURL(url: string): Promise<void> {
    await this.#opened
    await this.webContents.loadURL(url)
  }

  getNormalBounds = (): Electron.Rectangle => ({ ...this.#bounds })
  getBounds = this.getNormalBounds
  isMaximized = () => this.#state.maximized
  isMinimized = () => this.#state.minimized
  isVisible = () => this.#state.visible
  isFocused = () => this.#state.focused
  isDestroyed = () => this.#state.destroyed

  setBounds(bounds: Partial<Electron.Rectangle>): void {
    this.#bounds = { ...this.#bounds, ...bounds }
  }

  maximize(): void {
    this.#state.maximized = true
  }

  minimize(): void {
    this.#state = { ...this.#state, minimized: true, focused: false }
  }

  restore(): void {
    this.#state.minimized = false
  }

  show(): void {
    this.#state = { ...this.#state, visible: true, focused: true }
  }

  hide(): void {
    this.#state = { ...this.#state, visible: false, focused: false }
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

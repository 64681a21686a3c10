import { EventEmitter } from 'node:events'
import type Electron from 'electron'
import { app, link, preventable } from './app.ts'
import { clipboard, clipboardText } from './clipboard.ts'
import { invoke, ipcMain } from './ipc-main.ts'
import type { ContentsEvent, FrameFacts, PageMessage, RequestFacts, Verdict } from './protocol.ts'
import type { PermissionQuestion, StandInSession } from './session.ts'

const contentsById = new Map<number, StandInContents>()
let lastId = 0

/** Creates a window's contents, with the parts of Electron's interface that the app uses. */
export function createContents(session: StandInSession, preferences: Electron.WebPreferences) {
  const id = ++lastId
  const frames = new Map<string, Electron.WebFrameMain>()
  let url = ''
  let destroyed = false
  let windowOpenHandler: Parameters<Electron.WebContents['setWindowOpenHandler']>[0] | null = null
  const mainFrame = { detached: false, parent: null, url: '', origin: '' }

  const members = {
    id,
    session,
    mainFrame: asElectron<Electron.WebFrameMain>(mainFrame),
    getURL: () => url,
    isDestroyed: () => destroyed,
    loadURL: async (target: string) => {
      try {
        await link.ask('load', { contentsId: id, url: target })
      } catch (error) {
        throw loadError(error, target)
      }
    },
    reload: () => void link.ask('reload', { contentsId: id }),
    forcefullyCrashRenderer: () => {
      contents.emit('render-process-gone', preventable(), { reason: 'killed', exitCode: 2 })
    },
    navigationHistory: {
      goBack: () => void link.ask('go', { contentsId: id, by: -1 }),
      goForward: () => void link.ask('go', { contentsId: id, by: 1 }),
    },
    send: (channel: string, ...args: unknown[]) => {
      // A page that is closed or loading a document doesn't receive messages.
      void link.ask('deliver', { contentsId: id, channel, args }).catch(() => {})
    },
    setWindowOpenHandler: (handler: NonNullable<typeof windowOpenHandler>) => {
      windowOpenHandler = handler
    },
    getLastWebPreferences: () => preferences,
    zoomLevel: 0,
    toggleDevTools: () => {},
    copy: () => void copyOrCut('copy'),
    cut: () => void copyOrCut('cut'),
    paste: () => void edit('paste', { text: clipboardText() }),
    delete: () => void edit('delete'),
    undo: () => void edit('undo'),
    redo: () => void edit('redo'),
    selectAll: () => void edit('selectAll'),
  }
  const edit = (command: string, more: object = {}) =>
    link.ask<string>('edit', { contentsId: id, command, ...more }).catch(() => '')
  const copyOrCut = async (command: 'copy' | 'cut') => {
    const text = await edit(command)
    if (text !== '') await clipboard.writeText(text)
  }

  const contents = Object.assign(new EventEmitter(), members, {
    standIn: {
      frameOf: (facts: FrameFacts): Electron.WebFrameMain => {
        if (facts.isMain) return update(mainFrame, facts)
        const parent = members.mainFrame
        const known = frames.get(facts.key) ?? asElectron<Electron.WebFrameMain>({ parent })
        frames.set(facts.key, known)
        return update(known, facts)
      },
      mayOpen: (details: { url: string }) =>
        (windowOpenHandler?.(asElectron<Electron.HandlerDetails>(details)) ?? { action: 'allow' }).action ===
        'allow',
      moved: (to: string) => {
        url = to
      },
      destroy: () => {
        if (destroyed) return
        destroyed = true
        contentsById.delete(id)
        contents.emit('destroyed')
      },
    },
  })
  contentsById.set(id, contents)
  app.emit('web-contents-created', preventable(), contents)
  return contents
}

/**
 * Returns the error that Electron rejects with. If a later load replaced this one, the error has Chromium's code `ERR_ABORTED`.
 */
function loadError(error: unknown, url: string): unknown {
  if (!/interrupted by another navigation|ERR_ABORTED/.test(String(error))) return error
  return Object.assign(new Error(`ERR_ABORTED (-3) loading '${url}'`), {
    errno: -3,
    code: 'ERR_ABORTED',
    url,
  })
}

export interface StandInContents extends EventEmitter {
  readonly id: number
  readonly session: StandInSession
  readonly mainFrame: Electron.WebFrameMain
  getURL(): string
  isDestroyed(): boolean
  loadURL(url: string): Promise<void>
  reload(): void
  forcefullyCrashRenderer(): void
  readonly navigationHistory: Pick<Electron.NavigationHistory, 'goBack' | 'goForward'>
  send(channel: string, ...args: unknown[]): void
  zoomLevel: number
  toggleDevTools(): void
  copy(): void
  cut(): void
  paste(): void
  delete(): void
  undo(): void
  redo(): void
  selectAll(): void
  readonly standIn: {
    frameOf(facts: FrameFacts): Electron.WebFrameMain
    mayOpen(details: { url: string }): boolean
    moved(to: string): void
    destroy(): void
  }
}

function update(frame: object, { url, origin, detached }: FrameFacts): Electron.WebFrameMain {
  return asElectron<Electron.WebFrameMain>(Object.assign(frame, { url, origin, detached }))
}

/** Casts a simulated object to Electron's type. It has only the members that the app uses. If one is missing, a test fails. */
export function asElectron<Real>(standIn: object): Real {
  return standIn as Real
}

function find(contentsId: number): StandInContents {
  const contents = contentsById.get(contentsId)
  if (!contents) throw new Error('These contents were destroyed.')
  return contents
}

link.answer('request', async (facts: RequestFacts): Promise<Verdict> => {
  const contents = find(facts.contentsId)
  if (facts.isNavigation && facts.byPage && isPrevented(contents, facts)) return { action: 'stay' }
  const details = asElectron<Electron.OnBeforeRequestListenerDetails>({
    ...facts,
    id: 0,
    webContents: contents,
    webContentsId: contents.id,
    timestamp: Date.now(),
    referrer: '',
    uploadData: [],
  })
  if (await contents.session.standIn.isCanceled(details)) return { action: 'cancel' }
  const scheme = facts.url.slice(0, facts.url.indexOf(':'))
  if (scheme === 'http' || scheme === 'https') return { action: 'continue' }
  const handler = contents.session.standIn.handlerOf(scheme)
  if (!handler) return { action: 'cancel' }
  const response = await handler(new Request(facts.url, { method: facts.method }))
  const body = new Uint8Array(await response.arrayBuffer())
  return { action: 'fulfill', status: response.status, headers: Object.fromEntries(response.headers), body }
})

function isPrevented(contents: StandInContents, { url, isMainFrame }: RequestFacts): boolean {
  const frame = Object.assign(preventable(), { url, isMainFrame, isSameDocument: false })
  contents.emit('will-frame-navigate', frame)
  if (!isMainFrame || frame.defaultPrevented) return frame.defaultPrevented
  contents.emit('will-navigate', frame, url)
  return frame.defaultPrevented
}

link.answer('redirect', ({ contentsId, url, isMainFrame }: RequestFacts) => {
  const event = Object.assign(preventable(), { url, isMainFrame, isSameDocument: false })
  find(contentsId).emit('will-redirect', event, url)
  return event.defaultPrevented
})

link.answer('page-message', async ({ contentsId, kind, channel, args, frame }: PageMessage) => {
  const sender = find(contentsId)
  const event = asElectron<Electron.IpcMainInvokeEvent>({
    sender,
    senderFrame: sender.standIn.frameOf(frame),
  })
  if (kind === 'invoke') return invoke(channel, event, args)
  ipcMain.emit(channel, event, ...args)
  return null
})

link.answer('permission', (question: PermissionQuestion & { contentsId: number }) =>
  find(question.contentsId).session.standIn.check(question),
)

link.answer('may-open', ({ contentsId, url }: { contentsId: number; url: string }) =>
  find(contentsId).standIn.mayOpen({ url }),
)

link.answer('download', ({ contentsId, url }: { contentsId: number; url: string }) => {
  const contents = find(contentsId)
  const event = preventable()
  contents.session.emit('will-download', event, { getURL: () => url }, contents)
  return !event.defaultPrevented
})

link.answer('context-menu', ({ contentsId, params }: { contentsId: number; params: object }) => {
  const contents = contentsById.get(contentsId)
  contents?.emit('context-menu', preventable(), { ...params, frame: contents.mainFrame })
  return null
})

link.answer('contents-event', (happened: { contentsId: number; event: ContentsEvent; url: string }) => {
  const contents = contentsById.get(happened.contentsId)
  if (!contents) return
  if (happened.event.startsWith('did-navigate')) contents.standIn.moved(happened.url)
  if (happened.event === 'render-process-gone') {
    contents.emit('render-process-gone', preventable(), { reason: 'crashed', exitCode: 139 })
  } else contents.emit(happened.event, preventable())
})

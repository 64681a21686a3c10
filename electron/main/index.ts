import { join } from 'node:path'
import {
  app,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  Notification,
  nativeTheme,
  protocol,
  session,
  shell,
  Tray,
} from 'electron'
import ElectronStore from 'electron-store'
import { createCore } from '#core/core.ts'
import { readBundle, readPolicy } from '#core/platform/bundle.ts'
import { surviveUncaught } from '#core/platform/crash-handler.ts'
import { claimDataFolder, makeFolderInside, prepareDataFolder } from '#core/platform/data-folder.ts'
import { createLog } from '#core/platform/log.ts'
import { createRedactor } from '#core/platform/redact.ts'
import { asAppError } from '#shared/errors.ts'
import { openSettings } from '../adapters/conf-settings.ts'
import { createDnsLookup } from '../adapters/dns-lookup.ts'
import { createKeytarSecrets } from '../adapters/keytar-secrets.ts'
import { createMemorySecrets } from '../adapters/memory-secrets.ts'
import { loadNgrok } from '../adapters/ngrok-tunnel.ts'
import { openSandbox } from '../sandbox/sandbox.ts'
import { appId } from './app-id.ts'
import { appScheme, serveBundle } from './app-protocol.ts'
import { answerTo, readFlags, sandboxRefusal } from './command-line.ts'
import { offerContextMenu } from './context-menu.ts'
import { surviveCrashes } from './crash.ts'
import { dialogsOf } from './dialogs.ts'
import { denyDownloads } from './downloads.ts'
import { carryCalls } from './ipc.ts'
import { createKeepReceiving } from './keep-receiving.ts'
import { openLogFile } from './log-file.ts'
import { menuTemplate } from './menu.ts'
import { denyNavigation } from './navigation.ts'
import { denyNetwork } from './network.ts'
import { createNotifier } from './notifier.ts'
import { createOpenExternal } from './open-external.ts'
import { denyPermissions } from './permissions.ts'
import { closeBeforeQuit } from './quit.ts'
import { createSaveFile } from './save-file.ts'
import { createServiceFetch } from './service-fetch.ts'
import { followTheme } from './theme.ts'
import { createTray } from './tray.ts'
import { createPageWindow } from './window.ts'

const flags = readFlags(process.argv.slice(1))
const built = join(import.meta.dirname, '..')
const dataFolder = flags.dataDir ?? app.getPath('userData')
const chromiumFolder = join(dataFolder, 'chromium')
const refusal = sandboxRefusal(process.argv.slice(1), process.env)

if (refusal !== null) giveUp(new Error(refusal))
else if (flags.asks !== null) {
  process.stdout.write(answerTo(flags.asks, app.getVersion()))
  process.exit(0)
} else prepare()

/** Before anything of Electron begins: every page in a sandbox, our name, scheme and folders known. */
function prepare(): void {
  app.enableSandbox()
  app.setAppUserModelId(appId)
  protocol.registerSchemesAsPrivileged([appScheme])
  try {
    prepareDataFolder(dataFolder)
    makeFolderInside(chromiumFolder)
    begin()
  } catch (error) {
    giveUp(error)
  }
}

function begin(): void {
  app.setPath('userData', dataFolder)
  app.setPath('sessionData', chromiumFolder)
  app.on('web-contents-created', (_event, contents) => denyNavigation(contents))

  // One instance a data folder, and known before its database is opened. The first comes forward when a second starts.
  if (app.requestSingleInstanceLock()) app.whenReady().then(open).catch(giveUp)
  else app.exit(0)
}

async function open(): Promise<void> {
  // Another host of the same folder would write the same journal: one that serves a browser.
  const lock = claimDataFolder(dataFolder)
  if ('heldBy' in lock) throw new Error(heldBy(lock.heldBy?.address))

  const redactor = createRedactor()
  const log = createLog(openLogFile(dataFolder), redactor)
  lock.watch(log)
  const page = join(built, 'renderer')
  const [bundle, policy] = await Promise.all([readBundle(page), readPolicy(page)])

  const settings = openSettings({ folder: dataFolder, Store: ElectronStore })
  // electron-store answers pages on a channel of its own, unasked and to anybody.
  ipcMain.removeAllListeners('electron-store-get-data')

  const copy = (text: string) => {
    clipboard.writeText(text).catch((error) => log.error('The clipboard could not be written.', error))
  }
  const dialogs = dialogsOf(dialog, () => window.visible())
  const openExternal = createOpenExternal({ shell, dialogs, copy, log })
  const notify = createNotifier(Notification, (place) => window.show(place))
  const clock = { now: () => new Date(), monotonicMs: () => performance.now() }
  const core = createCore({
    host: 'desktop',
    version: app.getVersion(),
    dataFolder,
    clock,
    log,
    fetch: createServiceFetch(session.fromPartition('api', { cache: false })),
    lookup: createDnsLookup(),
    loadNgrok,
    secrets: createKeytarSecrets({ service: app.getName() }),
    memory: createMemorySecrets(),
    redactor,
    settings,
    openSandbox,
    notifier: notify,
    openExternal,
    saveFile: createSaveFile(dialogs),
    clipboard,
  })

  await followTheme(core, nativeTheme)

  const pages = session.fromPartition('persist:main')
  serveBundle(pages.protocol, bundle, policy)
  denyNetwork(pages.webRequest)
  denyPermissions(pages)
  denyDownloads(pages)

  const icon = join(import.meta.dirname, process.platform === 'darwin' ? 'trayTemplate.png' : 'tray.png')
  const tray = createTray(Tray, Menu, icon, { open: () => window.show(), quit: () => app.quit() })
  const keepReceiving = createKeepReceiving({ core, tray, notify, settings, log })
  let quitting = false
  app.on('before-quit', () => {
    quitting = true
  })

  const window = createPageWindow({
    session: pages,
    preload: join(built, 'preload/index.cjs'),
    packaged: app.isPackaged,
    settings,
    log,
    onOpen(opened) {
      const { monotonicMs } = clock
      surviveCrashes(opened.webContents, { dialogs, log, monotonicMs, quit: () => app.quit() })
      offerContextMenu(opened, Menu, copy)
    },
    isHidden: () => {
      // On a Mac an app outlives its windows anyway.
      const hides = keepReceiving.isWanted() && !quitting && process.platform !== 'darwin'
      if (hides) keepReceiving.tell()
      return hides
    },
  })
  carryCalls(ipcMain, core, window.owns, log)

  const template = menuTemplate(process.platform, app.isPackaged, {
    goTo: (fragment) => window.show(fragment),
    openExternal: (url) =>
      void openExternal(url).catch((error) => log.error('A link of the menu is no address.', error)),
    openDataFolder: () => void shell.openPath(dataFolder),
  })
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))

  const leave = closeBeforeQuit(app, () => {
    keepReceiving.close()
    return core.close().finally(lock.release)
  })
  surviveUncaught({ core, log, clock, leave })
  app.on('second-instance', () => window.show())
  app.on('activate', () => window.show())
  // On a Mac an app outlives its windows; deliveries are received meanwhile.
  app.on('window-all-closed', () => process.platform !== 'darwin' && app.quit())

  await core.start()
  await keepReceiving.start()
  if (flags.sandbox) {
    const reply = await core.call(
      'sandbox.start',
      flags.sandboxNotes === null ? {} : { notes: flags.sandboxNotes },
    )
    if (!reply.ok) log.error('The sandbox workspace did not start.', reply.error)
  }
  window.show()
}

function heldBy(address: string | null | undefined): string {
  return `Notehook is already running for a browser${address ? ` at ${address}` : ''}. End it first, or name another --data-dir.`
}

function giveUp(error: unknown): void {
  dialog.showErrorBox('Notehook could not start', error instanceof Error ? error.message : String(error))
  // The launcher opens a browser in its place after 1; after 5, a data folder that cannot be used, that would fare no better.
  app.exit(asAppError(error).code === 'storage' ? 5 : 1)
}

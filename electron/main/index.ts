import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  app,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  Notification,
  nativeImage,
  nativeTheme,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  session,
  shell,
  Tray,
} from 'electron'
import ElectronStore from 'electron-store'
import { agentTransport } from '#core/agents/index.ts'
import { createCore } from '#core/core.ts'
import { createEmitter } from '#core/platform/emitter.ts'
import { readBundle, readPolicy } from '#core/platform/files/built-page.ts'
import { claimDataFolder, makeFolderInside, prepareDataFolder } from '#core/platform/files/data-folder.ts'
import { createLog } from '#core/platform/log.ts'
import { withDirectLoopback } from '#core/platform/loopback-fetch.ts'
import { installCrashHandler } from '#core/platform/process/crash-handler.ts'
import { createRedactor } from '#core/platform/redact.ts'
import {
  type Command,
  commands,
  type DesktopAction,
  isDesktopAction,
  isPageAction,
} from '#shared/app/commands.ts'
import { asAppError } from '#shared/errors.ts'
import { openSettings } from '../adapters/conf-settings.ts'
import { createDnsLookup, createSystemLookup } from '../adapters/dns-lookup.ts'
import { createKeytarSecrets } from '../adapters/keytar-secrets.ts'
import { hardenMarkdown } from '../adapters/markdown-hardening.ts'
import { createMemorySecrets } from '../adapters/memory-secrets.ts'
import { loadNgrok } from '../adapters/ngrok-tunnel.ts'
import { openZip } from '../adapters/zip.ts'
import { openWatchedSandbox } from '../sandbox/sandbox.ts'
import { folderNames } from '../socket/data-folders.ts'
import { openToAgents } from '../socket/open-to-agents.ts'
import { printedText, readFlags, sandboxProblem } from './command-line.ts'
import { openLogFile } from './files/log-file.ts'
import { createSaveFile } from './files/save-file.ts'
import { createSessionFiles, sessionPaths } from './files/session-files.ts'
import { installContextMenu } from './menu/context-menu.ts'
import { aboutPanel, createHelp } from './menu/help.ts'
import { dockTemplate, type MenuActions, menuTemplate } from './menu/menu.ts'
import { appScheme, serveBundle } from './page/app-protocol.ts'
import { registerIpc } from './page/ipc.ts'
import { denyDownloads, denyNavigation, denyNetwork, denyPermissions } from './page/restrictions.ts'
import { askBeforeUnload, closeBeforeQuit } from './quit.ts'
import { createStarts, type StartRequest, thisStart } from './starts.ts'
import { createDialogs } from './system/dialogs.ts'
import { createBadge, iconsOf } from './system/icons.ts'
import { createKeepReceiving } from './system/keep-receiving.ts'
import { createLoginItem } from './system/login-item.ts'
import { createNotifier } from './system/notifier.ts'
import { createOpenExternal } from './system/open-external.ts'
import { followPower, preventAppNap } from './system/power.ts'
import { followProgress } from './system/progress.ts'
import { createServiceFetch } from './system/service-fetch.ts'
import { applyTheme } from './system/theme.ts'
import { createTray } from './system/tray.ts'
import { recoverFromCrashes } from './window/crash.ts'
import { logProcessEnds, watchForHangs } from './window/hangs.ts'
import { createPageWindow } from './window/window.ts'

/**
 * The id by which Windows associates the taskbar and notifications with the app's shortcut. It must be the same as `appId` in
 * electron-builder.yml, which the installer writes into the shortcuts. A test compares the two.
 */
const appId = 'app.notehook.desktop'

const flags = readFlags(process.argv.slice(1))
const distFolder = join(import.meta.dirname, '..')
const defaultFolder = app.isPackaged
  ? app.getPath('userData')
  : join(app.getPath('appData'), folderNames.source)
const dataFolder = flags.dataDir ?? defaultFolder
const chromiumFolder = join(dataFolder, 'chromium')
const icons = iconsOf(process.platform, import.meta.dirname)
const starts = createStarts(thisStart())
const noSandbox = sandboxProblem(process.argv.slice(1), process.env)

if (noSandbox !== null) failToStart(new Error(noSandbox))
else if (flags.print !== null) {
  process.stdout.write(printedText(flags.print, app.getVersion()))
  process.exit(0)
} else prepare()

/** Sets what Electron requires before it is ready: the sandbox for every page, the app's id, its scheme and its folders. */
function prepare(): void {
  app.enableSandbox()
  app.setAppUserModelId(appId)
  protocol.registerSchemesAsPrivileged([appScheme])
  try {
    prepareDataFolder(dataFolder)
    makeFolderInside(chromiumFolder)
    startApp()
  } catch (error) {
    failToStart(error)
  }
}

function startApp(): void {
  app.setPath('userData', dataFolder)
  app.setPath('sessionData', chromiumFolder)
  starts.listen(app)
  app.on('web-contents-created', (_event, contents) => denyNavigation(contents))

  // Allows one instance per data folder. Must be checked before the database is opened. A second start brings the first instance
  // to the front.
  if (app.requestSingleInstanceLock(thisStart())) app.whenReady().then(open).catch(failToStart)
  else app.exit(0)
}

async function open(): Promise<void> {
  // Also locks the data folder, because the browser host doesn't take part in the single-instance lock and would write to the
  // same journal.
  const lock = claimDataFolder(dataFolder)
  if ('heldBy' in lock) throw new Error(alreadyRunning(lock.heldBy?.address))

  const redactor = createRedactor()
  const log = createLog(openLogFile(dataFolder), redactor)
  lock.watch(log)
  log.info('Notehook starts.', { version: app.getVersion(), packaged: app.isPackaged })
  const pageFolder = join(distFolder, 'renderer')
  const [bundle, policy] = await Promise.all([readBundle(pageFolder), readPolicy(pageFolder)])

  const settings = openSettings({ folder: dataFolder, Store: ElectronStore })
  // Removes a channel that electron-store registers, because it responds to any page.
  ipcMain.removeAllListeners('electron-store-get-data')

  const copy = (text: string) => {
    clipboard.writeText(text).catch((error) => log.error('The text could not be copied.', error))
  }
  const dialogs = createDialogs(dialog, () => window.visible())
  const openExternal = createOpenExternal({ shell, dialogs, copy, log })
  const notify = createNotifier(Notification, (place) => window.show(place))
  const clock = { now: () => new Date(), monotonicMs: () => performance.now() }
  const resumed = createEmitter<void>()
  const { platform, env, execPath } = process
  const loginItem = createLoginItem({ platform, app, env, execPath, dataDir: flags.dataDir })
  loginItem.refresh().catch((error) => log.error('The start at login could not be updated.', error))
  const core = createCore({
    host: 'desktop',
    version: app.getVersion(),
    dataFolder,
    clock,
    log,
    fetch: withDirectLoopback(createServiceFetch(session.fromPartition('api', { cache: false }))),
    lookup: createDnsLookup(),
    systemLookup: createSystemLookup(),
    loadNgrok,
    secrets: createKeytarSecrets({ service: app.getName() }),
    memory: createMemorySecrets(),
    redactor,
    settings,
    openSandbox: openWatchedSandbox,
    notifier: notify,
    openExternal,
    saveFile: createSaveFile(dialogs, shell),
    hardenMarkdown,
    openZip,
    clipboard,
    setBadge: (count) => badge(count),
    showPlace: (place) => window.show(place),
    loginItem,
    onSystemResume: resumed.event,
    engineThread: pathToFileURL(join(distFolder, 'engine/index.js')),
    readerThread: pathToFileURL(join(distFolder, 'reader/index.js')),
    ...(flags.agents === null ? {} : { agentLevel: flags.agents }),
  })
  const badge = createBadge({
    platform: process.platform,
    app,
    window: { setOverlay: (image, description) => window.setOverlay(image, description) },
    dot: () => nativeImage.createFromPath(icons.badge),
  })
  followPower({ powerMonitor, app, log, onResume: () => resumed.fire() })
  logProcessEnds(app, log)

  await applyTheme(core, nativeTheme)

  if (!app.isPackaged) app.dock?.setIcon(icons.app)

  const pages = session.fromPartition('persist:main')
  serveBundle(pages.protocol, bundle, policy)
  denyNetwork(pages.webRequest)
  denyPermissions(pages)
  denyDownloads(pages)

  const tray = createTray(Tray, Menu, icons.tray, { open: () => window.show(), quit: () => app.quit() })
  const keepReceiving = createKeepReceiving({ core, tray, notify, settings, log })
  let quitting = false
  app.on('before-quit', () => {
    quitting = true
  })

  const window = createPageWindow({
    session: pages,
    preload: join(distFolder, 'preload/index.cjs'),
    packaged: app.isPackaged,
    icon: icons.window,
    settings,
    log,
    onOpen(opened) {
      const { monotonicMs } = clock
      const quit = () => app.quit()
      const { restart } = recoverFromCrashes(opened.webContents, { dialogs, log, monotonicMs, quit })
      watchForHangs(opened, { dialogs, log, restart })
      askBeforeUnload(opened, {
        dialogs,
        log,
        leave: () => (quitting ? quit() : opened.close()),
        onStay: () => {
          quitting = false
        },
      })
      installContextMenu(opened, Menu, copy)
    },
    onSessionEnd: () => leave(0),
    hideOnClose: () => {
      // macOS is excluded, because it keeps apps running without windows anyway.
      const hides = keepReceiving.isEnabled() && !quitting && process.platform !== 'darwin'
      if (hides) keepReceiving.notifyHidden()
      return hides
    },
  })
  const pageEvents = registerIpc(ipcMain, core, window.owns, log)

  const sessionFiles = createSessionFiles({
    app,
    dialogs,
    settings,
    log,
    show: () => window.show(),
    send: pageEvents.send,
    onDidChangeRecent: () => setMenu(),
  })
  const help = createHelp({
    shell,
    dialogs,
    log,
    copy,
    redact: redactor.redact,
    version: app.getVersion(),
    packaged: app.isPackaged,
    dataFolder,
    licenses: join(app.isPackaged ? process.resourcesPath : distFolder, 'THIRD-PARTY-NOTICES.txt'),
  })
  const desktopActions: Readonly<Record<DesktopAction, () => void>> = {
    'go-back': window.goBack,
    'go-forward': window.goForward,
    'open-session': () => void sessionFiles.choose(),
    'show-log': help.showLog,
    'open-data-folder': help.showDataFolder,
    'report-problem': help.reportProblem,
    'show-licenses': help.showLicenses,
    'open-website': () =>
      void openExternal('https://www.standardwebhooks.com/').catch((error) =>
        log.error('A menu link could not be opened.', error),
      ),
  }
  const menuActions: MenuActions = {
    run(id) {
      if (isDesktopAction(id)) return desktopActions[id]()
      const { place }: Command = commands[id]
      window.show(place)
      if (isPageAction(id)) pageEvents.send({ name: 'app.command', data: { action: id } })
    },
    openSession: sessionFiles.open,
    clearRecent: sessionFiles.clearRecent,
  }
  const setMenu = () => {
    const { platform } = process
    const facts = { platform, packaged: app.isPackaged, recent: sessionFiles.recent() }
    Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(facts, menuActions)))
    app.dock?.setMenu(Menu.buildFromTemplate(dockTemplate(facts.recent, menuActions)))
  }
  setMenu()
  app.setAboutPanelOptions(aboutPanel(app.getVersion(), icons.app))

  const endProgress = followProgress(core, window.setProgress)
  const endAppNap = preventAppNap({ platform: process.platform, core, log, blocker: powerSaveBlocker })
  let agents: Awaited<ReturnType<typeof openToAgents>> | null = null
  const leave = closeBeforeQuit(app, () => {
    keepReceiving.close()
    endProgress()
    endAppNap()
    const closed = agents?.close() ?? Promise.resolve()
    return closed.then(core.close).finally(lock.release)
  })
  installCrashHandler({ core, log, settings, redact: redactor.redact, clock, leave })
  app.on('activate', () => window.show())
  // On macOS, the app stays open without windows and receives deliveries.
  app.on('window-all-closed', () => process.platform !== 'darwin' && app.quit())

  await core.start()
  agents = await openToAgents({
    core,
    gate: agentTransport(core),
    lock,
    dataFolder,
    version: app.getVersion(),
    log,
  })
  await keepReceiving.start()
  let startedAtLogin = loginItem.wasStarted()
  const carryOut = async ({ args, folder }: StartRequest) => {
    const { sandbox, sandboxNotes, hidden } = readFlags(args)
    if (sandbox) {
      const reply = await core.call('sandbox.start', sandboxNotes === null ? {} : { notes: sandboxNotes })
      if (!reply.ok) log.error('The sandbox workspace did not start.', reply.error)
    }
    // Without a tray icon, the window opens even after a hidden start, because the user could not see that the app is running.
    const hasWayBack = process.platform === 'darwin' || keepReceiving.isEnabled()
    if (!hasWayBack || !(hidden || startedAtLogin)) window.show()
    startedAtLogin = false
    for (const path of sessionPaths(args, folder)) sessionFiles.open(path)
  }
  await starts.carryOutWith(carryOut, (error) => log.error('A start could not be carried out.', error))
}

function alreadyRunning(address: string | null | undefined): string {
  return `Notehook is already running in a browser${address ? ` at ${address}` : ''}. Quit it first, or choose another folder with --data-dir.`
}

function failToStart(error: unknown): void {
  dialog.showErrorBox('Notehook couldn’t start', error instanceof Error ? error.message : String(error))
  // Exit code 1 makes the launcher open a browser instead. Exit code 5 doesn't, because a browser host could not use the data
  // folder either.
  app.exit(asAppError(error).code === 'storage' ? 5 : 1)
}

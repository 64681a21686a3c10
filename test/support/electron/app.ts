import { EventEmitter } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type Electron from 'electron'
import { createLink } from './link.ts'

export const link = createLink(process)

/** Asks every window to close. `windows.ts` sets this function. Resolves to `false` if a window prevents it. */
export const windowsOfApp = { closeAll: async (): Promise<boolean> => true }

/** Returns an event that a listener can prevent, as in Electron. */
export function preventable() {
  let prevented = false
  return {
    preventDefault: () => {
      prevented = true
    },
    get defaultPrevented() {
      return prevented
    },
  }
}

const events = new EventEmitter()
const folder = process.argv[1] ?? '.'
const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, string>
const appData = join(homedir(), '.config')
const paths: Record<string, string> = {
  appData,
  userData: join(appData, manifest.productName ?? manifest.name ?? 'app'),
}
const ready = Promise.withResolvers<void>()
let isReady = false
let sandboxed = false
let appUserModelId: string | null = null
const recentDocuments: string[] = []
let loginItem: Electron.Settings = {}
let aboutPanel: Electron.AboutPanelOptionsOptions = {}
let badgeCount = 0
let dockIcon: string | null = null
let dockMenu: Electron.Menu | null = null

export function becomeReady(): void {
  isReady = true
  events.emit('ready')
  ready.resolve()
}

/** Exits after all messages have been sent. */
async function exit(code = 0): Promise<void> {
  await link.ask('exiting', { code }).catch(() => {})
  process.exit(code)
}

async function quit(): Promise<void> {
  const before = preventable()
  events.emit('before-quit', before)
  if (before.defaultPrevented || !(await windowsOfApp.closeAll())) return
  const will = preventable()
  events.emit('will-quit', will)
  if (will.defaultPrevented) return
  events.emit('quit', {}, 0)
  await exit()
}

/** Allows one process per folder while the first one runs. */
function requestSingleInstanceLock(passed?: object): boolean {
  const userData = app.getPath('userData')
  mkdirSync(userData, { recursive: true })
  const lock = join(userData, 'SingletonLock')
  if (isAlive(lock)) {
    void link.ask('second-instance', {
      userData,
      argv: reordered(process.argv),
      folder: process.cwd(),
      passed,
    })
    return false
  }
  writeFileSync(lock, String(process.pid))
  void link.ask('first-instance', { userData })
  return true
}

function isAlive(lock: string): boolean {
  try {
    process.kill(Number(readFileSync(lock, 'utf8')), 0)
    return true
  } catch {
    return false
  }
}

/** Throws for an image that cannot be read, as Electron does. */
function setIcon(image: string): void {
  if (!existsSync(image)) throw new Error(`Failed to load image from path '${image}'`)
  dockIcon = image
}

/** Returns the settings as Electron does. On Windows, it finds only an item with the same program and arguments. */
function loginItemSettings({
  path = process.execPath,
  args = [],
}: Electron.LoginItemSettingsOptions = {}): Electron.LoginItemSettings {
  const isSame =
    process.platform === 'darwin' ||
    (loginItem.path === path && JSON.stringify(loginItem.args) === JSON.stringify(args))
  const isOn = loginItem.openAtLogin === true && isSame
  return {
    openAtLogin: isOn,
    wasOpenedAtLogin: process.env.STAND_IN_OPENED_AT_LOGIN === '1',
    status: isOn ? 'enabled' : 'not-registered',
    executableWillLaunchAtLogin: isOn && loginItem.enabled !== false,
    launchItems: [],
  }
}

function setMenu(menu: Electron.Menu): void {
  dockMenu = menu
}

const members = {
  isPackaged: process.env.STAND_IN_PACKAGED === '1',
  whenReady: () => ready.promise,
  isReady: () => isReady,
  getName: () => manifest.productName ?? '',
  getVersion: () => manifest.version ?? '',
  getAppPath: () => folder,
  getPath: (name: string) => {
    const path = paths[name]
    if (path === undefined) throw new Error(`Failed to get '${name}' path`)
    return path
  },
  setPath: (name: string, path: string) => {
    if (!existsSync(path)) throw new Error(`Failed to set path: ${path} does not exist`)
    paths[name] = path
  },
  enableSandbox: () => {
    if (isReady) throw new Error('app.enableSandbox() can only be called before app is ready')
    sandboxed = true
  },
  setAppUserModelId: (id: string) => {
    appUserModelId = id
  },
  showAboutPanel: () => {},
  setAboutPanelOptions: (options: Electron.AboutPanelOptionsOptions) => {
    aboutPanel = options
  },
  // Linux shows the badge only in Unity, and Windows doesn't show it.
  setBadgeCount: (count = 0) => {
    badgeCount = count
    return process.platform === 'darwin'
  },
  dock: process.platform === 'darwin' ? ({ setIcon, setMenu } as object as Electron.Dock) : undefined,
  getLoginItemSettings: (options?: Electron.LoginItemSettingsOptions) => loginItemSettings(options),
  setLoginItemSettings: (settings: Electron.Settings) => {
    loginItem = settings
  },
  addRecentDocument: (path: string) => void recentDocuments.push(path),
  clearRecentDocuments: () => {
    recentDocuments.length = 0
  },
  quit: () => void quit(),
  exit: (code?: number) => void exit(code),
  requestSingleInstanceLock,
} satisfies Partial<Electron.App>

export const app = Object.assign(events, members, {
  standIn: {
    isSandboxed: () => sandboxed,
    appUserModelId: () => appUserModelId,
    aboutPanel: () => aboutPanel,
    badgeCount: () => badgeCount,
    dockIcon: () => dockIcon,
    dockMenu: () => dockMenu,
    recentDocuments,
    loginItem: () => loginItem,
  },
})

/** Reorders arguments as Chromium does: the app's switches, then a switch of Chromium's own, then all other arguments. */
function reordered(argv: readonly string[]): readonly string[] {
  const [program = '', ...args] = argv
  const isSwitch = (arg: string) => arg.startsWith('-')
  const added = '--allow-file-access-from-files'
  return [program, ...args.filter(isSwitch), added, ...args.filter((arg) => !isSwitch(arg))]
}

link.answer('second-instance', (other: { argv: string[]; folder: string; passed?: object }) => {
  events.emit('second-instance', preventable(), other.argv, other.folder, other.passed)
})
// Chromium quits the app normally on these signals.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void quit())
// Exits when the test crashes, so that no app keeps running.
process.on('disconnect', () => process.exit(0))

import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, lstat, mkdir, readFile, rename, unlink, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import type { App } from 'electron'
import type { LoginItemPort } from '#core/platform/ports.ts'
import type { LoginItem } from '#shared/app/contract.ts'
import { AppError } from '#shared/errors.ts'

/** What is read and changed is the system's own list, so that a change made there is seen here. */
export interface AppLoginItem extends LoginItemPort {
  /** An AppImage that was moved or updated has another path: points an unchanged entry of ours to the one that runs. */
  refresh(): Promise<void>
  /** Whether the system has started this process at login and told so. Other systems pass `--hidden`. */
  wasStarted(): boolean
}

export interface LoginItemOptions {
  readonly platform: NodeJS.Platform
  readonly app: Pick<App, 'isPackaged' | 'getLoginItemSettings' | 'setLoginItemSettings'>
  readonly env: Readonly<Record<string, string | undefined>>
  readonly execPath: string
  /** Given on the command line, and then also for the start at login. */
  readonly dataDir: string | null
}

/** Starts the app when the user logs in. One that runs from its source has no program of its own to start. */
export function createLoginItem(options: LoginItemOptions): AppLoginItem {
  const { platform, app } = options
  if (!app.isPackaged) return unavailable
  if (platform === 'linux') return createAutostart(options)
  const isMac = platform === 'darwin'
  const args = ['--hidden', ...(options.dataDir === null ? [] : ['--data-dir', `"${options.dataDir}"`])]
  // macOS has no arguments for it.
  const start = isMac ? {} : { path: options.execPath, args }
  const read = (): LoginItem => {
    const { openAtLogin, executableWillLaunchAtLogin, status } = app.getLoginItemSettings(start)
    if (isMac && status === 'requires-approval') return { state: 'blocked', path: null }
    if (!isMac && openAtLogin && !executableWillLaunchAtLogin) return { state: 'blocked', path: null }
    return { state: openAtLogin ? 'on' : 'off', path: null }
  }
  return {
    read: async () => read(),
    async set(isOn) {
      app.setLoginItemSettings({ ...start, openAtLogin: isOn })
      return read()
    },
    async refresh() {},
    wasStarted: () => isMac && app.getLoginItemSettings().wasOpenedAtLogin,
  }
}

const unavailable: AppLoginItem = {
  read: async () => ({ state: 'unavailable', path: null }),
  set: async () => ({ state: 'unavailable', path: null }),
  refresh: async () => {},
  wasStarted: () => false,
}

/** In every entry that we write. A file of the same name without it is the user's own. */
const marker = 'X-Notehook-Autostart=true'

type Found =
  | { readonly kind: 'none' }
  | { readonly kind: 'foreign' }
  | { readonly kind: 'ours'; readonly text: string }

/** A file in the folder that Linux desktops read at login (Desktop Application Autostart Specification). */
function createAutostart({ env, execPath, dataDir }: LoginItemOptions): AppLoginItem {
  const { APPIMAGE, XDG_CONFIG_HOME } = env
  const config = XDG_CONFIG_HOME && isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : join(homedir(), '.config')
  const folder = join(config, 'autostart')
  const path = join(folder, 'notehook.desktop')
  // What runs from an AppImage is in a folder that is gone when it ends.
  const program = APPIMAGE && isAbsolute(APPIMAGE) ? APPIMAGE : execPath
  const args = ['--hidden', ...(dataDir === null ? [] : ['--data-dir', dataDir])]
  // A line of the file cannot contain them.
  if ([program, ...args].some((part) => /\p{Cc}/u.test(part))) return unavailable

  const find = async (): Promise<Found> => {
    try {
      // A link leads to a file that is not ours.
      if (!(await lstat(path)).isFile()) return { kind: 'foreign' }
      const text = await readFile(path, 'utf8')
      return text.split('\n').includes(marker) ? { kind: 'ours', text } : { kind: 'foreign' }
    } catch (error) {
      if (isCode(error, 'ENOENT') || isCode(error, 'ENOTDIR')) return { kind: 'none' }
      throw cannotChange(path, error)
    }
  }
  const stateOf = (found: Found): LoginItem => {
    if (found.kind === 'foreign') return { state: 'not-ours', path }
    return { state: found.kind === 'ours' && isEnabled(found.text) ? 'on' : 'off', path }
  }
  const write = async (text: string, replaces: boolean) => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const temporary = `${path}.${randomBytes(6).toString('hex')}`
    await writeFile(temporary, text, { flag: 'wx', mode: 0o600 })
    try {
      if (replaces) await rename(temporary, path)
      // Fails if there is a file by now, which is not ours.
      else await link(temporary, path)
    } finally {
      await unlink(temporary).catch(() => {})
    }
  }

  return {
    read: async () => stateOf(await find()),
    async set(isOn) {
      const found = await find()
      if (found.kind === 'foreign') return stateOf(found)
      try {
        if (isOn) await write(entryOf(program, args), found.kind === 'ours')
        else if (found.kind === 'ours') await unlink(path)
      } catch (error) {
        // A file of the user's own may have come in between.
        if ((await find()).kind !== 'foreign') throw cannotChange(path, error)
      }
      return stateOf(await find())
    },
    async refresh() {
      const found = await find()
      if (found.kind !== 'ours') return
      const before = programIn(found.text)
      if (before === null || existsSync(before) || found.text !== entryOf(before, args)) return
      await write(entryOf(program, args), true)
    },
    wasStarted: () => false,
  }
}

const entryOf = (program: string, args: readonly string[]) => `[Desktop Entry]
Type=Application
Name=Notehook
Comment=Receives webhook deliveries
Exec=${[program, ...args].map(quoted).join(' ')}
Icon=notehook
Terminal=false
X-GNOME-Autostart-enabled=true
${marker}
`

/** Quoted for the command line of the entry, then for a value of the file (Desktop Entry Specification, Exec). */
function quoted(part: string): string {
  const inQuotes = part.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%')
  return `"${inQuotes}"`.replaceAll('\\', '\\\\')
}

/** The program of an entry that `entryOf` wrote. */
function programIn(text: string): string | null {
  const [, value] = /^Exec=("(?:[^"\\]|\\\\\\\\|\\\\["`$])*")/m.exec(text) ?? []
  if (value === undefined) return null
  return value
    .slice(1, -1)
    .replaceAll('\\\\', '\\')
    .replaceAll('%%', '%')
    .replace(/\\(["`$\\])/g, '$1')
}

/** Settings of the desktop turn an entry off by one of these. */
const isEnabled = (text: string) =>
  !/^Hidden\s*=\s*true\s*$/m.test(text) && !/^X-GNOME-Autostart-enabled\s*=\s*false\s*$/m.test(text)

const isCode = (error: unknown, code: string) =>
  error instanceof Error && (error as NodeJS.ErrnoException).code === code

const cannotChange = (path: string, cause: unknown) =>
  new AppError('storage', `${path} can’t be read or changed. Check its permissions, then try again.`, {
    cause,
  })

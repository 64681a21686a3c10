import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, lstat, mkdir, readFile, rename, unlink, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import type { App } from 'electron'
import type { LoginItemPort } from '#core/platform/ports.ts'
import type { LoginItem } from '#shared/app/contract.ts'
import { AppError } from '#shared/errors.ts'

/**
 * The login item of the app. Its state is always read from the system, so that changes made in the system settings are respected.
 */
export interface AppLoginItem extends LoginItemPort {
  /**
   * If the entry belongs to Notehook and is unchanged, points it to the running program, because a moved or updated AppImage has
   * a different path.
   */
  refresh(): Promise<void>
  /**
   * Returns whether macOS reports that it started this process at login. On other systems, the login item passes `--hidden`
   * instead.
   */
  wasStarted(): boolean
}

export interface LoginItemOptions {
  readonly platform: NodeJS.Platform
  readonly app: Pick<App, 'isPackaged' | 'getLoginItemSettings' | 'setLoginItemSettings'>
  readonly env: Readonly<Record<string, string | undefined>>
  readonly execPath: string
  readonly dataDir: string | null
}

/** Starts the app when the user logs in. Not available to an app that runs from source, because it has no program to start. */
export function createLoginItem(options: LoginItemOptions): AppLoginItem {
  const { platform, app } = options
  if (!app.isPackaged) return unavailable
  if (platform === 'linux') return createAutostart(options)
  const isMac = platform === 'darwin'
  const args = ['--hidden', ...(options.dataDir === null ? [] : ['--data-dir', `"${options.dataDir}"`])]
  // On macOS, login items have no arguments.
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

/** Marks every entry that the app writes. A file with the same name but without this line belongs to the user. */
const marker = 'X-Notehook-Autostart=true'

type Found =
  | { readonly kind: 'none' }
  | { readonly kind: 'foreign' }
  | { readonly kind: 'ours'; readonly text: string }

/**
 * Creates a login item as a file in the folder that Linux desktops read at login (Desktop Application Autostart Specification).
 */
function createAutostart({ env, execPath, dataDir }: LoginItemOptions): AppLoginItem {
  const { APPIMAGE, XDG_CONFIG_HOME } = env
  const config = XDG_CONFIG_HOME && isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : join(homedir(), '.config')
  const folder = join(config, 'autostart')
  const path = join(folder, 'notehook.desktop')
  // Uses the path of the AppImage itself, because `execPath` is in a temporary folder that is removed when the app exits.
  const program = APPIMAGE && isAbsolute(APPIMAGE) ? APPIMAGE : execPath
  const args = ['--hidden', ...(dataDir === null ? [] : ['--data-dir', dataDir])]
  // A desktop entry can't contain control characters.
  if ([program, ...args].some((part) => /\p{Cc}/u.test(part))) return unavailable

  const find = async (): Promise<Found> => {
    try {
      // Notehook writes only regular files, so anything else belongs to the user.
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
      // Creates a link, because unlike a rename, that fails if the user has created the file in the meantime.
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

/**
 * Quotes an argument, first for the entry's command line and then for a value in the file (Desktop Entry Specification, Exec).
 */
function quoted(part: string): string {
  const inQuotes = part.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%')
  return `"${inQuotes}"`.replaceAll('\\', '\\\\')
}

function programIn(text: string): string | null {
  const [, value] = /^Exec=("(?:[^"\\]|\\\\\\\\|\\\\["`$])*")/m.exec(text) ?? []
  if (value === undefined) return null
  return value
    .slice(1, -1)
    .replaceAll('\\\\', '\\')
    .replaceAll('%%', '%')
    .replace(/\\(["`$\\])/g, '$1')
}

/** Returns whether the entry is on. Desktops turn an entry off with one of these keys. */
const isEnabled = (text: string) =>
  !/^Hidden\s*=\s*true\s*$/m.test(text) && !/^X-GNOME-Autostart-enabled\s*=\s*false\s*$/m.test(text)

const isCode = (error: unknown, code: string) =>
  error instanceof Error && (error as NodeJS.ErrnoException).code === code

const cannotChange = (path: string, cause: unknown) =>
  new AppError('storage', `${path} can’t be read or changed. Check its permissions, then try again.`, {
    cause,
  })

import { readFile, stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { App } from 'electron'
import type { Log, SettingsStore } from '#core/platform/ports.ts'
import { sessionLimits } from '#shared/deliveries/limits.ts'
import { sessionExtension } from '#shared/deliveries/session-file.ts'
import type { HostEvent } from '#shared/rpc/events.ts'
import type { Dialogs } from '../system/dialogs.ts'

const mostRecent = 10

/** Opens session files that the user chose outside the page: with a double click, in a menu or on the command line. */
export function createSessionFiles(options: {
  readonly app: Pick<App, 'addRecentDocument' | 'clearRecentDocuments'>
  readonly dialogs: Pick<Dialogs, 'showOpenDialog'>
  readonly settings: SettingsStore
  readonly log: Log
  readonly show: () => void
  readonly send: (event: HostEvent) => void
  readonly onDidChangeRecent: () => void
}) {
  const { app, dialogs, settings, log, show, send, onDidChangeRecent } = options
  let recent = readRecent(settings.read().recentSessions)

  const remember = (paths: readonly string[]) => {
    recent = paths.slice(0, mostRecent)
    try {
      settings.write({ recentSessions: recent })
    } catch (error) {
      log.error('The recently opened files could not be saved.', error)
    }
    onDidChangeRecent()
  }

  const open = async (path: string) => {
    show()
    const file = await read(path)
    const others = recent.filter((other) => other !== path)
    if (file.text === null) {
      if (others.length < recent.length) remember(others)
    } else {
      remember([path, ...others])
      app.addRecentDocument(path)
    }
    send({ name: 'app.session-opened', data: { name: basename(path), ...file } })
  }

  return {
    open: (path: string) => void open(path),
    async choose() {
      show()
      const { canceled, filePaths } = await dialogs.showOpenDialog({
        properties: ['openFile'],
        filters: [
          { name: 'Notehook Sessions', extensions: [sessionExtension, 'ndjson'] },
          { name: 'All Files', extensions: ['*'] },
        ],
      })
      const [path] = filePaths
      if (!canceled && path !== undefined) await open(path)
    },
    recent: (): readonly string[] => recent,
    clearRecent() {
      remember([])
      app.clearRecentDocuments()
    },
  }
}

/**
 * Returns the paths of session files in command-line arguments. Linux passes `file:` URLs. Other arguments, such as the app's own
 * path, are ignored.
 */
export function sessionPaths(args: readonly string[], folder: string): readonly string[] {
  const isSession = (arg: string) =>
    !arg.startsWith('-') && arg.toLowerCase().endsWith(`.${sessionExtension}`)
  return args.filter(isSession).flatMap((arg) => {
    if (URL.parse(arg)?.protocol !== 'file:') return [resolve(folder, arg)]
    try {
      return [fileURLToPath(arg)]
    } catch {
      // Ignores a `file:` URL with a host, because the file is on another computer.
      return []
    }
  })
}

/** Reads a session file. `text` is `null` if the file is unreadable, or larger than the limit according to `bytes`. */
async function read(path: string): Promise<{ bytes: number; changedAt: number; text: string | null }> {
  try {
    const file = await stat(path)
    const bytes = file.size
    const changedAt = Math.round(file.mtimeMs)
    const isReadable = file.isFile() && bytes <= sessionLimits.bytes
    return { bytes, changedAt, text: isReadable ? await readFile(path, 'utf8') : null }
  } catch {
    return { bytes: 0, changedAt: 0, text: null }
  }
}

function readRecent(stored: unknown): readonly string[] {
  return Array.isArray(stored) ? stored.filter((path) => typeof path === 'string').slice(0, mostRecent) : []
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AppError } from '#shared/errors.ts'
import type { BrowserHost, openBrowserHost } from '../serve/index.ts'
import { openAppWindow } from './app-window.ts'
import { findBrowsers } from './browsers.ts'
import { unusableFolderExit, usualDataFolder } from './data-folder.ts'
import type { Ending } from './ending.ts'
import type { Flags } from './flags.ts'

/** Opens the browser host and shows where it is. Resolves once it is ready, to an exit code when it could not be. */
export async function runBrowserHost(ending: Ending, root: string, flags: Flags): Promise<number | null> {
  const host = await openHost(ending, root, flags)
  if (typeof host === 'number') return host
  ending.add(() => host.close())

  if (flags.json) {
    const line = { ready: true, url: host.launchAddress(), listener: host.listener }
    process.stdout.write(`${JSON.stringify(line)}\n`)
  } else {
    await show(ending, host, flags)
  }
  return null
}

async function openHost(ending: Ending, root: string, flags: Flags): Promise<BrowserHost | number> {
  const dataFolder = flags.dataDir ?? usualDataFolder()
  const built = await import(pathToFileURL(join(root, 'dist/serve/index.js')).href)
  const open: typeof openBrowserHost = built.openBrowserHost
  try {
    const host = await open({
      version: versionOf(root),
      pageFolder: join(root, 'dist/renderer'),
      dataFolder,
      port: flags.port,
      sandbox: flags.sandbox,
      sandboxNotes: flags.sandboxNotes,
      say: (line) => console.error(line),
      leave: (exitCode) => void ending.end(exitCode),
    })
    if (!('heldBy' in host)) return host
    const { heldBy } = host
    const where = heldBy?.address ? ` at ${heldBy.address}` : ''
    const who = heldBy ? ` (process ${heldBy.pid})` : ''
    console.error(
      `Notehook already runs${where}${who} with ${dataFolder}. End it, or choose another folder: --data-dir DIR`,
    )
    return 4
  } catch (error) {
    const expected = isExpected(error)
    console.error(expected ? error.message : error)
    return (expected && exitCodes[error.code]) || 1
  }
}

const exitCodes: Readonly<Record<string, number>> = {
  'port-busy': 3,
  refused: 3,
  storage: unusableFolderExit,
}

/** The bundle has a class `AppError` of its own, so the code decides. */
function isExpected(error: unknown): error is AppError {
  return error instanceof Error && 'code' in error && String(error.code) in exitCodes
}

async function show(ending: Ending, host: BrowserHost, flags: Flags): Promise<void> {
  const [browser] = flags.open ? findBrowsers() : []
  if (browser !== undefined && (await openAppWindow(ending, browser, host.launchAddress(), host.opened))) {
    console.error('Notehook is open in a window of its own. Ctrl-C here ends it.')
    return
  }
  if (ending.begun) return
  console.error(
    `Notehook is ready. Open this in your browser (it works once, within five minutes):\n\n  ${host.launchAddress()}\n\nCtrl-C ends it.`,
  )
}

function versionOf(root: string): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return version
}

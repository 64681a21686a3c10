import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AppError } from '#shared/errors.ts'
import type { BrowserHost, openBrowserHost } from '../serve/index.ts'
import { defaultDataFolder } from '../socket/data-folders.ts'
import { findBrowsers } from './browsers.ts'
import { type Child, runChild } from './child.ts'
import { unusableFolderExit } from './desktop.ts'
import type { Flags } from './flags.ts'
import type { Shutdown } from './shutdown.ts'

/**
 * Starts the browser host, then opens or prints its address. Resolves to `null` once the host is ready, or to an exit code if it
 * failed.
 */
export async function runBrowserHost(shutdown: Shutdown, root: string, flags: Flags): Promise<number | null> {
  const host = await startHost(shutdown, root, flags)
  if (typeof host === 'number') return host
  shutdown.add(() => host.close())

  if (flags.json) {
    const line = { ready: true, url: host.launchAddress(), listener: host.listener }
    process.stdout.write(`${JSON.stringify(line)}\n`)
  } else {
    await openPage(shutdown, host, flags)
  }
  return null
}

async function startHost(shutdown: Shutdown, root: string, flags: Flags): Promise<BrowserHost | number> {
  const dataFolder = flags.dataDir ?? defaultDataFolder('source')
  const built = await import(pathToFileURL(join(root, 'dist/serve/index.js')).href)
  const open: typeof openBrowserHost = built.openBrowserHost
  try {
    const host = await open({
      version: versionOf(root),
      pageFolder: join(root, 'dist/renderer'),
      engineThread: pathToFileURL(join(root, 'dist/engine/index.js')),
      readerThread: pathToFileURL(join(root, 'dist/reader/index.js')),
      dataFolder,
      port: flags.port,
      sandbox: flags.sandbox,
      sandboxNotes: flags.sandboxNotes,
      agents: flags.agents ?? undefined,
      print: (line) => console.error(line),
      exit: (exitCode) => void shutdown.start(exitCode),
    })
    if (!('heldBy' in host)) return host
    const { heldBy } = host
    const address = heldBy?.address ? ` at ${heldBy.address}` : ''
    const pid = heldBy ? ` (process ${heldBy.pid})` : ''
    console.error(
      `Notehook is already running${address}${pid} with the data folder ${dataFolder}. Stop it, or choose another folder with --data-dir DIR.`,
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
  'not-allowed': 2,
  storage: unusableFolderExit,
}

/** Returns whether the error has a known code. Doesn't use `instanceof`, because the bundle has its own `AppError` class. */
function isExpected(error: unknown): error is AppError {
  return error instanceof Error && 'code' in error && String(error.code) in exitCodes
}

async function openPage(shutdown: Shutdown, host: BrowserHost, flags: Flags): Promise<void> {
  const [browser] = flags.open ? findBrowsers() : []
  if (browser !== undefined && (await openAppWindow(shutdown, browser, host.launchAddress(), host.opened))) {
    console.error('Notehook is open in its own window. Press Ctrl-C here to stop it.')
    return
  }
  if (shutdown.started) return
  console.error(
    `Notehook is ready. Open this address in your browser (it works once, within five minutes):\n\n  ${host.launchAddress()}\n\nPress Ctrl-C to stop.`,
  )
}

function versionOf(root: string): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return version
}

/**
 * Opens the page in an installed browser, in an app window without tabs or an address bar. Resolves to whether the page opened
 * within 5 s.
 *
 * The address contains a launch token, but any user can read command lines. The browser therefore gets a file that redirects to
 * the address, in a folder that only this user can read. The file is deleted as soon as `opened` settles. The browser profile is
 * in the same folder and is deleted at shutdown.
 */
async function openAppWindow(
  shutdown: Shutdown,
  browser: string,
  address: string,
  opened: Promise<void>,
): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'notehook-'))
  shutdown.add(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const redirect = join(folder, 'open.html')
  writeFileSync(redirect, redirectPage(address), { mode: 0o600, flag: 'wx' })

  const window = runChild(shutdown, browser, windowArgs(redirect, join(folder, 'profile')), { quiet: true })
  const isOpen = await Promise.race([opened.then(() => true), falseWhenEnded(window), falseAfter(5000)])
  rmSync(redirect, { force: true })
  return isOpen
}

function windowArgs(page: string, profile: string): string[] {
  return [
    `--app=${pathToFileURL(page)}`,
    `--user-data-dir=${profile}`,
    '--window-size=1280,860',
    '--no-first-run',
    '--no-default-browser-check',
    '--disable-sync',
    '--password-store=basic',
  ]
}

function redirectPage(address: string): string {
  return `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0;url=${address}"><title>Notehook</title>\n`
}

async function falseWhenEnded(window: Child): Promise<false> {
  await window.ended
  return false
}

function falseAfter(ms: number): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), ms).unref())
}

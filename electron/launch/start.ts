import { join } from 'node:path'
import { runBrowserHost } from './browser.ts'
import { isBuilt } from './built.ts'
import { runChild } from './child.ts'
import { runDesktop } from './desktop.ts'
import { type Flags, help, parseFlags } from './flags.ts'
import { createShutdown } from './shutdown.ts'

/**
 * The script behind `npm start`. Builds if needed, then opens the desktop app, or the browser host if Electron is not available.
 */

const root = join(import.meta.dirname, '../..')
const shutdown = createShutdown()
const exitCode = await start()
if (exitCode !== null) await shutdown.start(exitCode)

async function start(): Promise<number | null> {
  const flags = parseFlags(process.argv.slice(2), process.env)
  if ('problem' in flags) {
    console.error(`${flags.problem}\nRun npm start -- --help to see all options.`)
    return 2
  }
  if (flags.help) {
    process.stdout.write(help)
    return 0
  }
  if (!(await buildIfNeeded())) return 1
  return flags.browser ? runBrowserHost(shutdown, root, flags) : runDesktopOrBrowser(flags)
}

async function runDesktopOrBrowser(flags: Flags): Promise<number | null> {
  const run = await runDesktop(shutdown, root, flags)
  if ('exitCode' in run) return run.exitCode
  if (shutdown.started) return 0
  console.error(`${run.unavailable}, so Notehook opens in a browser.`)
  return runBrowserHost(shutdown, root, flags)
}

/** Builds in a child process, so that its memory is freed afterwards. */
async function buildIfNeeded(): Promise<boolean> {
  if (isBuilt(root)) return true
  console.error('Building Notehook (first start after a change)…')
  const script = join(import.meta.dirname, 'build.ts')
  const built = await runChild(shutdown, process.execPath, [
    '--disable-warning=ExperimentalWarning',
    script,
    '--if-needed',
  ]).ended
  return built === 0
}

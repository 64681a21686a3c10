import { join } from 'node:path'
import { runBrowserHost } from './browser.ts'
import { isBuilt } from './built.ts'
import { runChild } from './child.ts'
import { runDesktop } from './desktop.ts'
import { createEnding } from './ending.ts'
import { type Flags, help, parseFlags } from './flags.ts'

/** `npm start`: builds if needed, opens the desktop app, or the browser host where there is none. */

const root = join(import.meta.dirname, '../..')
const ending = createEnding()
const exitCode = await start()
if (exitCode !== null) await ending.end(exitCode)

/** An exit code, or `null` while it runs on. */
async function start(): Promise<number | null> {
  const flags = parseFlags(process.argv.slice(2), process.env)
  if ('problem' in flags) {
    console.error(`${flags.problem}\nAll options: npm start -- --help`)
    return 2
  }
  if (flags.help) {
    process.stdout.write(help)
    return 0
  }
  if (!(await buildIfNeeded())) return 1
  return flags.browser ? runBrowserHost(ending, root, flags) : runWindow(flags)
}

async function runWindow(flags: Flags): Promise<number | null> {
  const run = await runDesktop(ending, root, flags)
  if ('exitCode' in run) return run.exitCode
  if (ending.begun) return 0
  console.error(`${run.unavailable}, so Notehook opens in a browser.`)
  return runBrowserHost(ending, root, flags)
}

/** In a child: the memory that building takes is not wanted by what runs after it. */
async function buildIfNeeded(): Promise<boolean> {
  if (isBuilt(root)) return true
  console.error('Building, once …')
  const script = join(import.meta.dirname, 'build.ts')
  const built = await runChild(ending, process.execPath, [
    '--disable-warning=ExperimentalWarning',
    script,
    '--if-needed',
  ]).ended
  return built === 0
}

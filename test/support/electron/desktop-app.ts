import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type Electron from 'electron'
import { _electron, type Page } from 'playwright-core'
import type { TestBrowser } from '../page/chromium.ts'
import { openChromiumSide } from './chromium-side.ts'
import { createLink, type Link } from './link.ts'

/** The desktop app for a test, in simulated or in real Electron. */
export interface DesktopApp {
  readonly kind: 'stand-in' | 'electron'
  window(): Promise<Page>
  windows(): Page[]
  /** Runs a function in the app's process. The function is sent as source code, so it can use only its two arguments. */
  evaluate<Argument, Result>(
    run: (electron: typeof Electron, argument: Argument) => Result | Promise<Result>,
    argument: Argument,
  ): Promise<Result>
  output(): string
  readonly ended: Promise<number | null>
  close(): Promise<void>
}

export interface Launch {
  /** Folder with the `package.json` whose `main` is the built main file. */
  readonly folder: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

const start = fileURLToPath(new URL('./start.ts', import.meta.url))
/** Compile cache shared with the launcher, so that Node doesn't compile the app again at each start. */
const compileCache = fileURLToPath(new URL('../../../node_modules/.cache/compile', import.meta.url))
/** Running apps by folder. A second start in the same folder is reported to the first app. */
const firstByFolder = new Map<string, Link>()

/** Runs the built app in plain Node, with pages of this browser as its windows. */
export async function launchStandIn(
  browser: TestBrowser,
  { folder, args = [], env = {} }: Launch,
): Promise<DesktopApp> {
  const child = spawn(process.execPath, [start, folder, ...args], {
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    serialization: 'advanced',
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache, ...env },
  })
  const link = createLink(child)
  const chromium = openChromiumSide(browser, link)
  const { ended, output } = watch(child)

  link.answer('exiting', () => null)
  link.answer('first-instance', ({ userData }: { userData: string }) => {
    firstByFolder.set(userData, link)
    void ended.then(() => firstByFolder.delete(userData))
    return null
  })
  link.answer('second-instance', async (other: { userData: string }) => {
    await firstByFolder.get(other.userData)?.ask('second-instance', other)
    return null
  })

  return {
    kind: 'stand-in',
    window: () => firstWindow(() => chromium.pages(), ended, output),
    windows: () => [...chromium.pages(), ...chromium.popups()],
    evaluate: (run, argument) => link.ask('evaluate', { source: run.toString(), argument }),
    output,
    ended,
    close: async () => {
      child.kill('SIGTERM')
      await ended
      await chromium.close()
    },
  }
}

/** Runs the same app in real Electron. */
export async function launchElectron({ folder, args = [], env = {} }: Launch): Promise<DesktopApp> {
  const noSandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const app = await _electron.launch({
    args: [...noSandbox, folder, ...args],
    env: { ...(process.env as Record<string, string>), ...env },
  })
  const { ended, output } = watch(app.process())
  return {
    kind: 'electron',
    window: () => firstWindow(() => app.windows(), ended, output),
    windows: () => app.windows(),
    evaluate: (run, argument) => app.evaluate(run as never, argument),
    output,
    ended,
    close: async () => {
      await app.close()
    },
  }
}

function watch(child: ChildProcess) {
  let written = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    written += chunk.toString()
  })
  const ended = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)))
  return { ended, output: () => written }
}

async function firstWindow(
  pages: () => Page[],
  ended: Promise<number | null>,
  output: () => string,
): Promise<Page> {
  const gone = ended.then((code) => {
    throw new Error(`The app ended with ${code} before it had a window. ${output()}`)
  })
  const loaded = async () => {
    while (!pages().some((page) => page.url() !== 'about:blank'))
      await new Promise((again) => setTimeout(again, 20))
    const page = pages().find((it) => it.url() !== 'about:blank')
    await page?.waitForLoadState('load')
    return page
  }
  const page = await Promise.race([loaded(), gone])
  if (!page) throw new Error('The window closed before it was loaded.')
  return page
}

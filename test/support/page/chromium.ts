import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { findBrowsers } from '../../../electron/launch/browsers.ts'

/** A browser that tests open pages in. `close` closes only the pages that were opened through it. */
export type TestBrowser = Pick<Browser, 'newContext' | 'newPage' | 'close'>

/** The worker's browser, which all its test files use. It ends with the worker. */
let shared: Promise<Browser> | undefined

/**
 * Returns the machine's own browser, headless. Tests of a worker share one browser, and extra arguments start a separate one.
 * Guard tests with `describeNeeding(['chromium'], …)`.
 */
export async function launchChromium(extraArgs: readonly string[] = []): Promise<TestBrowser> {
  const isOwn = extraArgs.length > 0
  if (!isOwn && (shared === undefined || !(await shared).isConnected())) shared = launch([])
  const browser = await (isOwn || shared === undefined ? launch(extraArgs) : shared)
  const contexts = new Set<BrowserContext>()
  const newContext: Browser['newContext'] = async (options) => {
    const context = slowed(await browser.newContext(options))
    contexts.add(context)
    return context
  }
  return {
    newContext,
    async newPage(options) {
      const context = await newContext(options)
      const page = await context.newPage()
      page.once('close', () => void context.close().catch(() => undefined))
      return page
    },
    async close() {
      if (isOwn) return browser.close()
      await Promise.all([...contexts].map((context) => context.close()))
    },
  }
}

/**
 * Turns off Chromium's sandbox for root, because Chromium would not start otherwise. This is safe for the app's page in a test.
 * The app itself never turns the sandbox off.
 */
async function launch(extraArgs: readonly string[]): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? findBrowsers()[0]
  if (executablePath === undefined) throw new Error('Chromium is not installed.')
  const args = [...chromiumArgs(), ...extraArgs]
  return chromium.launch({ executablePath, args, timeout: patienceMs })
}

/** Timeout of a step. A step that takes a second on an idle machine takes much longer on a busy one. */
const patienceMs = 90_000

/** Slows every page down by the factor `SLOWER`, to find tests that depend on speed. With 6, a sixth of the processor is left. */
function slowed(context: BrowserContext): BrowserContext {
  context.setDefaultTimeout(patienceMs)
  const rate = Number(process.env.SLOWER ?? 1)
  if (rate > 1) {
    context.on('page', async (page) => {
      const session = await context.newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate })
    })
  }
  return context
}

/** Returns flags that keep a test browser quiet and offline. */
export function chromiumArgs(): string[] {
  return [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ]
}

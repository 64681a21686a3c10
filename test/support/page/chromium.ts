import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { findBrowsers } from '../../../electron/launch/browsers.ts'

/**
 * Launches the machine's own browser, headless. Guard tests with `describeNeeding(['chromium'], …)`. As root, Chromium runs only
 * without its sandbox, which is fine for our page in a test; the product never does it.
 */
export async function launchChromium(extraArgs: readonly string[] = []): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? findBrowsers()[0]
  if (executablePath === undefined) throw new Error('Chromium is not installed.')
  const args = [...chromiumArgs(), ...extraArgs]
  const browser = await chromium.launch({ executablePath, args, timeout: patienceMs })
  const newContext = browser.newContext.bind(browser)
  // `newPage` also calls this.
  browser.newContext = async (options) => slowed(await newContext(options))
  return browser
}

/** Long, because a step of one second on an idle machine takes longer on a busy one. */
const patienceMs = 90_000

/** Slows every page down by the factor `SLOWER` (6 leaves a sixth of the processor), to find tests that depend on speed. */
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

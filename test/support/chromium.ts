import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { findBrowsers } from '../../electron/launch/browsers.ts'

/**
 * The real browser that the machine has, without a window. Gate on `describeNeeding(['chromium'], …)`. As root Chromium
 * runs only without its sandbox: fine for a page of ours in a test, never done by the product.
 */
export async function launchChromium(extraArgs: readonly string[] = []): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? findBrowsers()[0]
  if (executablePath === undefined) throw new Error('There is no Chromium on this machine.')
  const args = [...chromiumArgs(), ...extraArgs]
  const browser = await chromium.launch({ executablePath, args, timeout: patienceMs })
  const newContext = browser.newContext.bind(browser)
  // `newPage` makes its context by this, too.
  browser.newContext = async (options) => slowed(await newContext(options))
  return browser
}

/** For what takes a second where nothing else runs: a wait that succeeds costs nothing. */
const patienceMs = 90_000

/** `SLOWER=6` gives every page a sixth of the processor, so that a test that relies on being quick is found. */
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

/** What keeps a test browser quiet and offline. */
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

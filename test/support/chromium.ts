import { type Browser, chromium } from 'playwright-core'
import { findBrowsers } from '../../electron/launch/browsers.ts'

/**
 * The real browser that the machine has, without a window. Gate on `describeNeeding(['chromium'], …)`. As root Chromium
 * runs only without its sandbox: fine for a page of ours in a test, never done by the product.
 */
export async function launchChromium(extraArgs: readonly string[] = []): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? findBrowsers()[0]
  if (executablePath === undefined) throw new Error('There is no Chromium on this machine.')
  return chromium.launch({ executablePath, args: [...chromiumArgs(), ...extraArgs] })
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

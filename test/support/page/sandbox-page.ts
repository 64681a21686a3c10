import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import type { Client } from '#shared/rpc/client.ts'
import { exchange } from '../deliveries/raw-http.ts'
import { rawRequest, type SignedDelivery } from '../deliveries/signed-delivery.ts'
import { eventually } from '../eventually.ts'
import { type RunningApp, startApp } from './app.ts'
import type { TestBrowser } from './chromium.ts'
import { letPass } from './hand.ts'

export interface View extends Pick<BrowserContextOptions, 'colorScheme'> {
  readonly width?: number
  readonly height?: number
}

export interface SandboxPageOptions extends View {
  /** Number of sample notes; by default the sandbox's own number. */
  readonly notes?: number
  readonly env?: NodeJS.ProcessEnv
  /** Runs before the page is opened, for example to record its requests. */
  readonly prepare?: (page: Page, app: RunningApp) => void
}

export interface SandboxPage {
  readonly app: RunningApp
  readonly page: Page
}

/** Opens a sandbox in the built app, in its own window. Closes both after the test. */
export async function openSandboxApp(
  browser: Pick<TestBrowser, 'newContext'>,
  { notes, env, prepare, ...view }: SandboxPageOptions = {},
): Promise<SandboxPage> {
  const flags = ['--sandbox', ...(notes === undefined ? [] : ['--sandbox-notes', String(notes)])]
  const app = await startApp(env === undefined ? { flags } : { flags, env })
  onTestFinished(async () => void (await app.stop()))
  const context = await browser.newContext(contextOf(view))
  onTestFinished(() => context.close())
  const page = await context.newPage()
  prepare?.(page, app)
  await page.goto(app.url)
  return { app, page }
}

/** Returns the options of a browser context without animations, which would only take time. */
export function contextOf({ width = 1280, height = 800, colorScheme = 'light' }: View = {}) {
  return { viewport: { width, height }, colorScheme, reducedMotion: 'reduce' } as const
}

/** Changes the size and colors of a page, and waits until the page is rendered so. */
export async function show(page: Page, view?: View): Promise<void> {
  const { viewport, ...media } = contextOf(view)
  await page.setViewportSize(viewport)
  await page.emulateMedia({ ...media, forcedColors: 'none' })
  await letPass(page, 0)
}

/** Returns a function that sends deliveries to the sandbox's endpoint as the service would, in addition to the sandbox's own. */
export async function senderTo({ listener }: RunningApp, client: Pick<Client, 'call'>) {
  const endpoint = await eventually(async () => {
    const [first] = await client.call('endpoints.list')
    if (!first) throw new Error('The sandbox has an endpoint.')
    return first
  })
  const { secret } = await client.call('endpoints.reveal-secret', { id: endpoint.id })
  const port = Number(new URL(listener ?? '').port)
  const path = new URL(endpoint.url).pathname
  return { secret, send: (delivery: SignedDelivery) => exchange(port, rawRequest(path, delivery)) }
}

export function deliveryRows(page: Page): Locator {
  return page.getByRole('listbox', { name: 'Deliveries' }).getByRole('option')
}

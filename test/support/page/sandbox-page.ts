import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import type { Client } from '#shared/rpc/client.ts'
import { exchange } from '../deliveries/raw-http.ts'
import { rawRequest, type SignedDelivery } from '../deliveries/signed-delivery.ts'
import { eventually } from '../eventually.ts'
import { type RunningApp, startApp } from './app.ts'

/** The size and the theme of a window. */
export interface View extends Pick<BrowserContextOptions, 'colorScheme'> {
  readonly width?: number
  readonly height?: number
}

export interface SandboxPageOptions extends View {
  /** How many sample notes; without it, as many as the sandbox has by itself. */
  readonly notes?: number
  readonly env?: NodeJS.ProcessEnv
  /** Runs before the page is opened, such as to record what it asks for. */
  readonly prepare?: (page: Page, app: RunningApp) => void
}

export interface SandboxPage {
  readonly app: RunningApp
  readonly page: Page
}

/** Opens a sandbox in the built app, in a window of its own. Both end with the test. */
export async function openSandboxApp(
  browser: Pick<Browser, 'newContext'>,
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

/** Without animations, which only take time. */
export function contextOf({ width = 1280, height = 800, colorScheme = 'light' }: View = {}) {
  return { viewport: { width, height }, colorScheme, reducedMotion: 'reduce' } as const
}

/** Changes an open window. */
export async function show(page: Page, view?: View): Promise<void> {
  const { viewport, ...media } = contextOf(view)
  await page.setViewportSize(viewport)
  await page.emulateMedia({ ...media, forcedColors: 'none' })
}

/** Sends deliveries to the sandbox's endpoint as the service would, beside the sandbox itself. */
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

/** The rows of the Inspector. */
export function deliveryRows(page: Page): Locator {
  return page.getByRole('listbox', { name: 'Deliveries' }).getByRole('option')
}

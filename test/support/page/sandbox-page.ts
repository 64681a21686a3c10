import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import type { Client } from '#shared/rpc/client.ts'
import { exchange } from '../deliveries/raw-http.ts'
import { rawRequest, type SignedDelivery } from '../deliveries/signed-delivery.ts'
import { eventually } from '../eventually.ts'
import { type RunningApp, startApp } from './app.ts'

export interface SandboxPageOptions extends Pick<BrowserContextOptions, 'colorScheme'> {
  readonly width?: number
  readonly height?: number
  /** How many sample notes; without it, as many as the sandbox has by itself. */
  readonly notes?: number
  readonly env?: NodeJS.ProcessEnv
  /** Runs before the page is opened, such as to record what it asks for. */
  readonly prepare?: (page: Page, app: RunningApp) => void
}

export interface SandboxPage {
  readonly app: RunningApp
  readonly page: Page
  /** The errors and warnings in its console. */
  readonly complaints: readonly string[]
}

/** Opens a sandbox in the built app, in a window of its own. Both end with the test. */
export async function openSandboxApp(
  browser: Browser,
  { width = 1280, height = 800, colorScheme = 'light', notes, env, prepare }: SandboxPageOptions = {},
): Promise<SandboxPage> {
  const flags = ['--sandbox', ...(notes === undefined ? [] : ['--sandbox-notes', String(notes)])]
  const app = await startApp(env === undefined ? { flags } : { flags, env })
  onTestFinished(async () => void (await app.stop()))
  const context = await browser.newContext({ viewport: { width, height }, colorScheme })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  prepare?.(page, app)
  await page.goto(app.url)
  return { app, page, complaints }
}

/** The same, once the Inspector is shown. */
export async function openSandboxPage(browser: Browser, options: SandboxPageOptions = {}): Promise<Page> {
  const { page } = await openSandboxApp(browser, { notes: 60, ...options })
  await page.getByRole('heading', { name: 'Inspector', level: 1 }).waitFor()
  return page
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

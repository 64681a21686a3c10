import type { Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { type Client, createClient } from '#shared/rpc/client.ts'
import { openHttpTransport } from '../../../renderer/host/http-transport.ts'
import { eventually } from '../eventually.ts'
import { type RunningApp, startApp } from './app.ts'
import { browserPage } from './browser-page.ts'
import { launchChromium, type TestBrowser } from './chromium.ts'
import { contextOf, deliveryRows, show, type View } from './sandbox-page.ts'

export type Contexts = Pick<TestBrowser, 'newContext' | 'newPage'>

/** Launches one browser for all tests of a file. */
export function sharedChromium(extraArgs?: readonly string[]): Contexts {
  let browser: TestBrowser | undefined
  beforeAll(async () => {
    browser = await launchChromium(extraArgs)
  })
  afterAll(() => browser?.close())
  return {
    newContext: (options) => opened(browser).newContext(options),
    newPage: (options) => opened(browser).newPage(options),
  }
}

export interface SharedSandbox {
  readonly browser: Contexts
  readonly app: RunningApp
  readonly client: Client
  /** Errors and warnings in the console since the last `open`. */
  readonly complaints: readonly string[]
  /** Clears the storage of the window and loads the Inspector in it. */
  open(view?: View): Promise<Page>
}

/**
 * Starts one sandbox for all tests of a file, with automatic events turned off. Changes in the host remain for the next test. The
 * tests also share a window, because loading a page again takes a third of the time.
 */
export function sharedSandbox({ notes = 20, deliveries = 12 } = {}): SharedSandbox {
  const browser = sharedChromium()
  let app: RunningApp | undefined
  let client: Client | undefined
  let session = ''
  let page: Page | undefined
  let complaints: string[] = []
  beforeAll(async () => {
    app = await startApp({ flags: ['--sandbox', '--sandbox-notes', String(notes)] })
    const tab = browserPage(app.url)
    const calls = createClient(openHttpTransport(tab))
    client = calls
    await calls.call('sandbox.set-switches', { automatic: false })
    session = tab.sessionStorage.getItem('notehook.session') ?? ''
    await calls.call('sandbox.trigger', { type: 'note.generated', count: deliveries })
    await eventually(async () => {
      const { count } = await calls.call('deliveries.total')
      if (count < deliveries) throw new Error('Deliveries are missing.')
    })
  })
  afterAll(() => app?.stop())

  const openWindow = async () => {
    const context = await browser.newContext(contextOf())
    await context.addInitScript((token) => {
      if (window.name === 'fresh') {
        localStorage.clear()
        sessionStorage.clear()
        window.name = ''
      }
      sessionStorage.setItem('notehook.session', token)
    }, session)
    const page = await context.newPage()
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
    })
    return page
  }

  return {
    browser,
    get app() {
      return opened(app)
    },
    get client() {
      return opened(client)
    },
    get complaints() {
      return complaints
    },
    async open(view) {
      if (page === undefined || page.isClosed()) page = await openWindow()
      else
        await page.evaluate(() => {
          window.name = 'fresh'
        })
      complaints = []
      await page.unrouteAll()
      await show(page, view)
      await page.goto(opened(app).origin)
      await deliveryRows(page).first().waitFor()
      return page
    },
  }
}

function opened<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw new Error('It opens before the first test.')
  return thing
}

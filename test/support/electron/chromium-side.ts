import type { BrowserContext, Download, Frame, Page, Request, Route } from 'playwright-core'
import type { TestBrowser } from '../page/chromium.ts'
import type { Link } from './link.ts'
import { documentScript } from './preload-runtime.ts'
import {
  type ContentsEvent,
  type FrameFacts,
  fromChromium,
  type PageOrder,
  type RequestFacts,
  type ResourceType,
  toChromium,
  type Verdict,
} from './protocol.ts'
import { edit, inputMessage, userInputScript } from './user-input.ts'

export interface ChromiumSide {
  pages(): Page[]
  popups(): Page[]
  close(): Promise<void>
}

/**
 * Implements the Chromium part of the simulated Electron. Calls the app's handlers wherever Electron would, and permits
 * everything that the app doesn't deny.
 */
export function openChromiumSide(browser: TestBrowser, link: Link): ChromiumSide {
  const contexts = new Map<string, Promise<BrowserContext>>()
  const pages = new Map<number, Page>()
  const ids = new Map<Page, number>()
  const popups = new Set<Page>()
  const decisions = new Map<Page, Promise<boolean>>()
  /** Loads that the app started, which don't count as navigations of the page. */
  const ordered = new Map<Page, { readonly url: string }>()
  let opening = 0

  const notify = (page: Page, event: ContentsEvent, url = fromChromium(page.url())) => {
    const contentsId = ids.get(page)
    if (contentsId !== undefined) void link.ask('contents-event', { contentsId, event, url }).catch(() => {})
  }

  const contextOf = (partition: string): Promise<BrowserContext> => {
    const known = contexts.get(partition) ?? createContext()
    contexts.set(partition, known)
    return known
  }

  const createContext = async () => {
    const context = await browser.newContext({ viewport: { width: 1240, height: 820 } })
    await context.route('**/*', (route, request) =>
      carry(route, request).catch(() => route.abort().catch(() => {})),
    )
    context.on('page', (page) => {
      if (opening === 0) decisions.set(page, decideOnPopup(page))
    })
    return context
  }

  const mayOpen = (url: string, opener: Page | null) => {
    const from = opener ?? pages.values().next().value
    const contentsId = from && ids.get(from)
    return link.ask<boolean>('may-open', { contentsId, url: fromChromium(url) }).catch(() => false)
  }

  const decideOnPopup = async (page: Page) => {
    const mayLive = await mayOpen(page.url(), await page.opener())
    if (mayLive) popups.add(page)
    else await page.close()
    return mayLive
  }

  const carry = async (route: Route, request: Request) => {
    const page = pageOf(request)
    const contentsId = page ? ids.get(page) : undefined
    if (page === null || contentsId === undefined) {
      const mayLive = page ? await decisions.get(page) : await mayOpen(request.url(), null)
      if (mayLive) return route.continue()
      await route.abort('aborted')
      // Brings the first page to the front, because Chromium throttles a page behind a pop-up to one frame per second, even after
      // the pop-up has closed.
      return pages.values().next().value?.bringToFront()
    }
    const isMainFrame = request.frame() === page.mainFrame()
    const facts: RequestFacts = {
      contentsId,
      url: fromChromium(request.url()),
      method: request.method(),
      resourceType: resourceType(request, isMainFrame),
      isNavigation: request.isNavigationRequest(),
      isMainFrame,
      byPage: !(isMainFrame && ordered.get(page)?.url === withoutFragment(request.url())),
    }
    const verdict = await link.ask<Verdict>('request', facts)
    if (verdict.action === 'stay') return route.abort('aborted')
    if (verdict.action === 'cancel') return route.abort('blockedbyclient')
    if (verdict.action === 'fulfill') {
      const { status, headers, body } = verdict
      return route.fulfill({ status, headers: { ...headers }, body: Buffer.from(body) })
    }
    if (!facts.isNavigation) return route.continue()
    const response = await route.fetch({ maxRedirects: 0 })
    const location = response.headers().location
    if (location !== undefined) {
      const url = new URL(location, request.url()).href
      if (await link.ask<boolean>('redirect', { ...facts, url })) return route.abort('aborted')
    }
    return route.fulfill({ response })
  }

  const openPage = async ({ contentsId, partition, preload, preloadInFrames }: PageOrder) => {
    const context = await contextOf(partition)
    opening += 1
    const page = await context.newPage().finally(() => {
      opening -= 1
    })
    pages.set(contentsId, page)
    ids.set(page, contentsId)
    await page.exposeBinding('__toMain', ({ frame }, message) => hear(page, frame, message))
    await page.exposeBinding('__standInInput', (_source, kind: string, data: object) =>
      link.ask(kind, { contentsId, ...inputMessage(kind, data) }).catch(() => null),
    )
    await page.addInitScript({ content: userInputScript })
    await page.addInitScript({ content: documentScript(preload, preloadInFrames) })
    await notifyNavigations(context, page)
    page.on('load', () => notify(page, 'did-finish-load'))
    page.on('download', (download) => void carryDownload(contentsId, download))
    page.on('crash', () => notify(page, 'render-process-gone'))
    page.on('close', () => notify(page, 'page-closed'))
    await mirrorPermissions(context, contentsId)
  }

  const notifyNavigations = async (context: BrowserContext, page: Page) => {
    const session = await context.newCDPSession(page)
    await session.send('Page.enable')
    const { frameTree } = await session.send('Page.getFrameTree')
    session.on('Page.frameNavigated', ({ frame: { parentId, url, urlFragment = '' } }) => {
      if (parentId === undefined) notify(page, 'did-navigate', fromChromium(url + urlFragment))
    })
    session.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
      if (frameId === frameTree.frame.id) notify(page, 'did-navigate-in-page', fromChromium(url))
    })
  }

  const carryDownload = async (contentsId: number, download: Download) => {
    const mayKeep = await link
      .ask<boolean>('download', { contentsId, url: download.url() })
      .catch(() => false)
    if (!mayKeep) await download.cancel()
  }

  /**
   * Grants permissions in advance from the app's check handler, and denies the rest, because Chromium answers permission checks
   * itself.
   */
  const mirrorPermissions = async (context: BrowserContext, contentsId: number) => {
    const origin = 'app://bundle'
    const granted: string[] = []
    for (const [permission, name] of mirrored) {
      const question = { contentsId, permission, origin, url: `${origin}/`, isMainFrame: true }
      if (await link.ask<boolean>('permission', question)) granted.push(name)
    }
    await context.grantPermissions(granted, { origin: toChromium(origin) })
  }

  const hear = async (
    page: Page,
    frame: Frame,
    message: { kind: string; channel: string; args: unknown[] },
  ) => {
    try {
      const contentsId = ids.get(page)
      const facts = await frameFacts(page, frame)
      return { value: await link.ask('page-message', { ...message, contentsId, frame: facts }) }
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) }
    }
  }

  /** Runs a load that the app started. When it ends, removes it from `ordered`, unless a newer load has replaced it there. */
  const byOrder = async (page: Page, address: string, go: () => Promise<unknown>) => {
    const order = { url: withoutFragment(address) }
    ordered.set(page, order)
    await go().finally(() => {
      if (ordered.get(page) === order) ordered.delete(page)
    })
    return null
  }

  const pageById = ({ contentsId }: { contentsId: number }): Page => {
    const page = pages.get(contentsId)
    if (!page) throw new Error('These contents have no page.')
    return page
  }

  link.answer('open-page', openPage)
  link.answer('load', async ({ contentsId, url }: { contentsId: number; url: string }) => {
    const page = pageById({ contentsId })
    const target = toChromium(url)
    return byOrder(page, target, () => page.goto(target))
  })
  link.answer('reload', async (contents: { contentsId: number }) => {
    const page = pageById(contents)
    return byOrder(page, page.url(), () => page.reload())
  })
  link.answer('go', async ({ by, ...contents }: { contentsId: number; by: number }) => {
    const page = pageById(contents)
    const session = await page.context().newCDPSession(page)
    const { currentIndex, entries } = await session.send('Page.getNavigationHistory')
    const entry = entries[currentIndex + by]
    // Skips the empty page that every Chromium page starts with.
    if (entry && entry.url !== 'about:blank')
      await byOrder(page, entry.url, () => session.send('Page.navigateToHistoryEntry', { entryId: entry.id }))
    await session.detach()
    return null
  })
  link.answer(
    'deliver',
    async ({ contentsId, channel, args }: { contentsId: number; channel: string; args: unknown[] }) => {
      await pageById({ contentsId }).evaluate(
        ([name, values]) => (window as Window & { __fromMain?: Deliver }).__fromMain?.(name, values),
        [channel, args] as const,
      )
      return null
    },
  )
  link.answer('edit', ({ text = '', ...order }: { contentsId: number; command: string; text?: string }) =>
    edit(pageById(order), order.command, text),
  )
  link.answer('close-page', async (contents: { contentsId: number }) => {
    const page = pageById(contents)
    ids.delete(page)
    pages.delete(contents.contentsId)
    await page.close()
    return null
  })

  return {
    pages: () => [...pages.values()],
    popups: () => [...popups].filter((page) => !page.isClosed()),
    close: async () => {
      for (const context of contexts.values()) await (await context).close()
    },
  }
}

type Deliver = (channel: string, args: readonly unknown[]) => void

/** Permissions that Chromium's protocol can set, by Electron's and by Chromium's name. */
const mirrored: readonly (readonly [electron: string, chromium: string])[] = [
  ['geolocation', 'geolocation'],
  ['notifications', 'notifications'],
  ['media', 'camera'],
  ['media', 'microphone'],
  ['midi', 'midi'],
  ['clipboard-read', 'clipboard-read'],
  ['clipboard-sanitized-write', 'clipboard-write'],
]

const keys = new WeakMap<Frame, string>()
let lastKey = 0

async function frameFacts(page: Page, frame: Frame): Promise<FrameFacts> {
  const key = keys.get(frame) ?? String(++lastKey)
  keys.set(frame, key)
  const origin = await frame.evaluate(() => window.origin)
  return {
    key,
    isMain: frame === page.mainFrame(),
    detached: frame.isDetached(),
    url: fromChromium(frame.url()),
    origin: fromChromium(origin),
  }
}

/**
 * Returns the page of a request. `null` for the first request of a pop-up, because Playwright reports the pop-up's page only
 * after the response.
 */
function pageOf(request: Request): Page | null {
  try {
    return request.frame().page()
  } catch {
    return null
  }
}

function resourceType(request: Request, isMainFrame: boolean): ResourceType {
  const type = request.resourceType()
  if (type === 'document') return isMainFrame ? 'mainFrame' : 'subFrame'
  if (type === 'fetch' || type === 'xhr') return 'xhr'
  if (type === 'stylesheet' || type === 'script' || type === 'image' || type === 'font') return type
  return 'other'
}

function withoutFragment(url: string): string {
  return url.replace(/#.*$/s, '')
}

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { describeNeeding } from '../../support/needs.ts'
import { startApp } from '../../support/page/app.ts'
import { audit } from '../../support/page/audit.ts'
import { launchChromium, type TestBrowser } from '../../support/page/chromium.ts'
import { openPlace } from '../../support/page/places.ts'

const many = 20_000

describeNeeding(['chromium'], 'the list of notes', () => {
  let browser: TestBrowser

  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())

  test('renders at most 80 rows of a list of 20,000 notes', async () => {
    const page = await openPage(browser)
    await page.getByRole('button', { name: 'Pause indexing' }).click()
    const rows = page.getByRole('listbox').getByRole('option')
    await rows.first().waitFor()
    expect(await rows.count()).toBeLessThanOrEqual(80)
    await audit(page)

    await serveIndex(page)
    const began = Date.now()
    await page.evaluate(() => {
      location.hash = '#/notes?from=index'
    })
    await page.getByText(titleOf(0)).first().waitFor()
    console.info(`first row of ${many} after ${Date.now() - began} ms`)
    const seen = await scrollToEnd(page)
    console.info(`to the end: ${JSON.stringify(seen)}`)
    console.info(`heap ${await heapMb(page)} MB`)
    expect(seen.mostRows).toBeLessThanOrEqual(80)
    await page
      .getByText(titleOf(many - 1))
      .first()
      .waitFor()
    await page.getByText('20,000 notes').first().waitFor()

    await page.unrouteAll({ behavior: 'wait' })
    await page.getByRole('treeitem', { name: /Tidewater/ }).click()
    await page
      .getByText(/notes loaded/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Export…' }).click()
    await page.getByText('The folder and its subfolders, including pages not loaded yet').first().waitFor()
    await page.getByText('JSON', { exact: true }).click()
    await audit(page)
    // The download starts without another click.
    const [download] = await Promise.all([
      page.waitForEvent('download', { timeout: 180_000 }),
      page.getByRole('button', { name: 'Export', exact: true }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^Tidewater \d{4}-\d\d-\d\d\.json$/)
    const file = JSON.parse(readFileSync(await download.path(), 'utf8'))
    expect(file).toMatchObject({ list: 'Tidewater', complete: true, incomplete_because: null })
    expect(file.notes).toHaveLength(file.count)
    expect(file.count).toBeGreaterThan(60)
    await page.getByText('Download started').first().waitFor()
    await page.getByRole('region', { name: 'Jobs' }).waitFor({ state: 'detached' })
    await audit(page)
  })
})

async function openPage(browser: TestBrowser): Promise<Page> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'notehook-list-'))
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }))
  const app = await startApp({ flags: ['--sandbox', '--sandbox-notes', String(many)], dataFolder })
  onTestFinished(async () => void (await app.stop()))
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, acceptDownloads: true })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await page.goto(app.url)
  await openPlace(page, 'Notes')
  return page
}

const titleOf = (at: number) => `Meeting ${at}, of many`

/** Serves a complete index, because reading so many notes takes minutes. */
async function serveIndex(page: Page): Promise<void> {
  await page.route('**/call/notes.list', async (route) => {
    const { limit = 200, after } = route.request().postDataJSON() as { limit?: number; after?: string }
    const from = Number(after ?? 0)
    const to = Math.min(many, from + limit)
    const notes = Array.from({ length: to - from }, (_, at) => ({
      id: `not_${from + at}`,
      title: titleOf(from + at),
      owner: { name: 'Mara Lindqvist', email: 'mara@example.com' },
      createdAt: '2026-01-01T00:00:00Z',
      updatedAt: '2026-01-01T00:00:00Z',
    }))
    const value = { notes, next: to < many ? String(to) : null, total: from === 0 ? many : null }
    await route.fulfill({
      json: { ok: true, value: { ...value, asOf: '2026-01-01T00:00:00Z', complete: true } },
    })
  })
}

/** Scrolls to the last row in every frame until the end of the list. */
function scrollToEnd(page: Page) {
  return page.evaluate(
    async (last) => {
      const list = document.querySelector('[role="listbox"]')
      if (!list) throw new Error('There is no list.')
      let longestTask = 0
      let tasksOver100 = 0
      const watch = new PerformanceObserver((entries) => {
        for (const { duration } of entries.getEntries()) {
          longestTask = Math.max(longestTask, Math.round(duration))
          if (duration > 100) tasksOver100 += 1
        }
      })
      watch.observe({ type: 'longtask' })
      const began = performance.now()
      let frames = 0
      let mostRows = 0
      while (!list.textContent?.includes(last)) {
        list.scrollTop = list.scrollHeight
        await new Promise((resolve) => requestAnimationFrame(resolve))
        frames += 1
        mostRows = Math.max(mostRows, list.querySelectorAll('[role="option"]').length)
      }
      const screens = { frames: 0, ms: performance.now() }
      for (let top = list.scrollHeight; top > 0; top -= list.clientHeight * 40) {
        list.scrollTop = top
        await new Promise((resolve) => requestAnimationFrame(resolve))
        screens.frames += 1
        mostRows = Math.max(mostRows, list.querySelectorAll('[role="option"]').length)
      }
      screens.ms = Math.round(performance.now() - screens.ms)
      list.scrollTop = list.scrollHeight
      watch.disconnect()
      return {
        ms: Math.round(performance.now() - began),
        frames,
        screens,
        mostRows,
        longestTask,
        tasksOver100,
      }
    },
    titleOf(many - 1),
  )
}

async function heapMb(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return Math.round(usedSize / 1e6)
}

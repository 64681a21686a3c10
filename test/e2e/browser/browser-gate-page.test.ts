import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeNeeding } from '../../support/needs.ts'
import { type RunningApp, startApp } from '../../support/page/app.ts'
import { launchChromium } from '../../support/page/chromium.ts'

describeNeeding(['chromium'], 'the built page in the browser host', () => {
  let browser: Browser
  let app: RunningApp

  beforeAll(async () => {
    app = await startApp({ flags: ['--sandbox'] })
    browser = await launchChromium()
  })
  afterAll(async () => {
    await browser?.close()
    await app?.stop()
  })

  test('takes the launch token out of the address, works, and continues after a reload', async () => {
    const token = new URL(app.url).hash.slice(3)
    const context = await browser.newContext()
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    page.on('request', (request) => {
      if (request.url().includes(token)) complaints.push(`The token was sent: ${request.url()}`)
    })

    const answered = page.waitForResponse((response) => response.url().includes('/call/'))
    await page.goto(app.url)
    expect((await answered).status()).toBe(200)
    await expect.poll(() => page.url()).not.toContain(token)

    const again = page.waitForResponse((response) => response.url().includes('/call/'))
    await page.reload()
    expect((await again).status()).toBe(200)
    const entries = await context
      .newCDPSession(page)
      .then((session) => session.send('Page.getNavigationHistory'))
    expect(entries.entries.map(({ url }) => url).join()).not.toContain(token)
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(
      token,
    )
    expect(complaints).toEqual([])
    expect(app.stderr()).not.toContain(token)
    await context.close()
  })
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { describeNeeding } from '../support/needs.ts'
import { startApp } from '../support/page/app.ts'
import { launchChromium } from '../support/page/chromium.ts'

describeNeeding(['chromium'], 'a page whose host was killed', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())

  test('says so, and continues in the same tab with the new address and with what was typed', async () => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'notehook-comes-back-'))
    onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }))
    const first = await startApp({ dataFolder })
    onTestFinished(() => first.kill())
    const page = await browser.newPage()
    await page.goto(first.url)
    const address = page.getByRole('textbox', { name: 'API address' })
    await address.fill('https://notes.example.com')

    await first.kill()
    await page.getByText('Notehook isn’t responding.').first().waitFor()
    const second = await startApp({ dataFolder })
    onTestFinished(() => second.kill())
    await page.getByText('This session has ended.').first().waitFor()
    expect(await address.inputValue()).toBe('https://notes.example.com')

    await page.goto(second.url)
    await page.getByText('This session has ended.').first().waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Open the sandbox' }).waitFor()
    expect(await address.inputValue()).toBe('https://notes.example.com')
    await expect.poll(() => page.url()).not.toContain('#t=')
  })
})

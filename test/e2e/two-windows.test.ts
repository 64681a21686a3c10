import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeNeeding } from '../support/needs.ts'
import { launchChromium } from '../support/page/chromium.ts'
import { openSandboxApp } from '../support/page/sandbox-page.ts'

describeNeeding(['chromium'], 'two windows of one host', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())

  test('do not restore what is typed in the other one, only what it left', async () => {
    const { app, page: first } = await openSandboxApp(browser, { notes: 10 })
    const openForm = async (page: typeof first) => {
      await page.getByRole('heading', { name: 'Inspector', level: 1 }).waitFor()
      await page.evaluate(() => {
        location.hash = '#/endpoints?form=new'
      })
      await page.getByRole('dialog', { name: 'New endpoint' }).waitFor()
      return page.getByRole('textbox', { name: 'Name' })
    }
    const inFirst = await openForm(first)
    await inFirst.fill('Typed in the first')
    const token = await first.evaluate(() => sessionStorage.getItem('notehook.session'))
    const another = async () => {
      const page = await first.context().newPage()
      await page.addInitScript((value) => sessionStorage.setItem('notehook.session', value ?? ''), token)
      await page.goto(app.origin)
      return page
    }

    const second = await another()
    const inSecond = await openForm(second)
    // Longer than it waits for a page that ends.
    await second.waitForTimeout(1_000)
    expect(await inSecond.inputValue()).not.toBe('Typed in the first')
    expect(await second.getByText('Your draft was restored.').count()).toBe(0)
    await inSecond.fill('Typed in the second')
    expect(await inFirst.inputValue()).toBe('Typed in the first')

    await first.close()
    await second.close()
    const third = await another()
    const inThird = await openForm(third)
    await third.getByText('Your draft was restored.').first().waitFor()
    expect(await inThird.inputValue()).toBe('Typed in the first')
  })
})

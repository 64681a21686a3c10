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

  test('a tab that is duplicated keeps what is typed in it, and the copy has none of it', async () => {
    const { app, page: first } = await openSandboxApp(browser, { notes: 10 })
    await first.getByRole('heading', { name: 'Inspector', level: 1 }).waitFor()
    const toReceiverForm = async (page: typeof first) => {
      await page.evaluate(() => {
        location.hash = '#/receivers?form=new'
      })
      const dialog = page.getByRole('dialog', { name: 'Add receiver' })
      await dialog.waitFor()
      return dialog.getByRole('textbox', { name: 'Name', exact: true })
    }
    await (await toReceiverForm(first)).fill('Typed in the first')

    // What a browser copies to a duplicate.
    const stored = await first.evaluate(() => Object.entries(sessionStorage))
    const copy = await first.context().newPage()
    await copy.addInitScript((entries) => {
      for (const [key, value] of entries) sessionStorage.setItem(key, value)
    }, stored)
    await copy.goto(app.origin)
    await copy.getByRole('heading', { name: 'Inspector', level: 1 }).waitFor()
    expect(await (await toReceiverForm(copy)).inputValue()).toBe('')
    expect(await copy.getByText('Your draft was restored.').count()).toBe(0)

    await first.reload()
    const again = first.getByRole('dialog', { name: 'Add receiver' })
    await again.getByText('Your draft was restored.').waitFor()
    const name = again.getByRole('textbox', { name: 'Name', exact: true })
    expect(await name.inputValue()).toBe('Typed in the first')
  })
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { describeNeeding } from '../../support/needs.ts'
import { startApp } from '../../support/page/app.ts'
import { letPass } from '../../support/page/hand.ts'
import { sharedSandbox } from '../../support/page/shared.ts'

describeNeeding(['chromium'], 'the page in the browser host', () => {
  const sandbox = sharedSandbox()

  test('removes the launch token from the URL and from the browser’s history', async () => {
    const app = await startApp()
    onTestFinished(async () => void (await app.stop()))
    const token = new URL(app.url).hash.slice(3)
    const context = await sandbox.browser.newContext()
    onTestFinished(() => context.close())
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
  })

  test('restores a typed form at a new URL after the host was killed', async () => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'notehook-comes-back-'))
    onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }))
    const first = await startApp({ dataFolder })
    onTestFinished(() => first.kill())
    const page = await sandbox.browser.newPage()
    onTestFinished(() => page.close())
    await page.goto(first.url)
    const address = page.getByRole('textbox', { name: 'API address' })
    await address.fill('https://notes.example.com')

    await first.kill()
    await page.getByText('Notehook isn’t responding').first().waitFor()
    const second = await startApp({ dataFolder })
    onTestFinished(() => second.kill())
    await page.getByText('This session has ended').first().waitFor()
    expect(await address.inputValue()).toBe('https://notes.example.com')

    await page.goto(second.url)
    await page.getByText('This session has ended').first().waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Open the sandbox' }).waitFor()
    expect(await address.inputValue()).toBe('https://notes.example.com')
    await expect.poll(() => page.url()).not.toContain('#t=')
  })

  const another = async (page: Page) => {
    const opened = await page.context().newPage()
    await opened.goto(sandbox.app.origin)
    await opened.getByRole('heading', { name: 'Inspector', level: 1 }).waitFor()
    return opened
  }

  test('restores drafts of windows that were closed, but not of open ones', async () => {
    const first = await sandbox.open()
    const openForm = async (page: Page) => {
      await page.evaluate(() => {
        location.hash = '#/endpoints?form=new'
      })
      await page.getByRole('dialog', { name: 'New endpoint' }).waitFor()
      return page.getByRole('textbox', { name: 'Name' })
    }
    const inFirst = await openForm(first)
    await inFirst.fill('Typed in the first')

    const second = await another(first)
    const inSecond = await openForm(second)
    // Waits longer than the 500 ms for which a new page waits for a closing one.
    await letPass(second, 600)
    expect(await inSecond.inputValue()).not.toBe('Typed in the first')
    expect(await second.getByText('Your draft was restored.').count()).toBe(0)
    await inSecond.fill('Typed in the second')
    expect(await inFirst.inputValue()).toBe('Typed in the first')

    await first.close()
    await second.close()
    const third = await another(first)
    const inThird = await openForm(third)
    await third.getByText('Your draft was restored.').first().waitFor()
    expect(await inThird.inputValue()).toBe('Typed in the first')
  })

  test('a duplicated tab does not get a copy of the draft', async () => {
    const first = await sandbox.open()
    const toReceiverForm = async (page: Page) => {
      await page.evaluate(() => {
        location.hash = '#/receivers?form=new'
      })
      const dialog = page.getByRole('dialog', { name: 'Add receiver' })
      await dialog.waitFor()
      return dialog.getByRole('textbox', { name: 'URL', exact: true })
    }
    await (await toReceiverForm(first)).fill('http://127.0.0.1:4000/first')

    // Copies the storage to another tab, as a browser does when a tab is duplicated.
    const stored = await first.evaluate(() => Object.entries(sessionStorage))
    const copy = await first.context().newPage()
    await copy.addInitScript((entries) => {
      for (const [key, value] of entries) sessionStorage.setItem(key, value)
    }, stored)
    await copy.goto(sandbox.app.origin)
    await copy.getByRole('heading', { name: 'Inspector', level: 1 }).waitFor()
    expect(await (await toReceiverForm(copy)).inputValue()).toBe('')
    expect(await copy.getByText('Your draft was restored.').count()).toBe(0)

    await first.reload()
    const again = first.getByRole('dialog', { name: 'Add receiver' })
    await again.getByText('Your draft was restored.').waitFor()
    const url = again.getByRole('textbox', { name: 'URL', exact: true })
    expect(await url.inputValue()).toBe('http://127.0.0.1:4000/first')
  })
})

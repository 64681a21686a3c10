import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeNeeding } from '../../support/needs.ts'
import { launchChromium } from '../../support/page/chromium.ts'
import { chooseInMenu, openDesktop } from './desktop-stand-in.ts'

describeNeeding(['chromium'], 'the menus of the desktop app', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser.close())

  const hash = (page: Page) => page.evaluate(() => location.hash)
  const openSandbox = async () => {
    const { app } = await openDesktop(browser, { args: ['--sandbox', '--sandbox-notes', '20'] })
    const page = await app.window()
    await expect.poll(() => hash(page)).not.toBe('')
    return { app, page }
  }

  test('places open, and Back and Forward walk between them: menu, keys and mouse buttons', async () => {
    const { app, page } = await openSandbox()
    await chooseInMenu(app, 'Go', 'Notes')
    await expect.poll(() => hash(page)).toContain('#/notes')
    await chooseInMenu(app, 'Go', 'Endpoints')
    await expect.poll(() => hash(page)).toContain('#/endpoints')
    await chooseInMenu(app, 'Go', 'Back')
    await expect.poll(() => hash(page)).toContain('#/notes')
    await chooseInMenu(app, 'Go', 'Forward')
    await expect.poll(() => hash(page)).toContain('#/endpoints')
    await page.keyboard.press('Alt+ArrowLeft')
    await expect.poll(() => hash(page)).toContain('#/notes')
    await page.keyboard.press('Alt+ArrowRight')
    await expect.poll(() => hash(page)).toContain('#/endpoints')
    const press = (command: string) =>
      app.evaluate(
        ({ BrowserWindow }, name) => void BrowserWindow.getAllWindows()[0]?.emit('app-command', {}, name),
        command,
      )
    await press('browser-backward')
    await expect.poll(() => hash(page)).toContain('#/notes')
    await press('browser-forward')
    await expect.poll(() => hash(page)).toContain('#/endpoints')
  })

  test('New Endpoint opens the form, and Ctrl+F moves to the search field', async () => {
    const { app, page } = await openSandbox()
    await chooseInMenu(app, 'File', 'New Endpoint…')
    await page.getByRole('button', { name: 'Create endpoint' }).waitFor()
    await chooseInMenu(app, 'Go', 'Notes')
    await page.locator('input[type="search"]').first().waitFor()
    await page.keyboard.press('Control+f')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search')
  })

  test('Ctrl and the plus zooms in without Shift too', async () => {
    const { app, page } = await openSandbox()
    const zoom = () =>
      app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.zoomLevel, null)
    await page.keyboard.press('Control+=')
    await expect.poll(zoom).toBe(0.5)
    await page.keyboard.press('Control+-')
    await expect.poll(zoom).toBe(0)
  })

  test('the menu in the Dock opens a window where there is none', async () => {
    const { app } = await openDesktop(browser, { env: { STAND_IN_PLATFORM: 'darwin' } })
    await app.window()
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close(), null)
    await expect.poll(() => app.windows().length).toBe(0)
    const labels = await app.evaluate(({ app }) => {
      const { dockMenu } = (app as typeof app & { standIn: { dockMenu(): Electron.Menu } }).standIn
      const { items } = dockMenu()
      items[0]?.click()
      return items.map(({ label }) => label.replace('&', ''))
    }, null)
    expect(labels).toEqual(['Inspector', 'New Endpoint…', '', 'Open Session File…', 'Open Recent'])
    const page = await app.window()
    await expect.poll(() => hash(page)).toContain('#/inspector')
  })

  test('on a Mac without a window, an action of the page opens one and is carried out there', async () => {
    const { app } = await openDesktop(browser, { env: { STAND_IN_PLATFORM: 'darwin' } })
    await app.window()
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close(), null)
    await expect.poll(() => app.windows().length).toBe(0)
    await chooseInMenu(app, 'Help', 'Keyboard Shortcuts')
    const page = await app.window()
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  })
})

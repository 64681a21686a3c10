import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DesktopApp } from '../../support/electron/desktop-app.ts'
import { describeNeeding } from '../../support/needs.ts'
import { launchChromium, type TestBrowser } from '../../support/page/chromium.ts'
import {
  answerDialogs,
  callHost,
  chooseInMenu,
  openDesktop,
  openOnce,
  sessionFile,
  shows,
  temporaryFolder,
} from './desktop-stand-in.ts'

describeNeeding(['chromium'], 'further starts of the desktop app', () => {
  let browser: TestBrowser
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser.close())

  let monday = ''
  const first = openOnce((whenDone) => {
    monday = sessionFile('monday.nhsession', whenDone)
    return openDesktop(browser, { whenDone, args: [monday] })
  })
  const startAgain = async (...args: readonly string[]) => {
    const second = await openDesktop(browser, { dataFolder: first().dataFolder, args })
    expect(await second.app.ended).toBe(0)
  }
  const recent = (app: DesktopApp) =>
    app.evaluate(({ app, Menu }) => {
      const { recentDocuments } = (app as typeof app & { standIn: { recentDocuments: string[] } }).standIn
      const file = Menu.getApplicationMenu()?.items.find(({ label }) => label === '&File')
      const menu = file?.submenu?.items.find(({ label }) => label === 'Open &Recent')
      return { system: recentDocuments, menu: menu?.submenu?.items.map(({ label }) => label) }
    }, null)

  test('opens session files from the command line, a second start and the recent files', async () => {
    const { app } = first()
    await shows(app, 'monday.nhsession, exported')
    const later = sessionFile('tuesday.nhsession')
    await startAgain(later)
    await shows(app, 'tuesday.nhsession, exported')
    expect(await recent(app)).toEqual({
      system: [monday, later],
      menu: [`&1 ${later}`, `&2 ${monday}`, '', '&Clear Menu'],
    })
    await chooseInMenu(app, 'File', 'Open Recent', `2 ${monday}`)
    await shows(app, 'monday.nhsession, exported')
  })

  test('File > Open Session File reports a file that cannot be read', async () => {
    const { app } = first()
    const page = await app.window()
    const path = join(temporaryFolder(), 'shopping.txt')
    writeFileSync(path, 'bread')
    await answerDialogs(app, { filePath: path })
    await page.keyboard.press('Control+o')
    await shows(app, 'Couldn’t open shopping.txt.')
    await answerDialogs(app, { filePath: sessionFile('wednesday.nhsession') })
    await chooseInMenu(app, 'File', 'Open Session File…')
    await shows(app, 'wednesday.nhsession, exported')
  })

  test('removes a file from the recent files if it no longer exists', async () => {
    const { app } = first()
    const path = sessionFile('gone.nhsession')
    await startAgain(path)
    await shows(app, 'gone.nhsession, exported')
    rmSync(path)
    await chooseInMenu(app, 'File', 'Open Recent', `1 ${path}`)
    await shows(app, 'Couldn’t open gone.nhsession.')
    expect((await recent(app)).menu?.join()).not.toContain(path)
  })

  test('a second start passes its arguments to the app that is already running', async () => {
    const page = await first().app.window()
    expect(await callHost(page, 'workspaces.status')).toMatchObject({ state: 'welcome' })
    await startAgain('--sandbox', '--sandbox-notes', '20')
    await expect
      .poll(() => callHost(page, 'workspaces.status'))
      .toMatchObject({ state: 'connected', workspace: { kind: 'sandbox' } })
  })

  test('keeps the recent files until the user clears the list', async () => {
    const { app, dataFolder } = first()
    const { menu } = await recent(app)
    expect(menu?.join()).toContain(monday)
    await app.close()
    const again = await openDesktop(browser, { dataFolder })
    await again.app.window()
    expect((await recent(again.app)).menu).toEqual(menu)
    await chooseInMenu(again.app, 'File', 'Open Recent', 'Clear Menu')
    expect((await recent(again.app)).menu).toEqual(['&Clear Menu'])
  })
})

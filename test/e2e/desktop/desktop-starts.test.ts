import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultDataFolder } from '../../../electron/launch/data-folder.ts'
import { sourceFolderName } from '../../../electron/main/files/data-folder.ts'
import { type DesktopApp, launchStandIn } from '../../support/electron/desktop-app.ts'
import { describeNeeding } from '../../support/needs.ts'
import { launchChromium } from '../../support/page/chromium.ts'
import { builtApp, callHost, chooseInMenu, openDesktop, temporaryFolder } from './desktop-stand-in.ts'

describeNeeding(['chromium'], 'starts of the desktop app', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser.close())

  const sessionFile = (name: string, title: string): string => {
    const path = join(temporaryFolder(), name)
    const head = { notehook_session: 1, title, exported_at: '2026-11-20T10:00:00Z' }
    writeFileSync(path, `${JSON.stringify(head)}\n`)
    return path
  }
  const shows = async (app: DesktopApp, text: string) =>
    (await app.window()).getByText(text, { exact: false }).first().waitFor()
  const recent = (app: DesktopApp) =>
    app.evaluate(({ app, Menu }) => {
      const { recentDocuments } = (app as typeof app & { standIn: { recentDocuments: string[] } }).standIn
      const file = Menu.getApplicationMenu()?.items.find(({ label }) => label === '&File')
      const menu = file?.submenu?.items.find(({ label }) => label === 'Open &Recent')
      return { system: recentDocuments, menu: menu?.submenu?.items.map(({ label }) => label) }
    }, null)

  test('a second start hands its arguments to the first, which opens the sandbox', async () => {
    const first = await openDesktop(browser)
    const page = await first.app.window()
    expect(await callHost(page, 'workspaces.status')).toMatchObject({ state: 'welcome' })
    const { dataFolder } = first
    const second = await openDesktop(browser, { dataFolder, args: ['--sandbox', '--sandbox-notes', '20'] })
    expect(await second.app.ended).toBe(0)
    await expect
      .poll(() => callHost(page, 'workspaces.status'))
      .toMatchObject({ state: 'connected', workspace: { kind: 'sandbox' } })
  })

  test('a session file opens with the app, and another one by a second start', async () => {
    const path = sessionFile('monday.nhsession', 'Monday')
    const first = await openDesktop(browser, { args: [path] })
    await shows(first.app, 'monday.nhsession, exported')
    const { dataFolder } = first
    const later = sessionFile('tuesday.nhsession', 'Tuesday')
    expect(await (await openDesktop(browser, { dataFolder, args: [later] })).app.ended).toBe(0)
    await shows(first.app, 'tuesday.nhsession, exported')
    expect(await recent(first.app)).toEqual({
      system: [path, later],
      menu: [`&1 ${later}`, `&2 ${path}`, '', '&Clear Menu'],
    })
    await chooseInMenu(first.app, 'File', 'Open Recent', `2 ${path}`)
    await shows(first.app, 'monday.nhsession, exported')
    await first.app.close()

    const again = await openDesktop(browser, { dataFolder })
    await again.app.window()
    expect((await recent(again.app)).menu).toEqual([`&1 ${path}`, `&2 ${later}`, '', '&Clear Menu'])
    await chooseInMenu(again.app, 'File', 'Open Recent', 'Clear Menu')
    expect((await recent(again.app)).menu).toEqual(['&Clear Menu'])
  })

  test('on a Mac, a file that was opened before the app was ready is shown, and one later as well', async () => {
    const path = sessionFile('early.nhsession', 'Early')
    const env = { STAND_IN_PLATFORM: 'darwin', STAND_IN_OPEN_FILE: path }
    const { app } = await openDesktop(browser, { env })
    await shows(app, 'early.nhsession, exported')
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close(), null)
    await expect.poll(() => app.windows().length).toBe(0)
    const later = sessionFile('late.nhsession', 'Late')
    await app.evaluate(({ app }, file) => void app.emit('open-file', { preventDefault() {} }, file), later)
    await shows(app, 'late.nhsession, exported')
  })

  test('File > Open Session File asks for one, and says what is wrong with it', async () => {
    const { app } = await openDesktop(browser)
    const page = await app.window()
    const path = join(temporaryFolder(), 'shopping.txt')
    writeFileSync(path, 'bread')
    const answer = (filePath: string) =>
      app.evaluate(({ dialog }, file) => {
        const { answers } = (dialog as typeof dialog & { standIn: { answers: object[] } }).standIn
        answers.push({ filePath: file })
      }, filePath)
    await answer(path)
    await page.keyboard.press('Control+o')
    await shows(app, 'Couldn’t open shopping.txt.')
    await answer(sessionFile('wednesday.nhsession', 'Wednesday'))
    await chooseInMenu(app, 'File', 'Open Session File…')
    await shows(app, 'wednesday.nhsession, exported')
  })

  test('a recent file that is gone is reported, and leaves the list', async () => {
    const path = sessionFile('gone.nhsession', 'Gone')
    const { app } = await openDesktop(browser, { args: [path] })
    await shows(app, 'gone.nhsession, exported')
    rmSync(path)
    await chooseInMenu(app, 'File', 'Open Recent', `1 ${path}`)
    await shows(app, 'Couldn’t open gone.nhsession.')
    expect((await recent(app)).menu).toEqual(['&Clear Menu'])
  })

  test('an app from its source has a data folder of its own, the same as the browser host; an installed one has another', async () => {
    expect(basename(defaultDataFolder())).toBe(sourceFolderName)
    const home = temporaryFolder()
    const folders = {
      source: join(home, '.config', sourceFolderName),
      installed: join(home, '.config', 'Notehook'),
    }
    for (const [env, used, other] of [
      [{}, folders.source, folders.installed],
      [{ STAND_IN_PACKAGED: '1' }, folders.installed, null],
    ] as const) {
      const app = await launchStandIn(browser, { folder: builtApp, env: { ...env, HOME: home } })
      await app.window()
      expect(existsSync(join(used, 'notehook.db'))).toBe(true)
      if (other) expect(existsSync(other)).toBe(false)
      await app.close()
    }
  })
})

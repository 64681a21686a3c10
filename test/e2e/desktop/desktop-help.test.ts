import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DesktopApp } from '../../support/electron/desktop-app.ts'
import { describeNeeding } from '../../support/needs.ts'
import { launchChromium } from '../../support/page/chromium.ts'
import { answerDialogs, builtApp, chooseInMenu, dialogsOf, openDesktop } from './desktop-stand-in.ts'

describeNeeding(['chromium'], 'help in the desktop app', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser.close())

  const paths = (app: DesktopApp) =>
    app.evaluate(({ shell }) => {
      const { standIn } = shell as typeof shell & { standIn: { opened: string[]; shown: string[] } }
      return { opened: standIn.opened, shown: standIn.shown }
    }, null)
  const ofApp = (app: DesktopApp) =>
    app.evaluate(({ app }) => {
      const { standIn } = app as typeof app & { standIn: StandInApp }
      return { about: standIn.aboutPanel(), dockIcon: standIn.dockIcon() }
    }, null)

  test('Help opens the pages that come with the app', async () => {
    const { app } = await openDesktop(browser)
    const page = await app.window()
    await page.keyboard.press('F1')
    await page.getByRole('heading', { name: 'Help', level: 1 }).waitFor()
    await page.getByRole('heading', { name: 'Keys and data' }).waitFor()
  })

  test('the log, the data folder and the licenses open; a log that no program opens is shown in its folder', async () => {
    const { app, dataFolder, log } = await openDesktop(browser)
    await app.window()
    expect(log()).toMatch(/ info Notehook starts\. /)
    await chooseInMenu(app, 'Help', 'Show Log')
    await chooseInMenu(app, 'Help', 'Open Data Folder')
    await chooseInMenu(app, 'Help', 'Third-Party Licenses')
    const logFile = join(dataFolder, 'notehook.log')
    const licenses = join(builtApp, 'dist', 'THIRD-PARTY-NOTICES.txt')
    await expect.poll(() => paths(app)).toEqual({ opened: [logFile, dataFolder, licenses], shown: [] })
    expect(existsSync(licenses)).toBe(true)
    await app.evaluate(({ shell }) => {
      Object.assign((shell as typeof shell & { standIn: object }).standIn, { problem: 'No program.' })
    }, null)
    await chooseInMenu(app, 'Help', 'Show Log')
    await expect.poll(async () => (await paths(app)).shown).toEqual([logFile])
  })

  test('a problem report is copied only after the question, without secrets and the name of the home folder', async () => {
    const { app, dataFolder } = await openDesktop(browser)
    const page = await app.window()
    const secret = 'key_0123456789abcdef'
    const planted = `2026-11-20T10:00:00.000Z warn planted ${secret} ${join(homedir(), 'notes')} whsec_abc`
    writeFileSync(join(dataFolder, 'notehook.log'), `${'old\n'.repeat(300)}${planted}\n`)
    const copied = () => app.evaluate(({ clipboard }) => clipboard.readText(), null)
    const before = await copied()
    await chooseInMenu(app, 'Help', 'Report a Problem…')
    await expect.poll(() => dialogsOf(app)).toEqual(['Copy a problem report?'])
    expect(await copied()).toBe(before)
    await answerDialogs(app, { button: 0 })
    await chooseInMenu(app, 'Help', 'Report a Problem…')
    await expect.poll(copied).toContain('planted')
    const report = await copied()
    expect(report).toMatch(/^Notehook \d+\.\d+\.\d+ \(from source\)\nSystem: linux /)
    expect(report).toContain('~/notes')
    expect(report).not.toContain(secret)
    expect(report).not.toContain('whsec_abc')
    expect(report.split('\n').length).toBeLessThan(220)
    expect(await page.title()).toMatch(/Notehook/)
  })

  test('the About panel names the version, the license and the copyright of the package', async () => {
    const { app } = await openDesktop(browser)
    await app.window()
    const { about } = await ofApp(app)
    const builder = readFileSync(join(import.meta.dirname, '../../../electron-builder.yml'), 'utf8')
    expect(about.copyright).toBe(/^copyright: (.+)$/m.exec(builder)?.[1])
    expect(about.applicationVersion).toMatch(/^\d+\.\d+\.\d+$/)
    expect(about.credits).toMatch(/^MIT License\./)
    expect(existsSync(about.iconPath ?? '')).toBe(true)
  })

  test.each([
    ['linux', 'icon.png', null],
    ['win32', 'icon.ico', null],
    ['darwin', 'icon.png', 'icon.png'],
  ] as const)('on %s, an app that is not installed has its icon', async (platform, icon, dockIcon) => {
    const { app } = await openDesktop(browser, { env: { STAND_IN_PLATFORM: platform } })
    await app.window()
    const opened = await app.evaluate(({ BrowserWindow }) => {
      const { standIn } = BrowserWindow as typeof BrowserWindow & { standIn: { opened: { icon: string }[] } }
      return standIn.opened[0]?.icon
    }, null)
    expect(basename(opened ?? '')).toBe(icon)
    const dock = (await ofApp(app)).dockIcon
    expect(dock === null ? null : basename(dock)).toBe(dockIcon)
  })
})

interface StandInApp {
  aboutPanel(): Electron.AboutPanelOptionsOptions
  dockIcon(): string | null
}

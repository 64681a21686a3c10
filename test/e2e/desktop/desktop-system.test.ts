import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DesktopApp } from '../../support/electron/desktop-app.ts'
import { describeNeeding } from '../../support/needs.ts'
import { launchChromium } from '../../support/page/chromium.ts'
import { answerDialogs, callHost, dialogsOf, openDesktop, temporaryFolder } from './desktop-stand-in.ts'

describeNeeding(['chromium'], 'the desktop app and its system', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser.close())

  const ofApp = (app: DesktopApp) =>
    app.evaluate(({ app }) => {
      const { standIn } = app as typeof app & { standIn: StandInApp }
      return { badge: standIn.badgeCount() }
    }, null)
  const button = (app: DesktopApp) =>
    app.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows()
      return (window as (typeof window & { standInButton: Button }) | undefined)?.standInButton
    }, null)

  /** The page reports its own number once it is loaded, so a test may have to repeat itself. */
  const setBadge = async (app: DesktopApp, count: number) =>
    callHost(await app.window(), 'app.set-badge', { count })

  test('what needs attention is a number on the icon; on Windows, a dot that says it', async () => {
    const env = { STAND_IN_PLATFORM: 'darwin' }
    const mac = await openDesktop(browser, { env })
    const ofMac = (count: number) => setBadge(mac.app, count).then(async () => (await ofApp(mac.app)).badge)
    await expect.poll(() => ofMac(3)).toBe(3)
    await expect.poll(() => ofMac(0)).toBe(0)

    const windows = await openDesktop(browser, { env: { STAND_IN_PLATFORM: 'win32' } })
    const overlay = (count: number) =>
      setBadge(windows.app, count).then(async () => (await button(windows.app))?.overlay)
    await expect.poll(() => overlay(2)).toMatchObject({ description: '2 items need attention' })
    expect(existsSync((await overlay(1))?.path ?? '')).toBe(true)
    await expect.poll(() => overlay(0)).toBeNull()
  })

  test('it starts at login without a window once the user has chosen that, and leaves a file of the user alone', async () => {
    const config = temporaryFolder()
    const entry = join(config, 'autostart/notehook.desktop')
    const env = { STAND_IN_PACKAGED: '1', XDG_CONFIG_HOME: config }
    const first = await openDesktop(browser, { env })
    const page = await first.app.window()
    await callHost(page, 'settings.set', { keepReceiving: true })
    await page.evaluate(() => {
      location.hash = '#/settings'
    })
    const login = page.getByRole('switch', { name: 'Start at login' })
    await page.getByText('Start at login').click()
    await page.getByText('Starts in the tray, without a window.').waitFor()
    await expect.poll(() => existsSync(entry)).toBe(true)
    await expect.poll(() => login.isChecked()).toBe(true)
    const [program = '', ...args] = [...readFileSync(entry, 'utf8').matchAll(/"([^"]+)"/g)].map(
      ([, it]) => it ?? '',
    )
    expect(program).toBe(process.execPath)
    expect(args[0]).toBe('--hidden')
    rmSync(entry)
    expect(await callHost(page, 'app.login-item')).toEqual({ state: 'off', path: entry })
    writeFileSync(entry, '[Desktop Entry]\n')
    expect(await callHost(page, 'app.set-login-item', { isOn: false })).toEqual({
      state: 'not-ours',
      path: entry,
    })
    expect(readFileSync(entry, 'utf8')).toBe('[Desktop Entry]\n')
    await first.app.close()

    const windows = (app: DesktopApp) =>
      app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length, null)
    const { dataFolder } = first
    const hidden = await openDesktop(browser, { env, dataFolder, args: ['--hidden'] })
    await expect.poll(() => hidden.log().split('Notehook starts.')).toHaveLength(3)
    // As long as the first one took to show its window, and more.
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    expect(await windows(hidden.app)).toBe(0)
    // A later start by hand brings the window.
    await openDesktop(browser, { env, dataFolder })
    await hidden.app.window()
    // Without the tray there would be no way back.
    const shown = await openDesktop(browser, { env, args: ['--hidden'] })
    await shown.app.window()
    expect(await windows(shown.app)).toBe(1)
  })

  test('an export shows its progress on the button of the window', async () => {
    const { app } = await openDesktop(browser)
    const page = await app.window()
    const progress = async () => (await button(app))?.progress
    expect(await progress()).toBe(-1)
    await callHost(page, 'sandbox.start', { notes: 20 })
    const ask = { format: 'csv', bom: false, title: 'Mine', source: { from: 'page', of: 1 } }
    const { jobId: id } = (await callHost(page, 'exports.start', ask)) as { readonly jobId: string }
    await expect.poll(progress).toBe(0)
    const note = { id: 'not_A', title: 'Standup', owner: null, createdAt: null, updatedAt: null }
    await callHost(page, 'exports.add', { id, notes: [note] })
    await expect.poll(progress).toBe(-1)
  })

  test('a computer that wakes up is noticed at once, and a shutdown quits in order', async () => {
    const { app, log } = await openDesktop(browser)
    await app.window()
    await app.evaluate(({ powerMonitor }) => {
      powerMonitor.emit('suspend')
      powerMonitor.emit('resume')
    }, null)
    await expect.poll(log).toMatch(/goes to sleep\.[\s\S]*woke up\./)
    const prevented = await app.evaluate(({ powerMonitor }) => {
      let asked = false
      powerMonitor.emit('shutdown', {
        preventDefault: () => {
          asked = true
        },
      })
      return asked
    }, null)
    expect(prevented).toBe(true)
    expect(await app.ended).toBe(0)
  })

  test('a session of Windows that ends saves where the window is, and closes in order', async () => {
    const { app, dataFolder } = await openDesktop(browser, { env: { STAND_IN_PLATFORM: 'win32' } })
    await app.window()
    const bounds = { x: 70, y: 80, width: 980, height: 650 }
    await app.evaluate(({ BrowserWindow }, to) => {
      const window = BrowserWindow.getAllWindows()[0]
      window?.setBounds(to)
      window?.emit('session-end', { reasons: ['shutdown'] })
    }, bounds)
    expect(await app.ended).toBe(0)
    const kept = JSON.parse(readFileSync(join(dataFolder, 'settings.json'), 'utf8'))
    expect(kept.window).toEqual({ bounds, maximized: false })
  })

  test('on a Mac, App Nap is prevented only while a tunnel is open', async () => {
    const { app } = await openDesktop(browser, { env: { STAND_IN_PLATFORM: 'darwin' } })
    const page = await app.window()
    const started = () =>
      app.evaluate(
        ({ powerSaveBlocker }) =>
          (
            powerSaveBlocker as typeof powerSaveBlocker & { standIn: { started(): string[] } }
          ).standIn.started(),
        null,
      )
    expect(await started()).toEqual([])
    await callHost(page, 'tunnel.start', { kind: 'own-url', publicUrl: 'https://hooks.example.com' })
    await expect.poll(started).toEqual(['prevent-app-suspension'])
    await callHost(page, 'listener.stop')
    await expect.poll(started).toEqual([])
    await callHost(page, 'listener.start')
    await expect.poll(started).toEqual(['prevent-app-suspension'])
    await callHost(page, 'tunnel.stop')
    await expect.poll(started).toEqual([])
  })

  test('a page that hangs can be loaded again, and the question goes away if it responds', async () => {
    const { app, log } = await openDesktop(browser)
    const page = await app.window()
    const emit = (name: string) =>
      app.evaluate(
        ({ BrowserWindow }, event) => void BrowserWindow.getAllWindows()[0]?.webContents.emit(event),
        name,
      )
    const mark = () => page.evaluate(() => Object.assign(window, { marked: true }))
    const isMarked = () => page.evaluate(() => 'marked' in window).catch(() => true)
    await mark()
    await answerDialogs(app, { stays: true })
    await emit('unresponsive')
    await expect.poll(() => dialogsOf(app)).toEqual(['The window is not responding.'])
    await emit('responsive')
    await expect.poll(log).toContain('The page responds again.')
    expect(await isMarked()).toBe(true)
    await answerDialogs(app, { button: 1 })
    await emit('unresponsive')
    await expect.poll(isMarked).toBe(false)
    expect(await dialogsOf(app)).toHaveLength(2)
  })

  test('a process of Chromium that crashes is logged', async () => {
    const { app, log } = await openDesktop(browser)
    await app.window()
    await app.evaluate(({ app }) => {
      const details = { type: 'GPU', reason: 'crashed', exitCode: 139, name: 'GPU' }
      app.emit('child-process-gone', {}, { ...details, reason: 'clean-exit', exitCode: 0 })
      app.emit('child-process-gone', {}, details)
    }, null)
    await expect.poll(log).toContain('"type":"GPU","reason":"crashed","exitCode":139')
    expect(log()).not.toContain('clean-exit')
  })

  test('Chromium keeps the compiled scripts of the page, and the scheme may do nothing else', async () => {
    const { app } = await openDesktop(browser)
    await app.window()
    const privileges = await app.evaluate(
      ({ session }) =>
        (session as typeof session & { standIn: { privilegesOf(): object } }).standIn.privilegesOf(),
      null,
    )
    expect(privileges).toEqual({
      app: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    })
  })
})

interface Button {
  readonly progress: number
  readonly overlay: { readonly path: string; readonly description: string } | null
}

interface StandInApp {
  badgeCount(): number
}

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { folderNames } from '../../../electron/socket/data-folders.ts'
import { exchange } from '../../support/deliveries/raw-http.ts'
import { otherSecret, rawRequest, signDelivery } from '../../support/deliveries/signed-delivery.ts'
import type { DesktopApp } from '../../support/electron/desktop-app.ts'
import { eventually } from '../../support/eventually.ts'
import { describeNeeding } from '../../support/needs.ts'
import { launchChromium, type TestBrowser } from '../../support/page/chromium.ts'
import { isShown, trayOf, watchTray } from './desktop-smoke-checks.ts'
import {
  answerDialogs,
  builtApp,
  callHost,
  chooseInMenu,
  closeLastWindow,
  dialogsOf,
  openDesktop,
  openOnce,
  sessionFile,
  shows,
  temporaryFolder,
} from './desktop-stand-in.ts'

describeNeeding(['chromium'], 'the desktop app', () => {
  let browser: TestBrowser
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser.close())

  const hash = (page: Page) => page.evaluate(() => location.hash)
  const ofApp = (app: DesktopApp) =>
    app.evaluate(({ app }) => {
      const { standIn } = app as typeof app & { standIn: StandInApp }
      return {
        about: standIn.aboutPanel(),
        badge: standIn.badgeCount(),
        dockIcon: standIn.dockIcon(),
        id: standIn.appUserModelId(),
      }
    }, null)
  const button = (app: DesktopApp) =>
    app.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows()
      return (window as (typeof window & { standInButton: Button }) | undefined)?.standInButton
    }, null)
  const windowIcon = async (app: DesktopApp) => {
    const icon = await app.evaluate(({ BrowserWindow }) => {
      const { standIn } = BrowserWindow as typeof BrowserWindow & { standIn: { opened: { icon: string }[] } }
      return standIn.opened[0]?.icon
    }, null)
    return basename(icon ?? '')
  }
  const builder = (key: string) => {
    const text = readFileSync(join(import.meta.dirname, '../../../electron-builder.yml'), 'utf8')
    return new RegExp(`^${key}: (.+)$`, 'm').exec(text)?.[1]
  }

  /** Sets the badge. The page also sets its own number once it is loaded, so a test may have to repeat this. */
  const setBadge = async (app: DesktopApp, count: number) =>
    callHost(await app.window(), 'app.set-badge', { count })

  describe('on Linux from source', () => {
    let home = ''
    const linux = openOnce((whenDone) => {
      home = temporaryFolder(whenDone)
      return openDesktop(browser, {
        whenDone,
        args: ['--sandbox', '--sandbox-notes', '20'],
        env: { HOME: home },
        dataFolder: join(home, '.config', folderNames.source),
        findsFolder: true,
      })
    })

    test('one system notification reports repeated signature failures', async () => {
      const { app } = linux()
      const page = await app.window()
      await watchTray(app)
      // Turns off automatic events, because a verified delivery would end the series of failures.
      await eventually(async () =>
        expect(await callHost(page, 'sandbox.set-switches', { automatic: false })).toBeDefined(),
      )
      const { port, path } = await eventually(async () => {
        const { port } = (await callHost(page, 'listener.status')) as { port: number }
        const [endpoint] = (await callHost(page, 'endpoints.list')) as { url: string }[]
        return { port, path: new URL(endpoint?.url ?? '').pathname }
      })
      const warned = async () =>
        (await trayOf(app)).notices.filter((title) => title.startsWith('Signatures don’t match'))
      for (const id of ['evt_forged1', 'evt_forged2', 'evt_forged3', 'evt_forged4'])
        await exchange(port, rawRequest(path, signDelivery({ id, secret: otherSecret })))
      await eventually(async () => expect(await warned()).toHaveLength(1))
    })

    test('the desktop app uses the same data folder as the browser host', () => {
      expect(existsSync(join(linux().dataFolder, 'notehook.db'))).toBe(true)
      expect(existsSync(join(home, '.config', 'Notehook'))).toBe(false)
    })

    test('the Help menu opens the log, the data folder and the licenses', async () => {
      const { app, dataFolder, log } = linux()
      const paths = () =>
        app.evaluate(({ shell }) => {
          const { standIn } = shell as typeof shell & { standIn: { opened: string[]; shown: string[] } }
          return { opened: standIn.opened, shown: standIn.shown }
        }, null)
      expect(log()).toMatch(/ info Notehook starts\. /)
      await chooseInMenu(app, 'Help', 'Show Log')
      await chooseInMenu(app, 'Help', 'Open Data Folder')
      await chooseInMenu(app, 'Help', 'Third-Party Licenses')
      const logFile = join(dataFolder, 'notehook.log')
      const licenses = join(builtApp, 'dist', 'THIRD-PARTY-NOTICES.txt')
      await expect.poll(paths).toEqual({ opened: [logFile, dataFolder, licenses], shown: [] })
      expect(existsSync(licenses)).toBe(true)
      await app.evaluate(({ shell }) => {
        Object.assign((shell as typeof shell & { standIn: object }).standIn, { problem: 'No program.' })
      }, null)
      await chooseInMenu(app, 'Help', 'Show Log')
      await expect.poll(async () => (await paths()).shown).toEqual([logFile])
    })

    test('copies a problem report without secrets after the user confirms', async () => {
      const { app, dataFolder } = linux()
      const secret = 'key_0123456789abcdef'
      const planted = `2026-11-20T10:00:00.000Z warn planted ${secret} ${join(home, 'notes')} whsec_abc`
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
    })

    test('the About panel shows the version, license and copyright', async () => {
      const { about } = await ofApp(linux().app)
      expect(about.copyright).toBe(builder('copyright'))
      expect(about.applicationVersion).toMatch(/^\d+\.\d+\.\d+$/)
      expect(about.credits).toMatch(/^MIT License\./)
      expect(existsSync(about.iconPath ?? '')).toBe(true)
    })

    test('the window has the app’s icon', async () => {
      const { app } = linux()
      expect(await windowIcon(app)).toBe('icon.png')
      expect((await ofApp(app)).dockIcon).toBeNull()
    })

    test('registers the app scheme with the code cache and no dangerous privileges', async () => {
      const privileges = await linux().app.evaluate(
        ({ session }) =>
          (session as typeof session & { standIn: { privilegesOf(): object } }).standIn.privilegesOf(),
        null,
      )
      expect(privileges).toEqual({
        app: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
      })
    })

    test('F1 opens the bundled help', async () => {
      const page = await linux().app.window()
      await page.keyboard.press('F1')
      await page.getByRole('heading', { name: 'Help', level: 1 }).waitFor()
      await page.getByRole('heading', { name: 'Keys and data' }).waitFor()
    })

    test('goes back and forward with the menu, keys and mouse buttons', async () => {
      const { app } = linux()
      const page = await app.window()
      const goes = (place: string) => expect.poll(() => hash(page)).toContain(place)
      await chooseInMenu(app, 'Go', 'Notes')
      await goes('#/notes')
      await chooseInMenu(app, 'Go', 'Endpoints')
      await goes('#/endpoints')
      await chooseInMenu(app, 'Go', 'Back')
      await goes('#/notes')
      await chooseInMenu(app, 'Go', 'Forward')
      await goes('#/endpoints')
      await page.keyboard.press('Alt+ArrowLeft')
      await goes('#/notes')
      await page.keyboard.press('Alt+ArrowRight')
      await goes('#/endpoints')
      const press = (command: string) =>
        app.evaluate(
          ({ BrowserWindow }, name) => void BrowserWindow.getAllWindows()[0]?.emit('app-command', {}, name),
          command,
        )
      await press('browser-backward')
      await goes('#/notes')
      await press('browser-forward')
      await goes('#/endpoints')
    })

    test('the menu item New Endpoint opens the form of an endpoint', async () => {
      const { app } = linux()
      const page = await app.window()
      await chooseInMenu(app, 'File', 'New Endpoint…')
      await page.getByRole('button', { name: 'Create endpoint' }).waitFor()
      await chooseInMenu(app, 'Go', 'Notes')
      await page.locator('input[type="search"]').first().waitFor()
      await page.keyboard.press('Control+f')
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.getAttribute('type')))
        .toBe('search')
    })

    test('Ctrl+= zooms the page in', async () => {
      const { app } = linux()
      const page = await app.window()
      const zoom = () =>
        app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.zoomLevel, null)
      await page.keyboard.press('Control+=')
      await expect.poll(zoom).toBe(0.5)
      await page.keyboard.press('Control+-')
      await expect.poll(zoom).toBe(0)
    })

    test('the taskbar button shows the progress of an export', async () => {
      const { app } = linux()
      const page = await app.window()
      const progress = async () => (await button(app))?.progress
      expect(await progress()).toBe(-1)
      const ask = { format: 'csv', bom: false, title: 'Mine', source: { from: 'page', total: 1 } }
      const { jobId: id } = (await callHost(page, 'exports.start', ask)) as { readonly jobId: string }
      await expect.poll(progress).toBe(0)
      const note = { id: 'not_A', title: 'Standup', owner: null, createdAt: null, updatedAt: null }
      await callHost(page, 'exports.add', { id, notes: [note] })
      await expect.poll(progress).toBe(-1)
    })

    test('offers to reload the page when it does not respond', async () => {
      const { app, log } = linux()
      const page = await app.window()
      const emit = (name: string) =>
        app.evaluate(
          ({ BrowserWindow }, event) => void BrowserWindow.getAllWindows()[0]?.webContents.emit(event),
          name,
        )
      const isMarked = () => page.evaluate(() => 'marked' in window).catch(() => true)
      const before = (await dialogsOf(app)).length
      const questions = async () => (await dialogsOf(app)).slice(before)
      await page.evaluate(() => Object.assign(window, { marked: true }))
      await answerDialogs(app, { stays: true })
      await emit('unresponsive')
      await expect.poll(questions).toEqual(['The window is not responding.'])
      await emit('responsive')
      await expect.poll(log).toContain('The page responds again.')
      expect(await isMarked()).toBe(true)
      await answerDialogs(app, { button: 1 })
      await emit('unresponsive')
      await expect.poll(isMarked).toBe(false)
      expect(await questions()).toHaveLength(2)
    })

    test('logs a crash of a Chromium process', async () => {
      const { app, log } = linux()
      await app.evaluate(({ app }) => {
        const details = { type: 'GPU', reason: 'crashed', exitCode: 139, name: 'GPU' }
        app.emit('child-process-gone', {}, { ...details, reason: 'clean-exit', exitCode: 0 })
        app.emit('child-process-gone', {}, details)
      }, null)
      await expect.poll(log).toContain('"type":"GPU","reason":"crashed","exitCode":139')
      expect(log()).not.toContain('clean-exit')
    })

    test('quits normally when the computer shuts down', async () => {
      const { app, log } = linux()
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
  })

  describe('installed on Linux', () => {
    let config = ''
    const env = () => ({ STAND_IN_PACKAGED: '1', XDG_CONFIG_HOME: config })
    const installed = openOnce((whenDone) => {
      config = temporaryFolder(whenDone)
      return openDesktop(browser, { whenDone, env: env() })
    })

    test('an installed app has no developer tools in the window or the menu', async () => {
      const { devTools, menu } = await installed().app.evaluate(({ BrowserWindow, Menu }) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents as object as {
          getLastWebPreferences(): { devTools: boolean }
        }
        return {
          devTools: contents.getLastWebPreferences().devTools,
          menu: JSON.stringify(Menu.getApplicationMenu()),
        }
      }, null)
      expect(devTools).toBe(false)
      expect(menu).not.toContain('toggleDevTools')
    })

    test('an installed app starts at login without a window if the user enabled this', async () => {
      const first = installed()
      const entry = join(config, 'autostart/notehook.desktop')
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
      const hidden = await openDesktop(browser, { env: env(), dataFolder, args: ['--hidden'] })
      // Waits for the tray icon, because a window would be created in the same step.
      const icons = () =>
        hidden.app.evaluate(({ Tray }) => (Tray as typeof Tray & { shown: object[] }).shown.length, null)
      await expect.poll(icons).toBe(1)
      expect(await windows(hidden.app)).toBe(0)
      await openDesktop(browser, { env: env(), dataFolder })
      await hidden.app.window()
    })

    test('shows the window at login if there is no tray', async () => {
      const home = temporaryFolder()
      const dataFolder = join(home, '.config', 'Notehook')
      const { app } = await openDesktop(browser, {
        env: { STAND_IN_PACKAGED: '1', HOME: home },
        args: ['--hidden'],
        dataFolder,
        findsFolder: true,
      })
      await app.window()
      expect(existsSync(join(dataFolder, 'notehook.db'))).toBe(true)
    })
  })

  describe('on Windows', () => {
    const windows = openOnce((whenDone) =>
      openDesktop(browser, { whenDone, env: { STAND_IN_PLATFORM: 'win32' } }),
    )

    test('uses the installer’s app ID and the Windows icon', async () => {
      const { app } = windows()
      expect((await ofApp(app)).id).toBe(builder('appId'))
      expect(await windowIcon(app)).toBe('icon.ico')
    })

    test('the taskbar button has a dot if any item needs attention', async () => {
      const { app } = windows()
      const overlay = (count: number) => setBadge(app, count).then(async () => (await button(app))?.overlay)
      await expect.poll(() => overlay(2)).toMatchObject({ description: '2 items need attention' })
      await expect.poll(async () => existsSync((await overlay(1))?.path ?? '')).toBe(true)
      await expect.poll(() => overlay(0)).toBeNull()
    })

    test('saves the window’s position when the Windows session ends', async () => {
      const { app, dataFolder } = windows()
      const bounds = { x: 70, y: 80, width: 980, height: 650 }
      await app.evaluate(({ BrowserWindow }, to) => {
        const window = BrowserWindow.getAllWindows()[0]
        window?.setBounds(to)
        window?.emit('session-end', { reasons: ['shutdown'] })
      }, bounds)
      expect(await app.ended).toBe(0)
      const kept = JSON.parse(readFileSync(join(dataFolder, 'settings.json'), 'utf8'))
      expect(kept.window).toEqual({ bounds, maximized: false, fullScreen: false })
    })
  })

  describe('on a Mac', () => {
    const mac = openOnce((whenDone) => {
      const early = sessionFile('early.nhsession', whenDone)
      return openDesktop(browser, {
        whenDone,
        env: { STAND_IN_PLATFORM: 'darwin', STAND_IN_OPEN_FILE: early },
      })
    })

    test('opens files that the system requested before and after the app was ready', async () => {
      const { app } = mac()
      await shows(app, 'early.nhsession, exported')
      await closeLastWindow(app)
      const late = sessionFile('late.nhsession')
      await app.evaluate(({ app }, file) => void app.emit('open-file', { preventDefault() {} }, file), late)
      await shows(app, 'late.nhsession, exported')
    })

    test('sets the app icon on the window and in the Dock', async () => {
      const { app } = mac()
      expect(await windowIcon(app)).toBe('icon.png')
      expect(basename((await ofApp(app)).dockIcon ?? '')).toBe('icon.png')
    })

    test('the Dock icon shows the number of items that need attention', async () => {
      const { app } = mac()
      const badge = (count: number) => setBadge(app, count).then(async () => (await ofApp(app)).badge)
      await expect.poll(() => badge(3)).toBe(3)
      await expect.poll(() => badge(0)).toBe(0)
    })

    test('prevents App Nap only while a tunnel is open', async () => {
      const { app } = mac()
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

    test('the Dock menu opens a window if none is open', async () => {
      const { app } = mac()
      await closeLastWindow(app)
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

    test('a menu item for the page opens a window if none is open', async () => {
      const { app } = mac()
      await closeLastWindow(app)
      await chooseInMenu(app, 'Help', 'Keyboard Shortcuts')
      const page = await app.window()
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    })

    test('logs no failed load when a menu item opens a window', async () => {
      const { app, log } = mac()
      await closeLastWindow(app)
      await app.evaluate(({ app, Menu }) => {
        app.emit('activate', {}, false)
        const go = Menu.getApplicationMenu()?.items.find((it) => it.label === '&Go')
        go?.submenu?.items.find((it) => it.label === '&Tunnel')?.click()
      }, null)
      const page = await app.window()
      await expect.poll(() => isShown(app)).toBe(true)
      expect(page.url()).toMatch(/^https:/)
      expect(log()).not.toContain('could not be loaded')
    })
  })
})

interface Button {
  readonly progress: number
  readonly overlay: { readonly path: string; readonly description: string } | null
}

interface StandInApp {
  aboutPanel(): Electron.AboutPanelOptionsOptions
  appUserModelId(): string | null
  badgeCount(): number
  dockIcon(): string | null
}

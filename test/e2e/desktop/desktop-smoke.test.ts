import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prepareDataFolder } from '#core/platform/files/data-folder.ts'
import { lockFolder } from '#core/platform/files/folder-lock.ts'
import { exchange } from '../../support/deliveries/raw-http.ts'
import { otherSecret, rawRequest, signDelivery } from '../../support/deliveries/signed-delivery.ts'
import {
  type DesktopApp,
  type Launch,
  launchElectron,
  launchStandIn,
} from '../../support/electron/desktop-app.ts'
import { eventually } from '../../support/eventually.ts'
import { describeNeeding } from '../../support/needs.ts'
import { launchChromium } from '../../support/page/chromium.ts'
import { isHard } from '../../support/runs.ts'
import {
  type Check,
  checks,
  closeWindow,
  isShown,
  type Outside,
  openOutside,
  pickFromTray,
  trayOf,
  watchTray,
} from './desktop-smoke-checks.ts'

/** The built app, in the stand-in everywhere and in the real Electron where its binary is. Only the launcher differs. */
const folder = process.env.NOTEHOOK_APP ?? fileURLToPath(new URL('../../..', import.meta.url))
const temporary: string[] = []

describeNeeding(['chromium'], 'the desktop app in the stand-in for electron', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser.close())
  smoke((options) => launchStandIn(browser, options), true)

  test('a data folder that the browser host holds is left alone, in words that say where it is open', async () => {
    const dataDir = temporaryFolder()
    const lock = lockFolder(dataDir)
    if ('heldBy' in lock) throw new Error('The folder is new.')
    lock.announce('http://127.0.0.1:8484')
    const app = await launchStandIn(browser, { folder, args: ['--data-dir', dataDir] })
    expect(await app.ended).toBe(1)
    expect(app.output()).toContain('already running in a browser at http://127.0.0.1:8484')
    lock.release()
  })

  test('a folder with files of something else is refused in words, and nothing in it changes', async () => {
    const dataDir = temporaryFolder()
    mkdirSync(join(dataDir, 'tunnels'))
    writeFileSync(join(dataDir, 'tunnels', 'home.json'), '{}')
    chmodSync(dataDir, 0o755)
    const app = await launchStandIn(browser, { folder, args: ['--data-dir', dataDir] })
    expect(await app.ended).toBe(5)
    expect(app.output()).toContain(
      `The data folder can’t be used: ${dataDir} contains files of another program`,
    )
    expect(readdirSync(dataDir, { recursive: true })).toEqual(['tunnels', join('tunnels', 'home.json')])
    expect(statSync(dataDir).mode & 0o777).toBe(0o755)
  })

  const openWith = (settings: object, env: Readonly<Record<string, string>> = {}) => {
    const dataDir = temporaryFolder()
    prepareDataFolder(dataDir)
    writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ version: 1, ...settings }))
    return launchStandIn(browser, { folder, args: ['--data-dir', dataDir], env })
  }

  test('a window that was maximized is seen only once its page is painted', async () => {
    const bounds = { x: 20, y: 30, width: 900, height: 640 }
    const app = await openWith({ window: { bounds, maximized: true } })
    await app.window()
    const state = () =>
      app.evaluate(({ BrowserWindow }) => {
        const { painted } = (BrowserWindow as typeof BrowserWindow & StandInWindows).standIn
        const window = BrowserWindow.getAllWindows()[0]
        return { painted, maximized: window?.isMaximized(), visible: window?.isVisible() }
      }, null)
    await expect.poll(state).toEqual({ painted: [{ wasVisible: false }], maximized: true, visible: true })
    await app.close()
  })

  test('a window kept on a larger screen opens whole on a smaller one', async () => {
    const bounds = { x: 100, y: 500, width: 1000, height: 700 }
    const env = { STAND_IN_SCREENS: '[{"x":0,"y":0,"width":1366,"height":728}]' }
    const app = await openWith({ window: { bounds, maximized: false } }, env)
    await app.window()
    const opened = await app.evaluate(
      ({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getNormalBounds(),
      null,
    )
    expect(opened).toEqual({ ...bounds, y: 28 })
    await app.close()
  })

  test('the chosen theme is that of the window before it opens, and follows a change', async () => {
    const app = await openWith({ preferences: { theme: 'dark' } })
    const page = await app.window()
    const state = () =>
      app.evaluate(({ BrowserWindow, nativeTheme }) => {
        const { opened } = (BrowserWindow as typeof BrowserWindow & StandInWindows).standIn
        const now = BrowserWindow.getAllWindows()[0]?.getBackgroundColor()
        return { source: nativeTheme.themeSource, opened: opened[0]?.backgroundColor, now }
      }, null)
    expect(await state()).toEqual({ source: 'dark', opened: '#16181d', now: '#16181d' })
    await page.evaluate(() => (window as HostWindow).host?.call('settings.set', '{"theme":"light"}'))
    await expect.poll(state).toEqual({ source: 'light', opened: '#16181d', now: '#ffffff' })
    await page.evaluate(() => (window as HostWindow).host?.call('settings.set', '{"theme":"system"}'))
    await expect.poll(async () => (await state()).source).toBe('system')
    await app.close()
  })

  test('--version prints one line and opens nothing, not even a data folder', () => {
    const dataDir = join(temporaryFolder(), 'unused')
    const start = join(import.meta.dirname, '../../support/electron/start.ts')
    const args = [start, folder, '--version', '--data-dir', dataDir]
    const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^Notehook \d+\.\d+\.\d+\n$/)])
    expect(existsSync(dataDir)).toBe(false)
  })

  test.each<[string, readonly string[], Readonly<Record<string, string>>]>([
    ['--no-sandbox', ['--no-sandbox'], {}],
    ['--no-sandbox=1 before its own flags', ['--no-sandbox=1', '--sandbox'], {}],
    ['ELECTRON_DISABLE_SANDBOX', [], { ELECTRON_DISABLE_SANDBOX: '1' }],
  ])('started with %s it says what to do and opens nothing, not even a data folder', async (_, args, env) => {
    const dataDir = join(temporaryFolder(), 'unused')
    const app = await launchStandIn(browser, { folder, args: [...args, '--data-dir', dataDir], env })
    expect(await app.ended).toBe(1)
    expect(app.output()).toContain('Notehook requires the Chromium sandbox')
    expect(app.output()).toContain('Install the .deb package')
    expect(app.windows()).toEqual([])
    expect(existsSync(dataDir)).toBe(false)
  })

  test('what hiding means is said again until the system has shown it', async () => {
    const dataDir = temporaryFolder()
    const app = await launchStandIn(browser, { folder, args: ['--data-dir', dataDir] })
    const page = await app.window()
    await page.evaluate(() => (window as HostWindow).host?.call('settings.set', '{"keepReceiving":true}'))
    const refuse = (reason: string | null) =>
      app.evaluate(({ Notification }, it) => void Object.assign(Notification, { refusal: it }), reason)
    const kept = () => readFileSync(join(dataDir, 'settings.json'), 'utf8')
    const hide = async () => {
      await closeWindow(app)
      await eventually(async () => expect(await isShown(app)).toBe(false))
      await app.evaluate(({ app }) => app.emit('activate', {}, false), null)
      await eventually(async () => expect(await isShown(app)).toBe(true))
    }
    await refuse('There is no notification server.')
    await hide()
    await hide()
    expect(kept()).not.toContain('toldOfTray')
    await refuse(null)
    await hide()
    await eventually(() => expect(kept()).toContain('"toldOfTray": true'))
    await app.close()
  })

  test('an early warning is one notification of the system', async () => {
    const app = await launchStandIn(browser, {
      folder,
      args: ['--sandbox', '--sandbox-notes', '20', '--data-dir', temporaryFolder()],
    })
    const page = await app.window()
    await watchTray(app)
    const asked = async (name: string, input = {}) => {
      const call = [name, JSON.stringify(input)] as const
      const reply = await page.evaluate(([it, text]) => (window as HostWindow).host?.call(it, text), call)
      return JSON.parse(reply ?? '').value
    }
    // A delivery that verifies would end the row.
    await eventually(async () =>
      expect(await asked('sandbox.set-switches', { automatic: false })).toBeDefined(),
    )
    const { port, path } = await eventually(async () => {
      const [{ port }, [endpoint]] = [await asked('listener.status'), await asked('endpoints.list')]
      return { port: Number(port), path: new URL(endpoint.url).pathname }
    })
    const warned = async () =>
      (await trayOf(app)).notices.filter((title) => title.startsWith('Signatures don’t match'))
    for (const id of ['evt_forged1', 'evt_forged2', 'evt_forged3', 'evt_forged4'])
      await exchange(port, rawRequest(path, signDelivery({ id, secret: otherSecret })))
    await eventually(async () => expect(await warned()).toHaveLength(1))
    await app.close()
  })

  test('Windows knows the app by the id that its installer gives to the shortcuts', async () => {
    const app = await openWith({}, { STAND_IN_PLATFORM: 'win32' })
    await app.window()
    const id = await app.evaluate(
      ({ app }) => (app as typeof app & { standIn: { appUserModelId(): string } }).standIn.appUserModelId(),
      null,
    )
    const builder = readFileSync(join(import.meta.dirname, '../../../electron-builder.yml'), 'utf8')
    expect(id).toBe(/^appId: (.+)$/m.exec(builder)?.[1])
    await app.close()
  })

  test('on a Mac, a window that opens is led to a place at once, and nothing is said to have failed', async () => {
    const dataDir = temporaryFolder()
    const app = await launchStandIn(browser, {
      folder,
      args: ['--data-dir', dataDir],
      env: { STAND_IN_PLATFORM: 'darwin' },
    })
    await app.window()
    await closeWindow(app)
    await expect.poll(() => app.windows().length).toBe(0)
    await app.evaluate(({ app, Menu }) => {
      app.emit('activate', {}, false)
      const go = Menu.getApplicationMenu()?.items.find((it) => it.label === '&Go')
      go?.submenu?.items.find((it) => it.label === '&Tunnel')?.click()
    }, null)
    const page = await app.window()
    await expect.poll(() => isShown(app)).toBe(true)
    expect(page.url()).toMatch(/^https:/)
    const log = join(dataDir, 'notehook.log')
    expect(existsSync(log) ? readFileSync(log, 'utf8') : '').not.toContain('could not be loaded')
    await app.close()
  })

  test('a packaged app has no developer tools, neither in the window nor in the menu', async () => {
    const app = await launchStandIn(browser, {
      folder,
      args: ['--data-dir', temporaryFolder()],
      env: { STAND_IN_PACKAGED: '1' },
    })
    await app.window()
    const { devTools, menu } = await app.evaluate(({ BrowserWindow, Menu }) => {
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
    await app.close()
  })
})

describeNeeding(['electron-binary'], 'the desktop app in Electron', () => {
  smoke(launchElectron, false)
})

afterAll(() => {
  for (const path of temporary) rmSync(path, { recursive: true, force: true })
})

function smoke(launch: (options: Launch) => Promise<DesktopApp>, inStandIn: boolean) {
  const open = (dataDir: string, args: readonly string[] = []) =>
    launch({ folder, args: ['--data-dir', dataDir, ...args] })

  describe('while it runs', () => {
    let app: DesktopApp
    let outside: Outside
    beforeAll(async () => {
      outside = await openOutside()
      const env = { ELECTRON_RENDERER_URL: outside.origin, DEV_WINDOW_SRC: outside.origin }
      app = await launch({ folder, args: ['--data-dir', temporaryFolder()], env })
    })
    afterAll(async () => {
      await app.close()
      outside.close()
    })
    for (const [name, check] of Object.entries<Check>(checks)) {
      if (inStandIn || !check.standInOnly) test(name, () => check.run(app, outside))
    }
  })

  test('a second start brings the first to the front and ends', async () => {
    const dataDir = temporaryFolder()
    const first = await open(dataDir)
    await first.window()
    await first.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize(), null)
    const second = await open(dataDir)
    expect(await second.ended).toBe(0)
    const state = () =>
      first.evaluate(({ BrowserWindow }) => {
        const [window, ...others] = BrowserWindow.getAllWindows()
        return { minimized: window?.isMinimized(), focused: window?.isFocused(), others: others.length }
      }, null)
    await expect.poll(state).toEqual({ minimized: false, focused: true, others: 0 })
    await first.close()
  })

  test('a hidden window comes back by a second start, also where no icon is seen, and the tray quits in order', async () => {
    const dataDir = temporaryFolder()
    const first = await open(dataDir)
    const page = await first.window()
    await watchTray(first)
    await page.evaluate(() =>
      (window as Window & { host?: { call(name: string, input: string): Promise<string> } }).host?.call(
        'settings.set',
        '{"keepReceiving":true}',
      ),
    )
    await closeWindow(first)
    await eventually(async () => expect(await isShown(first)).toBe(false))
    expect(await (await open(dataDir)).ended).toBe(0)
    await eventually(async () => expect(await isShown(first)).toBe(true))
    await eventually(async () => expect((await trayOf(first)).menu).toContain('Quit'))
    await pickFromTray(first, 'Quit')
    expect(await first.ended).toBe(0)
    expect(readFileSync(join(dataDir, 'settings.json'), 'utf8')).toMatch(/"keepReceiving":\s*true/)
    await first.close()

    const second = await open(dataDir)
    await second.window()
    await closeWindow(second)
    await eventually(async () => expect(await isShown(second)).toBe(false))
    await second.close()
    expect(await second.ended).toBe(0)
  })

  test('an uncaught error is logged, and a second one soon after exits the app with 70', async () => {
    const dataDir = temporaryFolder()
    const app = await open(dataDir)
    const page = await app.window()
    const fail = () => app.evaluate(() => void Promise.reject(new Error('planted')), null)
    const log = () => readFileSync(join(dataDir, 'notehook.log'), 'utf8')
    await fail()
    await eventually(() => expect(log()).toContain('Uncaught error: restarting the listener. Error: planted'))
    expect(await page.title()).toMatch(/Notehook/)
    // It may be gone before it has answered.
    await fail().catch(() => {})
    expect(await app.ended).toBe(70)
    await app.close()
  })

  test('the window opens where it was, and in the middle when that is on no screen any more', async () => {
    const dataDir = temporaryFolder()
    const bounds = { x: 60, y: 50, width: 900, height: 640 }
    const first = await open(dataDir)
    await first.window()
    await first.evaluate(({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]?.setBounds(to), bounds)
    await first.close()

    const second = await open(dataDir)
    await second.window()
    const boundsNow = (app: DesktopApp) =>
      app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getNormalBounds(), null)
    expect(await boundsNow(second)).toEqual(bounds)
    await second.close()

    const settings = join(dataDir, 'settings.json')
    const stored = readFileSync(settings, 'utf8')
    writeFileSync(settings, stored.replace(/"x":\s*60/, '"x":40000'))
    const third = await open(dataDir)
    await third.window()
    expect((await boundsNow(third))?.x).toBeLessThan(4000)
    await third.close()
  })

  test('the place of the window is kept within a second of a change', async () => {
    const dataDir = temporaryFolder()
    const app = await open(dataDir)
    await app.window()
    const bounds = { x: 90, y: 70, width: 1010, height: 660 }
    await app.evaluate(({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]?.setBounds(to), bounds)
    const kept = () => JSON.parse(readFileSync(join(dataDir, 'settings.json'), 'utf8')).window
    await expect.poll(kept, { timeout: isHard ? 5_000 : 30_000 }).toEqual({ bounds, maximized: false })
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.maximize(), null)
    await expect.poll(kept, { timeout: isHard ? 5_000 : 30_000 }).toEqual({ bounds, maximized: true })
    await app.close()
  })

  test('it starts in the sandbox workspace when asked to', async () => {
    const app = await open(temporaryFolder(), ['--sandbox', '--sandbox-notes', '40'])
    const page = await app.window()
    const reply = await page.evaluate(() =>
      (window as Window & { host?: { call(name: string, input: string): Promise<string> } }).host?.call(
        'workspaces.status',
        '{}',
      ),
    )
    expect(JSON.parse(reply ?? '')).toMatchObject({
      value: { state: 'connected', workspace: { kind: 'sandbox' } },
    })
    await app.close()
  })
}

type HostWindow = Window & { host?: { call(name: string, input: string): Promise<string> } }

/** What only the windows of the stand-in tell. */
interface StandInWindows {
  readonly standIn: {
    readonly opened: readonly { readonly backgroundColor: string }[]
    readonly painted: readonly { readonly wasVisible: boolean }[]
  }
}

function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'notehook-desktop-'))
  temporary.push(path)
  return path
}

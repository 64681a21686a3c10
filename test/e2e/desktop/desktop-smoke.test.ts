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
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prepareDataFolder } from '#core/platform/files/data-folder.ts'
import { lockFolder } from '#core/platform/files/folder-lock.ts'
import {
  type DesktopApp,
  type Launch,
  launchElectron,
  launchStandIn,
} from '../../support/electron/desktop-app.ts'
import { eventually } from '../../support/eventually.ts'
import { describeNeeding } from '../../support/needs.ts'
import { launchChromium, type TestBrowser } from '../../support/page/chromium.ts'
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
import { callHost, builtApp as folder, openDesktop, openOnce } from './desktop-stand-in.ts'

// Tests the built app, in the stand-in everywhere and in real Electron where its binary exists. Only the launcher differs.

const temporary: string[] = []

describeNeeding(['chromium'], 'the desktop app in the stand-in for electron', () => {
  let browser: TestBrowser
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser.close())
  smoke((options) => launchStandIn(browser, options), true)

  test('refuses to start in a data folder that the browser host uses', async () => {
    const dataDir = temporaryFolder()
    const lock = lockFolder(dataDir)
    if ('heldBy' in lock) throw new Error('The folder is new.')
    lock.announce('http://127.0.0.1:8484')
    const app = await launchStandIn(browser, { folder, args: ['--data-dir', dataDir] })
    expect(await app.ended).toBe(1)
    expect(app.output()).toContain('already running in a browser at http://127.0.0.1:8484')
    lock.release()
  })

  test('leaves a folder with another program’s files unchanged', async () => {
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

  describe('with a saved window and theme', () => {
    const bounds = { x: 100, y: 500, width: 1000, height: 700 }
    const kept = openOnce((whenDone) =>
      openDesktop(browser, {
        whenDone,
        settings: { window: { bounds, maximized: true }, preferences: { theme: 'dark' } },
        env: { STAND_IN_SCREENS: '[{"x":0,"y":0,"width":1366,"height":728}]' },
      }),
    )
    const setSetting = async (changes: object) => callHost(await kept().app.window(), 'settings.set', changes)

    test('shows a maximized window only after its page is painted', async () => {
      const state = () =>
        kept().app.evaluate(({ BrowserWindow }) => {
          const { painted } = (BrowserWindow as typeof BrowserWindow & StandInWindows).standIn
          const window = BrowserWindow.getAllWindows()[0]
          return { painted, maximized: window?.isMaximized(), visible: window?.isVisible() }
        }, null)
      await expect.poll(state).toEqual({ painted: [{ wasVisible: false }], maximized: true, visible: true })
    })

    test('moves a window saved on a larger screen into view', async () => {
      expect(await boundsOf(kept().app)).toEqual({ ...bounds, y: 28 })
    })

    test('applies the selected theme before the window opens', async () => {
      const state = () =>
        kept().app.evaluate(({ BrowserWindow, nativeTheme }) => {
          const { opened } = (BrowserWindow as typeof BrowserWindow & StandInWindows).standIn
          const now = BrowserWindow.getAllWindows()[0]?.getBackgroundColor()
          return { source: nativeTheme.themeSource, opened: opened[0]?.backgroundColor, now }
        }, null)
      expect(await state()).toEqual({ source: 'dark', opened: '#16181d', now: '#16181d' })
      await setSetting({ theme: 'light' })
      await expect.poll(state).toEqual({ source: 'light', opened: '#16181d', now: '#ffffff' })
      await setSetting({ theme: 'system' })
      await expect.poll(async () => (await state()).source).toBe('system')
    })

    test('repeats the tray notification until the system shows it', async () => {
      const { app, dataFolder } = kept()
      await setSetting({ keepReceiving: true })
      const refuse = (reason: string | null) =>
        app.evaluate(({ Notification }, it) => void Object.assign(Notification, { refusal: it }), reason)
      const settings = () => readFileSync(join(dataFolder, 'settings.json'), 'utf8')
      const hide = async () => {
        await closeWindow(app)
        await eventually(async () => expect(await isShown(app)).toBe(false))
        await app.evaluate(({ app }) => app.emit('activate', {}, false), null)
        await eventually(async () => expect(await isShown(app)).toBe(true))
      }
      await refuse('There is no notification server.')
      await hide()
      await hide()
      expect(settings()).not.toContain('toldOfTray')
      await refuse(null)
      await hide()
      await eventually(() => expect(settings()).toContain('"toldOfTray": true'))
    })
  })

  test('--version prints one line and creates no data folder', () => {
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
  ])('refuses to start with %s', async (_, args, env) => {
    const dataDir = join(temporaryFolder(), 'unused')
    const app = await launchStandIn(browser, { folder, args: [...args, '--data-dir', dataDir], env })
    expect(await app.ended).toBe(1)
    expect(app.output()).toContain('Notehook requires the Chromium sandbox')
    expect(app.output()).toContain('Install the .deb package')
    expect(app.windows()).toEqual([])
    expect(existsSync(dataDir)).toBe(false)
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

  describe('while running', () => {
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

  test('restores the window’s position at the next start', async () => {
    const dataDir = temporaryFolder()
    const first = await open(dataDir)
    const page = await first.window()
    await watchTray(first)
    await first.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize(), null)
    expect(await (await open(dataDir)).ended).toBe(0)
    const state = () =>
      first.evaluate(({ BrowserWindow }) => {
        const [window, ...others] = BrowserWindow.getAllWindows()
        return { minimized: window?.isMinimized(), focused: window?.isFocused(), others: others.length }
      }, null)
    await expect.poll(state).toEqual({ minimized: false, focused: true, others: 0 })

    const bounds = { x: 90, y: 70, width: 1010, height: 660 }
    const settings = () => readFileSync(join(dataDir, 'settings.json'), 'utf8')
    const kept = () => JSON.parse(settings()).window
    await first.evaluate(({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]?.setBounds(to), bounds)
    const isKept = (shown: object) =>
      expect.poll(kept, { timeout: isHard ? 5_000 : 30_000 }).toEqual({ bounds, ...shown })
    await isKept({ maximized: false, fullScreen: false })
    await first.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.maximize(), null)
    await isKept({ maximized: true, fullScreen: false })
    await first.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setFullScreen(true), null)
    await isKept({ maximized: true, fullScreen: true })

    await callHost(page, 'settings.set', { keepReceiving: true })
    await closeWindow(first)
    await eventually(async () => expect(await isShown(first)).toBe(false))
    expect(await (await open(dataDir)).ended).toBe(0)
    await eventually(async () => expect(await isShown(first)).toBe(true))
    await eventually(async () => expect((await trayOf(first)).menu).toContain('Quit'))
    await pickFromTray(first, 'Quit')
    expect(await first.ended).toBe(0)
    expect(settings()).toMatch(/"keepReceiving":\s*true/)
    await first.close()

    const second = await open(dataDir)
    await second.window()
    expect(await boundsOf(second)).toEqual(bounds)
    const isFull = () =>
      second.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isFullScreen(), null)
    await expect.poll(isFull).toBe(true)
    await second.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setFullScreen(false), null)
    // Closing saves the position immediately and hides the window.
    const moved = { ...bounds, x: 60, y: 50 }
    await second.evaluate(({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]?.setBounds(to), moved)
    await closeWindow(second)
    expect(kept().bounds).toEqual(moved)
    await eventually(async () => expect(await isShown(second)).toBe(false))
    await second.close()
    expect(await second.ended).toBe(0)
  })

  test('the app exits with 70 after a second uncaught error', async () => {
    const dataDir = temporaryFolder()
    prepareDataFolder(dataDir)
    const bounds = { x: 40_000, y: 50, width: 900, height: 640 }
    const settings = { version: 1, window: { bounds, maximized: false } }
    writeFileSync(join(dataDir, 'settings.json'), JSON.stringify(settings))
    const app = await open(dataDir, ['--sandbox', '--sandbox-notes', '40'])
    const page = await app.window()
    expect((await boundsOf(app))?.x).toBeLessThan(4_000)
    expect(await callHost(page, 'workspaces.status')).toMatchObject({
      state: 'connected',
      workspace: { kind: 'sandbox' },
    })

    const fail = () => app.evaluate(() => void Promise.reject(new Error('planted')), null)
    const log = () => readFileSync(join(dataDir, 'notehook.log'), 'utf8')
    await fail()
    await eventually(() => expect(log()).toContain('Uncaught error: restarting the listener. Error: planted'))
    expect(await page.title()).toMatch(/Notehook/)
    // The app may exit before it responds.
    await fail().catch(() => {})
    expect(await app.ended).toBe(70)
    await app.close()
  })
}

const boundsOf = (app: DesktopApp) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getNormalBounds(), null)

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

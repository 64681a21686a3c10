import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DesktopApp, launchStandIn } from '../../support/electron/desktop-app.ts'
import { waitAtMost } from '../../support/eventually.ts'
import { describeNeeding } from '../../support/needs.ts'
import { launchChromium, type TestBrowser } from '../../support/page/chromium.ts'
import {
  type Check,
  type CheckName,
  checks,
  type Outside,
  openOutside,
  settleWithin,
} from './desktop-smoke-checks.ts'
import { builtApp, callHost } from './desktop-stand-in.ts'

/**
 * Removes each guard from the built app and expects its check to fail. A guard is found by its text in the built file, which must
 * occur exactly once, so a rewritten guard has to be listed here again.
 */
type Edit = readonly [there: string, instead: string]

/**
 * Guards that run while the app is open. `OFF` is true while a test has switched off this guard, so that all tests share one
 * start.
 */
const switches = {
  'the policy': [
    '"Content-Security-Policy": policy,',
    '...(OFF ? {} : { "Content-Security-Policy": policy }),',
  ],
  'the refusal of other methods': ['if (method !== "GET" &&', 'if (!OFF && method !== "GET" &&'],
  ...navigation('will-navigate', 'denyAllButReload'),
  ...navigation('will-frame-navigate', 'denyAllButReload'),
  ...navigation('will-redirect', 'deny'),
  ...navigation('will-attach-webview', 'deny'),
  'the denial of windows': ['({ action: "deny" })', '({ action: OFF ? "allow" : "deny" })'],
  'the answer to permission requests': [
    'decide(isGranted(permission, isMainFrame, requestingUrl))',
    'decide(OFF || isGranted(permission, isMainFrame, requestingUrl))',
  ],
  'the answer to permission checks': [
    '=> isGranted(permission, isMainFrame, requestingOrigin)',
    '=> OFF || isGranted(permission, isMainFrame, requestingOrigin)',
  ],
  'the denial of devices': [
    'setDevicePermissionHandler(() => false)',
    'setDevicePermissionHandler(() => OFF)',
  ],
  'the denial of screens': ['=> decide({}));', '=> decide(OFF ? { video: {} } : {}));'],
  'the denial of the network': [
    'decide({ cancel: !isAllowed(url) })',
    'decide({ cancel: !OFF && !isAllowed(url) })',
  ],
  'the check of the sender, as to frames': [
    'if (isOurPage(event, isOurWindow))',
    'if (OFF || isOurPage(event, isOurWindow))',
  ],
  'the check of the sender, as to windows': [
    '&& isOurWindow(sender.id)',
    '&& (OFF || isOurWindow(sender.id))',
  ],
  'the check of who subscribes to events': [
    'if (!isTrusted(event)) return;',
    'if (!OFF && !isTrusted(event)) return;',
  ],
  'the largest input': [
    'if (Buffer.byteLength(text) > maxCallBytes)',
    'if (!OFF && Buffer.byteLength(text) > maxCallBytes)',
  ],
  'the deepest input': ['if (jsonDepth(text) > maxCallDepth)', 'if (!OFF && jsonDepth(text) > maxCallDepth)'],
  'https only': ['if (url?.protocol !== "https:")', 'if (!OFF && url?.protocol !== "https:")'],
  'no user name in an address': [
    'if (url.username !== "" || url.password !== "")',
    'if (!OFF && (url.username !== "" || url.password !== ""))',
  ],
  'the question before an address is opened': [
    'if (response === 0) await shell.openExternal',
    'if (OFF || response === 0) await shell.openExternal',
  ],
  'the denial of downloads': [
    'session.on("will-download", (event) => event.preventDefault());',
    'session.on("will-download", (event) => OFF || event.preventDefault());',
  ],
  'the notification about hiding': [
    'if (hides) keepReceiving.notifyHidden();',
    'if (hides && !OFF) keepReceiving.notifyHidden();',
  ],
  'the icon': ['if (enabled) tray.show(', 'if (enabled && OFF) return;\nif (enabled) tray.show('],
  'the removal of the icon': ['else tray.remove();', 'else if (!OFF) tray.remove();'],
} as const satisfies Record<string, Edit>

function navigation<Event extends string>(event: Event, handler: string) {
  const edit: Edit = [`("${event}", ${handler});`, `("${event}", (it) => OFF || ${handler}(it));`]
  return { [event]: edit } as Record<Event, Edit>
}

const reds: readonly (readonly [off: readonly (keyof typeof switches)[], red: CheckName])[] = [
  [['the policy'], 'the policy holds: no foreign script, no inline script or style, no markup from text'],
  [['the refusal of other methods'], 'a path that is not of a built file does not exist'],
  [
    ['will-navigate', 'will-frame-navigate'],
    'the page cannot be led away, neither outside nor to another file of its own',
  ],
  ...(['will-navigate', 'will-frame-navigate', 'will-redirect', 'will-attach-webview'] as const).map(
    (event) => [[event], 'whatever tells of a way out of the page is prevented, each for itself'] as const,
  ),
  [['will-frame-navigate'], 'a frame in a page cannot be led anywhere'],
  [['will-redirect'], 'a redirect is not followed'],
  [['the denial of windows'], 'no window opens from the page'],
  [['the answer to permission requests'], 'grants permission requests only for copying text'],
  [['the answer to permission checks'], 'passes permission checks only for copying text'],
  [['the denial of devices'], 'denies the page access to devices'],
  [['the denial of screens'], 'denies the page access to the screen'],
  [['the denial of the network'], 'the page’s session reaches no server, even without a policy'],
  [['the check of the sender, as to frames'], 'rejects calls from a frame in the page'],
  [['the check of the sender, as to windows'], 'rejects calls from another window with the same preload'],
  [['the check of who subscribes to events'], 'sends no events to another window'],
  [['the largest input'], 'an input that is not JSON, is too large or too deep is an expected failure'],
  [['the deepest input'], 'an input that is not JSON, is too large or too deep is an expected failure'],
  [['https only'], 'only an https address, and only after asking with its host, opens outside'],
  [
    ['no user name in an address'],
    'only an https address, and only after asking with its host, opens outside',
  ],
  [['the question before an address is opened'], 'a person who says no opens nothing'],
  [['the denial of downloads'], 'prevents a download that the page starts'],
  [['the denial of downloads'], 'whatever begins a download is prevented'],
  [['the notification about hiding'], 'closing the window hides the app in the tray and explains this once'],
  [['the icon'], 'the tray shows the state of the listener and the tunnel'],
  [['the removal of the icon'], 'the tray shows the state of the listener and the tunnel'],
]

/**
 * Guards that run once, when the app or its page starts. Their checks are independent, so a single start without all of them is
 * enough.
 */
const starts: readonly {
  readonly guard: string
  readonly edit: Edit
  readonly file?: 'preload/index.cjs'
  readonly red: CheckName
}[] = [
  {
    guard: 'the answer to permission checks, as the page sees it',
    edit: ['=> isGranted(permission, isMainFrame, requestingOrigin)', '=> true'],
    red: 'the page may copy text and is permitted nothing else',
  },
  {
    guard: 'the sandbox of every page',
    edit: ['app.enableSandbox();', ''],
    red: 'runs every page in a sandbox',
  },
  {
    guard: 'the sandbox of the window',
    edit: ['sandbox: true,', ''],
    red: 'opens the window with restrictive web preferences',
  },
  {
    guard: 'the removal of electron-store’s own channel',
    edit: ['ipcMain.removeAllListeners("electron-store-get-data");', ''],
    red: 'electron-store answers pages on no channel of its own',
  },
  {
    guard: 'the removal of the event object',
    file: 'preload/index.cjs',
    edit: ['=> listener(eventJson)', '=> listener(_event, eventJson)'],
    red: 'a push reaches every listener of the page, after host.opened, until it unsubscribes',
  },
  {
    guard: 'the small interface of the preload',
    file: 'preload/index.cjs',
    edit: [
      'exposeInMainWorld("host", Object.freeze({',
      'exposeInMainWorld("host", Object.freeze({ ...electron,',
    ],
    red: 'the preload exposes three fixed functions to the page',
  },
  // Must be last, because its check destroys the window.
  {
    guard: 'the hiding of the window',
    edit: ['if (!options.hideOnClose()) return;', 'return;'],
    red: 'closing the window hides the app in the tray and explains this once',
  },
]

const singleInstance: readonly Edit[] = [
  ['if (app.requestSingleInstanceLock(thisStart())) app', 'app'],
  ['else app.exit(0);', ''],
]

// Waits long for an effect that is expected without the guard, and briefly for other effects.
waitAtMost(1_000)
settleWithin(20_000)

describeNeeding(['chromium'], 'the browser host without one of its guards', () => {
  let browser: TestBrowser
  let outside: Outside
  const folders: string[] = []
  beforeAll(async () => {
    browser = await launchChromium()
    outside = await openOutside()
  })
  afterAll(async () => {
    outside.close()
    await browser.close()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })

  const launch = (folder: string): Promise<DesktopApp> =>
    launchStandIn(browser, { folder, args: ['--data-dir', join(folder, 'data')] })

  const edited = (edits: readonly Edit[], ofPreload: readonly Edit[] = []): string => {
    const folder = copyOfApp()
    folders.push(folder)
    edit(join(folder, 'dist/main/index.js'), edits)
    edit(join(folder, 'dist/preload/index.cjs'), ofPreload)
    return folder
  }

  const expectRed = async (app: DesktopApp, name: CheckName) => {
    outside.asked.length = 0
    const check: Check = checks[name]
    // Without a running app, every check would fail.
    await checks['a call goes through and comes back as the JSON of a reply'].run(app)
    await expect(check.run(app, outside)).rejects.toThrow()
  }

  describe('with guards switched off', () => {
    let app: DesktopApp
    beforeAll(async () => {
      const edits = Object.entries(switches).map(([guard, [there, instead]]): Edit => {
        return [
          there,
          instead.replace('OFF', `(globalThis.off?.includes(${JSON.stringify(guard)}) === true)`),
        ]
      })
      app = await launch(edited(edits))
    })
    afterAll(() => app.close())

    for (const [off, red] of reds) {
      test(`without ${off.join(' and ')}, this check fails: ${red}`, async () => {
        await app.evaluate((_, guards) => void Object.assign(globalThis, { off: guards }), off)
        await asAtTheStart(app)
        await expectRed(app, red)
      })
    }
  })

  describe('with guards removed before the start', () => {
    let app: DesktopApp
    let folder: string
    beforeAll(async () => {
      const edits = (file?: string) => starts.filter((it) => it.file === file).map((it) => it.edit)
      folder = edited([...edits(), ...singleInstance], edits('preload/index.cjs'))
      app = await launch(folder)
      await app.window()
    })
    afterAll(() => app.close())

    test('without the single-instance lock, the check of a second start fails', async () => {
      expect(await (await launch(folder)).ended).not.toBe(0)
    })

    for (const { guard, red } of starts)
      test(`without the guard “${guard}”, this check fails: ${red}`, () => expectRed(app, red))
  })
})

/** Closes windows that a check left open, and loads the page again if it has navigated away. */
async function asAtTheStart(app: DesktopApp): Promise<void> {
  const page = await app.window()
  for (const other of app.windows()) if (other !== page) await other.close()
  await app.evaluate(async ({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    if (!window?.webContents.getURL().startsWith('app://bundle/')) await window?.loadURL('app://bundle/')
    window?.show()
  }, null)
  await callHost(page, 'settings.set', { keepReceiving: false })
}

/** Copies the app to a temporary folder. Links the parts that no test edits. */
function copyOfApp(): string {
  const folder = mkdtempSync(join(tmpdir(), 'notehook-guards-'))
  mkdirSync(join(folder, 'dist'))
  for (const part of ['dist/main', 'dist/preload', 'package.json']) {
    cpSync(join(builtApp, part), join(folder, part), { recursive: true })
  }
  for (const part of ['dist/renderer', 'dist/engine', 'node_modules'])
    symlinkSync(join(builtApp, part), join(folder, part))
  return folder
}

function edit(path: string, edits: readonly Edit[]): void {
  const text = edits.reduce(
    (before, [there, left]) => {
      const parts = before.split(there)
      if (parts.length !== 2) throw new Error(`"${there}" is there ${parts.length - 1} times, not once.`)
      return parts.join(left)
    },
    readFileSync(path, 'utf8'),
  )
  writeFileSync(path, text)
}

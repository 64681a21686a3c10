import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DesktopApp, launchStandIn } from '../../support/electron/desktop-app.ts'
import { waitAtMost } from '../../support/eventually.ts'
import { describeNeeding } from '../../support/needs.ts'
import { launchChromium } from '../../support/page/chromium.ts'
import {
  type Check,
  type CheckName,
  checks,
  type Outside,
  openOutside,
  settleWithin,
} from './desktop-smoke-checks.ts'

/**
 * Each guard is deleted from the built app, one at a time, and the check that stands for it must turn red. What is deleted is
 * named by its words in the built file, once exactly: a guard that is rewritten has to be named again here.
 */
interface Deletion {
  readonly guard: string
  /** What is there, and what is left of it. */
  readonly edits: readonly (readonly [there: string, left: string])[]
  readonly file?: 'preload/index.cjs'
  readonly red: CheckName
}

const built = join(process.env.NOTEHOOK_APP ?? fileURLToPath(new URL('../../..', import.meta.url)))

const deletions: readonly Deletion[] = [
  {
    guard: 'the policy',
    edits: [['"Content-Security-Policy": policy,', '']],
    red: 'the policy holds: no foreign script, no inline script or style, no markup from text',
  },
  {
    guard: 'the refusal of other methods',
    edits: [['if (method !== "GET" && method !== "HEAD") return emptyResponse(405, policy);', '']],
    red: 'a path that is not of a built file does not exist',
  },
  {
    guard: 'the denial of navigation',
    edits: [
      ['contents.on("will-navigate", denyAllButReload);', ''],
      ['contents.on("will-frame-navigate", denyAllButReload);', ''],
    ],
    red: 'the page cannot be led away, neither outside nor to another file of its own',
  },
  ...[
    ['will-navigate', 'denyAllButReload'],
    ['will-frame-navigate', 'denyAllButReload'],
    ['will-redirect', 'deny'],
    ['will-attach-webview', 'deny'],
  ].map(
    ([event, denial]): Deletion => ({
      guard: `the denial of ${event}`,
      edits: [[`contents.on("${event}", ${denial});`, '']],
      red: 'whatever tells of a way out of the page is prevented, each for itself',
    }),
  ),
  {
    guard: 'the denial of navigation in frames',
    edits: [['contents.on("will-frame-navigate", denyAllButReload);', '']],
    red: 'a frame in a page cannot be led anywhere',
  },
  {
    guard: 'the denial of redirects',
    edits: [['contents.on("will-redirect", deny);', '']],
    red: 'a redirect is not followed',
  },
  {
    guard: 'the denial of windows',
    edits: [['contents.setWindowOpenHandler(() => ({ action: "deny" }));', '']],
    red: 'no window opens from the page',
  },
  {
    guard: 'the answer to permission requests',
    edits: [['decide(isGranted(permission, isMainFrame, requestingUrl))', 'decide(true)']],
    red: 'of every permission that Electron names, the main frame has one when it asks',
  },
  {
    guard: 'the answer to permission checks',
    edits: [['=> isGranted(permission, isMainFrame, requestingOrigin)', '=> true']],
    red: 'of every permission that Electron names, the main frame has one when it is checked',
  },
  {
    guard: 'the answer to permission checks, as the page sees it',
    edits: [['=> isGranted(permission, isMainFrame, requestingOrigin)', '=> true']],
    red: 'the page may copy text and is permitted nothing else',
  },
  {
    guard: 'the denial of devices',
    edits: [['session.setDevicePermissionHandler(() => false);', '']],
    red: 'no device is handed to the page',
  },
  {
    guard: 'the denial of screens',
    edits: [['session.setDisplayMediaRequestHandler((_request, decide) => decide({}));', '']],
    red: 'no screen is handed to the page',
  },
  {
    guard: 'the denial of the network',
    edits: [['decide({ cancel: !isAllowed(url) })', 'decide({})']],
    red: 'the session of the page reaches no server, even without a policy',
  },
  {
    guard: 'the check of the sender, as to frames',
    edits: [['if (isOurPage(event, isOurWindow)) return true;', 'return true;']],
    red: 'a frame in the page is rejected, also one that shares its origin',
  },
  {
    guard: 'the check of the sender, as to windows',
    edits: [['&& isOurWindow(sender.id)', '']],
    red: 'another window is rejected, with the same preload and the same page',
  },
  {
    guard: 'the check of who wants to be told',
    edits: [['if (!isTrusted(event)) return;', '']],
    red: 'another window gets no events',
  },
  {
    guard: 'the largest input',
    edits: [['throw new AppError("invalid-input", "The input is larger than 1 MiB.")', '{}']],
    red: 'an input that is not JSON, is too large or too deep is an expected failure',
  },
  {
    guard: 'the deepest input',
    edits: [['throw new AppError("invalid-input", "The input is nested too deeply.")', '{}']],
    red: 'an input that is not JSON, is too large or too deep is an expected failure',
  },
  {
    guard: 'https only',
    edits: [['throw new AppError("invalid-input", "Only https addresses can be opened.")', '{}']],
    red: 'only an https address, and only after asking with its host, opens outside',
  },
  {
    guard: 'no user name in an address',
    edits: [
      [
        'throw new AppError("invalid-input", "Addresses with a user name or password can’t be opened.")',
        '{}',
      ],
    ],
    red: 'only an https address, and only after asking with its host, opens outside',
  },
  {
    guard: 'the question before an address is opened',
    edits: [['if (response === 0) await shell.openExternal', 'await shell.openExternal']],
    red: 'a person who says no opens nothing',
  },
  {
    guard: 'the sandbox of every page',
    edits: [['app.enableSandbox();', '']],
    red: 'the window is opened with every preference that shuts something, and every page in a sandbox',
  },
  {
    guard: 'the sandbox of the window',
    edits: [['sandbox: true,', '']],
    red: 'the window is opened with every preference that shuts something, and every page in a sandbox',
  },
  ...(['the page keeps no file by itself', 'whatever begins a download is prevented'] as const).map(
    (red): Deletion => ({
      guard: `the denial of downloads (${red})`,
      edits: [['session.on("will-download", (event) => event.preventDefault());', '']],
      red,
    }),
  ),
  ...(
    [
      ['the window that hides', 'if (!options.hideOnClose()) return;', 'return;'],
      ['the word about it', 'if (hides) keepReceiving.notifyHidden();', ''],
      ['the icon', 'if (enabled) tray.show(listener, tunnel, behind);', 'if (enabled) return;'],
      ['the end of the icon', 'else tray.remove();', ''],
    ] as const
  ).map(
    ([guard, there, left]): Deletion => ({
      guard,
      edits: [[there, left]],
      red: 'with the tray, closing the window hides it, says once what that means, and the icon tells the state',
    }),
  ),
  {
    guard: 'the silence of electron-store',
    edits: [['ipcMain.removeAllListeners("electron-store-get-data");', '']],
    red: 'electron-store answers pages on no channel of its own',
  },
  {
    guard: 'the event object kept from the page',
    file: 'preload/index.cjs',
    edits: [['=> listener(eventJson)', '=> listener(_event, eventJson)']],
    red: 'a push reaches every listener of the page, after host.opened, until it unsubscribes',
  },
  {
    guard: 'the small face of the preload',
    file: 'preload/index.cjs',
    edits: [
      ['exposeInMainWorld("host", Object.freeze({', 'exposeInMainWorld("host", Object.freeze({ ...electron,'],
    ],
    red: 'the page gets three functions of the preload, fixed, and nothing else of Electron or Node',
  },
]

// What a deleted guard would have brought is waited for in vain, ten times as long as it takes where it is there.
waitAtMost(3_000)
settleWithin(20_000)

describeNeeding(['chromium'], 'without one guard', () => {
  let browser: Browser
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

  const without = (deletion: Pick<Deletion, 'edits' | 'file'>): string => {
    const folder = copyOfApp()
    folders.push(folder)
    edit(join(folder, 'dist', deletion.file ?? 'main/index.js'), deletion.edits)
    return folder
  }

  for (const deletion of deletions) {
    test(`${deletion.guard}: a check turns red`, async () => {
      const app = await launch(without(deletion))
      outside.asked.length = 0
      try {
        const check: Check = checks[deletion.red]
        // The app itself must be alive, or it would be red for any reason.
        await checks['a call goes through and comes back as the JSON of a reply'].run(app)
        await expect(check.run(app, outside)).rejects.toThrow()
      } finally {
        await app.close()
      }
    })
  }

  test('the single instance: a second start fails instead of bringing the first to the front', async () => {
    const edits: Deletion['edits'] = [
      ['if (app.requestSingleInstanceLock(thisStart())) app', 'app'],
      ['else app.exit(0);', ''],
    ]
    const folder = without({ edits })
    const first = await launch(folder)
    await first.window()
    const second = await launch(folder)
    expect(await second.ended).not.toBe(0)
    await first.close()
  })
})

/** The app in a folder of its own; only what is edited is copied. */
function copyOfApp(): string {
  const folder = mkdtempSync(join(tmpdir(), 'notehook-guards-'))
  mkdirSync(join(folder, 'dist'))
  for (const part of ['dist/main', 'dist/preload', 'package.json']) {
    cpSync(join(built, part), join(folder, part), { recursive: true })
  }
  for (const part of ['dist/renderer', 'dist/engine', 'node_modules'])
    symlinkSync(join(built, part), join(folder, part))
  return folder
}

function edit(path: string, edits: Deletion['edits']): void {
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

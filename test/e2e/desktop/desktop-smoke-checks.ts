import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type Electron from 'electron'
import type { Page } from 'playwright-core'
import { afterAll, expect, onTestFinished } from 'vitest'
import type { HostBridge } from '#shared/rpc/transport.ts'
import type { DesktopApp } from '../../support/electron/desktop-app.ts'
import { permissionNames } from '../../support/electron/permission-names.ts'
import { eventually } from '../../support/eventually.ts'
import { failOnSettings } from '../../support/page/fail-on-settings.ts'

/** A condition that the running app must meet. Set `standInOnly` if it inspects parts that are inaccessible in real Electron. */
export interface Check {
  readonly run: (app: DesktopApp, outside: Outside) => Promise<void>
  readonly standInOnly?: true
}

/** A server that no page of the app may contact. */
export interface Outside {
  readonly origin: string
  readonly asked: string[]
  close(): void
}

export async function openOutside(): Promise<Outside> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    if (request.url === '/away') response.writeHead(302, { location: '/target' }).end()
    else response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Outside</title>')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    asked,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

type Hosted = Window & { host: HostBridge; __toMain?: (message: object) => Promise<unknown> }
type Marked = Window & { marker?: string }
type Heard = Window & { heardByTest?: string[] }
type Led = Window & { led?: string[] }

export const checks = {
  'the window shows what the app:// handler serves, whatever the environment says': {
    run: async (app) => {
      const page = await app.window()
      await expect.poll(() => page.title()).toMatch(/Notehook/)
      expect(await addressOf(app)).toMatch(/^app:\/\/bundle\//)
      const { status, type, sniff } = await page.evaluate(async () => {
        const { status, headers } = await fetch('./index.html')
        return { status, type: headers.get('content-type'), sniff: headers.get('x-content-type-options') }
      })
      expect([status, type, sniff]).toEqual([200, 'text/html; charset=utf-8', 'nosniff'])
    },
  },

  'the preload exposes three fixed functions to the page': {
    run: async (app) => {
      const seen = await (await app.window()).evaluate(() => {
        const { host } = window as Window as Hosted
        return {
          keys: Object.keys(host),
          kinds: Object.values(host).map((it) => typeof it),
          frozen: Object.isFrozen(host),
          writable: Object.getOwnPropertyDescriptor(window, 'host')?.writable,
          others: ['require', 'process', 'module', 'ipcRenderer', 'electron', 'Buffer'].filter(
            (it) => it in window,
          ),
        }
      })
      expect(seen).toEqual({
        keys: ['call', 'cancel', 'subscribe'],
        kinds: ['function', 'function', 'function'],
        frozen: true,
        writable: false,
        others: [],
      })
    },
  },

  'a call goes through and comes back as the JSON of a reply': {
    run: async (app) => {
      const page = await app.window()
      expect(await call(page, 'app.info', '{}')).toMatchObject({ ok: true, value: { host: 'desktop' } })
      expect(await call(page, 'nothing.here', '{}')).toMatchObject({ error: { code: 'unknown-procedure' } })
    },
  },

  'a reload of the page cancels all calls of the page': {
    run: async (app) => {
      const page = await app.window()
      const unanswered: Socket[] = []
      const service = createServer(({ socket }) => void unanswered.push(socket)).listen(0, '127.0.0.1')
      onTestFinished(() => service.close().closeAllConnections())
      await once(service, 'listening')
      const { port } = service.address() as AddressInfo
      const input = JSON.stringify({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'key_0123456789' })
      const begin = async (id: number) => {
        const before = unanswered.length
        await page.evaluate(
          ([text, callId]) =>
            void (window as Window as Hosted).host.call('workspaces.test-key', text, callId),
          [input, id] as const,
        )
        await eventually(() => expect(unanswered).toHaveLength(before + 1))
      }
      const open = () => unanswered.map(({ destroyed }) => !destroyed)

      // Uses ids far from those of the page's own calls.
      await begin(1_000_001)
      await begin(1_000_002)
      await page.evaluate(() => (window as Window as Hosted).host.cancel(1_000_001))
      await eventually(() => expect(open()).toEqual([false, true]))
      const { hash } = new URL(page.url())
      await page.evaluate(() => {
        location.hash = '#/settings'
      })
      expect(await call(page, 'app.info', '{}')).toMatchObject({ ok: true })
      expect(open()).toEqual([false, true])
      await page.reload()
      await eventually(() => expect(open()).toEqual([false, false]))
      await page.evaluate((before) => {
        location.hash = before
      }, hash)
    },
  },

  'an input that is not JSON, is too large or too deep is an expected failure': {
    run: async (app) => {
      const page = await app.window()
      const refused = { ok: false, error: { code: 'invalid-input' } }
      expect(await call(page, 'app.info', 'not JSON')).toMatchObject(refused)
      const deep = `{"theme":${'['.repeat(64)}${']'.repeat(64)}}`
      expect(await call(page, 'settings.set', deep)).toMatchObject({
        error: { message: expect.stringMatching(/nested/) },
      })
      const large = `{"theme":"${'x'.repeat(1024 * 1024)}"}`
      expect(await call(page, 'settings.set', large)).toMatchObject({
        error: { message: expect.stringMatching(/1 MiB/) },
      })
    },
  },

  'a push reaches every listener of the page, after host.opened, until it unsubscribes': {
    run: async (app) => {
      const page = await app.window()
      await page.evaluate(() => {
        const { host } = window as Window as Hosted
        const heard: unknown[][] = [[], []]
        const ends = heard.map((list) => host.subscribe((...all) => list.push(...all)))
        Object.assign(window, { heardByTest: heard, ends })
      })
      const heard = () =>
        page.evaluate(() =>
          (window as Window & { heardByTest?: string[][] }).heardByTest?.map((list) =>
            list.map((it) => JSON.parse(it).name),
          ),
        )
      await eventually(async () =>
        expect((await heard())?.map((it) => it[0])).toEqual(['host.opened', 'host.opened']),
      )
      await page.evaluate(() => (window as Window & { ends?: (() => void)[] }).ends?.[0]?.())
      expect(await call(page, 'settings.set', '{"theme":"dark"}')).toMatchObject({ ok: true })
      await eventually(async () => expect((await heard())?.[1]?.at(-1)).toBe('settings.changed'))
      expect((await heard())?.[0]).not.toContain('settings.changed')
      await page.evaluate(() => (window as Window & { ends?: (() => void)[] }).ends?.[1]?.())
    },
  },

  'rejects calls from another window with the same preload': {
    run: async (app) => {
      const other = await openOther(app, 'app://bundle/', true)
      const answer = await other.evaluate(() =>
        (window as Window as Hosted).host.call('app.info', '{}').catch((error: Error) => error.message),
      )
      await closeOthers(app)
      expect(answer).toMatch(/Rejected/)
    },
  },

  'sends no events to another window': {
    run: async (app) => {
      const other = await openOther(app, 'app://bundle/', true)
      await other.evaluate(() => {
        const heardByTest: string[] = []
        Object.assign(window, { heardByTest })
        ;(window as Window as Hosted).host.subscribe((event) => heardByTest.push(event))
      })
      const heard = () => other.evaluate(() => (window as Heard).heardByTest)
      await settle(async () => (await heard())?.length !== 0)
      const told = await heard()
      await closeOthers(app)
      expect(told).toEqual([])
    },
  },

  'rejects calls from a frame in the page': {
    standInOnly: true,
    run: async (app) => {
      const page = await app.window()
      for (const sandbox of ['', 'allow-scripts']) {
        await page.evaluate((value) => {
          const frame = document.createElement('iframe')
          if (value !== '') frame.setAttribute('sandbox', value)
          document.body.append(frame)
        }, sandbox)
        const frame = page.frames().at(-1)
        const message = { kind: 'invoke', channel: 'notehook:call', args: ['app.info', '{}'] }
        const answer = await frame?.evaluate((it) => (window as Window as Hosted).__toMain?.(it), message)
        await page.evaluate(() => document.querySelector('iframe')?.remove())
        expect(answer).toEqual({ error: expect.stringMatching(/Rejected/) })
      }
    },
  },

  'the page cannot be led away, neither outside nor to another file of its own': {
    run: async (app, outside) => {
      const page = await app.window()
      await mark(page)
      for (const target of [`${outside.origin}/led-away`, './index.html?again']) {
        await page.evaluate((url) => {
          const link = Object.assign(document.createElement('a'), { href: url })
          document.body.append(link)
          link.click()
          link.remove()
        }, target)
        const isGone = async () => !(await isMarked(page).catch(() => false))
        await settle(async () => outside.asked.includes('/led-away') || (await isGone()))
        expect(await isMarked(page)).toBe(true)
      }
      expect(outside.asked).not.toContain('/led-away')
    },
  },

  'a frame in a page cannot be led anywhere': {
    run: async (app, outside) => {
      const other = await openOther(app, `${outside.origin}/framed`, false)
      await other.evaluate(() => {
        const frame = document.body.appendChild(document.createElement('iframe'))
        frame.contentWindow?.location.assign('/in-the-frame')
      })
      await settle(async () => outside.asked.includes('/in-the-frame'))
      await closeOthers(app)
      expect(outside.asked).toContain('/framed')
      expect(outside.asked).not.toContain('/in-the-frame')
    },
  },

  'a redirect is not followed': {
    run: async (app, outside) => {
      await openOther(app, `${outside.origin}/away`, false)
      await closeOthers(app)
      expect(outside.asked).toContain('/away')
      expect(outside.asked).not.toContain('/target')
    },
  },

  'no window opens from the page': {
    run: async (app, outside) => {
      const page = await app.window()
      const before = app.windows().length
      await page.evaluate((url) => {
        window.open(url)
        const link = Object.assign(document.createElement('a'), {
          href: url,
          target: '_blank',
          rel: 'noopener',
        })
        document.body.append(link)
        link.click()
        link.remove()
      }, `${outside.origin}/pop-up`)
      await settle(async () => outside.asked.includes('/pop-up') || app.windows().length > before)
      expect(outside.asked).not.toContain('/pop-up')
      expect(app.windows().length).toBe(before)
    },
  },

  'Reload on a failed screen reloads the page at the same address': {
    run: async (app) => {
      const page = await app.window()
      await mark(page)
      await failOnSettings(page)
      await page.getByRole('button', { name: 'Reload', exact: true }).click()
      await expect.poll(() => isMarked(page).catch(() => true)).toBe(false)
      await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
      expect(await addressOf(app)).toMatch(/^app:\/\/bundle\/(index\.html)?#\/settings/)
    },
  },

  'whatever tells of a way out of the page is prevented, each for itself': {
    run: async (app) => {
      const ways = ['will-navigate', 'will-frame-navigate', 'will-redirect', 'will-attach-webview']
      const prevented = await app.evaluate(({ BrowserWindow }, names) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents
        return names.filter((name) => {
          let isPrevented = false
          const preventDefault = () => {
            isPrevented = true
          }
          contents?.emit(name, { preventDefault }, {}, {})
          return isPrevented
        })
      }, ways)
      expect(prevented).toEqual(ways)
    },
  },

  'electron-store answers pages on no channel of its own': {
    run: async (app) => {
      const listeners = await app.evaluate(
        ({ ipcMain }) => ipcMain.listenerCount('electron-store-get-data'),
        null,
      )
      expect(listeners).toBe(0)
    },
  },

  'runs every page in a sandbox': {
    standInOnly: true,
    run: async (app) => {
      const isSandboxed = await app.evaluate(
        ({ app }) => (app as typeof app & StandInApp).standIn.isSandboxed(),
        null,
      )
      expect(isSandboxed).toBe(true)
    },
  },

  'opens the window with restrictive web preferences': {
    standInOnly: true,
    run: async (app) => {
      const preferences = await app.evaluate(({ BrowserWindow }) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents as Contents
        const { preload, session, ...preferences } = contents.getLastWebPreferences()
        return preferences
      }, null)
      expect(preferences).toEqual({
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        nodeIntegrationInWorker: false,
        nodeIntegrationInSubFrames: false,
        webSecurity: true,
        allowRunningInsecureContent: false,
        experimentalFeatures: false,
        webviewTag: false,
        navigateOnDragDrop: false,
        plugins: false,
        spellcheck: false,
        devTools: true,
        disableBlinkFeatures: 'Auxclick',
        safeDialogs: true,
      })
    },
  },

  'the page may copy text and is permitted nothing else': {
    run: async (app) => {
      const page = await app.window()
      const states = await page.evaluate(async () => {
        const names = ['geolocation', 'notifications', 'camera', 'microphone', 'midi', 'clipboard-read']
        const asked = names.map((name) => navigator.permissions.query({ name: name as PermissionName }))
        return (await Promise.all(asked)).map((it) => it.state)
      })
      expect(states).not.toContain('granted')
      expect(await page.evaluate(() => Notification.permission)).toBe('denied')
    },
  },

  'grants permission requests only for copying text': {
    standInOnly: true,
    run: async (app) => {
      const granted = await permissionTable(app, 'request')
      expect(granted).toEqual(['clipboard-sanitized-write from app://bundle, main frame'])
    },
  },

  'passes permission checks only for copying text': {
    standInOnly: true,
    run: async (app) => {
      const granted = await permissionTable(app, 'check')
      expect(granted).toEqual(['clipboard-sanitized-write from app://bundle, main frame'])
    },
  },

  'denies the page access to devices': {
    standInOnly: true,
    run: async (app) => {
      const granted = await app.evaluate(({ session }) => {
        const { standIn } = session.fromPartition('persist:main') as Electron.Session & StandInSession
        return standIn.device({ deviceType: 'usb', origin: 'app://bundle', device: {} })
      }, null)
      expect(granted).toBe(false)
    },
  },

  'denies the page access to the screen': {
    standInOnly: true,
    run: async (app) => {
      const granted = await app.evaluate(({ session }) => {
        const { standIn } = session.fromPartition('persist:main') as Electron.Session & StandInSession
        return standIn.display({})
      }, null)
      expect(granted).toBe(false)
    },
  },

  'the policy holds: no foreign script, no inline script or style, no markup from text': {
    run: async (app) => {
      const page = await app.window()
      await page.reload()
      await page.evaluate(async () => {
        const violated = new Set<string>()
        Object.assign(window, { violated })
        document.addEventListener('securitypolicyviolation', (it) => violated.add(it.effectiveDirective))
        const tryTo = (act: () => void) => {
          try {
            act()
          } catch {
            // Trusted Types throw here. The violation is still reported.
          }
        }
        const add = (tag: string, set: (it: HTMLElement) => void) =>
          tryTo(() => {
            const element = document.createElement(tag)
            set(element)
            document.head.append(element)
          })
        add('style', (it) => {
          it.textContent = 'body { outline: 1px solid red }'
        })
        add('link', (it) => Object.assign(it, { rel: 'stylesheet', href: 'https://example.com/x.css' }))
        add('img', (it) => Object.assign(it, { src: 'https://example.com/x.png' }))
        add('iframe', (it) => Object.assign(it, { src: 'https://example.com/' }))
        add('script', (it) => {
          it.textContent = 'window.ran = true'
        })
        tryTo(() => document.body.insertAdjacentHTML('beforeend', '<b>markup</b>'))
        await fetch('https://example.com/').catch(() => {})
      })
      expect(await page.evaluate(() => 'ran' in window)).toBe(false)
      const violated = () =>
        page.evaluate(() => [...((window as Window & { violated?: Set<string> }).violated ?? [])].sort())
      // Violations of frames are detected by another process and reported later.
      await eventually(async () =>
        expect(await violated()).toEqual([
          'connect-src',
          'frame-src',
          'img-src',
          'require-trusted-types-for',
          'style-src-elem',
        ]),
      )
    },
  },

  'nothing of the page breaks the policy that it is served with': {
    run: async (app) => {
      const page = await app.window()
      const complaints: string[] = []
      page.on(
        'console',
        (it) => /Content Security Policy|Trusted/.test(it.text()) && complaints.push(it.text()),
      )
      page.on('pageerror', (it) => complaints.push(it.message))
      await Promise.all([
        page.waitForEvent('load'),
        app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.reload(), null),
      ])
      // React Aria adds one style element to the page, which the policy allows by its hash.
      await eventually(async () => {
        const rules = await page.evaluate(() =>
          [...document.querySelectorAll('style')].map((it) => it.sheet?.cssRules.length ?? 0),
        )
        expect(rules.filter((count) => count > 0)).toHaveLength(1)
      })
      await settle(async () => complaints.length > 0)
      expect(complaints).toEqual([])
    },
  },

  'the page’s session reaches no server, even without a policy': {
    run: async (app, outside) => {
      await openOther(app, `${outside.origin}/straight`, true)
      await closeOthers(app)
      expect(outside.asked).not.toContain('/straight')
    },
  },

  'a path that is not of a built file does not exist': {
    run: async (app) => {
      const page = await app.window()
      const paths = [
        '../package.json',
        '%2e%2e/main/index.js',
        'csp.json',
        '.',
        'assets/',
        '//etc/passwd',
        'x%00.html',
      ]
      const statuses = await page.evaluate(
        (all) => Promise.all(all.map(async (path) => (await fetch(`./${path}`)).status)),
        paths,
      )
      // The browser resolves `.` and `..` before the request, so `./.` returns the page itself.
      expect(statuses).toEqual([404, 404, 404, 200, 404, 404, 404])
      const posted = await page.evaluate(async () => (await fetch('./index.html', { method: 'POST' })).status)
      expect(posted).toBe(405)
    },
  },

  'only an https address, and only after asking with its host, opens outside': {
    run: async (app) => {
      const page = await app.window()
      await watchShell(app, 0)
      for (const url of [...schemes.map((it) => `${it}example.com/`), ...trickyAddresses]) {
        await call(page, 'app.open-external', JSON.stringify({ url }))
      }
      const { opened, asked, inWindow } = await shellOf(app)
      expect(inWindow).toEqual([true, true])
      expect(opened).toEqual(['https://example.com/', 'https://example.com/?q=1'])
      expect(asked).toEqual(['Open example.com in your browser?', 'Open example.com in your browser?'])
    },
  },

  'a person who says no opens nothing': {
    run: async (app) => {
      await watchShell(app, 1)
      await call(await app.window(), 'app.open-external', '{"url":"https://example.com/"}')
      expect((await shellOf(app)).opened).toEqual([])
    },
  },

  'copies the address if the browser cannot be opened': {
    run: async (app) => {
      const page = await app.window()
      await watchShell(app, 0)
      await app.evaluate(({ shell }) => {
        shell.openExternal = () => Promise.reject(new Error('Failed to open URL'))
      }, null)
      const reply = await call(page, 'app.open-external', '{"url":"https://example.com/a"}')
      expect(reply).toMatchObject({ ok: true })
      expect((await shellOf(app)).asked).toEqual([
        'Open example.com in your browser?',
        'Couldn’t open your browser.',
      ])
      expect(await app.evaluate(({ clipboard }) => clipboard.readText(), null)).toBe('https://example.com/a')
    },
  },

  'an export goes where the person says, and nowhere without that': {
    run: async (app) => {
      const page = await app.window()
      const note = { id: 'not_A', title: '=1+1', owner: null, createdAt: null, updatedAt: null }
      const source = { from: 'page', total: 1 }
      const asked = { format: 'csv', bom: false, title: 'Mine', source }
      await call(page, 'sandbox.start', '{"notes":5}')
      const started = await call(page, 'exports.start', JSON.stringify(asked))
      const id = (started as { value: { jobId: string } }).value.jobId
      await call(page, 'exports.add', JSON.stringify({ id, notes: [note] }))
      await eventually(async () =>
        expect(await call(page, 'jobs.list', '{}')).toMatchObject({ value: [{ id, state: 'done' }] }),
      )
      await chooseFile(app, '')
      expect(await call(page, 'exports.save', JSON.stringify({ id }))).toMatchObject({ value: false })
      const filePath = join(mkdtempSync(join(tmpdir(), 'notehook-save-')), 'mine.csv')
      onTestFinished(() => rmSync(dirname(filePath), { recursive: true }))
      await chooseFile(app, filePath)
      expect(await call(page, 'exports.save', JSON.stringify({ id }))).toMatchObject({ value: true })
      expect(readFileSync(filePath, 'utf8')).toContain("not_A,'=1+1,")
      await app.evaluate(({ shell }) => {
        shell.showItemInFolder = (path) => void Object.assign(globalThis, { shownFile: path })
      }, null)
      expect(await call(page, 'exports.show', JSON.stringify({ id }))).toMatchObject({ ok: true })
      const shown = () =>
        app.evaluate(() => (globalThis as typeof globalThis & { shownFile?: string }).shownFile, null)
      expect(await shown()).toBe(filePath)
      const saving = await savingOf(app)
      expect(saving?.inWindow).toBe(true)
      expect(saving?.options.properties).toContain('showOverwriteConfirmation')
      expect(saving?.options.filters?.[0]).toEqual({ name: 'CSV Files', extensions: ['csv'] })
      await call(page, 'sandbox.stop', '{}')
    },
  },

  'prevents a download that the page starts': {
    standInOnly: true,
    run: async (app) => {
      const page = await app.window()
      await app.evaluate(({ session }) => {
        const downloads: boolean[] = []
        Object.assign(globalThis, { downloads })
        session.fromPartition('persist:main').once('will-download', (event) => {
          downloads.push(event.defaultPrevented)
          event.preventDefault()
        })
      }, null)
      await page.evaluate(() => {
        const href = URL.createObjectURL(new Blob(['kept?'], { type: 'text/plain' }))
        Object.assign(document.createElement('a'), { href, download: 'kept.txt' }).click()
      })
      const downloads = () =>
        app.evaluate(() => (globalThis as typeof globalThis & { downloads?: boolean[] }).downloads, null)
      await eventually(async () => expect(await downloads()).toHaveLength(1))
      expect(await downloads()).toEqual([true])
    },
  },

  'whatever begins a download is prevented': {
    run: async (app) => {
      const prevented = await app.evaluate(({ session }) => {
        let isPrevented = false
        const preventDefault = () => {
          isPrevented = true
        }
        session.fromPartition('persist:main').emit('will-download', { preventDefault }, {}, {})
        return isPrevented
      }, null)
      expect(prevented).toBe(true)
    },
  },

  'the tray shows the state of the listener and the tunnel': {
    run: async (app) => {
      const page = await app.window()
      await watchTray(app)
      await call(page, 'settings.set', '{"keepReceiving":true}')
      await eventually(async () => {
        expect((await trayOf(app)).menu).toEqual([
          expect.stringMatching(/^Receiving on port \d+$/),
          'No tunnel',
          '',
          'Open Notehook',
          'Quit',
        ])
      })
      expect((await trayOf(app)).toolTip).toMatch(/^Notehook\nReceiving on port \d+\nNo tunnel$/)
      await call(page, 'listener.stop', '{}')
      await eventually(async () => expect((await trayOf(app)).menu[0]).toBe('Listener stopped'))
      await call(page, 'listener.start', '{}')
      await call(page, 'settings.set', '{"keepReceiving":false}')
      await eventually(async () => expect((await trayOf(app)).removed).toBe(1))
    },
  },

  'closing the window hides the app in the tray and explains this once': {
    run: async (app) => {
      const page = await app.window()
      await watchTray(app)
      await call(page, 'settings.set', '{"keepReceiving":true}')
      await eventually(async () => expect((await trayOf(app)).menu).toContain('Open Notehook'))
      for (const _ of ['said once', 'and not again']) {
        await closeWindow(app)
        await eventually(async () => expect(await isShown(app)).toBe(false))
        await pickFromTray(app, 'Open Notehook')
        await eventually(async () => expect(await isShown(app)).toBe(true))
      }
      expect((await trayOf(app)).notices).toEqual(['Notehook is still receiving'])
      await call(page, 'settings.set', '{"keepReceiving":false}')
    },
  },

  'the menu opens places without reloading the page': {
    run: async (app) => {
      const page = await app.window()
      await mark(page)
      await page.evaluate(() => {
        const led: string[] = []
        Object.assign(window, { led })
        window.addEventListener('hashchange', ({ newURL }) => led.push(new URL(newURL).hash))
      })
      await app.evaluate(({ Menu }) => {
        const go = Menu.getApplicationMenu()?.items.find((it) => it.label === '&Go')
        go?.submenu?.items.find((it) => it.label === '&Endpoints')?.click()
      }, null)
      // Checks the recorded navigation, because the page redirects to the welcome page while there is no workspace.
      await expect.poll(() => page.evaluate(() => (window as Led).led ?? [])).toContain('#/endpoints')
      expect(await isMarked(page)).toBe(true)
    },
  },

  'the context menu of a field cuts, copies and pastes text': {
    run: async (app) => {
      const page = await app.window()
      await watchMenus(app)
      const field = await plant(page, '<input id="planted" value="">')
      await field.click({ button: 'right' })
      await eventually(async () =>
        expect(await popupsOf(app)).toEqual([['(Cut)', '(Copy)', 'Paste', '', '(Select All)']]),
      )
      await field.fill('from here to there')
      await field.selectText()
      await field.click({ button: 'right' })
      await eventually(async () =>
        expect((await popupsOf(app)).at(-1)).toEqual(['Cut', 'Copy', 'Paste', '', 'Select All']),
      )
      await choose(app, 'Cut')
      await eventually(async () => expect(await field.inputValue()).toBe(''))
      await eventually(async () =>
        expect(await app.evaluate(({ clipboard }) => clipboard.readText(), null)).toBe('from here to there'),
      )
      await choose(app, 'Paste')
      await eventually(async () => expect(await field.inputValue()).toBe('from here to there'))
      await unplant(page)
    },
  },

  'the context menu of a password field offers only Paste': {
    run: async (app) => {
      const page = await app.window()
      await watchMenus(app)
      const password = await plant(page, '<input id="planted" type="password" value="not shown">')
      await password.selectText()
      await password.click({ button: 'right' })
      await eventually(async () =>
        expect(await popupsOf(app)).toEqual([['(Cut)', '(Copy)', 'Paste', '', 'Select All']]),
      )
      await unplant(page)
      const read = await plant(page, '<input id="planted" readonly value="as it is">')
      await read.selectText()
      await read.click({ button: 'right' })
      await eventually(async () => expect((await popupsOf(app)).at(-1)).toEqual(['Copy']))
      await unplant(page)
    },
  },

  'the context menu offers Copy on a selection and Copy Link on a link': {
    run: async (app) => {
      const page = await app.window()
      await watchMenus(app)
      const words = await plant(page, '<p id="planted">Words to keep</p>')
      // Clears the selection of an earlier check, because it would also be offered.
      await page.evaluate(() => window.getSelection()?.removeAllRanges())
      await words.click({ button: 'right' })
      await words.selectText()
      await words.click({ button: 'right' })
      await eventually(async () => expect(await popupsOf(app)).toEqual([['Copy']]))
      await choose(app, 'Copy')
      await eventually(async () =>
        expect(await app.evaluate(({ clipboard }) => clipboard.readText(), null)).toBe('Words to keep'),
      )
      await page.evaluate(() => window.getSelection()?.removeAllRanges())
      await unplant(page)
      const links = [
        ['https://example.com/a?b=c#d', 'Copy Link', 'https://example.com/a?b=c#d'],
        ['mailto:ada@example.com?subject=Notes', 'Copy Email Address', 'ada@example.com'],
      ] as const
      for (const [href, label, copied] of links) {
        const link = await plant(page, `<a id="planted" href="${href}">Elsewhere</a>`)
        await link.click({ button: 'right' })
        await eventually(async () => expect((await popupsOf(app)).at(-1)).toEqual([label]))
        await choose(app, label)
        await eventually(async () =>
          expect(await app.evaluate(({ clipboard }) => clipboard.readText(), null)).toBe(copied),
        )
        await unplant(page)
      }
      const before = (await popupsOf(app)).length
      for (const href of ['#/notes', 'javascript:void 0', 'file:///etc/passwd', 'http://example.com/']) {
        const link = await plant(page, `<a id="planted" href="${href}">Elsewhere</a>`)
        await link.click({ button: 'right' })
        await unplant(page)
      }
      await settle(async () => (await popupsOf(app)).length > before)
      expect(await popupsOf(app)).toHaveLength(before)
    },
  },

  'the context menu key opens the menu at the focused field': {
    run: async (app) => {
      const page = await app.window()
      await watchMenus(app)
      const field = await plant(page, '<input id="planted" value="typed">')
      await field.focus()
      await field.press('ContextMenu')
      await eventually(async () => expect((await popupsOf(app)).at(-1)).toContain('Paste'))
      const { x, y } = await app.evaluate(() => {
        const { x = -1, y = -1 } = (globalThis as WithPopups).popups?.at(-1)?.options ?? {}
        return { x, y }
      }, null)
      const box = await field.boundingBox()
      expect(x).toBeGreaterThanOrEqual(box?.x ?? 0)
      expect(y).toBeGreaterThanOrEqual(box?.y ?? 0)
      await unplant(page)
    },
  },

  'menu shortcuts work unless the page handles the keys': {
    run: async (app) => {
      const page = await app.window()
      const zoom = () =>
        app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.zoomLevel, null)
      await page.keyboard.press('Control+-')
      await eventually(async () => expect(await zoom()).toBe(-0.5))
      await page.evaluate(() => {
        window.addEventListener('keydown', (it) => it.key === '0' && it.preventDefault())
      })
      await page.keyboard.press('Control+0')
      await settle(async () => (await zoom()) === 0)
      expect(await zoom()).toBe(-0.5)
      await page.keyboard.press('Control+Shift++')
      await eventually(async () => expect(await zoom()).toBe(0))
    },
  },

  'a page whose process ends is loaded again once, then the person decides': {
    run: async (app) => {
      const page = await app.window()
      await watchShell(app, 0)
      await mark(page)
      await crash(app)
      await expect.poll(() => isMarked(page).catch(() => true)).toBe(false)
      await page.waitForLoadState()
      await mark(page)
      await crash(app)
      await expect.poll(async () => (await shellOf(app)).asked).toEqual(['The window crashed again.'])
      await expect.poll(() => isMarked(page).catch(() => true)).toBe(false)
    },
  },
} satisfies Record<string, Check>

export type CheckName = keyof typeof checks

/** Electron has this method, but doesn't document it. */
type Contents = Electron.WebContents & { getLastWebPreferences(): Electron.WebPreferences }

interface StandInApp {
  readonly standIn: { isSandboxed(): boolean }
}

interface StandInSession {
  readonly standIn: {
    check(question: object): boolean
    request(contents: unknown, question: object): Promise<boolean>
    device(details: object): boolean
    display(request: object): Promise<boolean>
  }
}

/** Requests every permission from the page, a frame in it and a foreign origin. Returns the permissions that are granted. */
function permissionTable(app: DesktopApp, way: 'check' | 'request'): Promise<string[]> {
  return app.evaluate(
    async ({ session, BrowserWindow }, { names, way }) => {
      const { standIn } = session.fromPartition('persist:main') as Electron.Session & StandInSession
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      const granted: string[] = []
      for (const permission of names) {
        for (const origin of [
          'app://bundle',
          'app://bundle.example.com',
          'https://example.com',
          'null',
          '',
        ]) {
          for (const isMainFrame of [true, false]) {
            const question = { permission, origin, url: `${origin}/`, isMainFrame }
            const yes = way === 'check' ? standIn.check(question) : await standIn.request(contents, question)
            if (yes) granted.push(`${permission} from ${origin}, ${isMainFrame ? 'main' : 'sub'} frame`)
          }
        }
      }
      return granted
    },
    { names: permissionNames(), way },
  )
}

function addressOf(app: DesktopApp): Promise<string | undefined> {
  return app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getURL(), null)
}

async function call(page: Page, name: string, inputJson: string): Promise<unknown> {
  const text = await page.evaluate(
    ([procedure, input]) => (window as Window as Hosted).host.call(procedure, input),
    [name, inputJson] as const,
  )
  return JSON.parse(text)
}

/** Marks the loaded document, so that a new document can be detected. */
async function mark(page: Page): Promise<void> {
  await page.evaluate(() => {
    ;(window as Marked).marker = 'here'
  })
}

async function isMarked(page: Page): Promise<boolean> {
  return (await page.evaluate(() => (window as Marked).marker)) === 'here'
}

const usualSettleMs = 250
let settleMs = usualSettleMs

/**
 * Sets the time limit for a file of tests in which a forbidden effect does happen. The tests wait for the effect, so a slow
 * machine needs a longer limit.
 */
export function settleWithin(ms: number): void {
  settleMs = ms
  afterAll(() => {
    settleMs = usualSettleMs
  })
}

async function settle(hasHappened: () => Promise<boolean>): Promise<void> {
  const until = performance.now() + settleMs
  while (performance.now() < until && !(await hasHappened()))
    await new Promise((again) => setTimeout(again, 25))
}

/**
 * Opens a window that doesn't belong to the app, either with the session and preload of the app's window or with Electron's
 * defaults.
 */
async function openOther(app: DesktopApp, url: string, likeOurs: boolean): Promise<Page> {
  const before = app.windows()
  await app.evaluate(
    async ({ BrowserWindow }, { url, likeOurs }) => {
      const ours = BrowserWindow.getAllWindows()[0]?.webContents as Contents
      const { preload = '' } = ours.getLastWebPreferences()
      const webPreferences = likeOurs ? { preload, session: ours.session } : {}
      await new BrowserWindow({ show: false, webPreferences }).loadURL(url).catch(() => {})
    },
    { url, likeOurs },
  )
  const page = app.windows().find((it) => !before.includes(it))
  if (!page) throw new Error('The other window did not open.')
  return page
}

async function closeOthers(app: DesktopApp): Promise<void> {
  await app.evaluate(({ BrowserWindow }) => {
    const byAge = BrowserWindow.getAllWindows().sort((a, b) => a.id - b.id)
    for (const window of byAge.slice(1)) window.destroy()
  }, null)
}

async function crash(app: DesktopApp): Promise<void> {
  await app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    contents?.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 139 })
  }, null)
}

interface Watched {
  opened: string[]
  asked: string[]
  inWindow: boolean[]
}

/** Records calls of Electron's shell, and answers every dialog with this button. */
async function watchShell(app: DesktopApp, button: number): Promise<void> {
  await app.evaluate(({ BrowserWindow, shell, dialog }, response) => {
    const watched: Watched = { opened: [], asked: [], inWindow: [] }
    Object.assign(globalThis, { watched })
    shell.openExternal = async (url: string) => void watched.opened.push(url)
    dialog.showMessageBox = async (...args: unknown[]) => {
      watched.asked.push((args.at(-1) as Electron.MessageBoxOptions).message)
      watched.inWindow.push(args[0] instanceof BrowserWindow)
      return { response, checkboxChecked: false }
    }
  }, button)
}

type WithSaving = typeof globalThis & { saving?: { inWindow: boolean; options: Electron.SaveDialogOptions } }

async function chooseFile(app: DesktopApp, filePath: string): Promise<void> {
  await app.evaluate(({ BrowserWindow, dialog }, path) => {
    dialog.showSaveDialog = async (...args: unknown[]) => {
      const options = args.at(-1) as Electron.SaveDialogOptions
      Object.assign(globalThis, { saving: { inWindow: args[0] instanceof BrowserWindow, options } })
      return { canceled: path === '', filePath: path }
    }
  }, filePath)
}

function savingOf(app: DesktopApp) {
  return app.evaluate(() => (globalThis as WithSaving).saving, null)
}

interface WatchedTray {
  menu: string[]
  toolTip: string
  notices: string[]
  removed: number
}
type WithTray = typeof globalThis & { tray?: WatchedTray & { pick(label: string): void } }

/** Records the calls of trays and notifications, because the system does not show them to a program. */
export async function watchTray(app: DesktopApp): Promise<void> {
  await app.evaluate(({ Tray, Notification }) => {
    let items: { label: string; click(): void }[] = []
    const seen = { menu: [] as string[], toolTip: '', notices: [] as string[], removed: 0 }
    const pick = (label: string) => items.find((it) => it.label === label)?.click()
    Object.assign(globalThis, { tray: Object.assign(seen, { pick }) })
    Tray.prototype.setToolTip = (text) => {
      seen.toolTip = text
    }
    Tray.prototype.setContextMenu = (menu) => {
      items = [...(menu?.items ?? [])] as never
      seen.menu = items.map(({ label }) => label ?? '')
    }
    const { destroy } = Tray.prototype
    Tray.prototype.destroy = function () {
      seen.removed += 1
      destroy.call(this)
    }
    Notification.prototype.show = function () {
      seen.notices.push(this.title)
    }
  }, null)
}

interface Popup {
  readonly items: { readonly label: string; readonly enabled: boolean; readonly click: unknown }[]
  readonly options: { readonly x?: number; readonly y?: number }
}
type WithPopups = typeof globalThis & { popups?: Popup[] }

/** Records menus instead of showing them, because a native menu would wait for a user. */
async function watchMenus(app: DesktopApp): Promise<void> {
  await app.evaluate(({ Menu }) => {
    const popups: Popup[] = []
    Object.assign(globalThis, { popups })
    Menu.prototype.popup = function (options = {}) {
      popups.push({ items: this.items, options: options as Popup['options'] })
    }
  }, null)
}

function popupsOf(app: DesktopApp): Promise<string[][]> {
  return app.evaluate(
    () =>
      (globalThis as WithPopups).popups?.map(({ items }) =>
        items.map(({ label, enabled }) => (enabled ? label : `(${label})`)),
      ) ?? [],
    null,
  )
}

/** Selects an item of the last menu, as Electron does. */
async function choose(app: DesktopApp, label: string): Promise<void> {
  await app.evaluate(({ BrowserWindow }, name) => {
    const window = BrowserWindow.getAllWindows()[0]
    const item = (globalThis as WithPopups).popups?.at(-1)?.items.find((it) => it.label === name)
    const click = item?.click as ((...all: unknown[]) => void) | undefined
    click?.({}, window, window?.webContents)
  }, label)
}

/** Adds an element on top of the page. Creates it through the DOM, because Trusted Types reject markup. */
async function plant(page: Page, markup: string) {
  const [, tag = '', attributes = '', text = ''] = /^<(\w+)([^>]*)>([^<]*)/.exec(markup) ?? []
  const pairs = [...attributes.matchAll(/(\w+)(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ])
  await page.evaluate(
    ({ tag, pairs, text }) => {
      document.querySelector('#planted')?.remove()
      const element = document.createElement(tag)
      for (const [name = '', value = ''] of pairs) element.setAttribute(name, value)
      element.textContent = text
      element.style.cssText = 'position: fixed; top: 40px; left: 40px; z-index: 9999; background: white'
      document.body.append(element)
    },
    { tag, pairs, text },
  )
  return page.locator('#planted')
}

async function unplant(page: Page): Promise<void> {
  await page.evaluate(() => document.querySelector('#planted')?.remove())
}

export function trayOf(app: DesktopApp): Promise<WatchedTray> {
  return app.evaluate(() => {
    const { menu, toolTip, notices, removed } = (globalThis as WithTray).tray as WatchedTray
    return { menu, toolTip, notices, removed }
  }, null)
}

export async function pickFromTray(app: DesktopApp, label: string): Promise<void> {
  await app.evaluate((_, name) => (globalThis as WithTray).tray?.pick(name), label)
}

export async function closeWindow(app: DesktopApp): Promise<void> {
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close(), null)
}

export function isShown(app: DesktopApp): Promise<boolean | undefined> {
  return app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible(), null)
}

function shellOf(app: DesktopApp): Promise<Watched> {
  return app.evaluate(
    () => (globalThis as { watched?: Watched }).watched ?? { opened: [], asked: [], inWindow: [] },
    null,
  )
}

/** Forty prefixes of an address. Only the first may be opened. */
const schemes = [
  'https://',
  ...[
    'http://',
    'file://',
    'file:///',
    'ftp://',
    'sftp://',
    'smb://',
    'nfs://',
    'afp://',
    'dav://',
    'ssh://',
  ],
  ...[
    'telnet://',
    'rlogin://',
    'ldap://',
    'ldaps://',
    'gopher://',
    'ws://',
    'wss://',
    'app://',
    'about:',
    'blob:',
  ],
  ...[
    'data:text/html,',
    'javascript:',
    'vbscript:',
    'view-source:',
    'chrome://',
    'devtools://',
    'jar:',
    'mailto:',
  ],
  ...[
    'tel:',
    'sms:',
    'ms-msdt:',
    'ms-settings:',
    'ms-officecmd:',
    'search-ms:',
    'shell:',
    'steam://',
    'vscode://',
  ],
  ...['slack://', 'x-apple.systempreferences:'],
]

const trickyAddresses = [
  'HTTPS://EXAMPLE.COM/?q=1',
  'https://bank.example.com@example.com/',
  'https://user:pass@example.com/',
  'https:',
  'https://',
  '//example.com/',
  'example.com',
  ' javascript:alert(1)//https://example.com/',
  `https://example.com/${'a'.repeat(2048)}`,
]

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { filesBelow, findSecret } from '../../support/canary.ts'
import { type DesktopApp, launchStandIn } from '../../support/electron/desktop-app.ts'
import { eventually } from '../../support/eventually.ts'
import { describeNeeding } from '../../support/needs.ts'
import { launchChromium, type TestBrowser } from '../../support/page/chromium.ts'
import { mouse } from '../../support/page/hand.ts'
import { dumpPage } from '../../support/page/page-dump.ts'

// Tests what only the desktop app has: the system clipboard, and processes that can crash.

describeNeeding(['chromium'], 'copying a signing secret in the desktop app', () => {
  let browser: TestBrowser

  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())

  test('clears a copied secret after a minute, and keeps no copy after the page crashes', async () => {
    const { app, dataFolder } = await launch(browser)
    const page = await app.window()
    await page.getByRole('link', { name: /Endpoints/ }).waitFor()
    const hand = mouse(page)
    await hand.press('link', /Endpoints/)
    await hand.press('button', 'New endpoint')
    await hand.press('radio', /Another URL/)
    await hand.fill('URL', 'http://127.0.0.1:4000/canary')
    await hand.press('button', 'Create endpoint')
    const reveal = page.getByRole('dialog', { name: /signing secret/ })
    await hand.press('button', 'Show')
    await reveal.locator('[data-masked=false]').waitFor()
    const secret = (await reveal.locator('[data-masked]').textContent()) ?? ''
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const holders = async () =>
      findSecret(secret, {
        ...(await dumpPage(page)),
        ...filesBelow(dataFolder),
        clipboard: await app.evaluate(({ clipboard }) => clipboard.readText(), null),
        output: app.output(),
      })

    await holdTheMinute(app)
    await hand.press('button', 'Copy secret')
    await reveal.getByText(/Clears from the clipboard in \d+ s/).waitFor()
    expect(await holders(), 'the control').toEqual(['page', 'clipboard'])

    await app.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents as NodeJS.EventEmitter | undefined
      contents?.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 139 })
    }, null)
    await reveal.waitFor({ state: 'hidden' })
    await eventually(async () => expect(await holders(), 'the page is loaded again').toEqual(['clipboard']))

    await passTheMinute(app)
    await eventually(async () => expect(await holders(), 'after the minute').toEqual([]))

    // Neither Chromium's nor Node's processes write a dump.
    expect(await askedForDumps(app)).toEqual({ reporter: [], report: [false, false, false], flags: [] })
    expect(
      Object.keys(filesBelow(dataFolder)).filter((path) => /crash|\.dmp|\.heap|report\./i.test(path)),
    ).toEqual([])
  })

  test('clears a copied secret from the clipboard when the app quits', async () => {
    const { app } = await launch(browser)
    const page = await app.window()
    await page.getByRole('link', { name: /Endpoints/ }).waitFor()
    const hand = mouse(page)
    await hand.press('link', /Endpoints/)
    await hand.press('option', /listener\.sandbox\.example\.com/)
    await hand.press('tab', /^Secret/)
    await hand.press('button', 'Copy secret')
    await page.getByText(/Clears from the clipboard in \d+ s/).waitFor()
    await app.evaluate(({ app, clipboard }) => {
      const { clear } = clipboard
      clipboard.clear = () => {
        clear()
        process.stderr.write('The clipboard is empty.\n')
      }
      app.quit()
    }, null)
    expect(await app.ended).toBe(0)
    await eventually(() => expect(app.output()).toContain('The clipboard is empty.'))
  })
})

async function launch(browser: TestBrowser) {
  const dataFolder = mkdtempSync(join(tmpdir(), 'notehook-canary-'))
  const folder = process.env.NOTEHOOK_APP ?? fileURLToPath(new URL('../../..', import.meta.url))
  const args = ['--data-dir', dataFolder, '--sandbox', '--sandbox-notes', '40']
  const app = await launchStandIn(browser, { folder, args })
  onTestFinished(async () => {
    await app.close()
    rmSync(dataFolder, { recursive: true, force: true })
  })
  return { app, dataFolder }
}

interface Minute {
  minute?: (() => void)[]
}

/** Delays every timer of exactly 60 s in the app's process until `passTheMinute`. */
function holdTheMinute(app: DesktopApp): Promise<void> {
  return app.evaluate(() => {
    const place = globalThis as typeof globalThis & Minute
    const held: (() => void)[] = []
    place.minute = held
    const { setTimeout: real } = globalThis
    const put = (run: (...rest: unknown[]) => void, ms?: number, ...rest: unknown[]) => {
      if (ms !== 60_000) return real(run, ms, ...rest)
      held.push(() => run(...rest))
      return real(() => {}, ms)
    }
    globalThis.setTimeout = Object.assign(put, real)
  }, null)
}

function passTheMinute(app: DesktopApp): Promise<void> {
  return app.evaluate(() => {
    const place = globalThis as typeof globalThis & Minute
    for (const run of place.minute?.splice(0) ?? []) run()
  }, null)
}

function askedForDumps(app: DesktopApp) {
  return app.evaluate((electron) => {
    const { standIn } = electron.crashReporter as object as { standIn: { asked: string[] } }
    const { reportOnFatalError, reportOnUncaughtException, reportOnSignal } = process.report
    return {
      reporter: standIn.asked,
      report: [reportOnFatalError, reportOnUncaughtException, reportOnSignal],
      flags: process.execArgv.filter((flag) => /report|heap/.test(flag)),
    }
  }, null)
}

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { prepareDataFolder } from '#core/platform/files/data-folder.ts'
import type { HostBridge } from '#shared/rpc/transport.ts'
import { type DesktopApp, launchStandIn } from '../../support/electron/desktop-app.ts'
import type { TestBrowser } from '../../support/page/chromium.ts'

export const builtApp = process.env.NOTEHOOK_APP ?? fileURLToPath(new URL('../../..', import.meta.url))

export interface Opened {
  readonly app: DesktopApp
  readonly dataFolder: string
  log(): string
}

type WhenDone = (end: () => void | Promise<void>) => void

export interface OpenOptions {
  readonly settings?: object
  readonly env?: Readonly<Record<string, string>>
  readonly args?: readonly string[]
  /** Folder of an earlier start. Defaults to a new folder. */
  readonly dataFolder?: string
  /** Starts the app without `--data-dir`, so that it must find `dataFolder` itself. */
  readonly findsFolder?: boolean
  readonly whenDone?: WhenDone
}

/** Opens the built app in the stand-in, and closes it after the test. */
export async function openDesktop(browser: TestBrowser, options: OpenOptions = {}): Promise<Opened> {
  const { settings, env = {}, args = [], whenDone = onTestFinished } = options
  const dataFolder = options.dataFolder ?? temporaryFolder(whenDone)
  if (settings) {
    prepareDataFolder(dataFolder)
    writeFileSync(join(dataFolder, 'settings.json'), JSON.stringify({ version: 1, ...settings }))
  }
  const app = await launchStandIn(browser, {
    folder: builtApp,
    args: [...(options.findsFolder ? [] : ['--data-dir', dataFolder]), ...args],
    env,
  })
  whenDone(() => app.close())
  const log = join(dataFolder, 'notehook.log')
  return { app, dataFolder, log: () => (existsSync(log) ? readFileSync(log, 'utf8') : '') }
}

/** Opens the app once for all tests of a `describe`, which run sequentially. Closes it after the last one. */
export function openOnce(open: (whenDone: WhenDone) => Promise<Opened>): () => Opened {
  const ends: (() => void | Promise<void>)[] = []
  let opened: Opened | undefined
  beforeAll(async () => {
    opened = await open((end) => ends.unshift(end))
    await opened.app.window()
  })
  afterAll(async () => {
    for (const end of ends) await end()
  })
  return () => {
    if (!opened) throw new Error('The app is opened before the tests of its group.')
    return opened
  }
}

export function temporaryFolder(whenDone: WhenDone = onTestFinished): string {
  const path = mkdtempSync(join(tmpdir(), 'notehook-desktop-'))
  whenDone(() => rmSync(path, { recursive: true, force: true }))
  return path
}

export async function callHost(page: Page, name: string, input: object = {}): Promise<unknown> {
  const text = await page.evaluate(
    ([procedure, json]) => (window as Window & { host?: HostBridge }).host?.call(procedure, json) ?? '',
    [name, JSON.stringify(input)] as const,
  )
  const reply = JSON.parse(text) as {
    readonly value?: unknown
    readonly error?: { readonly message: string }
  }
  if (reply.error) throw new Error(reply.error.message)
  return reply.value
}

export function answerDialogs(app: DesktopApp, ...answers: readonly object[]): Promise<void> {
  return app.evaluate(({ dialog }, all) => {
    const { standIn } = dialog as typeof dialog & { standIn: { answers: object[] } }
    standIn.answers.push(...all)
  }, answers)
}

export function dialogsOf(app: DesktopApp): Promise<(string | undefined)[]> {
  return app.evaluate(({ dialog }) => {
    const { standIn } = dialog as typeof dialog & {
      standIn: { asked: { options: { message?: string } }[] }
    }
    return standIn.asked.map(({ options }) => options.message)
  }, null)
}

/** Closes the only window. On a Mac, the app keeps running. */
export async function closeLastWindow(app: DesktopApp): Promise<void> {
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close(), null)
  await expect.poll(() => app.windows().length).toBe(0)
}

export function sessionFile(name: string, whenDone?: WhenDone): string {
  const path = join(temporaryFolder(whenDone), name)
  const head = { notehook_session: 1, title: 'Recorded', exported_at: '2026-11-20T10:00:00Z' }
  writeFileSync(path, `${JSON.stringify(head)}\n`)
  return path
}

export async function shows(app: DesktopApp, text: string): Promise<void> {
  await (await app.window()).getByText(text, { exact: false }).first().waitFor()
}

/** Selects an item of the app's menu by its labels without their mnemonics, such as `Go`, `Notes`. */
export function chooseInMenu(app: DesktopApp, ...path: readonly string[]): Promise<void> {
  return app.evaluate(({ Menu, BrowserWindow }, labels) => {
    let items = Menu.getApplicationMenu()?.items ?? []
    for (const [at, label] of labels.entries()) {
      const item = items.find((one) => one.label.replace('&', '') === label)
      if (!item) throw new Error(`${label} is not in the menu: ${items.map((one) => one.label).join(', ')}`)
      if (at < labels.length - 1) items = item.submenu?.items ?? []
      else {
        const window = BrowserWindow.getAllWindows()[0]
        item.click({} as never, window, window?.webContents)
      }
    }
  }, path)
}

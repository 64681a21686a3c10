import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { App, LoginItemSettings, Settings } from 'electron'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createLoginItem, type LoginItemOptions } from '../../../../electron/main/system/login-item.ts'

let config: string
let path: string
beforeEach(() => {
  config = mkdtempSync(join(tmpdir(), 'notehook-xdg-'))
  path = join(config, 'autostart/notehook.desktop')
  onTestFinished(() => rmSync(config, { recursive: true, force: true }))
})

const noSystem = {
  isPackaged: true,
  getLoginItemSettings: () => ({}) as LoginItemSettings,
  setLoginItemSettings: () => {},
} satisfies LoginItemOptions['app']

const onLinux = (options: Partial<LoginItemOptions> & { readonly appImage?: string } = {}) =>
  createLoginItem({
    platform: 'linux',
    app: noSystem,
    env: { XDG_CONFIG_HOME: config, APPIMAGE: options.appImage },
    execPath: '/opt/Notehook/notehook',
    dataDir: null,
    ...options,
  })

/** Returns the arguments that a desktop would use, by the rules of the Desktop Entry Specification. */
function startedBy(file = path): string[] {
  const line = /^Exec=(.*)$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? ''
  const value = line.replace(/\\(.)/g, '$1')
  const parts = [...value.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, part = '']) => part)
  return parts.map((part) => part.replace(/\\(.)/g, '$1').replaceAll('%%', '%'))
}

const own = '[Desktop Entry]\nType=Application\nName=Mine\nExec=notehook --sandbox\n'

function writeOwn(text = own): void {
  mkdirSync(join(config, 'autostart'), { recursive: true })
  writeFileSync(path, text)
}

test('adds and removes an autostart entry to start the app at login', async () => {
  const item = onLinux()
  expect(await item.read()).toEqual({ state: 'off', path })
  expect(existsSync(join(config, 'autostart')), 'reading writes nothing').toBe(false)
  expect(await item.set(true)).toEqual({ state: 'on', path })
  expect(startedBy()).toEqual(['/opt/Notehook/notehook', '--hidden'])
  expect(await item.set(false)).toEqual({ state: 'off', path })
  expect(existsSync(path)).toBe(false)
  expect(await item.set(false)).toEqual({ state: 'off', path })
})

test.each([
  '/home/sam/Apps/Notehook-1.0.0-linux-x86_64.AppImage',
  '/home/sam/My Apps/100% "new" $HOME `x` \\ é/Notehook.AppImage',
])('escapes the path of an AppImage in the autostart entry: %s', async (appImage) => {
  await onLinux({ appImage, dataDir: '/home/sam/a "b"/c%20' }).set(true)
  expect(startedBy()).toEqual([appImage, '--hidden', '--data-dir', '/home/sam/a "b"/c%20'])
})

test('detects that the autostart entry was deleted or turned off', async () => {
  const item = onLinux()
  await item.set(true)
  rmSync(path)
  expect(await item.read()).toEqual({ state: 'off', path })
  await item.set(true)
  const text = readFileSync(path, 'utf8')
  for (const off of [`${text}Hidden=true\n`, text.replace('enabled=true', 'enabled=false')]) {
    writeFileSync(path, off)
    expect(await item.read()).toEqual({ state: 'off', path })
  }
  expect(await item.set(true)).toEqual({ state: 'on', path })
})

test('never overwrites or deletes an autostart entry that the user wrote', async () => {
  const item = onLinux()
  writeOwn()
  expect(await item.read()).toEqual({ state: 'not-ours', path })
  for (const isOn of [true, false]) expect(await item.set(isOn)).toEqual({ state: 'not-ours', path })
  await item.refresh()
  expect(readFileSync(path, 'utf8')).toBe(own)

  const target = join(config, 'target')
  await item.set(true)
  rmSync(path)
  await item.set(true)
  writeFileSync(target, readFileSync(path))
  rmSync(path)
  symlinkSync(target, path)
  for (const isOn of [true, false]) expect(await item.set(isOn)).toEqual({ state: 'not-ours', path })
  expect(existsSync(target)).toBe(true)
  expect(existsSync(path)).toBe(true)
})

test('updates the autostart entry when the AppImage was moved', async () => {
  const before = join(config, 'Notehook "1".AppImage')
  writeFileSync(before, '')
  await onLinux({ appImage: before }).set(true)
  const now = onLinux({ appImage: '/home/sam/Notehook-2.AppImage' })
  await now.refresh()
  expect(startedBy(), 'another copy that is still there').toEqual([before, '--hidden'])
  rmSync(before)
  await now.refresh()
  expect(startedBy()).toEqual(['/home/sam/Notehook-2.AppImage', '--hidden'])

  const changed = `${readFileSync(path, 'utf8')}X-KDE-autostart-after=panel\n`
  writeFileSync(path, changed)
  await onLinux({ appImage: '/home/sam/Notehook-3.AppImage' }).refresh()
  expect(readFileSync(path, 'utf8')).toBe(changed)
})

test('reports the login item as unavailable when running from source', async () => {
  const unavailable = { state: 'unavailable', path: null }
  for (const item of [
    onLinux({ app: { ...noSystem, isPackaged: false } }),
    onLinux({ execPath: '/opt/a\nExec=rm/notehook' }),
  ]) {
    expect(await item.read()).toEqual(unavailable)
    expect(await item.set(true)).toEqual(unavailable)
    await item.refresh()
  }
  expect(existsSync(join(config, 'autostart'))).toBe(false)
})

test('names the autostart folder if it cannot be used', async () => {
  writeFileSync(join(config, 'autostart'), 'a file in the place of the folder')
  await expect(onLinux().set(true)).rejects.toMatchObject({
    code: 'storage',
    message: expect.stringContaining(path),
  })
})

function system(state: Partial<LoginItemSettings>) {
  const set: Settings[] = []
  const asked: unknown[] = []
  const app: Pick<App, 'isPackaged' | 'getLoginItemSettings' | 'setLoginItemSettings'> = {
    isPackaged: true,
    getLoginItemSettings(options) {
      asked.push(options)
      return state as LoginItemSettings
    },
    setLoginItemSettings: (settings) => void set.push(settings),
  }
  return { app, set, asked }
}

test.each([
  [{ openAtLogin: true, executableWillLaunchAtLogin: true }, 'on'],
  [{ openAtLogin: true, executableWillLaunchAtLogin: false }, 'blocked'],
  [{ openAtLogin: false, executableWillLaunchAtLogin: false }, 'off'],
] as const)('reads whether the app starts at login on Windows: %j', async (has, state) => {
  const { app, set, asked } = system(has)
  const execPath = 'C:\\Apps\\Notehook.exe'
  const item = onLinux({ platform: 'win32', app, execPath, dataDir: 'C:\\My Data' })
  expect(await item.read()).toEqual({ state, path: null })
  await item.set(true)
  const start = { path: execPath, args: ['--hidden', '--data-dir', '"C:\\My Data"'] }
  expect(set).toEqual([{ ...start, openAtLogin: true }])
  expect(asked).toEqual([start, start])
  expect(item.wasStarted()).toBe(false)
})

test.each([
  [{ openAtLogin: true, status: 'enabled' }, 'on'],
  [{ openAtLogin: false, status: 'requires-approval' }, 'blocked'],
  [{ openAtLogin: false, status: 'not-registered' }, 'off'],
] as const)('reads whether the app starts at login on macOS: %j', async (has, state) => {
  const { app, set } = system({ ...has, wasOpenedAtLogin: true })
  const item = onLinux({ platform: 'darwin', app })
  expect(await item.read()).toEqual({ state, path: null })
  await item.set(false)
  expect(set).toEqual([{ openAtLogin: false }])
  expect(item.wasStarted()).toBe(true)
})

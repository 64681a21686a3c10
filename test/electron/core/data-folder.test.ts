import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dropOldBackups } from '#core/database/backup.ts'
import { openDatabase } from '#core/database/database.ts'
import { prepareDataFolder } from '#core/platform/data-folder.ts'
import { createChildren } from '#core/tunnel/providers/children.ts'
import { type OpenCore, openCore, separateService } from '../../support/open-core.ts'
import { silentLog } from '../../support/open-inspector.ts'

let home: string
let folder: string

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'notehook-folder-'))
  folder = join(home, 'data')
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

function put(path: string, text = 'of the user') {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

/** All that is below, with its mode, its target or its text. */
function contents(at = folder): Record<string, string> {
  return Object.fromEntries(
    readdirSync(at, { recursive: true, encoding: 'utf8' }).map((name) => {
      const stat = lstatSync(join(at, name))
      return [name, `${stat.mode.toString(8)} ${stat.isFile() ? readFileSync(join(at, name), 'latin1') : ''}`]
    }),
  )
}

describe('a folder with files of something else is refused and left as it is', () => {
  test.each<[string, () => void]>([
    ['documents', () => put('report.pdf')],
    ['exports and tunnels of the user', () => [put('exports/deep/list.csv'), put('tunnels/home.json')]],
    ['a folder named chromium', () => put('chromium/BUILD.gn')],
    ['another program', () => [put('settings.json', '{"editor":"vi"}'), put('state.json')]],
    ['a profile of a browser', () => [put('SingletonLock'), put('Local State'), put('Default/History')]],
    ['a host.lock that locks something else', () => [put('host.lock', 'busy'), put('a.txt')]],
    ['hidden files only', () => put('.git/config')],
  ])('%s', (_, fill) => {
    mkdirSync(folder, { mode: 0o755 })
    fill()
    chmodSync(folder, 0o755)
    const before = contents()
    expect(() => prepareDataFolder(folder)).toThrow(
      /it is not empty, and ".+" in it is not a file of Notehook/,
    )
    expect(contents()).toEqual(before)
    if (process.platform !== 'win32') expect(statSync(folder).mode & 0o777).toBe(0o755)
  })
})

describe('a folder is taken that', () => {
  test.each<[string, () => void]>([
    ['is empty', () => {}],
    [
      'holds what systems leave everywhere',
      () => ['.DS_Store', 'desktop.ini', 'lost+found/x'].map((it) => put(it)),
    ],
    ['holds only the lock of an earlier version', () => [put('host.lock', ''), put('host.json', '{}')]],
    [
      'holds a store of an earlier version, whatever is beside it',
      () => [put('notehook.db'), put('note.txt')],
    ],
    ['lost its store', () => [put('settings.json', '{"version":1}'), put('chromium/Preferences')]],
    ['is from a crash of Electron', () => [put('chromium/Preferences'), put('SingletonLock')]],
    ['holds settings that were written by hand', () => put('settings.json', '{"preferences":{}}')],
  ])('%s', (_, fill) => {
    mkdirSync(folder)
    fill()
    prepareDataFolder(folder)
  })

  test('was taken before, even after everything else was deleted and other files came', () => {
    prepareDataFolder(folder)
    put('report.pdf')
    prepareDataFolder(folder)
  })

  test('a link leads to', () => {
    mkdirSync(join(home, 'real'))
    symlinkSync(join(home, 'real'), folder)
    prepareDataFolder(folder)
  })
})

test.skipIf(process.platform === 'win32')('only a folder that is made gets a mode', () => {
  prepareDataFolder(folder)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  chmodSync(folder, 0o750)
  prepareDataFolder(folder)
  expect(statSync(folder).mode & 0o777).toBe(0o750)
})

test('at a start and at the end nothing of the user goes from our folders, and what a crash left there does', async () => {
  const opened = await openCore()
  folder = opened.dataFolder
  await opened.close()
  const stranger = '{"pid":4194000,"start":"1","of":"another program"}'
  for (const name of ['list.csv', 'deep/list.csv', '0123456789abcdef.csv']) put(`exports/${name}`)
  for (const name of ['home.json', '12.json', '4194001.json']) put(`tunnels/${name}`, stranger)
  for (const name of ['notehook.db.format-plan', 'notehook.db.bad-idea', 'settings.json.old']) put(name)
  mkdirSync(join(folder, 'notehook.db.format-2'))
  const before = contents()
  put('exports/fedcba9876543210')
  chmodSync(join(folder, 'exports/fedcba9876543210'), 0o600)
  put('tunnels/4194000.json', '{"pid":4194000,"start":"1"}')

  const again = await openCore({ dataFolder: folder })
  await again.client.call('settings.set', { theme: 'dark' })
  const id = await connected(again)
  await again.client.call('profiles.remove', { id, label: 'Alpha' })
  await again.close()

  expect(contents()).toMatchObject(
    Object.fromEntries(
      Object.entries(before).filter(([name]) => !/^(notehook\.db|settings\.json)$/.test(name)),
    ),
  )
  expect(existsSync(join(folder, 'exports/fedcba9876543210'))).toBe(false)
  expect(existsSync(join(folder, 'tunnels/4194000.json'))).toBe(false)
})

test('a link in the place of our folder is never followed to delete', async () => {
  const opened = await openCore()
  await opened.close()
  folder = join(home, 'of-the-user')
  put('0123456789abcdef')
  chmodSync(join(folder, '0123456789abcdef'), 0o600)
  put('4194000.json', '{"pid":4194000,"start":"1"}')
  const before = contents()
  for (const name of ['exports', 'tunnels']) {
    rmSync(join(opened.dataFolder, name), { recursive: true, force: true })
    symlinkSync(folder, join(opened.dataFolder, name))
  }
  const again = await openCore({ dataFolder: opened.dataFolder })
  await createChildren(join(opened.dataFolder, 'tunnels'), silentLog).endStrays()
  await again.close()
  expect(contents()).toEqual(before)
})

test('a copy of the store that is old goes, and a file of the user with a name like it stays', () => {
  mkdirSync(folder)
  const path = join(folder, 'notehook.db')
  openDatabase(path).close()
  put('notehook.db.format-1')
  put('notehook.db.format-1.zip')
  dropOldBackups(path, new Date(Date.now() + 30 * 86_400_000))
  expect(readdirSync(folder).sort()).toEqual(['notehook.db', 'notehook.db.format-1.zip'])
})

async function connected({ client }: OpenCore): Promise<string> {
  const { baseUrl, apiKey } = await separateService()
  const status = await client.call('session.connect', { baseUrl, apiKey, label: 'Alpha' })
  return status.state === 'welcome' ? '' : status.workspace.id
}

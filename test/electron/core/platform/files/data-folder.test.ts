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
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#core/database/database.ts'
import { prepareDataFolder } from '#core/platform/files/data-folder.ts'
import { createChildren } from '#core/tunnel/providers/child-processes.ts'
import { type OpenCore, openCore, separateService } from '../../../../support/core/open-core.ts'
import { silentLog } from '../../../../support/deliveries/open-delivery-engine.ts'

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

const markerText = 'Notehook keeps its data in this folder.\n'
const logLine = '2026-03-02T08:00:00.000Z warn The tunnel ended.\n'
const holder = '{"pid":4194000,"startedAt":"2026-03-02T08:00:00.000Z","address":null,"start":"1"}'
const ourSettings = JSON.stringify({
  version: 1,
  lastListenerPort: 8484,
  preferences: { theme: 'dark', toleranceSeconds: 300 },
  window: { bounds: { x: 0, y: 0, width: 900, height: 640 }, maximized: false },
})

const storePath = () => join(folder, 'notehook.db')

function ourStore({ fold = true } = {}) {
  leaveStore(openDatabase(storePath()), fold)
}

function foreignStore({ fold = true } = {}) {
  const store = new DatabaseSync(storePath())
  store.exec('PRAGMA journal_mode = WAL; CREATE TABLE recipes (name TEXT)')
  leaveStore(store, fold)
}

/** Closes a store, or restores its files from before the checkpoint, as after a power cut in its first run. */
function leaveStore(store: { close(): void }, fold: boolean) {
  const files = fold ? [] : ['', '-wal'].map((side) => storePath() + side)
  const kept = files.map((file) => [file, readFileSync(file)] as const)
  store.close()
  for (const [file, bytes] of kept) writeFileSync(file, bytes)
}

/** Returns every entry in the folder and its subfolders, with mode and content. */
function contents(at = folder): Record<string, string> {
  return Object.fromEntries(
    readdirSync(at, { recursive: true, encoding: 'utf8' }).map((name) => {
      const stat = lstatSync(join(at, name))
      return [name, `${stat.mode.toString(8)} ${stat.isFile() ? readFileSync(join(at, name), 'latin1') : ''}`]
    }),
  )
}

describe('rejects a data folder that contains files of another program', () => {
  test.each<[string, () => void]>([
    ['documents', () => put('report.pdf')],
    ['exports and tunnels of the user', () => [put('exports/deep/list.csv'), put('tunnels/home.json')]],
    ['a folder named chromium', () => put('chromium/BUILD.gn')],
    ['another program', () => [put('settings.json', '{"editor":"vi"}'), put('state.json')]],
    ['a profile of a browser', () => [put('SingletonLock'), put('Local State'), put('Default/History')]],
    ['a host.lock that locks something else', () => [put('host.lock', 'busy'), put('a.txt')]],
    ['hidden files only', () => put('.git/config')],
    [
      'settings of an editor alone',
      () => put('settings.json', '{"editor.fontSize":14,"files.exclude":{"x":true}}'),
    ],
    ['settings with a name of ours below', () => put('settings.json', '{"preferences":{"theme":"dark"}}')],
    ['settings with a version', () => put('settings.json', '{"version":1,"name":"my tool"}')],
    ['settings with a version alone', () => put('settings.json', '{"version":1}')],
    [
      'settings with names that many programs use',
      () =>
        put(
          'settings.json',
          '{"version":1,"window":{"width":800},"workspace":"a","preferences":{"theme":"dark"}}',
        ),
    ],
    [
      'settings with a name of ours beside one that is not',
      () => put('settings.json', '{"version":1,"lastListenerPort":8484,"editor":"vi"}'),
    ],
    [
      'settings with a name of ours that means something else',
      () => put('settings.json', '{"version":1,"hostPort":"example.com:80"}'),
    ],
    [
      'settings with a version beside a text',
      () => [put('settings.json', '{"version":2}'), put('thesis.txt')],
    ],
    ['a text named as our store', () => put('notehook.db')],
    ['a store of another program', () => foreignStore()],
    ['a store of another program that has it open', () => foreignStore({ fold: false })],
    ['a log named as that of our store', () => [put('notehook.db'), put('notehook.db-wal')]],
    ['an empty store and a text', () => [put('notehook.db', ''), put('thesis.txt')]],
    ['a marker of something else', () => put('.notehook', 'theme=dark\n')],
    ['an empty marker and a text', () => [put('.notehook', ''), put('thesis.txt')]],
    ['a folder named as our marker', () => put('.notehook/config')],
    ['a log of something else', () => put('notehook.log', 'Monday: fished.\n')],
    ['a copy of our log', () => [put('notehook.log', logLine), put('thesis.txt')]],
    ['an empty host.lock and a text', () => [put('host.lock', ''), put('thesis.txt')]],
    [
      'a host.json of another program',
      () => [put('host.json', '{"host":"example.com"}'), put('host.lock', '')],
    ],
  ])('rejects a data folder that contains files of another program: %s', (_, fill) => {
    mkdirSync(folder, { mode: 0o755 })
    fill()
    chmodSync(folder, 0o755)
    const before = contents()
    expect(() => prepareDataFolder(folder)).toThrow(/contains files of another program, such as ".+"/)
    expect(contents()).toEqual(before)
    if (process.platform !== 'win32') expect(statSync(folder).mode & 0o777).toBe(0o755)
  })
})

describe('accepted data folders', () => {
  test.each<[string, () => void]>([
    ['is empty', () => {}],
    ['contains only system files', () => ['.DS_Store', 'desktop.ini', 'lost+found/x'].map((it) => put(it))],
    ['holds only our lock', () => [put('host.lock', ''), put('host.json', holder)]],
    [
      'contains the remains of a first start on a full disk',
      () => ['.notehook', 'host.lock', 'host.json'].map((it) => put(it, '')),
    ],
    ['holds a store without a marker, beside other files', () => [ourStore(), put('note.txt')]],
    [
      'has a store without its first checkpoint',
      () => [ourStore({ fold: false }), put('host.json', holder), put('note.txt')],
    ],
    ['has no store', () => [put('settings.json', ourSettings), put('chromium/Preferences')]],
    ['holds a damaged store and a marker', () => [put('notehook.db'), put('.notehook', markerText)]],
    ['holds a damaged store and our settings', () => [put('notehook.db'), put('settings.json', ourSettings)]],
    ['holds a damaged store and our log', () => [put('notehook.db'), put('notehook.log', logLine)]],
    ['holds a damaged store and the holder', () => [put('notehook.db'), put('host.json', holder)]],
    ['is from a crash of Electron', () => [put('chromium/Preferences'), put('SingletonLock')]],
  ])('accepts a data folder that %s', (_, fill) => {
    mkdirSync(folder)
    fill()
    prepareDataFolder(folder)
  })

  test('accepts a data folder whose marker file lacks its line end', () => {
    put('.notehook', markerText.trim())
    put('report.pdf')
    prepareDataFolder(folder)
  })

  test('accepts a marked data folder even if it contains other files', () => {
    prepareDataFolder(folder)
    put('report.pdf')
    prepareDataFolder(folder)
  })

  test('accepts a data folder that is a symbolic link', () => {
    mkdirSync(join(home, 'real'))
    symlinkSync(join(home, 'real'), folder)
    prepareDataFolder(folder)
  })
})

test('replaces a damaged store if the data folder has Notehook’s marker file', async () => {
  const opened = await openCore()
  folder = opened.dataFolder
  await opened.close()
  prepareDataFolder(folder)
  put('notehook.db', 'no longer a store')
  prepareDataFolder(folder)
  await openCore({ dataFolder: folder })
  const [aside = ''] = readdirSync(folder).filter((name) => /^notehook\.db\.bad-[^-]+-..-[^-]+$/.test(name))
  expect(readFileSync(join(folder, aside), 'utf8')).toBe('no longer a store')
})

test('rewrites an empty marker file of the data folder', () => {
  mkdirSync(folder)
  ourStore()
  put('.notehook', '')
  prepareDataFolder(folder)
  expect(readFileSync(join(folder, '.notehook'), 'utf8')).toBe(markerText)
})

describe.skipIf(process.platform === 'win32')('data folders that are broken links', () => {
  test.each(['data', 'data/below'])('reports a broken link if the data folder is %s', (path) => {
    symlinkSync(join(home, 'gone'), folder)
    expect(() => prepareDataFolder(join(home, path))).toThrow(
      `${folder} is a link to ${join(home, 'gone')}, which doesn’t exist`,
    )
    expect(readdirSync(home)).toEqual(['data'])
  })

  test('reports a data folder that is a link to itself', () => {
    symlinkSync(folder, folder)
    expect(() => prepareDataFolder(folder)).toThrow(/a link in the path leads back to itself/)
  })
})

test.skipIf(process.platform === 'win32')(
  'sets the file mode of new folders and leaves existing folders unchanged',
  () => {
    prepareDataFolder(folder)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    chmodSync(folder, 0o750)
    prepareDataFolder(folder)
    expect(statSync(folder).mode & 0o777).toBe(0o750)
  },
)

test('deletes temporary files that a crash left in the app’s folders, but no user files', async () => {
  const opened = await openCore()
  folder = opened.dataFolder
  await opened.close()
  const stranger = '{"pid":4194000,"start":"1","of":"another program"}'
  for (const name of ['list.csv', 'deep/list.csv', '0123456789abcdef.csv']) put(`exports/${name}`)
  for (const name of ['home.json', '12.json', '4194001.json']) put(`tunnels/${name}`, stranger)
  for (const name of ['notehook.db.format-plan', 'notehook.db.bad-idea', 'settings.json.old']) put(name)
  mkdirSync(join(folder, 'notehook.db.bad-2026-03-02T080000000Z'))
  const before = contents()
  put('exports/fedcba9876543210')
  chmodSync(join(folder, 'exports/fedcba9876543210'), 0o600)
  put('tunnels/4194000.json', '{"pid":4194000,"start":"1"}')

  const again = await openCore({ dataFolder: folder })
  await again.client.call('settings.set', { theme: 'dark' })
  const id = await connected(again)
  await again.client.call('workspaces.remove', { id, label: 'Alpha' })
  await again.close()

  expect(contents()).toMatchObject(
    Object.fromEntries(
      Object.entries(before).filter(([name]) => !/^(notehook\.db|settings\.json)$/.test(name)),
    ),
  )
  expect(existsSync(join(folder, 'exports/fedcba9876543210'))).toBe(false)
  expect(existsSync(join(folder, 'tunnels/4194000.json'))).toBe(false)
})

test('deletes no file through a symbolic link at the path of an app folder', async () => {
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
  await createChildren(join(opened.dataFolder, 'tunnels'), silentLog).endOrphans()
  await again.close()
  expect(contents()).toEqual(before)
})

async function connected({ client }: OpenCore): Promise<string> {
  const { baseUrl, apiKey } = await separateService()
  const status = await client.call('workspaces.connect', { baseUrl, apiKey, label: 'Alpha' })
  return status.state === 'welcome' ? '' : status.workspace.id
}

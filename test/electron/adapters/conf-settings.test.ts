import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
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
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Conf from 'conf'
import ElectronStore from 'electron-store'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { openSettings } from '../../../electron/adapters/conf-settings.ts'
import { testNeeding } from '../../support/needs.ts'
import { property } from '../../support/runs.ts'

vi.mock('electron', () => ({ default: { app: undefined, ipcMain: undefined, shell: undefined } }))

const child = fileURLToPath(new URL('../../support/processes/save-settings-child.ts', import.meta.url))
const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'settings-'))
  folders.push(folder)
  return folder
}

const open = (folder: string) => openSettings({ folder, Store: Conf })
const names = (folder: string) => readdirSync(folder).sort()
const plain = (value: unknown) => JSON.parse(JSON.stringify(value))

test.each([
  ['conf', Conf],
  ['electron-store', ElectronStore],
])('saves settings with %s to a file that only the user can read', (_name, Store) => {
  const folder = join(newFolder(), 'created', 'folder')
  const settings = openSettings({ folder, Store })
  expect([plain(settings.read()), settings.problem]).toEqual([{}, null])
  settings.write({ theme: 'dark', pace: { burst: 2 }, 'a.b': 1 })
  settings.write({ theme: 'light', gone: 1 })
  settings.write({ gone: undefined })
  const expected = { theme: 'light', pace: { burst: 2 }, 'a.b': 1 }
  expect(plain(settings.read())).toEqual(expected)
  const reopened = openSettings({ folder, Store })
  expect([plain(reopened.read()), reopened.problem]).toEqual([expected, null])
  expect(names(folder)).toEqual(['settings.json'])
  expect(JSON.parse(readFileSync(join(folder, 'settings.json'), 'utf8'))).toEqual({ ...expected, version: 1 })
  if (process.platform !== 'win32') expect(statSync(join(folder, 'settings.json')).mode & 0o777).toBe(0o600)
})

const good = '{"version":1,"theme":"dark"}'
const damages: readonly (readonly [string, string | Buffer])[] = [
  ['empty', ''],
  ['one space', ' '],
  ['null', 'null'],
  ['true', 'true'],
  ['a number', '42'],
  ['text', '"settings"'],
  ['a list', '[]'],
  ['a list of objects', `[${good}]`],
  ['a byte order mark', `\ufeff${good}`],
  ['UTF-16', Buffer.from(`\ufeff${good}`, 'utf16le')],
  ['Latin-1', Buffer.from('{"version":1,"label":"Büro"}', 'latin1')],
  ['half a character', Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xe2, 0x82]), Buffer.from('"}')])],
  ['zeros', Buffer.alloc(4096)],
  ['noise', Buffer.from(Array.from({ length: 512 }, (_, n) => (n * 73) % 256))],
  ['zeros at the end', Buffer.concat([Buffer.from(good), Buffer.alloc(64)])],
  ['two objects', `${good}${good}`],
  ['a comma too many', '{"version":1,}'],
  ['a comment', `// mine\n${good}`],
  ['single quotes', "{'version':1}"],
  ['a word as version', '{"version":"one"}'],
  ['null as version', '{"version":null}'],
  ['a fraction as version', '{"version":1.5}'],
  ['zero as version', '{"version":0}'],
  ['a list as version', '{"version":[1]}'],
  ['10 MB', `{"version":1,"x":"${'y'.repeat(10 * 1024 * 1024)}"}`],
  ['10,000 levels', `{"version":1,"x":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
  ['a web page', '<!doctype html><p>Sign in'],
]

test.each(damages)('moves a damaged settings file aside and resets the settings: %s', (_name, content) => {
  const folder = newFolder()
  writeFileSync(join(folder, 'settings.json'), content)
  const settings = open(folder)
  expect(plain(settings.read())).toEqual({})
  const [aside = '', ...others] = names(folder)
  expect(aside).toMatch(/^settings\.json\.bad-\d{4}-\d\d-\d\dT[\d.-]+Z$/)
  expect(others).toEqual([])
  expect(settings.problem).toContain(aside)
  expect(Buffer.compare(readFileSync(join(folder, aside)), Buffer.from(content))).toBe(0)
  settings.write({ theme: 'dark' })
  expect(plain(open(folder).read())).toEqual({ theme: 'dark' })
  expect(existsSync(join(folder, aside))).toBe(true)
})

test('moves a truncated settings file aside', () => {
  const folder = newFolder()
  for (let length = 0; length < good.length; length += 1) {
    writeFileSync(join(folder, 'settings.json'), good.slice(0, length))
    expect(open(folder).problem).not.toBeNull()
  }
  expect(names(folder)).toHaveLength(good.length)
})

test('moves a folder or pipe aside if it is at the path of the settings file', () => {
  const folder = newFolder()
  mkdirSync(join(folder, 'settings.json'))
  writeFileSync(join(folder, 'settings.json', 'precious'), 'x')
  expect(open(folder).problem).toContain('.bad-')
  if (process.platform !== 'win32') {
    spawnSync('bash', ['-c', 'mkfifo "$0"', join(folder, 'settings.json')])
    expect(open(folder).problem).toContain('.bad-')
  }
  expect(names(folder).every((name) => name.includes('.bad-'))).toBe(true)
})

test('opens a settings file that cannot be read without an error', () => {
  const folder = newFolder()
  const path = join(folder, 'settings.json')
  writeFileSync(path, good)
  chmodSync(path, 0o000)
  const settings = open(folder)
  // Root can read the file anyway. For other users, it is moved aside.
  expect(settings.problem === null ? plain(settings.read()) : {}).toEqual(
    settings.problem === null ? { theme: 'dark' } : {},
  )
})

test('never overwrites the settings file of a newer version', () => {
  const folder = newFolder()
  const newer = '{"version":2,"theme":"dark","later":{"x":1}}'
  writeFileSync(join(folder, 'settings.json'), newer)
  const settings = open(folder)
  expect(plain(settings.read())).toEqual({ theme: 'dark', later: { x: 1 } })
  expect(settings.problem).toContain('newer')
  expect(() => settings.write({ theme: 'light' })).toThrow(expect.objectContaining({ code: 'storage' }))
  expect(plain(settings.read())).toEqual({ theme: 'dark', later: { x: 1 } })
  expect(names(folder)).toEqual(['settings.json'])
  expect(readFileSync(join(folder, 'settings.json'), 'utf8')).toBe(newer)
})

test('reads a settings file without a version, and ignores keys like __proto__', () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'settings.json'), '{"theme":"dark","__proto__":{"evil":1},"__internal__":{}}')
  const settings = open(folder)
  expect(plain(settings.read())).toEqual({ theme: 'dark' })
  expect(({} as { evil?: number }).evil).toBeUndefined()
  settings.write({ ok: true })
  expect(plain(open(folder).read())).toEqual({ theme: 'dark', ok: true })
})

test('reports a problem if the settings folder cannot be created', () => {
  const file = join(newFolder(), 'a file')
  writeFileSync(file, '')
  const settings = open(join(file, 'below'))
  expect(plain(settings.read())).toEqual({})
  expect(settings.problem).not.toBeNull()
  expect(() => settings.write({ a: 1 })).toThrow(expect.objectContaining({ code: 'storage' }))
})

test('writes settings to the target of a symbolic link and keeps the link', () => {
  const [folder, elsewhere] = [newFolder(), newFolder()]
  writeFileSync(join(elsewhere, 'real.json'), good)
  symlinkSync(join(elsewhere, 'real.json'), join(folder, 'settings.json'))
  open(folder).write({ theme: 'light' })
  expect(JSON.parse(readFileSync(join(elsewhere, 'real.json'), 'utf8'))).toEqual({
    version: 1,
    theme: 'light',
  })
})

test('later changes of a value by the caller do not change the stored setting', () => {
  const settings = open(newFolder())
  const pace = { burst: 1 }
  settings.write({ pace })
  pace.burst = 2
  expect(plain(settings.read())).toEqual({ pace: { burst: 1 } })
})

test('keeps the old settings file if the disk stores only part of the new one', () => {
  const folder = newFolder()
  open(folder).write({ n: -1, theme: 'dark' })
  const before = readFileSync(join(folder, 'settings.json'))
  // Limits files to 8 KiB, so that the kernel writes only part of a larger file, as on a full disk.
  const script = `ulimit -f 8; exec "$0" "$1" "$2" 60000 1`
  const run = spawnSync('bash', ['-c', script, process.execPath, child, folder], { encoding: 'utf8' })
  expect(run.stdout).toContain('failed: storage')
  expect(readFileSync(join(folder, 'settings.json'))).toEqual(before)
  expect(names(folder)).toEqual(['settings.json'])
})

testNeeding(['linux'], 'killing the app while it saves leaves the settings file complete', async () => {
  const folder = newFolder()
  let last = -1
  for (let kill = 0; kill < 20; kill += 1) {
    const saving = spawn(process.execPath, [child, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
    await new Promise((resolve) => saving.stdout.once('data', resolve))
    await new Promise((resolve) => setTimeout(resolve, 5 + kill * 4))
    saving.kill('SIGKILL')
    await new Promise((resolve) => saving.once('exit', resolve))
    const settings = open(folder)
    expect(settings.problem).toBeNull()
    const { n, double, filler } = settings.read()
    if (n === undefined && last === -1) continue
    expect([double, String(filler).split(':')[0]]).toEqual([2 * Number(n), String(n)])
    last = Number(n)
  }
  expect(last).toBeGreaterThanOrEqual(0)
})

test('reads all settings as they were saved', () => {
  const folder = newFolder()
  const name = fc
    .string({ maxLength: 12 })
    .filter((key) => !['__proto__', '__internal__', 'version'].includes(key))
  fc.assert(
    fc.property(fc.dictionary(name, fc.jsonValue({ maxDepth: 6 })), (values) => {
      rmSync(join(folder, 'settings.json'), { force: true })
      open(folder).write(values)
      const reopened = open(folder)
      expect(reopened.problem).toBeNull()
      expect(plain(reopened.read())).toEqual(plain({ ...values }))
    }),
    property(70_000),
  )
})

test('opens a settings file with any bytes without an error, and keeps those bytes', () => {
  const folder = newFolder()
  const path = join(folder, 'settings.json')
  const text = fc.oneof(
    fc.json(),
    fc.string(),
    fc.json().map((json) => `{"version":1,"a":${json}}`),
  )
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    text.map((it) => new Uint8Array(Buffer.from(it))),
  )
  fc.assert(
    fc.property(bytes, (content) => {
      for (const name of names(folder)) rmSync(join(folder, name), { recursive: true })
      writeFileSync(path, content)
      open(folder)
      const [kept = ''] = names(folder)
      expect(names(folder)).toHaveLength(1)
      expect(Buffer.compare(readFileSync(join(folder, kept)), Buffer.from(content))).toBe(0)
    }),
    property(500_000),
  )
})

import { execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { extractFile, listPackage } from '@electron/asar'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeNeeding } from '../support/needs.ts'

/**
 * Packs what was built, with the real packager and the real configuration, around stand-ins for Electron's binary: on them
 * only the fuses are true to life. The installers that need downloads are made where they are released.
 */

const root = fileURLToPath(new URL('../..', import.meta.url))
const built = ['main', 'preload', 'renderer'].flatMap((folder) => filesOf(join(root, 'dist', folder)))
const megabyte = 1024 * 1024

describeNeeding(['seven-zip'], 'the packaged app', () => {
  let work = ''
  let linux = ''
  let windows = ''
  beforeAll(() => {
    expect(built, 'dist/ is not built: npm run build').toContain('dist/main/index.js')
    work = mkdtempSync(join(tmpdir(), 'notehook-packaging-'))
    pack(work)
    linux = join(work, 'release/linux-unpacked')
    windows = join(work, 'release/win-unpacked')
  }, 120_000)
  afterAll(() => rmSync(work, { recursive: true, force: true }))

  test('holds exactly what was built and the keychain library, nothing of the sources, tests or tools', () => {
    expect(archived(linux)).toEqual(
      [
        ...built,
        'package.json',
        'node_modules/keytar/LICENSE.md',
        'node_modules/keytar/lib/keytar.js',
        'node_modules/keytar/package.json',
        'node_modules/keytar/prebuilds/linux-x64/keytar.node',
      ].sort(),
    )
  })

  test('has of the keychain library the binary of the system it is for, wherever it was packed', () => {
    const binaries = (app: string) => archived(app).filter((path) => path.endsWith('.node'))
    expect(binaries(linux)).toEqual(['node_modules/keytar/prebuilds/linux-x64/keytar.node'])
    expect(binaries(windows)).toEqual(['node_modules/keytar/prebuilds/win32-x64/keytar.node'])
  })

  test('keeps that binary outside the archive, where the system can load it', () => {
    const unpacked = filesOf(join(linux, 'resources/app.asar.unpacked'))
    expect(unpacked.filter((path) => path.endsWith('keytar.node'))).toHaveLength(1)
  })

  test('says what it is, and nothing of how it is developed', () => {
    const manifest = JSON.parse(extractFile(archive(linux), 'package.json').toString()) as object
    expect(manifest).toMatchObject({ name: 'notehook', productName: 'Notehook', main: 'dist/main/index.js' })
    expect(manifest).not.toHaveProperty('scripts')
    expect(manifest).not.toHaveProperty('devDependencies')
  })

  test('adds less than 12 MB to Electron', () => {
    expect(statSync(archive(linux)).size).toBeLessThan(12 * megabyte)
  })

  test.each(['linux', 'windows'])(
    'cannot be used as a Node, debugged or fed other code (%s)',
    async (target) => {
      const executable = target === 'linux' ? join(linux, 'notehook') : join(windows, 'Notehook.exe')
      const wire = await getCurrentFuseWire(executable)
      const fuses = Object.entries(FuseV1Options).filter(([, position]) => typeof position === 'number')
      expect(
        Object.fromEntries(
          fuses.map(([name, position]) => [name, wire[position as FuseV1Options] === FuseState.ENABLE]),
        ),
      ).toEqual({
        RunAsNode: false,
        EnableCookieEncryption: true,
        EnableNodeOptionsEnvironmentVariable: false,
        EnableNodeCliInspectArguments: false,
        EnableEmbeddedAsarIntegrityValidation: true,
        OnlyLoadAppFromAsar: true,
        LoadBrowserProcessSpecificV8Snapshot: false,
        GrantFileProtocolExtraPrivileges: false,
        WasmTrapHandlers: true,
      })
    },
  )

  test('is the same in the tar.gz', () => {
    const tarball = join(work, 'release/Notehook-0.1.0-linux-x64.tar.gz')
    const names = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' })
      .split('\n')
      .filter((name) => name !== '' && !name.endsWith('/'))
      .map((name) => name.slice(name.indexOf('/') + 1))
    expect(names.sort()).toEqual([...filesOf(linux, linux)].sort())
  })
})

function pack(work: string) {
  const electron = join(work, 'electron')
  mkdirSync(electron)
  writeFileSync(join(electron, 'electron'), '#!/bin/sh\n', { mode: 0o755 })
  // Any small Windows program: the packager writes the checksum of the archive into its resources.
  copyFileSync(
    join(root, 'node_modules/electron-winstaller/vendor/Setup.exe'),
    join(electron, 'electron.exe'),
  )
  for (const name of ['electron', 'electron.exe']) appendFileSync(join(electron, name), fuseWire())

  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/electron-builder/cli.js'),
      ...['--linux', 'dir', 'tar.gz', '--win', 'dir', '--x64', '--publish', 'never'],
      `-c.directories.output=${join(work, 'release')}`,
      `-c.electronDist=${electron}`,
      // Icons and names are written into a Windows program by a program that would have to be downloaded.
      '-c.win.signAndEditExecutable=false',
    ],
    {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, ELECTRON_BUILDER_7ZIP_PATH: sevenZip(), CSC_IDENTITY_AUTO_DISCOVERY: 'false' },
    },
  )
  if (status !== 0) throw new Error(`The packager failed.\n${stdout}\n${stderr}`)
}

/** As Electron's binary carries it: a mark, the version, the number of fuses, and each as Electron delivers it. */
function fuseWire(): Buffer {
  const mark = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
  return Buffer.concat([Buffer.from(mark), Buffer.from([1, 9]), Buffer.from('101100011')])
}

function sevenZip(): string {
  const found = ['/usr/bin/7za', '/usr/local/bin/7za', '/opt/homebrew/bin/7za'].find((path) =>
    existsSync(path),
  )
  return found ?? '7za'
}

function archive(app: string): string {
  return join(app, 'resources/app.asar')
}

/** The files in it, without the folders they are in. */
function archived(app: string): readonly string[] {
  const paths = listPackage(archive(app), { isPack: false }).map((path) =>
    path.slice(1).replaceAll('\\', '/'),
  )
  return paths.filter((path) => !paths.some((other) => other.startsWith(`${path}/`))).sort()
}

function filesOf(folder: string, from = root): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(from, join(entry.parentPath, entry.name)))
    .filter((path) => !path.endsWith('.map'))
}

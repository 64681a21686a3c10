import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
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
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { extractFile, listPackage } from '@electron/asar'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeNeeding } from '../support/needs.ts'
import { electronStandIns } from './electron-stand-in.ts'
import { linuxTools } from './linux-tools-stand-in.ts'

/**
 * Packages the built app with the real packager and the real configuration, around stand-ins for Electron's binaries. Installers
 * that need downloads are built only for a release.
 */

const root = fileURLToPath(new URL('../..', import.meta.url))
const built = ['engine', 'main', 'preload', 'reader', 'renderer'].flatMap((folder) =>
  filesOf(join(root, 'dist', folder)),
)
const megabyte = 1024 * 1024

const bundled = [
  ...[
    'react',
    'react-dom',
    'react-aria-components',
    'react-markdown',
    'remark-gfm',
    'uplot',
    'zod',
    'lucide-react',
  ],
  ...['@tanstack/react-query', '@tanstack/react-router', '@tanstack/react-virtual'],
  ...['hono', '@hono/node-server', 'electron-store', 'conf'],
]

const systems = {
  linux: {
    targets: ['dir', 'tar.gz', 'AppImage', 'deb'],
    resources: 'linux-unpacked/resources',
    program: 'linux-unpacked/notehook-app',
    keychain: 'linux-x64',
  },
  win: {
    targets: ['dir'],
    resources: 'win-unpacked/resources',
    program: 'win-unpacked/Notehook.exe',
    keychain: 'win32-x64',
  },
  mac: {
    targets: ['dir'],
    resources: 'mac/Notehook.app/Contents/Resources',
    program: 'mac/Notehook.app',
    keychain: 'darwin-x64',
  },
} as const
type System = keyof typeof systems

/** Native part of ngrok's library, which npm installs only for its own system. */
const ngrokFolder = 'node_modules/@ngrok/ngrok-linux-x64-gnu'
const ngrokNative = ['ngrok.linux-x64-gnu.node', 'package.json']

/**
 * Systems that a test can package. On macOS, the packager signs and rejects the stand-in for a bundle, so only the release tests
 * it.
 */
const packable = (Object.keys(systems) as System[]).filter(
  (system) => system !== 'mac' || process.platform !== 'darwin',
)

describeNeeding(['seven-zip'], 'the packaged app', () => {
  let work = ''
  const packed = (system: System, path: string) => join(work, system, 'release', path)
  const archive = (system: System) => packed(system, `${systems[system].resources}/app.asar`)

  beforeAll(() => {
    if (!built.includes('dist/main/index.js'))
      throw new Error('The app is not built. Run npm run build first.')
    work = mkdtempSync(join(tmpdir(), 'notehook-packaging-'))
    for (const system of packable) pack(system, join(work, system))
  }, 300_000)
  afterAll(() => rmSync(work, { recursive: true, force: true }))

  for (const system of packable) {
    const { keychain, program } = systems[system]

    test(`the packaged app contains only the build and the native libraries for its system (${system})`, () => {
      expect(filesIn(archive(system))).toEqual(
        [
          ...built,
          'package.json',
          'node_modules/keytar/LICENSE.md',
          'node_modules/keytar/lib/keytar.js',
          'node_modules/keytar/package.json',
          `node_modules/keytar/prebuilds/${keychain}/keytar.node`,
          ...['LICENSE-APACHE', 'LICENSE-MIT', 'index.js', 'package.json'].map(
            (name) => `node_modules/@ngrok/ngrok/${name}`,
          ),
          ...(system === 'linux' ? ngrokNative.map((name) => `${ngrokFolder}/${name}`) : []),
        ].sort(),
      )
    })

    test(`the packaged app contains the keychain library’s native file unpacked (${system})`, () => {
      const native = `app.asar.unpacked/node_modules/keytar/prebuilds/${keychain}/keytar.node`
      expect(existsSync(packed(system, `${systems[system].resources}/${native}`))).toBe(true)
    })

    if (system === 'linux') {
      test('the packaged app contains ngrok’s native library unpacked', () => {
        const native = `app.asar.unpacked/${ngrokFolder}/${ngrokNative[0]}`
        expect(existsSync(packed(system, `${systems[system].resources}/${native}`))).toBe(true)
      })
    }

    test(`the packaged app disables the fuses for Node, debugging and other code (${system})`, async () => {
      const wire = await getCurrentFuseWire(packed(system, program))
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
    })
  }

  test('the packaged package.json has no fields for development', () => {
    const manifest = JSON.parse(extractFile(archive('linux'), 'package.json').toString()) as object
    expect(manifest).toMatchObject({ name: 'notehook', productName: 'Notehook', main: 'dist/main/index.js' })
    expect(Object.keys(manifest).sort()).toEqual([
      ...['author', 'description', 'license', 'main', 'name', 'productName', 'type', 'version'],
    ])
  })

  for (const system of packable) {
    test(`the packaged app contains the licenses of its libraries and its own (${system})`, () => {
      const file = (name: string) =>
        readFileSync(packed(system, `${systems[system].resources}/${name}`), 'utf8')
      expect(file('LICENSE.txt')).toBe(readFileSync(join(root, 'LICENSE'), 'utf8'))
      const notices = file('THIRD-PARTY-NOTICES.txt')
      const sections = notices.split(`\n${'-'.repeat(80)}\n`).slice(1)
      const named = new Map(sections.map((section) => [section.split(' ', 1)[0] ?? '', section]))
      // Checks at least one library of each bundle (page, desktop host, browser host), and the native ones.
      for (const name of [...bundled, 'keytar', '@ngrok/ngrok']) expect(named.has(name), name).toBe(true)
      for (const [name, section] of named) expect(section.length, name).toBeGreaterThan(200)
    })
  }

  for (const system of packable) {
    test(`the packaged app contains the command outside of its archive (${system})`, () => {
      const folder = packed(system, `${systems[system].resources}/command`)
      const modules = filesOf(join(root, 'dist/command'), join(root, 'dist/command'))
      expect(filesOf(folder, folder).toSorted()).toEqual([...modules, 'notehook', 'notehook.cmd'].sort())
    })
  }

  test('the command of the packaged app runs with the user’s Node, or explains what it needs', () => {
    const wrapper = packed('linux', `${systems.linux.resources}/command/notehook`)
    const link = join(work, 'linked')
    symlinkSync(wrapper, link)
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    const run = (env: NodeJS.ProcessEnv) =>
      spawnSync(link, ['--version'], { encoding: 'utf8', env: { PATH: '/usr/bin:/bin', ...env } })
    expect(run({ NOTEHOOK_NODE: process.execPath })).toMatchObject({
      status: 0,
      stdout: `notehook ${version}\n`,
    })
    const missing = run({ NOTEHOOK_NODE: '/no/such/node' })
    expect(missing.status).toBe(127)
    expect(missing.stderr).toContain('needs Node 22 or newer')
  })

  test('the deb’s command runs tools, and starts the app with its options and files', () => {
    const app = join(work, 'installed')
    cpSync(packed('linux', 'linux-unpacked/resources/command'), join(app, 'resources/command'), {
      recursive: true,
    })
    writeFileSync(join(app, 'notehook-app'), '#!/bin/sh\necho "app $*"\n', { mode: 0o755 })
    const text = readFileSync(join(work, 'linux/staged/deb/notehook'), 'utf8')
    expect(text).toContain('/opt/Notehook')
    const command = join(work, 'notehook')
    writeFileSync(command, text.replace('/opt/Notehook', app), { mode: 0o755 })
    const env = { PATH: '/usr/bin:/bin', NOTEHOOK_NODE: process.execPath }
    const run = (...args: string[]) => spawnSync(command, args, { encoding: 'utf8', env })
    for (const args of [[], ['--sandbox'], ['--data-dir', work], ['/home/me/a.nhsession'], ['a.nhsession']])
      expect(run(...args)).toMatchObject({ status: 0, stdout: `app ${args.join(' ')}\n` })
    expect(run('--version').stdout).toMatch(/^notehook \d/)
    expect(run('--help').stdout).toContain('Usage: notehook <command>')
    expect(run('deliveries', 'lst').stderr).toContain('Did you mean deliveries list?')
  })

  // The AppImage's `AppRun` adds the switch if the system doesn't let programs create a sandbox. The app then doesn't start.
  test('no desktop entry turns off the Chromium sandbox', () => {
    const staged = join(work, 'linux', 'staged')
    const entries = filesOf(staged, staged).filter((path) => path.endsWith('.desktop'))
    expect(entries.map((path) => path.split('/', 1)[0]).sort()).toEqual(['AppImage', 'deb'])
    for (const path of entries) {
      const commands = readFileSync(join(staged, path), 'utf8').match(/^Exec=.*$/gm)
      expect(commands, path).toHaveLength(1)
      expect(commands?.[0], path).not.toContain('sandbox')
    }
  })

  test('the packaged app is registered for session files on Linux and macOS', () => {
    const staged = join(work, 'linux', 'staged')
    const files = filesOf(staged, staged)
    for (const entry of files.filter((path) => path.endsWith('.desktop'))) {
      const text = readFileSync(join(staged, entry), 'utf8')
      expect(text, entry).toMatch(/^MimeType=application\/x-notehook-session;/m)
      // Without this field code, the file would not be passed to the app.
      expect(text, entry).toMatch(/^Exec=.* %[UF]$/m)
    }
    const types = files.filter((path) => path.endsWith('.xml')).map((path) => join(staged, path))
    expect(types.length).toBeGreaterThan(0)
    for (const path of types)
      expect(readFileSync(path, 'utf8'), path).toMatch(/<glob pattern="\*\.nhsession"\s*\/>/)
    if (!packable.includes('mac')) return
    const plist = readFileSync(packed('mac', 'mac/Notehook.app/Contents/Info.plist'), 'utf8')
    expect(plist.slice(plist.indexOf('CFBundleDocumentTypes'))).toContain('<string>nhsession</string>')
  })

  test('the packaged code is smaller than 12 MB', () => {
    expect(statSync(archive('linux')).size).toBeLessThan(12 * megabyte)
  })

  test('the tar.gz contains the same files as the unpacked app', () => {
    const tarball = readdirSync(packed('linux', '.')).find((name) => name.endsWith('-linux-x64.tar.gz'))
    const names = execFileSync('tar', ['-tzf', packed('linux', tarball ?? '')], { encoding: 'utf8' })
      .split('\n')
      .filter((name) => name !== '' && !name.endsWith('/'))
      .map((name) => name.slice(name.indexOf('/') + 1))
    const folder = packed('linux', 'linux-unpacked')
    // The deb is built from the same folder and leaves its sandbox permission there.
    const shipped = filesOf(folder, folder).filter((path) => path !== 'resources/apparmor-profile')
    expect(names.filter((path) => path !== 'resources/apparmor-profile').sort()).toEqual(shipped.sort())
  })
})

function pack(system: System, work: string) {
  const electron = join(work, 'electron')
  mkdirSync(electron, { recursive: true })
  electronStandIns[system](electron, root)
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/electron-builder/cli.js'),
      ...[`--${system}`, ...systems[system].targets, '--x64', '--publish', 'never'],
      `-c.directories.output=${join(work, 'release')}`,
      `-c.electronDist=${electron}`,
      // The tool that writes icons and names into a Windows program would have to be downloaded.
      '-c.win.signAndEditExecutable=false',
    ],
    {
      cwd: root,
      encoding: 'utf8',
      env: {
        ...process.env,
        ...linuxTools(join(work, 'tools'), join(work, 'staged')),
        ELECTRON_BUILDER_7ZIP_PATH: sevenZip(),
        CSC_IDENTITY_AUTO_DISCOVERY: 'false',
      },
    },
  )
  if (status !== 0) throw new Error(`The packager failed for ${system}.\n${stdout}\n${stderr}`)
}

function sevenZip(): string {
  const found = ['/usr/bin/7za', '/usr/local/bin/7za', '/opt/homebrew/bin/7za'].find((path) =>
    existsSync(path),
  )
  return found ?? '7za'
}

/** Returns the files in an archive, without folders. */
function filesIn(archive: string): readonly string[] {
  const paths = listPackage(archive, { isPack: false }).map((path) => path.slice(1).replaceAll('\\', '/'))
  return paths.filter((path) => !paths.some((other) => other.startsWith(`${path}/`))).sort()
}

function filesOf(folder: string, from = root): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(from, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((path) => !path.endsWith('.map'))
}

import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { describe, type TestFunction, test } from 'vitest'
import { findBrowsers } from '../../electron/launch/browsers.ts'
import { findElectron } from '../../electron/launch/desktop.ts'

const root = join(import.meta.dirname, '../..')

interface Need {
  readonly present: () => boolean
  /** Reason shown in the report if the test is skipped, with instructions for installing what is missing. */
  readonly reason: string
}

/** Programs that a Debian package installs. If one is missing, tests that need it are skipped or, with `CI=true`, fail. */
export const installable = {
  chromium: {
    present: () => findBrowsers().length > 0,
    reason: 'no Chromium, Chrome or Edge (Debian: chromium)',
  },
  keyring: {
    present: () =>
      onPath('gnome-keyring-daemon') &&
      onPath('dbus-run-session') &&
      onPath('dbus-send') &&
      onPath('secret-tool'),
    reason: 'no gnome-keyring in a D-Bus session (Debian: gnome-keyring dbus dbus-x11 libsecret-tools)',
  },
  libsecret: {
    present: () =>
      process.platform !== 'linux' || libraryFolders().some((it) => existsSync(join(it, 'libsecret-1.so.0'))),
    reason: 'no libsecret (Debian: libsecret-1-0)',
  },
  xvfb: { present: () => onPath('Xvfb'), reason: 'no virtual display (Debian: xvfb)' },
  sshd: {
    present: () => existsSync('/usr/sbin/sshd') && onPath('ssh'),
    reason: 'no OpenSSH server (Debian: openssh-server)',
  },
  curl: { present: () => onPath('curl'), reason: 'no curl (Debian: curl)' },
  python: { present: () => onPath('python3'), reason: 'no Python (Debian: python3)' },
  go: { present: () => onPath('go'), reason: 'no Go (Debian: golang-go)' },
  ruby: { present: () => onPath('ruby'), reason: 'no Ruby (Debian: ruby)' },
  php: { present: () => onPath('php'), reason: 'no PHP (Debian: php-cli)' },
  java: {
    present: () => onPath('javac') && onPath('java'),
    reason: 'no Java compiler (Debian: default-jdk-headless)',
  },
  openssl: { present: () => onPath('openssl'), reason: 'no openssl for certificates (Debian: openssl)' },
  strace: {
    present: () => process.platform !== 'linux' || onPath('strace'),
    reason: 'no strace (Debian: strace)',
  },
  'seven-zip': { present: () => onPath('7za'), reason: 'no 7-Zip (Debian: p7zip-full)' },
} as const satisfies Record<string, Need>

/** Conditions that no installation can meet. Without them, tests are skipped even in CI, and the report shows the reason. */
export const environment = {
  'electron-binary': {
    present: () => findElectron(root) !== null,
    reason: 'the binary of Electron is not in its npm package and was not downloaded',
  },
  linux: { present: () => process.platform === 'linux', reason: 'it looks into /proc, which only Linux has' },
  root: {
    present: () => process.getuid?.() === 0,
    reason: 'only root may act as another user of the machine',
  },
  dotnet: { present: () => onPath('dotnet'), reason: 'Debian has no package of .NET' },
  'loop-mount': {
    present: mayMount,
    reason: 'a disk of its own takes root, a loop device and the right to mount',
  },
} as const satisfies Record<string, Need>

export type NeedName = keyof typeof installable | keyof typeof environment

/** Defines a test that depends on the machine. If a need is not met, the test fails or is skipped with the reason in its name. */
export function testNeeding(
  needs: readonly NeedName[],
  name: string,
  body: TestFunction,
  timeoutMs?: number,
) {
  const missing = needs.find((need) => !lookUp(need).present())
  if (missing === undefined) return test(name, body, timeoutMs)
  if (mustFail(missing)) return test(name, () => fail(missing))
  return test.skip(`${name} [skipped: ${lookUp(missing).reason}]`, body)
}

/** Defines a group of tests with common needs, like `testNeeding`. */
export function describeNeeding(needs: readonly NeedName[], name: string, body: () => void) {
  const missing = needs.find((need) => !lookUp(need).present())
  if (missing === undefined) return describe(name, body)
  if (mustFail(missing)) return test(name, () => fail(missing))
  return describe.skip(`${name} [skipped: ${lookUp(missing).reason}]`, body)
}

/** Returns whether a missing need is a failure. This is the case only on Linux, because CI installs Debian packages. */
function mustFail(need: NeedName): boolean {
  return need in installable && process.env.CI === 'true' && process.platform === 'linux'
}

function fail(need: NeedName): never {
  throw new Error(`CI must have everything that can be installed: ${lookUp(need).reason}.`)
}

function lookUp(need: NeedName): Need {
  return { ...installable, ...environment }[need]
}

let mounts: boolean | undefined

/** Tries to mount a file system, because even root often can't do that in a container. */
function mayMount(): boolean {
  if (mounts !== undefined) return mounts
  const folder = mkdtempSync(join(tmpdir(), 'notehook-mount-'))
  const isRoot = existsSync('/dev/loop-control') && process.getuid?.() === 0
  mounts = isRoot && spawnSync('mount', ['-t', 'tmpfs', 'notehook-test', folder]).status === 0
  if (mounts) spawnSync('umount', [folder])
  rmSync(folder, { recursive: true })
  return mounts
}

function onPath(program: string): boolean {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.some((folder) => folder !== '' && existsSync(join(folder, program)))
}

function libraryFolders(): string[] {
  return ['/usr/lib', '/lib', '/usr/lib64', '/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu']
}

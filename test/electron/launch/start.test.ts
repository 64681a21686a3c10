import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { listenOnLoopback } from '../../support/loopback.ts'
import { testNeeding } from '../../support/needs.ts'
import { type Launched, launch, type RunningApp, startApp } from '../../support/page/app.ts'
import { openKeyringSession } from '../../support/platform/keyring.ts'
import { openRecordingProxy, proxyEnvironments } from '../../support/recording-proxy.ts'

// Runs the launcher as a user does: real processes and the real build.

let folder: string
const running: (RunningApp | Launched)[] = []

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'notehook-launch-'))
})
afterEach(async () => {
  for (const one of running.splice(0)) {
    if ('stop' in one) await one.stop()
    else {
      one.signal('SIGKILL')
      await one.ended
    }
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function start(...flags: string[]): Promise<RunningApp> {
  const app = await startApp({ flags })
  running.push(app)
  return app
}

function run(flags: string[], env: NodeJS.ProcessEnv = {}): Launched {
  const launched = launch(flags, env)
  running.push(launched)
  return launched
}

async function stderrContains(launched: Launched, text: string): Promise<void> {
  while (!launched.stderr().includes(text)) {
    const ended = await Promise.race([launched.ended.then(() => true), pause()])
    if (ended && !launched.stderr().includes(text))
      throw new Error(`Ended without printing "${text}": ${launched.stderr()}`)
  }
}

function pause(): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), 50))
}

function groupOf(pid: number): string {
  try {
    return execFileSync('ps', ['-o', 'pid=', '-g', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
}

test('prints a single line to stdout once the app is ready', async () => {
  const app = await start('--sandbox')
  expect(JSON.parse(app.stdout())).toEqual({
    ready: true,
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/#t=[A-Za-z0-9_-]{43}$/),
    listener: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
  })
  expect((await fetch(app.origin)).status).toBe(200)
})

test.each(Object.keys(proxyEnvironments('')))(
  'opening the sandbox does not use the proxy of the environment: %s',
  async (name) => {
    const { url, seen } = await openRecordingProxy()
    const app = await startApp({ flags: ['--sandbox'], env: proxyEnvironments(url)[name] ?? {} })
    running.push(app)
    expect(seen).toEqual([])
  },
)

testNeeding(['linux'], 'the app stops on Ctrl-C and leaves no process behind', async () => {
  const app = await start('--sandbox')
  expect(groupOf(app.pid)).not.toBe('')
  expect(await app.stop()).toBe(0)
  expect(groupOf(app.pid)).toBe('')
  await expect(fetch(app.origin)).rejects.toThrow()
})

testNeeding(['linux'], 'writes the launch token to no command line, file or log', async () => {
  const app = await start('--sandbox')
  const token = new URL(app.url).hash.slice(3)
  const lines = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      } catch {
        return ''
      }
    })
  expect(lines.join('\n')).not.toContain(token)
  expect(statSync(app.dataFolder).mode & 0o777).toBe(0o700)
  for (const file of readdirSync(app.dataFolder, { recursive: true, encoding: 'utf8' })) {
    const path = join(app.dataFolder, file)
    if (statSync(path).isFile()) expect(readFileSync(path, 'latin1')).not.toContain(token)
  }
  expect(app.stderr()).not.toContain(token)
})

testNeeding(['linux', 'root'], 'other users of the computer can’t access the app or its data', async () => {
  const app = await start('--sandbox')
  const { port } = new URL(app.url)
  const script = `
    const origin = 'http://127.0.0.1:${port}'
    const json = { Origin: origin, 'Content-Type': 'application/json' }
    const post = (path, headers = {}) => fetch(origin + path, { method: 'POST', headers: { ...json, ...headers }, body: '{}' })
    const answers = [await post('/session'), await post('/call/workspaces.status'), await post('/tab'),
      await post('/call/workspaces.status', { Authorization: 'Bearer ' + 'A'.repeat(43) }), await fetch(origin + '/events')]
    const fs = await import('node:fs')
    let read = 'no'
    try { fs.readdirSync(${JSON.stringify(app.dataFolder)}); read = 'yes' } catch {}
    console.log(JSON.stringify({ uid: process.getuid(), read, statuses: answers.map((answer) => answer.status) }))`
  const otherUser = 65534
  const out = execFileSync(copyOfNode(), ['--input-type=module', '-e', script], {
    uid: otherUser,
    gid: otherUser,
    cwd: '/',
    encoding: 'utf8',
    env: {},
  })
  expect(JSON.parse(out)).toEqual({ uid: otherUser, read: 'no', statuses: [401, 401, 401, 401, 401] })
})

/** A copy of Node that another user may run, because others may have no access to the project's folder. */
function copyOfNode(): string {
  const open = join(folder, 'open')
  mkdirSync(open, { recursive: true, mode: 0o755 })
  chmodSync(folder, 0o755)
  const node = join(open, 'node')
  writeFileSync(node, readFileSync(process.execPath), { mode: 0o755 })
  return node
}

testNeeding(['linux'], 'the app exits with 70 after a second uncaught error', async () => {
  // No other code handles this signal, so it can trigger the error repeatedly.
  const fault = 'process.on("SIGWINCH", () => void Promise.reject(new Error("planted")))'
  const imported = `data:text/javascript,${encodeURIComponent(fault)}`
  const launched = run(['--json', '--data-dir', join(folder, 'uncaught')], {
    NODE_OPTIONS: `--import ${imported}`,
  })
  const { url } = JSON.parse(await launched.line()) as { url: string }
  launched.signal('SIGWINCH')
  await stderrContains(launched, 'Uncaught error: restarting the listener.')
  expect((await fetch(new URL(url).origin, { headers: { 'sec-fetch-mode': 'navigate' } })).status).toBe(200)
  launched.signal('SIGWINCH')
  expect(await launched.ended).toBe(70)
  expect(launched.stderr()).toContain('Another uncaught error: exiting.')
})

test('exits with 3 if the requested port is in use', async () => {
  const other = createServer()
  const port = await listenOnLoopback(other)
  const launched = run(['--json', '--port', String(port), '--data-dir', join(folder, 'busy')])
  expect(await launched.ended).toBe(3)
  expect(launched.stderr()).toContain(`Port ${port} is already in use.`)
  expect(launched.stdout()).toBe('')
})

testNeeding(['linux'], 'the app exits with 5 if the data folder cannot be used', async () => {
  const file = join(folder, 'a-file')
  writeFileSync(file, '')
  for (const impossible of [file, join(file, 'below'), '/proc/notehook']) {
    const launched = run(['--json', '--data-dir', impossible])
    expect(await launched.ended).toBe(5)
    expect(launched.stderr()).toContain(`The data folder ${impossible} can’t be used: `)
    expect(launched.stderr()).toContain('Choose another folder with --data-dir DIR')
    expect(launched.stderr()).not.toMatch(/^\s+at /m)
    expect(launched.stdout()).toBe('')
  }
})

test('rejects a data folder that contains another program’s files', async () => {
  const foreign = join(folder, 'documents')
  mkdirSync(join(foreign, 'exports'), { recursive: true, mode: 0o755 })
  writeFileSync(join(foreign, 'exports', 'invoices.csv'), 'mine')
  const launched = run(['--json', '--data-dir', foreign])
  expect(await launched.ended).toBe(5)
  expect(launched.stderr()).toContain(
    `The data folder can’t be used: ${foreign} contains files of another program`,
  )
  expect(launched.stderr()).not.toMatch(/^\s+at /m)
  expect(launched.stdout()).toBe('')
  expect(readdirSync(foreign, { recursive: true })).toEqual(['exports', join('exports', 'invoices.csv')])
  if (process.platform !== 'win32') expect(statSync(foreign).mode & 0o777).toBe(0o755)
})

test('does not overwrite the settings file of another program', async () => {
  const foreign = join(folder, 'editor')
  const settings = join(foreign, 'settings.json')
  mkdirSync(foreign)
  writeFileSync(settings, '{"editor.fontSize": 14}', { mode: 0o644 })
  const launched = run(['--json', '--data-dir', foreign])
  expect(await launched.ended).toBe(5)
  expect(launched.stderr()).toContain('contains files of another program, such as "settings.json"')
  expect(readdirSync(foreign)).toEqual(['settings.json'])
  expect(readFileSync(settings, 'utf8')).toBe('{"editor.fontSize": 14}')
  if (process.platform !== 'win32') expect(statSync(settings).mode & 0o777).toBe(0o644)
})

test('a second start prints the URL of the app that is already running', async () => {
  const app = await start()
  const second = run(['--json', '--data-dir', app.dataFolder])
  expect(await second.ended).toBe(4)
  expect(second.stderr()).toContain(app.origin)
  expect(second.stderr()).not.toContain('#t=')
})

// Windows cannot delete an open file.
test.runIf(process.platform !== 'win32')(
  'a second start fails even if the lock file was deleted',
  async () => {
    const app = await start()
    rmSync(join(app.dataFolder, 'host.lock'))
    const second = run(['--json', '--data-dir', app.dataFolder])
    expect(await second.ended).toBe(4)
    expect(second.stderr()).toContain(app.origin)
  },
)

test('prints the help to stdout, and the error for an unknown option to stderr', async () => {
  const helped = run(['--help'])
  expect(await helped.ended).toBe(0)
  expect(helped.stdout()).toContain('Usage: npm start -- [options]')
  const unknown = run(['--nonsense'])
  expect(await unknown.ended).toBe(2)
  expect(unknown.stderr()).toContain('--nonsense')
  expect(unknown.stdout()).toBe('')
})

test('rejects options that turn off the Chromium sandbox', async () => {
  for (const [flags, named] of [
    [['--no-sandbox'], '--no-sandbox'],
    [['--no-sandbox=1'], '--no-sandbox'],
    [['--sandbox', '-no-sandbox'], '-n'],
  ] as const) {
    const dataDir = join(folder, 'sandbox')
    const launched = run([...flags, '--data-dir', dataDir])
    expect(await launched.ended).toBe(2)
    expect(launched.stderr()).toBe(`Unknown option '${named}'\nRun npm start -- --help to see all options.\n`)
    expect(launched.stdout()).toBe('')
    expect(existsSync(dataDir)).toBe(false)
  }
})

test('--no-open prints the page’s URL to stderr', async () => {
  const launched = run(['--no-open', '--data-dir', join(folder, 'printed')])
  await stderrContains(launched, 'Press Ctrl-C to stop.')
  expect(launched.stderr()).toMatch(/http:\/\/127\.0\.0\.1:\d+\/#t=[A-Za-z0-9_-]{43}\n/)
  expect(launched.stdout()).toBe('')
  launched.signal('SIGINT')
  expect(await launched.ended).toBe(0)
})

test('prints a new URL when the user opens a URL that was already used', async () => {
  const launched = run(['--no-open', '--data-dir', join(folder, 'again')])
  await stderrContains(launched, 'Press Ctrl-C to stop.')
  const { origin, hash } = new URL(/http:\S+/.exec(launched.stderr())?.[0] ?? '')
  const exchange = () =>
    fetch(`${origin}/session`, {
      method: 'POST',
      headers: { Origin: origin, 'Content-Type': 'application/json' },
      body: JSON.stringify({ t: hash.slice(3) }),
    })
  expect((await exchange()).status).toBe(200)
  expect((await exchange()).status).toBe(401)
  await stderrContains(launched, 'Open this one instead')
  expect(launched.stderr().match(/#t=/g)).toHaveLength(2)
})

// Runs without Electron, and with a browser that doesn't start, like Chromium run as root.
test.runIf(process.platform === 'linux')(
  'prints the page’s URL if neither Electron nor a browser starts',
  async () => {
    const programs = join(folder, 'programs')
    mkdirSync(programs, { recursive: true })
    writeFileSync(
      join(programs, 'google-chrome'),
      `#!/bin/sh\necho "$@" > ${join(folder, 'args')}\nls -ln "$(dirname "\${1#--app=file://}")" > ${join(folder, 'listing')}\nexit 1\n`,
      { mode: 0o755 },
    )
    const launched = run(['--data-dir', join(folder, 'window')], {
      PATH: `${programs}:/usr/bin:/bin`,
      ELECTRON_OVERRIDE_DIST_PATH: join(folder, 'no-electron'),
      DISPLAY: ':99',
    })
    await stderrContains(launched, 'Press Ctrl-C to stop.')
    expect(launched.stderr()).toContain(
      'Electron is not installed and could not be downloaded, so Notehook opens in a browser.',
    )
    const args = readFileSync(join(folder, 'args'), 'utf8')
    expect(args).toMatch(/^--app=file:\/\/\S+open\.html /)
    expect(args).not.toContain('#t=')
    expect(args).not.toContain('no-sandbox')
    expect(readFileSync(join(folder, 'listing'), 'utf8')).toMatch(/-rw------- .* open\.html/)
  },
)

test.runIf(process.platform !== 'win32')('passes the command line options on to Electron', async () => {
  const electron = join(folder, 'electron')
  mkdirSync(electron, { recursive: true })
  writeFileSync(join(electron, 'electron'), `#!/bin/sh\necho "$@" > ${join(folder, 'electron-args')}\n`, {
    mode: 0o755,
  })
  const launched = run(['--sandbox-notes', '500', '--data-dir', join(folder, 'desktop')], {
    ELECTRON_OVERRIDE_DIST_PATH: electron,
    DISPLAY: ':99',
  })
  expect(await launched.ended).toBe(0)
  const root = join(import.meta.dirname, '../../..')
  expect(readFileSync(join(folder, 'electron-args'), 'utf8').trim()).toBe(
    `${root} --sandbox --sandbox-notes=500 --data-dir=${join(folder, 'desktop')}`,
  )
})

test('uses the last port again unless it is in use', async () => {
  const dataFolder = join(folder, 'same-port')
  const first = await startApp({ dataFolder })
  await first.kill()
  const second = await startApp({ dataFolder })
  expect(second.origin).toBe(first.origin)
  await second.stop()

  const other = createServer().listen(Number(new URL(first.origin).port), '127.0.0.1')
  try {
    const third = await startApp({ dataFolder })
    expect(third.origin).not.toBe(first.origin)
    await third.stop()
  } finally {
    other.close()
  }
})

testNeeding(
  ['keyring', 'libsecret', 'linux'],
  'the app stops on Ctrl-C even if the keychain does not respond',
  async () => {
    const keyring = await openKeyringSession('hanging')
    try {
      const app = await startApp({ env: keyring.env })
      expect(await app.stop()).toBe(0)
    } finally {
      await keyring.close()
    }
  },
)

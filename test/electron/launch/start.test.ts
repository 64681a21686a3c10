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
import { type Launched, launch, type RunningApp, startApp } from '../../support/app.ts'
import { openKeyringSession } from '../../support/keyring.ts'
import { testNeeding } from '../../support/needs.ts'

// The launcher as a user runs it: real processes, the real build.

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

/** Settles once what it says holds the words. */
async function says(launched: Launched, words: string): Promise<void> {
  while (!launched.stderr().includes(words)) {
    const ended = await Promise.race([launched.ended.then(() => true), pause()])
    if (ended && !launched.stderr().includes(words))
      throw new Error(`It never said "${words}": ${launched.stderr()}`)
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

test('says on stdout one line when it is ready, and nothing else', async () => {
  const app = await start('--sandbox')
  expect(JSON.parse(app.stdout())).toEqual({
    ready: true,
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/#t=[A-Za-z0-9_-]{43}$/),
    listener: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
  })
  expect((await fetch(app.origin)).status).toBe(200)
})

testNeeding(['linux'], 'Ctrl-C ends it, and leaves no process', async () => {
  const app = await start('--sandbox')
  expect(groupOf(app.pid)).not.toBe('')
  expect(await app.stop()).toBe(0)
  expect(groupOf(app.pid)).toBe('')
  await expect(fetch(app.origin)).rejects.toThrow()
})

testNeeding(['linux'], 'no command line and no file of its own shows a token', async () => {
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

testNeeding(['linux', 'root'], 'another user of the machine gets in nowhere', async () => {
  const app = await start('--sandbox')
  const { port } = new URL(app.url)
  const script = `
    const origin = 'http://127.0.0.1:${port}'
    const json = { Origin: origin, 'Content-Type': 'application/json' }
    const post = (path, headers = {}) => fetch(origin + path, { method: 'POST', headers: { ...json, ...headers }, body: '{}' })
    const answers = [await post('/session'), await post('/call/session.status'), await post('/tab'),
      await post('/call/session.status', { Authorization: 'Bearer ' + 'A'.repeat(43) }), await fetch(origin + '/events')]
    const fs = await import('node:fs')
    let read = 'no'
    try { fs.readdirSync(${JSON.stringify(app.dataFolder)}); read = 'yes' } catch {}
    console.log(JSON.stringify({ uid: process.getuid(), read, statuses: answers.map((answer) => answer.status) }))`
  const nobody = 65534
  const out = execFileSync(copyOfNode(), ['--input-type=module', '-e', script], {
    uid: nobody,
    gid: nobody,
    cwd: '/',
    encoding: 'utf8',
    env: {},
  })
  expect(JSON.parse(out)).toEqual({ uid: nobody, read: 'no', statuses: [401, 401, 401, 401, 401] })
})

/** Where another user may run it: the folder of the project may be closed to others. */
function copyOfNode(): string {
  const open = join(folder, 'open')
  mkdirSync(open, { recursive: true, mode: 0o755 })
  chmodSync(folder, 0o755)
  const node = join(open, 'node')
  writeFileSync(node, readFileSync(process.execPath), { mode: 0o755 })
  return node
}

testNeeding(
  ['linux'],
  'what nobody caught is said once, and ends the app with 70 if it happens again',
  async () => {
    // A signal that no library waits for, to raise it again.
    const fault = 'process.on("SIGWINCH", () => void Promise.reject(new Error("planted")))'
    const imported = `data:text/javascript,${encodeURIComponent(fault)}`
    const launched = run(['--json', '--data-dir', join(folder, 'uncaught')], {
      NODE_OPTIONS: `--import ${imported}`,
    })
    const { url } = JSON.parse(await launched.line()) as { url: string }
    launched.signal('SIGWINCH')
    await says(launched, 'A failure that nobody caught.')
    expect((await fetch(new URL(url).origin, { headers: { 'sec-fetch-mode': 'navigate' } })).status).toBe(200)
    launched.signal('SIGWINCH')
    expect(await launched.ended).toBe(70)
    expect(launched.stderr()).toContain('leaving')
  },
)

test('a busy port is a clear message and an exit code of its own', async () => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const address = taken.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const launched = run(['--json', '--port', String(port), '--data-dir', join(folder, 'busy')])
  expect(await launched.ended).toBe(3)
  expect(launched.stderr()).toContain(`Port ${port} is busy.`)
  expect(launched.stdout()).toBe('')
  await new Promise((resolve) => taken.close(resolve))
})

testNeeding(['linux'], 'a data folder that cannot be is a sentence and an exit code of its own', async () => {
  const file = join(folder, 'a-file')
  writeFileSync(file, '')
  for (const impossible of [file, join(file, 'below'), '/proc/notehook']) {
    const launched = run(['--json', '--data-dir', impossible])
    expect(await launched.ended).toBe(5)
    expect(launched.stderr()).toContain(`Notehook cannot keep its data in ${impossible}: `)
    expect(launched.stderr()).toContain('Choose another folder: --data-dir DIR')
    expect(launched.stderr()).not.toMatch(/^\s+at /m)
    expect(launched.stdout()).toBe('')
  }
})

test('a folder with files of something else is refused in a sentence, and nothing in it changes', async () => {
  const taken = join(folder, 'documents')
  mkdirSync(join(taken, 'exports'), { recursive: true, mode: 0o755 })
  writeFileSync(join(taken, 'exports', 'invoices.csv'), 'mine')
  const launched = run(['--json', '--data-dir', taken])
  expect(await launched.ended).toBe(5)
  expect(launched.stderr()).toContain(`Notehook cannot keep its data in ${taken}: it is not empty`)
  expect(launched.stderr()).not.toMatch(/^\s+at /m)
  expect(launched.stdout()).toBe('')
  expect(readdirSync(taken, { recursive: true })).toEqual(['exports', join('exports', 'invoices.csv')])
  if (process.platform !== 'win32') expect(statSync(taken).mode & 0o777).toBe(0o755)
})

test('a folder with settings of something else is refused, and they are not rewritten', async () => {
  const taken = join(folder, 'editor')
  const settings = join(taken, 'settings.json')
  mkdirSync(taken)
  writeFileSync(settings, '{"editor.fontSize": 14}', { mode: 0o644 })
  const launched = run(['--json', '--data-dir', taken])
  expect(await launched.ended).toBe(5)
  expect(launched.stderr()).toContain('it is not empty, and "settings.json" in it is not a file of Notehook')
  expect(readdirSync(taken)).toEqual(['settings.json'])
  expect(readFileSync(settings, 'utf8')).toBe('{"editor.fontSize": 14}')
  if (process.platform !== 'win32') expect(statSync(settings).mode & 0o777).toBe(0o644)
})

test('a second one on the same data folder is told where the first one is', async () => {
  const app = await start()
  const second = run(['--json', '--data-dir', app.dataFolder])
  expect(await second.ended).toBe(4)
  expect(second.stderr()).toContain(app.origin)
  expect(second.stderr()).not.toContain('#t=')
})

// Windows deletes no file that is open.
test.runIf(process.platform !== 'win32')('deleting the lock lets no second one in', async () => {
  const app = await start()
  rmSync(join(app.dataFolder, 'host.lock'))
  const second = run(['--json', '--data-dir', app.dataFolder])
  expect(await second.ended).toBe(4)
  expect(second.stderr()).toContain(app.origin)
})

test('help goes to stdout, an unknown option to stderr with an exit code of its own', async () => {
  const asked = run(['--help'])
  expect(await asked.ended).toBe(0)
  expect(asked.stdout()).toContain('Usage: npm start -- [options]')
  const unknown = run(['--nonsense'])
  expect(await unknown.ended).toBe(2)
  expect(unknown.stderr()).toContain('--nonsense')
  expect(unknown.stdout()).toBe('')
})

test('no option turns the sandbox off, and the answer says which one it was', async () => {
  for (const [flags, named] of [
    [['--no-sandbox'], '--no-sandbox'],
    [['--no-sandbox=1'], '--no-sandbox'],
    [['--sandbox', '-no-sandbox'], '-n'],
  ] as const) {
    const dataDir = join(folder, 'sandbox')
    const launched = run([...flags, '--data-dir', dataDir])
    expect(await launched.ended).toBe(2)
    expect(launched.stderr()).toBe(`Unknown option '${named}'\nAll options: npm start -- --help\n`)
    expect(launched.stdout()).toBe('')
    expect(existsSync(dataDir)).toBe(false)
  }
})

test('without a window to open it prints the address, and nothing on stdout', async () => {
  const launched = run(['--no-open', '--data-dir', join(folder, 'printed')])
  await says(launched, 'Ctrl-C ends it.')
  expect(launched.stderr()).toMatch(/http:\/\/127\.0\.0\.1:\d+\/#t=[A-Za-z0-9_-]{43}\n/)
  expect(launched.stdout()).toBe('')
  launched.signal('SIGINT')
  expect(await launched.ended).toBe(0)
})

test('an address that was used prints a new one in the terminal', async () => {
  const launched = run(['--no-open', '--data-dir', join(folder, 'again')])
  await says(launched, 'Ctrl-C ends it.')
  const { origin, hash } = new URL(/http:\S+/.exec(launched.stderr())?.[0] ?? '')
  const enter = () =>
    fetch(`${origin}/session`, {
      method: 'POST',
      headers: { Origin: origin, 'Content-Type': 'application/json' },
      body: JSON.stringify({ t: hash.slice(3) }),
    })
  expect((await enter()).status).toBe(200)
  expect((await enter()).status).toBe(401)
  await says(launched, 'A new one')
  expect(launched.stderr().match(/#t=/g)).toHaveLength(2)
})

// A browser that refuses to start, as Chromium does for root; and no Electron.
test.runIf(process.platform === 'linux')(
  'without Electron and without a window it says so and prints the address',
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
    await says(launched, 'Ctrl-C ends it.')
    expect(launched.stderr()).toContain(
      'Electron is not installed and could not be fetched, so Notehook opens in a browser.',
    )
    const args = readFileSync(join(folder, 'args'), 'utf8')
    expect(args).toMatch(/^--app=file:\/\/\S+open\.html /)
    expect(args).not.toContain('#t=')
    expect(args).not.toContain('no-sandbox')
    expect(readFileSync(join(folder, 'listing'), 'utf8')).toMatch(/-rw------- .* open\.html/)
  },
)

test.runIf(process.platform !== 'win32')('passes its flags on to Electron', async () => {
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

test('opens on the port of last time, where a page that was left open finds it again, or else on another', async () => {
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
  'ends on Ctrl-C while the keychain does not answer, whose thread would hold the process for minutes',
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

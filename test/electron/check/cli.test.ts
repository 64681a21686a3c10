// @vitest-environment jsdom
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { CheckReport, caseCount } from '#shared/checks/model.ts'
import { readCommandLine } from '../../../electron/check/command-line.ts'
import { closeReceivers, goodBehavior, startReceiver } from '../../support/checks/behaving-receiver.ts'
import { otherSecret, sampleSecret } from '../../support/deliveries/signed-delivery.ts'
import { freePort, listenOnLoopback } from '../../support/loopback.ts'

afterAll(closeReceivers)

const root = join(import.meta.dirname, '../../..')
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notehook-check-'))
  return () => rmSync(folder, { recursive: true, force: true })
})

interface Ran {
  readonly code: number | null
  readonly out: string
  readonly errors: string
}

function start(args: readonly string[], env: Readonly<Record<string, string>> = { SECRET: sampleSecret }) {
  const script = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts.check as string
  const [program, ...first] = script.split(' ')
  expect(program).toBe('node')
  const child = spawn(process.execPath, [...first, ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let out = ''
  let errors = ''
  child.stdout.on('data', (text) => {
    out += text
  })
  child.stderr.on('data', (text) => {
    errors += text
  })
  const ended = new Promise<Ran>((resolve) => child.once('close', (code) => resolve({ code, out, errors })))
  return { child, ended, out: () => out }
}

const run = (...args: Parameters<typeof start>) => start(...args).ended

/** The secret's base64 without its prefix. No output may contain it. */
const bare = sampleSecret.slice('whsec_'.length)

describe('exit codes', () => {
  test('the check exits with 0 if every required case passes', async () => {
    const { url } = await startReceiver({
      isRecent: (it) => Math.abs(Number.parseInt(it, 10) - Date.now() / 1000) <= 300,
    })
    const files = { json: join(folder, 'r.json'), junit: join(folder, 'r.xml'), md: join(folder, 'r.md') }
    const args = Object.entries(files).flatMap(([name, file]) => [`--${name}`, file])
    const { code, out, errors } = await run([`${url}?token=of-the-url`, '--secret-env', 'SECRET', ...args])
    expect([code, errors]).toEqual([0, ''])
    expect(out).toContain('1 info failed, 24 passed, effect not seen in 6.')

    const [json, xml, md] = Object.values(files).map((file) => readFileSync(file, 'utf8'))
    const report = CheckReport.parse(JSON.parse(json ?? ''))
    expect(report.results.map(({ number }) => number)).toEqual(
      Array.from({ length: caseCount }, (_, at) => at + 1),
    )
    const suite = parsed(xml ?? '').querySelector('testsuite')
    expect([suite?.getAttribute('tests'), suite?.getAttribute('failures')]).toEqual([`${caseCount}`, '0'])
    expect(md?.match(/^\| \d+ \|/gm)).toHaveLength(caseCount)
    for (const text of [out, json, xml, md]) {
      expect(text).not.toContain(bare)
      expect(text).not.toContain('of-the-url')
    }
  })

  test('the check exits with 1 if a required case fails', async () => {
    const { url } = await startReceiver({
      refuse: ({ event_type }) => (event_type === 'note.rediscovered' ? 500 : null),
    })
    const file = join(folder, 'r.xml')
    const { code, out } = await run([url, '--secret-env', 'SECRET', '--junit', file, '--only', '1,16-17'])
    expect(code).toBe(1)
    expect(out).toMatch(/FAILED +16 +must +Unknown event type/)
    expect(out).toContain('To change: Answer 2xx to types that you do not handle')
    const cases = [...parsed(readFileSync(file, 'utf8')).querySelectorAll('testcase')]
    expect(cases.map((one) => one.getAttribute('name')?.split(' ')[0])).toEqual(['1', '16', '17'])
    const failure = cases[1]?.querySelector('failure')
    expect(failure?.getAttribute('message')).toMatch(
      /^note\.rediscovered: Answered 500 in \d+ ms, expected 2xx\.$/,
    )
    expect(failure?.textContent).toContain(`curl --include --request POST '${url}'`)
  })

  test('says once that a program verifies no signature, in place of advice for each forged delivery', async () => {
    const { url } = await startReceiver({ isGenuine: () => true, isRecent: () => true })
    const { code, out } = await run([url, '--secret-env', 'SECRET'])
    expect(code).toBe(1)
    expect(out.match(/verifies no signature/g)).toHaveLength(1)
    expect(out).toMatch(/FAILED +5 /)
    expect(out).not.toMatch(/^ *5 .*\n +To change/m)
  })

  test('the check exits with 4 if a recommended case fails and --strict is given', async () => {
    const { url } = await startReceiver({
      refuse: (_, { request }) => (request.headers['content-type'] ? null : 415),
    })
    const args = [url, '--secret-env', 'SECRET', '--only', '1,21']
    expect((await run(args)).code).toBe(0)
    expect((await run([...args, '--strict'])).code).toBe(4)
  })

  test('the check exits with 3 if the receiver’s port is closed', async () => {
    const receiver = await startReceiver()
    receiver.close()
    const { code, out } = await run([receiver.url, '--secret-env', 'SECRET'])
    expect(code).toBe(3)
    expect(out).toContain('Start the receiver, or check the port.')
  })

  test.each<[string, readonly string[], string, Readonly<Record<string, string>>?]>([
    ['no URL', ['--secret-env', 'SECRET'], 'Enter the URL of your receiver.'],
    ['no secret', ['http://127.0.0.1:1'], '--secret-env NAME'],
    [
      'the secret itself',
      ['http://127.0.0.1:1', '--secret-env', otherSecret],
      'takes the name of a variable',
    ],
    ['a variable that is not set', ['http://127.0.0.1:1', '--secret-env', 'SECRET'], 'SECRET is not set', {}],
    [
      'a wrong secret',
      ['http://127.0.0.1:1', '--secret-env', 'SECRET'],
      'is not a signing secret',
      { SECRET: 'x' },
    ],
    [
      'a variable with a name that every object has',
      ['http://127.0.0.1:1', '--secret-env', '__proto__'],
      '__proto__ is not set',
    ],
    [
      'an invalid certificate',
      ['http://127.0.0.1:1', '--secret-env', 'SECRET', '--ca', 'package.json'],
      'package.json isn’t a certificate',
    ],
    ['an unknown option', ['http://127.0.0.1:1', '--secret', 'x'], '--secret'],
    ['http to the internet', ['http://93.184.215.14/', '--secret-env', 'SECRET'], 'Use https://'],
    ['cloud metadata', ['http://169.254.169.254/', '--secret-env', 'SECRET'], 'never sent'],
    [
      'a file that cannot be written',
      ['http://127.0.0.1:1', '--secret-env', 'SECRET', '--json', '/nowhere/x'],
      '/nowhere/x can’t be written',
    ],
  ])('the check exits with 2 for %s', async (_, args, message, env) => {
    const { code, out, errors } = await run(args, env ?? { SECRET: sampleSecret })
    expect([code, out]).toEqual([2, ''])
    expect(errors).toContain(message)
    expect(errors).not.toContain(otherSecret.slice(10))
  })

  test('the check exits with 130 after Ctrl-C and still writes the reports', async () => {
    const server = createServer((socket) => void socket.on('error', () => {}).resume())
    const connected = new Promise((resolve) => server.once('connection', resolve))
    const port = await listenOnLoopback(server)
    const file = join(folder, 'r.json')
    const { child, ended } = start([`http://127.0.0.1:${port}`, '--secret-env', 'SECRET', '--json', file])
    await connected
    child.kill('SIGINT')
    const { code, out } = await ended
    expect([code, out.includes('The run was stopped.')]).toEqual([130, true])
    expect(CheckReport.parse(JSON.parse(readFileSync(file, 'utf8'))).end).toBe('stopped')
  })
})

test('prints a receiver’s responses without secrets and control characters', async () => {
  const answer = `\u001b]0;owned\u0007\u009b secret=${sampleSecret} ${bare} <b>&"]]> \u0000`
  const { url } = await startReceiver({
    reject: (response) => void response.writeHead(200, { location: `/?${bare}` }).end(answer),
  })
  const files = { json: join(folder, 'r.json'), junit: join(folder, 'r.xml'), md: join(folder, 'r.md') }
  const args = Object.entries(files).flatMap(([name, file]) => [`--${name}`, file])
  const { code, out } = await run([url, '--secret-env', 'SECRET', '--only', '1-3', ...args])
  expect(code).toBe(1)
  const texts = Object.values(files).map((file) => readFileSync(file, 'utf8'))
  for (const text of [out, ...texts]) {
    expect(text).not.toContain(bare)
    expect(text).not.toMatch(/(?!\n)\p{Cc}/u)
    expect(text).not.toContain('\\u001b')
  }
  expect(JSON.parse(texts[0] ?? '').results[1].exchanges[0].answer).toContain('secret=[redacted] [redacted]')
  expect(parsed(texts[1] ?? '').querySelectorAll('failure')).toHaveLength(2)
})

test('compares the results of the check with the report of the previous run', async () => {
  const last = join(folder, 'last.json')
  let isFixed = false
  const { isRecent } = goodBehavior()
  const { url } = await startReceiver({ isRecent: (timestamp) => !isFixed || isRecent(timestamp) })
  await run([url, '--secret-env', 'SECRET', '--only', '13-15', '--json', last])
  isFixed = true
  const args = ['--secret-env', 'SECRET', '--only', '13-15', '--last', last]
  expect((await run([url, ...args])).out).toContain('Fixed since the last run: case 13, 14, 15')
  const fixed = await startReceiver()
  const { out } = await run([fixed.url, ...args])
  expect(out).toContain('Not compared with the last run')
  expect(out).not.toContain('Fixed since')
  writeFileSync(last, '{}')
  expect((await run([fixed.url, ...args])).errors).toContain('is not a report of this check')
})

test('a check that cannot run leaves the previous report unchanged', async () => {
  const file = join(folder, 'r.json')
  const { url } = await startReceiver()
  await run([url, '--secret-env', 'SECRET', '--only', '1', '--json', file])
  const before = readFileSync(file, 'utf8')
  const refused = ['http://93.184.215.14/', '--secret-env', 'SECRET', '--json', file, '--last', file]
  expect((await run(refused)).code).toBe(2)
  expect(readFileSync(file, 'utf8')).toBe(before)
})

test('a check that cannot run writes no report', async () => {
  const files = ['r.json', 'r.xml', 'r.md'].map((name) => join(folder, name))
  const [json = '', junit = '', md = ''] = files
  const refused = ['http://93.184.215.14/', '--secret-env', 'SECRET']
  expect((await run([...refused, '--json', json, '--junit', junit, '--md', md])).code).toBe(2)
  expect(files.filter((file) => existsSync(file))).toEqual([])
})

test('--with-api starts a sandbox API with the given port and API key', async () => {
  const port = await freePort()
  const apiKey = 'key_of_this_test'
  const api = { baseUrl: `http://127.0.0.1:${port}`, apiKey }
  const { url } = await startReceiver({ claim: () => true }, api)
  const env = { SECRET: sampleSecret, API_KEY: apiKey }
  const args = [
    '--secret-env',
    'SECRET',
    '--only',
    '1,18',
    '--with-api',
    '--api-port',
    `${port}`,
    '--api-key-env',
    'API_KEY',
  ]
  const { code, out } = await run([url, ...args], env)
  expect(code).toBe(1)
  expect(out).toContain(`base address ${api.baseUrl}`)
  expect(out).toContain('The note was fetched 3 times for one event that was delivered three times.')
  expect(out).not.toContain(apiKey)
})

test('--with-api prints a new API key if none is given', async () => {
  const { url } = await startReceiver()
  const { code, out } = await run([url, '--secret-env', 'SECRET', '--only', '1', '--with-api'])
  expect(code).toBe(0)
  expect(out).toMatch(
    /base address http:\/\/127\.0\.0\.1:\d+ \(paths begin with \/v1\) {3}API key key_sandbox_\w{14}/,
  )
})

test('--only accepts the numbers of cases and ranges of them', () => {
  const only = (text: string) => readCommandLine(['http://a', '--secret-env', 'A', '--only', text])?.only
  expect(only('13,1-3,2')).toEqual([1, 2, 3, 13])
  for (const text of ['', '0', `${caseCount + 1}`, '3-1', '1-', 'a', '1,,2'])
    expect(() => only(text)).toThrow('--only takes numbers')
})

function parsed(xml: string): Document {
  const document = new DOMParser().parseFromString(xml, 'application/xml')
  expect(document.querySelector('parsererror')?.textContent ?? null).toBeNull()
  return document
}

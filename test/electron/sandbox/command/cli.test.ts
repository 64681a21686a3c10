import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { readOptions, UsageError } from '../../../../electron/sandbox/command/options.ts'
import { freePort } from '../../../support/loopback.ts'
import { openReceiver } from '../receiver.ts'

const cli = fileURLToPath(new URL('../../../../electron/sandbox/command/cli.ts', import.meta.url))
const example = fileURLToPath(new URL('../../../../resources/receiver-example/receiver.mjs', import.meta.url))
const supplied = fileURLToPath(
  new URL('../../../../resources/scripts/a-meetings-life.sandbox', import.meta.url),
)
const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`

function start(file: string, args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [file, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (data) => {
    stdout += data
  })
  child.stderr.on('data', (data) => {
    stderr += data
  })
  const ended = new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, stdout, stderr })),
  )
  return { child, ended, stdout: () => stdout }
}

const run = (args: readonly string[], env?: Record<string, string>) =>
  start(cli, ['--notes', '12', ...args], env).ended

function script(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'notehook-script-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'steps.sandbox')
  writeFileSync(file, text)
  return file
}

const to = (url: string) => ['--to', url, '--secret-env', 'MY_SECRET']
const env = { MY_SECRET: secret }

test('the sandbox command exits with 0 if the receiver accepts every delivery of a script', async () => {
  const receiver = start(example, [], { NOTEHOOK_SIGNING_SECRET: secret, PORT: '0' })
  await expect.poll(receiver.stdout).toContain('Listening on')
  const url = `${/http:\S+/.exec(receiver.stdout())?.[0]}/webhooks`
  const { code, stdout, stderr } = await run([...to(url), '--script', supplied], env)
  expect(stdout).toContain('4 deliveries: 4 delivered (2xx), 0 failed, 0 pending')
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).not.toContain(secret)
  expect(receiver.stdout().match(/Verified: note\./g)).toHaveLength(4)
})

test('the sandbox command exits with 1 if the receiver rejects a delivery', async () => {
  const { origin } = await openReceiver(() => 400)
  const { code, stdout } = await run([...to(`${origin}/`), '--script', script('generate')], env)
  expect(code).toBe(1)
  expect(stdout).toMatch(/note\.generated evt_\w+: failed, 400/)
  expect(stdout).toContain('1 delivery: 0 delivered (2xx), 1 failed, 0 pending')
})

test('a script passes if it expects an outage of four days', async () => {
  const { origin } = await openReceiver(() => 503)
  const steps =
    'set-speed 1\ngenerate\nwait 100ms\nskip-day 5\nexpect disabled\nexpect failed 1\nenable\nexpect enabled'
  const passed = await run([...to(`${origin}/`), '--script', script(steps)], env)
  expect([passed.code, passed.stdout]).toEqual([0, expect.stringContaining('1 failed')])
  const failed = await run(
    [...to(`${origin}/`), '--script', script(`${steps}\nexpect delivered 1`), '--json'],
    env,
  )
  expect(failed.code).toBe(1)
  const [ready, summary] = failed.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(ready).toMatchObject({ ready: true, apiKey: expect.any(String) })
  expect(summary).toMatchObject({
    deliveries: 1,
    failed: 1,
    exitCode: 1,
    unmet: ['Line 9: expect delivered 1, but there are 0.'],
  })
})

test('the sandbox command exits with 0 if a retry succeeds before the script ends', async () => {
  const { origin } = await openReceiver((_, index) => (index === 0 ? 'reset' : 204))
  const { code, stdout } = await run([...to(`${origin}/`), '--script', script('generate')], env)
  expect(stdout).toContain('1 delivered (2xx), 0 failed, 0 pending')
  expect([code, stdout]).toEqual([0, expect.stringContaining('2 attempts')])
})

test('the sandbox command exits with 3 if the receiver is not running', async () => {
  const port = await freePort()
  const steps = script('generate\nskip-day 5\nexpect delivered 1')
  const { code, stdout } = await run([...to(`http://localhost:${port}/`), '--script', steps], env)
  expect([code, stdout]).toEqual([3, expect.stringContaining('The receiver never answered')])
  expect(stdout).not.toContain('> generate')
})

test('without a script, the sandbox command emits events until it is stopped', async () => {
  const { origin, received } = await openReceiver()
  const running = start(cli, ['--notes', '12', ...to(`${origin}/`), '--key-env', 'MY_KEY', '--json'], {
    ...env,
    MY_KEY: 'key_of_the_receiver',
  })
  await expect.poll(() => received.length, { timeout: 20_000 }).toBeGreaterThan(0)
  const { baseUrl } = JSON.parse(running.stdout().split('\n')[0] ?? '')
  const { note_id } = JSON.parse(received[0]?.body ?? '')
  const response = await fetch(`${baseUrl}/v1/notes/${note_id}`, {
    headers: { authorization: 'Bearer key_of_the_receiver' },
  })
  expect(response.status).toBe(200)
  running.child.kill('SIGTERM')
  const { code, stdout } = await running.ended
  expect(code).toBe(0)
  expect(JSON.parse(stdout.trim().split('\n')[1] ?? '')).toMatchObject({ requests: 1, failed: 0 })
  expect(stdout).not.toMatch(/key_of_the_receiver|whsec_/)
})

test.each<[string, readonly string[], string]>([
  ['a receiver elsewhere', to('https://hooks.example.com/'), 'on this computer'],
  ['a receiver in the network', to('http://192.168.1.2:4000/'), 'on this computer'],
  ['another address of loopback', to('http://127.0.0.2:4000/'), 'on this computer'],
  ['no secret', ['--to', 'http://127.0.0.1:4000/'], '--to needs --secret-env'],
  [
    'a secret instead of its name',
    ['--to', 'http://127.0.0.1:4000/', '--secret-env', secret],
    'not its value',
  ],
  [
    'a variable that is not set',
    ['--to', 'http://127.0.0.1:4000/', '--secret-env', 'NOT_SET'],
    'NOT_SET is not set',
  ],
  [
    'a secret of another form',
    ['--to', 'http://127.0.0.1:4000/', '--secret-env', 'BAD'],
    'BAD is not a signing secret',
  ],
  [
    'a variable that every object has',
    ['--to', 'http://127.0.0.1:4000/', '--secret-env', '__proto__'],
    'not set',
  ],
  ['a listener elsewhere', ['--listener', 'http://10.0.0.1'], 'on this computer'],
  ['a listener without a web address', ['--listener', 'javascript:1'], 'on this computer'],
  ['a script without a receiver', ['--script', 'x'], '--script is used with --to'],
  ['a script that is missing', [...to('http://127.0.0.1:4000/'), '--script', '/nowhere'], 'can’t be read'],
  ['an unknown option', ['--speed', '3'], '--speed'],
  ['an invalid port', ['--port', '99999'], '--port must be'],
])('the sandbox command rejects %s with advice', (_name, args, message) => {
  const read = () => readOptions(args, { ...env, BAD: 'topsecretvalue' })
  expect(read).toThrow(UsageError)
  expect(read).toThrow(message)
  expect(read).not.toThrow(/topsecretvalue|whsec_B/)
})

test('the sandbox command exits with 2 for invalid options', async () => {
  const { code, stdout, stderr } = await run(to('https://hooks.example.com/'), env)
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain('on this computer')
})

test('the sandbox command exits with 2 for an invalid script', async () => {
  const steps = script('generate\nwait')
  const { code, stderr } = await run([...to('http://127.0.0.1:4000/'), '--script', steps], env)
  expect([code, stderr]).toEqual([2, expect.stringContaining('Line 2: ')])
})

import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { exchange } from '../support/deliveries/raw-http.ts'
import { otherSecret, rawRequest, sampleSecret, signDelivery } from '../support/deliveries/signed-delivery.ts'
import { eventually } from '../support/eventually.ts'

const root = join(import.meta.dirname, '../..')
const readme = readFileSync(join(root, 'resources/receiver-example/README.md'), 'utf8')

test('the example receiver runs as its README says, verifies, prints and rejects', async () => {
  const receiver = start({})
  const port = await receiver.port()
  const genuine = signDelivery()
  const statuses = [
    await statusOf(port, rawRequest('/', genuine)),
    await statusOf(port, rawRequest('/', { ...genuine, body: Buffer.from('{}') })),
    await statusOf(port, rawRequest('/', signDelivery({ secret: otherSecret }))),
    await statusOf(port, rawRequest('/', signDelivery({ timestamp: Math.floor(Date.now() / 1000) - 600 }))),
    await statusOf(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'),
  ]
  expect(statuses).toEqual([204, 400, 400, 400, 400])
  await eventually(() => expect(receiver.lines).toHaveLength(6))
  expect(receiver.lines[1]).toBe('Verified: note.generated of not_1d3tmYTlCICgjy. Answered 204.')
  // The README shows this line.
  expect(readme).toMatch(/^ *Verified: note\.edited of not_\w{14}\. Answered 204\.$/m)
  expect(receiver.lines.slice(2).every((line) => /^Rejected: .+\. Answered 400\.$/.test(line))).toBe(true)
  expect(receiver.lines.join('\n')).not.toContain(sampleSecret.slice('whsec_'.length))
})

test('it answers what STATUS says', async () => {
  const receiver = start({ STATUS: '500' })
  expect(await statusOf(await receiver.port(), rawRequest('/', signDelivery()))).toBe(500)
})

test('without a secret it says what to set', async () => {
  const receiver = start({}, '')
  expect(await receiver.ended).not.toBe(0)
  expect(receiver.errors()).toContain('Set NOTEHOOK_SIGNING_SECRET')
})

/** Runs the command of the README, on any free port. */
function start(env: Readonly<Record<string, string>>, secret = sampleSecret) {
  const [, quoted, program, script] =
    /^ *NOTEHOOK_SIGNING_SECRET='(whsec_…)' (node) (\S+)$/m.exec(readme) ?? []
  expect([quoted, program]).toEqual(['whsec_…', 'node'])
  const child: ChildProcess = spawn(process.execPath, [script ?? ''], {
    cwd: root,
    env: { ...process.env, PORT: '0', NOTEHOOK_SIGNING_SECRET: secret, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const lines: string[] = []
  let errors = ''
  if (child.stdout) createInterface(child.stdout).on('line', (line) => lines.push(line))
  child.stderr?.on('data', (text) => {
    errors += text
  })
  return {
    lines,
    errors: () => errors,
    ended,
    async port() {
      await eventually(() => expect(lines).toHaveLength(1))
      return Number(/^Listening on http:\/\/127\.0\.0\.1:(\d+)$/.exec(lines[0] ?? '')?.[1])
    },
  }
}

const statusOf = async (port: number, bytes: Buffer | string) =>
  (await exchange(port, bytes)).responses[0]?.status

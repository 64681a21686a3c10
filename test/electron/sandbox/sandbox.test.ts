import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import type { OpenSandbox } from '#core/platform/ports.ts'
import { openSandbox } from '../../../electron/sandbox/sandbox.ts'
import { openReceiver } from './receiver.ts'
import { ask, running } from './running.ts'

const folder = fileURLToPath(new URL('../../../electron/sandbox/', import.meta.url))

test('the sandbox has the interface that the core of the app expects', async () => {
  const open: OpenSandbox = openSandbox
  const sandbox = await open({
    notes: 5,
    listenerOrigin: () => null,
    onChange() {},
    onTimeMoved() {},
    onUnanswered() {},
  })
  onTestFinished(() => sandbox.close())
  expect(sandbox.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(sandbox.tunnelUrl).toMatch(/^https:\/\/[a-z.]+\.example\.com$/)
})

test('the sandbox does not import code of the app', () => {
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  )
  expect(sources.length).toBeGreaterThan(20)
  for (const name of sources) {
    const imported = [...readFileSync(folder + name, 'utf8').matchAll(/from '([^']+)'/g)].map(
      ([, from]) => from,
    )
    for (const from of imported)
      expect([name, from]).toEqual([name, expect.stringMatching(/^(node:|hono|@hono\/|\.)/)])
    expect(imported.filter((from) => /shared|core/.test(from ?? ''))).toEqual([])
  }
})

test('the sandbox closes while requests, deliveries and retries are running', async () => {
  const receiver = await openReceiver((_one, index) => (index % 2 === 0 ? 'hang' : 500))
  const sandbox = await openSandbox({ notes: 10, listenerOrigin: () => receiver.origin, activityMs: 5 })
  const headers = { authorization: `Bearer ${sandbox.apiKey}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ url: sandbox.tunnelUrl, scopes: ['public', 'personal'] })
  await ask(`${sandbox.baseUrl}/v1/webhook-endpoints`, { method: 'POST', headers, body })
  sandbox.setWatched(true)
  sandbox.emit('note.generated')
  sandbox.emit('note.generated')
  sandbox.knobs.latencyMs = 60_000
  const pending = ask(`${sandbox.baseUrl}/v1/notes`, { headers }).catch(() => 'ended')
  await new Promise((resolve) => setTimeout(resolve, 50))
  await sandbox.close()
  expect(await pending).toBe('ended')
  const count = sandbox.deliveries().length
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(sandbox.deliveries()).toHaveLength(count)
  await expect(ask(sandbox.baseUrl)).rejects.toThrow()
})

test('the sandbox does not start if its port is in use', async () => {
  const { baseUrl } = await running({ notes: 1 })
  const port = Number(new URL(baseUrl).port)
  await expect(openSandbox({ port, listenerOrigin: () => null })).rejects.toThrow('EADDRINUSE')
})

test('delivers to the listener named on the command line', async () => {
  const receiver = await openReceiver()
  const child = spawn(
    process.execPath,
    [`${folder}command/cli.ts`, '--json', '--notes', '12', '--key', 'key_cli', '--listener', receiver.origin],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  const ready = JSON.parse(
    await new Promise<string>((resolve) => child.stdout.once('data', (data) => resolve(`${data}`))),
  )
  expect(ready).toMatchObject({ ready: true, apiKey: 'key_cli', tunnelUrl: expect.stringMatching(/^https:/) })

  const headers = { authorization: 'Bearer key_cli', 'content-type': 'application/json' }
  expect((await ask(`${ready.baseUrl}/v1/notes?page_size=30`, { headers })).body.notes).toHaveLength(12)
  const body = JSON.stringify({ url: `${ready.tunnelUrl}/cli`, scopes: ['public', 'personal'] })
  await ask(`${ready.baseUrl}/v1/webhook-endpoints`, { method: 'POST', headers, body })
  await expect.poll(() => receiver.received.length).toBeGreaterThan(0)

  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockFolder } from '../../../electron/core/folder-lock.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notehook-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const module = join(import.meta.dirname, '../../../electron/core/folder-lock.ts')

/** Another process that holds the folder until it is killed. */
async function holder() {
  const script = `const { lockFolder } = await import(${JSON.stringify(module)})
    globalThis.lock = lockFolder(${JSON.stringify(folder)})
    lock.announce('http://127.0.0.1:4711')
    console.log('held')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await new Promise((resolve) => child.stdout.once('data', resolve))
  return child
}

test('a second process is told who holds the folder, and where', async () => {
  const child = await holder()
  expect(lockFolder(folder)).toEqual({
    heldBy: { pid: child.pid, startedAt: expect.stringMatching(/^\d{4}-/), address: 'http://127.0.0.1:4711' },
  })
  child.kill('SIGKILL')
  await new Promise((resolve) => child.once('close', resolve))
})

test('a holder that was killed holds nothing', async () => {
  const child = await holder()
  child.kill('SIGKILL')
  await new Promise((resolve) => child.once('close', resolve))
  const lock = lockFolder(folder)
  expect(lock).not.toHaveProperty('heldBy')
  if ('release' in lock) lock.release()
})

test('a folder that was released may be taken again', () => {
  for (let time = 0; time < 3; time++) {
    const lock = lockFolder(folder)
    if ('heldBy' in lock) throw new Error('It is held.')
    expect(lockFolder(folder)).toHaveProperty('heldBy')
    lock.release()
  }
})

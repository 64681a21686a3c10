import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type FolderLock, lockFolder } from '#core/platform/files/folder-lock.ts'
import { eventually } from '../../../../support/eventually.ts'
import { testNeeding } from '../../../../support/needs.ts'
import { smallDisk } from '../../../../support/platform/disks.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notehook-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const module = join(import.meta.dirname, '../../../../../electron/core/platform/files/folder-lock.ts')

/** Starts another process that locks the folder until it is killed. */
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

test('tells a second process which process locked the data folder and where its page is', async () => {
  const child = await holder()
  expect(lockFolder(folder)).toEqual({
    heldBy: { pid: child.pid, startedAt: expect.stringMatching(/^\d{4}-/), address: 'http://127.0.0.1:4711' },
  })
  child.kill('SIGKILL')
  await new Promise((resolve) => child.once('close', resolve))
})

test('unlocks the data folder when the process that locked it is killed', async () => {
  const child = await holder()
  child.kill('SIGKILL')
  await new Promise((resolve) => child.once('close', resolve))
  const lock = lockFolder(folder)
  expect(lock).not.toHaveProperty('heldBy')
  if ('release' in lock) lock.release()
})

test('locks a data folder again after it was unlocked', () => {
  for (let time = 0; time < 3; time++) {
    const lock = lockFolder(folder)
    if ('heldBy' in lock) throw new Error('It is held.')
    expect(lockFolder(folder)).toHaveProperty('heldBy')
    lock.release()
  }
})

// Windows cannot delete open files.
describe.skipIf(process.platform === 'win32')('lock files that are deleted', () => {
  test('a second process can’t lock the data folder after its lock file is deleted', async () => {
    const child = await holder()
    rmSync(join(folder, 'host.lock'))
    expect(lockFolder(folder)).toMatchObject({ heldBy: { pid: child.pid } })
    // The rejected process left files behind, which neither lock out the next process nor let it in.
    expect(lockFolder(folder)).toMatchObject({ heldBy: { pid: child.pid } })
    child.kill('SIGKILL')
    await new Promise((resolve) => child.once('close', resolve))
    taken().release()
  })

  test('creates deleted lock files again and logs that they were deleted', async () => {
    const lock = taken()
    const said: string[] = []
    lock.watch({ info() {}, warn: (message) => said.push(message), error: (message) => said.push(message) })
    for (const name of ['host.lock', 'host.json']) rmSync(join(folder, name))
    await eventually(() => expect(said).toEqual([expect.stringContaining('was recreated')]))
    const second = await tryFrom()
    expect(second).toMatchObject({ heldBy: { pid: process.pid } })
    lock.release()
  })
})

describe('other files at the paths of the lock files', () => {
  test.each<[string, () => void]>([
    ['garbage', () => writeFileSync(join(folder, 'host.lock'), 'garbage '.repeat(500))],
    ['a few bytes', () => writeFileSync(join(folder, 'host.lock'), 'abc')],
    ['a folder', () => mkdirSync(join(folder, 'host.lock', 'mine'), { recursive: true })],
  ])('moves %s aside if it is at the path of host.lock', (_, put) => {
    put()
    const lock = taken()
    expect(lockFolder(folder)).toHaveProperty('heldBy')
    expect(readdirSync(folder).filter((name) => name.startsWith('host.lock.bad-'))).toHaveLength(1)
    lock.release()
  })

  test.each<[string, () => void]>([
    ['garbage', () => writeFileSync(join(folder, 'host.json'), 'of the user')],
    ['JSON of something else', () => writeFileSync(join(folder, 'host.json'), '{"name":"web-1"}')],
    ['a folder', () => mkdirSync(join(folder, 'host.json', 'mine'), { recursive: true })],
  ])('moves %s aside if it is at the path of host.json', (_, put) => {
    put()
    const lock = taken()
    lock.announce('http://127.0.0.1:4711')
    expect(lockFolder(folder)).toMatchObject({ heldBy: { address: 'http://127.0.0.1:4711' } })
    lock.release()
    expect(readdirSync(folder).filter((name) => name.startsWith('host.json'))).toEqual([
      expect.stringMatching(/^host\.json\.bad-/),
    ])
  })

  test('the data folder stays locked if the lock file is overwritten with garbage', async () => {
    const child = await holder()
    writeFileSync(join(folder, 'host.lock'), 'garbage')
    expect(lockFolder(folder)).toMatchObject({ heldBy: { pid: child.pid } })
    child.kill('SIGKILL')
    await new Promise((resolve) => child.once('close', resolve))
  })
})

testNeeding(['loop-mount'], 'locks the data folder even if the disk is full', () => {
  const disk = smallDisk(4)
  onTestFinished(() => disk.remove())
  const claim = () => {
    const lock = lockFolder(disk.folder)
    if ('heldBy' in lock) throw new Error('It is held.')
    return lock
  }
  claim().release()
  disk.fill()
  const lock = claim()
  lock.announce('http://127.0.0.1:4711')
  expect(lockFolder(disk.folder)).toHaveProperty('heldBy')
  lock.release()
})

test('ignores host.json if another program now has the process ID in it', () => {
  const note = { pid: process.pid, startedAt: '2026-01-01T00:00:00.000Z', address: null, start: 'long ago' }
  writeFileSync(join(folder, 'host.json'), JSON.stringify(note))
  taken().release()
})

testNeeding(['linux'], 'no other user can read the lock files of the data folder', () => {
  const lock = taken()
  for (const name of ['host.lock', 'host.json']) {
    expect(statSync(join(folder, name)).mode & 0o077).toBe(0)
    expect(readFileSync(join(folder, name), 'utf8')).not.toContain('#t=')
  }
  lock.release()
})

function taken(): FolderLock {
  const lock = lockFolder(folder)
  if ('heldBy' in lock) throw new Error('It is held.')
  return lock
}

/** Tries the lock from another process and returns its result. */
async function tryFrom(): Promise<unknown> {
  const script = `const { lockFolder } = await import(${JSON.stringify(module)})
    console.log(JSON.stringify(lockFolder(${JSON.stringify(folder)})))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const text = await new Promise((resolve) => child.stdout.once('data', resolve))
  return JSON.parse(String(text))
}

import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, request } from 'node:http'
import { connect, createServer as createNetServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { readHolder } from '#core/platform/files/folder-holder.ts'
import { lockFolder } from '#core/platform/files/folder-lock.ts'
import type { HostEvent } from '#shared/rpc/events.ts'
import type { Transport } from '#shared/rpc/transport.ts'
import { openSocketTransport } from '../../../electron/socket/client.ts'
import { socketPlaces } from '../../../electron/socket/place.ts'
import { openSocketServer } from '../../../electron/socket/server.ts'
import { eventually } from '../../support/eventually.ts'
import { testNeeding } from '../../support/needs.ts'
import { smallDisk } from '../../support/platform/disks.ts'

let folder: string
let calls: string[]
let logged: string[]
let listeners: Set<(event: HostEvent) => void>

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notehook-socket-'))
  calls = []
  logged = []
  listeners = new Set()
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

const core: Transport = {
  async call(name, input) {
    calls.push(name)
    return { ok: true, value: input }
  },
  subscribe(listener) {
    listeners.add(listener)
    listener({ name: 'host.opened', data: {} })
    return () => listeners.delete(listener)
  },
}
const write = (message: string) => void logged.push(message)

async function open(dataFolder = folder) {
  const server = await openSocketServer({ core, dataFolder, log: { info: write, warn: write, error: write } })
  onTestFinished(() => server.close())
  return server
}

const clientOf = ({ at, key }: { at: string; key: string }) =>
  openSocketTransport(() => ({ at, key, level: 'read', version: '0.1.0' }))

/** Sends one request as `curl --unix-socket` does. */
function ask(
  socketPath: string,
  path: string,
  {
    method = 'POST',
    headers = {},
    body = '{}',
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
) {
  return new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const sent = request({
      socketPath,
      path,
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
    })
    sent.on('error', reject)
    sent.on('response', async (response) =>
      resolve({ status: response.statusCode, body: await text(response) }),
    )
    sent.end(method === 'GET' ? undefined : body)
  })
}

describe('connections to the socket for commands', () => {
  test('only the user can open the socket and its folder, even in a shared data folder', async () => {
    chmodSync(folder, 0o755)
    const { at } = await open()
    expect(at).toBe(join(folder, 'run/notehook.sock'))
    expect(lstatSync(dirname(at)).mode & 0o777).toBe(0o700)
    expect(lstatSync(at).mode & 0o777).toBe(0o600)
  })

  test('makes an existing folder of the socket private', async () => {
    mkdirSync(join(folder, 'run'))
    chmodSync(join(folder, 'run'), 0o777)
    const { at } = await open()
    expect(lstatSync(dirname(at)).mode & 0o777).toBe(0o700)
  })

  testNeeding(
    ['root', 'linux'],
    'another user can’t use the socket, list its folder or read the key',
    async () => {
      chmodSync(folder, 0o755)
      const record = join(folder, 'host.json')
      writeFileSync(record, '', { mode: 0o644 })
      const lock = lockFolder(folder)
      if ('heldBy' in lock) throw new Error('It is held.')
      onTestFinished(() => lock.release())
      const { at, key } = await open()
      lock.announceAgents({ at, key, level: 'read', version: '0.1.0' })
      const asOther = (script: string) =>
        spawnSync(process.execPath, ['-e', script], { uid: 65_534, gid: 65_534, encoding: 'utf8' })
      for (const script of [
        `require('fs').readFileSync(${JSON.stringify(record)})`,
        `require('fs').readdirSync(${JSON.stringify(dirname(at))})`,
        `require('net').connect(${JSON.stringify(at)})`,
      ]) {
        const { status, stderr } = asOther(script)
        expect(status, script).toBe(1)
        expect(stderr).toContain('EACCES')
      }
      expect(asOther(`require('fs').readdirSync(${JSON.stringify(folder)})`).status).toBe(0)
    },
  )

  test('answers 401 to a wrong or missing key, and makes no call', async () => {
    const { at, key } = await open()
    const wrong = ['', 'Bearer ', `Bearer ${key.slice(1)}`, `Bearer ${key}x`, `bearer ${key}`, key]
    for (const value of wrong) {
      const headers = value === '' ? {} : { Authorization: value }
      expect((await ask(at, '/call/agents.tools', { headers })).status, value).toBe(401)
      expect((await ask(at, '/events', { method: 'GET', headers })).status, value).toBe(401)
    }
    expect(calls).toEqual([])
    const headers = { Authorization: `Bearer ${key}` }
    expect(await ask(at, '/call/agents.tools', { headers })).toEqual({
      status: 200,
      body: '{"ok":true,"value":{}}',
    })
    expect(calls).toEqual(['agents.tools'])
  })

  test('creates a new key for the socket at each start', async () => {
    const first = await open()
    await first.close()
    const second = await open()
    expect(second.key).not.toBe(first.key)
    expect(Buffer.from(second.key, 'base64url')).toHaveLength(32)
  })

  test('never sends the key to another program at the recorded path', async () => {
    const { at, key } = await open()
    const received: string[] = []
    const foreign = createServer(async (incoming, response) => {
      received.push(JSON.stringify(incoming.headers), await text(incoming))
      response.end(JSON.stringify({ proof: 'A'.repeat(43) }))
    })
    const place = join(dirname(at), 'foreign.sock')
    await new Promise<void>((resolve) => foreign.listen(place, resolve))
    onTestFinished(() => void foreign.close())
    const reply = await clientOf({ at: place, key }).call('agents.tools', {})
    expect(reply).toMatchObject({
      ok: false,
      error: { code: 'host-lost', message: expect.stringContaining('Another program answers at') },
    })
    expect(received.length).toBeGreaterThan(0)
    expect(received.join()).not.toContain(key)
  })

  test('the client rejects a socket in a folder that others can change', async () => {
    const { at, key } = await open()
    chmodSync(dirname(at), 0o755)
    const reply = await clientOf({ at, key }).call('agents.tools', {})
    expect(reply).toMatchObject({
      error: { message: expect.stringContaining('can be opened by other users') },
    })
    expect(calls).toEqual([])
  })
})

describe('the path of the socket', () => {
  const longFolder = () => {
    const long = join(folder, 'x'.repeat(100))
    mkdirSync(long)
    return long
  }
  const stubTemporary = () => {
    const temporary = mkdtempSync(join(tmpdir(), 'nh-'))
    onTestFinished(() => rmSync(temporary, { recursive: true, force: true }))
    vi.stubEnv('TMPDIR', temporary)
    return join(temporary, `notehook-${process.getuid?.()}`)
  }

  test('puts the socket into the folder for temporary files if its path is too long', async () => {
    const own = stubTemporary()
    const { at, key } = await open(longFolder())
    expect(at).toMatch(new RegExp(`^${own}/[0-9a-f]{16}\\.sock$`))
    expect(Buffer.byteLength(at)).toBeLessThanOrEqual(100)
    expect(await clientOf({ at, key }).call('agents.tools', {})).toMatchObject({ ok: true })
  })

  test('rejects a symbolic link that was planted in the folder for temporary files', async () => {
    const own = stubTemporary()
    symlinkSync(folder, own)
    await expect(open(longFolder())).rejects.toThrow('No socket for commands could be created.')
    expect(existsSync(join(folder, 'run'))).toBe(false)
  })

  testNeeding(['root'], 'puts no socket into a temporary folder of another user', async () => {
    const own = stubTemporary()
    mkdirSync(own, { mode: 0o700 })
    chownSync(own, 65_534, 65_534)
    await expect(open(longFolder())).rejects.toThrow('No socket for commands could be created.')
  })

  test('does not follow a symbolic link at the path of the socket’s folder', async () => {
    const own = stubTemporary()
    const other = join(folder, 'other')
    mkdirSync(other, { mode: 0o700 })
    symlinkSync(other, join(folder, 'run'))
    const { at } = await open()
    expect(at.startsWith(own)).toBe(true)
    expect(existsSync(join(other, 'notehook.sock'))).toBe(false)
  })

  testNeeding(
    ['loop-mount'],
    'uses the folder for temporary files if the data folder’s can’t be written',
    async () => {
      const own = stubTemporary()
      const disk = smallDisk(1)
      onTestFinished(() => disk.remove())
      mkdirSync(join(disk.folder, 'run'), { mode: 0o700 })
      disk.readOnly()
      const server = await open(disk.folder)
      expect(server.at.startsWith(own)).toBe(true)
      expect(await clientOf(server).call('agents.tools', {})).toMatchObject({ ok: true })
    },
  )

  test('replaces the socket that a killed process left behind', async () => {
    mkdirSync(join(folder, 'run'), { mode: 0o700 })
    const at = join(folder, 'run/notehook.sock')
    const listening = `require('net').createServer().listen(${JSON.stringify(at)}, () => process.kill(process.pid, 'SIGKILL'))`
    expect(spawnSync(process.execPath, ['-e', listening]).signal).toBe('SIGKILL')
    expect(lstatSync(at).isSocket()).toBe(true)
    const server = await open()
    expect(await clientOf(server).call('agents.tools', {})).toMatchObject({ ok: true })
  })

  test('creates a deleted socket again and keeps its open connections', async () => {
    const server = await open()
    const events: string[] = []
    onTestFinished(clientOf(server).subscribe(({ name }) => events.push(name)))
    await eventually(() => expect(events).toEqual(['host.opened']))
    rmSync(server.at)
    await eventually(() => expect(existsSync(server.at)).toBe(true))
    await eventually(async () =>
      expect(await clientOf(server).call('agents.tools', {})).toMatchObject({ ok: true }),
    )
    expect(lstatSync(server.at).mode & 0o777).toBe(0o600)
    for (const listener of listeners) listener({ name: 'sandbox.changed', data: {} })
    await eventually(() => expect(events).toEqual(['host.opened', 'sandbox.changed']))
  })

  test('deletes the socket when the app closes', async () => {
    const { at, close } = await open()
    await close()
    expect(existsSync(at)).toBe(false)
  })

  test('on Windows, uses a new pipe name at each start', () => {
    const pipes = [1, 2].map(() => socketPlaces('C:\\data', { platform: 'win32', temporary: 'C:\\tmp' }))
    for (const [pipe] of pipes) expect(pipe).toMatch(/^\\\\\.\\pipe\\notehook-[0-9a-f]{32}$/)
    expect(pipes[0]).not.toEqual(pipes[1])
  })
})

describe('limits of the socket', () => {
  const authorized = (key: string) => ({ Authorization: `Bearer ${key}` })

  test.each([
    ['over 1 MiB', JSON.stringify('a'.repeat(1024 * 1024)), 413],
    ['of 65 levels', `${'['.repeat(65)}${']'.repeat(65)}`, 400],
    ['of no JSON', '{', 400],
  ])('the socket rejects a body %s', async (_name, body, status) => {
    const { at, key } = await open()
    expect((await ask(at, '/call/agents.run', { headers: authorized(key), body })).status).toBe(status)
    expect(calls).toEqual([])
  })

  test.each([
    ['GET', '/call/agents.tools', 405],
    ['POST', '/events', 405],
    ['GET', '/', 404],
    ['POST', '/session', 404],
  ])('the socket answers %s %s with %i', async (method, path, status) => {
    const { at, key } = await open()
    expect((await ask(at, path, { method, headers: authorized(key) })).status).toBe(status)
  })

  test('rejects a command of another version, and the command names both versions', async () => {
    const { at, key } = await open()
    const headers = { ...authorized(key), 'x-notehook': '2' }
    expect(await ask(at, '/call/agents.tools', { headers })).toMatchObject({
      status: 426,
      body: expect.stringContaining('version 1'),
    })
    const newer = createServer((_incoming, response) => {
      response.setHeader('x-notehook', '2')
      response.writeHead(426).end()
    })
    const place = join(dirname(at), 'newer.sock')
    await new Promise<void>((resolve) => newer.listen(place, resolve))
    onTestFinished(() => void newer.close())
    expect(await clientOf({ at: place, key }).call('agents.tools', {})).toMatchObject({
      ok: false,
      error: { code: 'refused', message: expect.stringMatching(/Notehook 0\.1\.0 .*version 2.*version 1/) },
    })
  })

  test('closes the oldest silent connection if there are more than 64 of them', async () => {
    const { at, key } = await open()
    const closed: number[] = []
    const sockets = []
    for (let number = 0; number < 70; number += 1) {
      const socket = connect(at)
        .on('error', () => {})
        .on('close', () => closed.push(number))
      sockets.push(socket)
      await new Promise((resolve) => socket.once('connect', resolve))
    }
    await eventually(() => expect(closed).toEqual([0, 1, 2, 3, 4, 5]))
    expect(await clientOf({ at, key }).call('agents.tools', {})).toMatchObject({ ok: true })
    for (const socket of sockets) socket.destroy()
  })

  test('a client opens at most 16 connections at the same time for a burst of calls', async () => {
    const sockets = new Set<Socket>()
    let most = 0
    let isOver = false
    const silent = createNetServer((socket) => {
      sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)))
      most = Math.max(most, sockets.size)
      if (isOver) socket.destroy()
    })
    const { at, key } = await open()
    const place = join(dirname(at), 'silent.sock')
    await new Promise<void>((resolve) => silent.listen(place, resolve))
    onTestFinished(() => void silent.close())
    const client = clientOf({ at: place, key })
    const burst = Array.from({ length: 100 }, () => client.call('agents.tools', {}))
    await eventually(() => expect(sockets.size).toBeGreaterThanOrEqual(16))
    isOver = true
    for (const socket of sockets) socket.destroy()
    for (const reply of await Promise.all(burst))
      expect(reply).toMatchObject({ error: { code: 'host-lost' } })
    expect(most).toBe(16)
  })

  test('disconnects a command that does not read its events', async () => {
    const { at, key } = await open()
    const socket = connect(at).pause()
    onTestFinished(() => void socket.destroy())
    socket.write(`GET /events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`)
    await eventually(() => expect(listeners.size).toBe(1))
    await eventually(() => {
      for (const listener of listeners)
        listener({ name: 'deliveries.removal-failed', data: { id: 1, message: 'x'.repeat(100_000) } })
      expect(listeners.size).toBe(0)
    })
  })
})

describe('an app that has ended', () => {
  test('reports that the app is not running if it has ended', async () => {
    const { at, key, close } = await open()
    await close()
    const message = 'Notehook isn’t running.'
    expect(await clientOf({ at, key }).call('agents.tools', {})).toMatchObject({
      error: { code: 'host-lost', message },
    })
  })

  test('calls and subscriptions end when the app ends', async () => {
    const { at, key } = await open()
    const silent = createNetServer((socket) => {
      const app = connect(at)
      socket
        .on('error', () => {})
        .pipe(app)
        .pipe(socket)
      sockets.push(socket)
    })
    const sockets: { destroy(): void }[] = []
    const place = join(dirname(at), 'relay.sock')
    await new Promise<void>((resolve) => silent.listen(place, resolve))
    onTestFinished(() => void silent.close())
    const client = clientOf({ at: place, key })
    const events: string[] = []
    client.subscribe(({ name }) => events.push(name))
    await eventually(() => expect(events).toEqual(['host.opened']))
    for (const socket of sockets) socket.destroy()
    await eventually(() => expect(events).toEqual(['host.opened', 'host.lost']))
  })
})

test('the information about the process that locked the data folder does not contain the key', () => {
  const lock = lockFolder(folder)
  if ('heldBy' in lock) throw new Error('It is held.')
  const access = { at: '/run/x.sock', key: 'canary-key', level: 'read', version: '0.1.0' }
  lock.announceAgents(access)
  expect(readHolder(join(folder, 'host.json'))?.agents).toEqual(access)
  expect(JSON.stringify(lockFolder(folder))).not.toContain('canary-key')
  expect(statSync(join(folder, 'host.json')).mode & 0o777).toBe(0o600)
  lock.announceAgents('off')
  expect(readFileSync(join(folder, 'host.json'), 'utf8')).not.toContain('canary-key')
  lock.release()
})

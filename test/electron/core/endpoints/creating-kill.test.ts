import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openSandbox, type Sandbox } from '../../../../electron/sandbox/sandbox.ts'
import { openCore } from '../../../support/core/open-core.ts'
import { eventually } from '../../../support/eventually.ts'
import { fileKeychain } from '../../../support/platform/file-keychain.ts'
import { kills, patience } from '../../../support/runs.ts'

const child = fileURLToPath(new URL('../../../support/processes/creating-child.ts', import.meta.url))

/** The five points of a creation, and the state expected at the next start. */
const points = {
  'before the intent': 'nothing',
  'before the request': 'not-created',
  'before the reply is read': 'secret-lost',
  'before the keychain': 'secret-lost',
  'before it is written down': 'kept',
} as const
type Point = keyof typeof points

/**
 * Points to kill at, for each kind of reply. A cut-off reply never reaches the keychain. With a late reply, the process is killed
 * before it arrives.
 */
const services = {
  plain: Object.keys(points) as Point[],
  cut: ['before the intent', 'before the request', 'before the reply is read'],
  late: Object.keys(points) as Point[],
} satisfies Record<string, readonly Point[]>

test.each(Object.keys(services) as (keyof typeof services)[])(
  'recovers if the app is killed at any point while it creates an endpoint (replies: %s)',
  campaign,
  patience(240_000),
)

test.each(['before the deletion', 'after the deletion'])(
  'completes an endpoint’s replacement if the app is killed %s of the old one',
  async (point) => {
    const folder = mkdtempSync(join(tmpdir(), 'notehook-replacing-'))
    const service = await openSandbox({ listenerOrigin: () => null, notes: 5 })
    try {
      await connect(folder, service)
      await createAndKill(folder, service, { kind: 'plain', point, url: 'https://hooks.example.com/in' })
      expect(service.endpoints()).toHaveLength(point === 'before the deletion' ? 2 : 1)
      const core = await open(folder)
      const { client } = core
      await eventually(async () => expect((await client.call('workspaces.status')).state).toBe('connected'))
      await client.call('endpoints.list')
      const [replacement] = await eventually(async () => {
        const all = await client.call('endpoints.replacements')
        expect(all).toMatchObject([{ step: 'done', problem: null }])
        return all
      })
      const [created, ...others] = service.endpoints()
      expect([created?.id, others]).toEqual([replacement?.newId, []])
      expect(await client.call('endpoints.list')).toMatchObject([{ id: created?.id, secret: 'kept' }])
      await core.close()
    } finally {
      await service.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
)

async function campaign(kind: keyof typeof services) {
  const folder = mkdtempSync(join(tmpdir(), 'notehook-creating-'))
  const service = await openSandbox({ listenerOrigin: () => null, notes: 5 })
  try {
    await connect(folder, service)
    let killed = 0
    for (const point of services[kind]) {
      for (let run = 0; run < kills() / services.plain.length; run += 1) {
        const url = `https://hooks.example.com/${killed}`
        await createAndKill(folder, service, { kind, point, url })
        await nextStart(folder, service, { expected: points[point], url })
        killed += 1
      }
    }
    console.info(`${killed} kills, replies ${kind}: nothing lost, nothing doubled`)
  } finally {
    await service.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const dataOf = (folder: string) => join(folder, 'data')
const keychainOf = (folder: string) => join(folder, 'keychain.json')
const open = (folder: string) =>
  openCore({ dataFolder: dataOf(folder), secrets: fileKeychain(keychainOf(folder)), listening: false })

async function connect(folder: string, service: Sandbox) {
  const core = await open(folder)
  await core.client.call('workspaces.connect', { baseUrl: service.baseUrl, apiKey: service.apiKey })
  await core.close()
}

async function createAndKill(
  folder: string,
  { knobs, endpoints }: Sandbox,
  { kind, point, url }: { kind: keyof typeof services; point: string; url: string },
) {
  const isLate = kind === 'late' && point === 'before the reply is read'
  knobs.loseCreateReplies = kind === 'cut' && point === 'before the reply is read' ? 1 : 0
  knobs.createReplyMs = isLate ? 60_000 : kind === 'late' ? 60 : 0
  const args = [child, dataOf(folder), keychainOf(folder), url, point]
  const running = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(running, 'exit')
  if (isLate) await eventually(() => expect(endpoints().map((one) => one.url)).toContain(url))
  else
    await Promise.race([
      once(running.stdout, 'data'),
      ended.then(() => Promise.reject(new Error('It ended.'))),
    ])
  running.kill('SIGKILL')
  await ended
  knobs.createReplyMs = 0
}

async function nextStart(
  folder: string,
  service: Sandbox,
  { expected, url }: { expected: (typeof points)[Point]; url: string },
) {
  const core = await open(folder)
  const { client } = core
  await eventually(async () => expect((await client.call('workspaces.status')).state).toBe('connected'))
  const [one, ...others] = await client.call('endpoints.unfinished')
  const listed = await client.call('endpoints.list')
  expect(others).toEqual([])
  expect(listed.length).toBe(service.endpoints().length)
  expect(listed.map(({ secret }) => secret)).not.toContain('proven')

  if (expected === 'nothing') {
    expect([one, listed]).toEqual([undefined, []])
    return core.close()
  }
  if (expected !== 'kept') {
    const there = expected === 'secret-lost' ? [{ url, secret: 'missing' }] : []
    expect(listed).toMatchObject(there)
    expect(one).toMatchObject({ state: expected, url, draft: { events: ['note.edited'] } })
    const kind = expected === 'secret-lost' ? 'recreate' : 'retry'
    await client.call('endpoints.finish', { id: one?.id ?? '', action: { kind } })
  }
  expect(await client.call('endpoints.unfinished')).toEqual([])
  const [made, ...doubled] = service.endpoints()
  expect(doubled).toEqual([])
  expect(await client.call('endpoints.list')).toMatchObject([{ id: made?.id, url, secret: 'kept' }])
  const secrets = Object.entries(fileKeychain(keychainOf(folder)).entries())
  const ofEndpoints = secrets.flatMap(([account, secret]) => (account.startsWith('whsec:') ? [secret] : []))
  expect(ofEndpoints).toEqual([made?.signingSecret])
  await client.call('endpoints.remove', { id: made?.id ?? '' })
  await core.close()
}

import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Lookup } from '#core/platform/ports.ts'
import { agentLevels } from '#shared/agents/level.ts'
import { type ToolName, tools } from '#shared/agents/tools.ts'
import { newReceiver } from '#shared/receivers/model.ts'
import { type OpenAgent, openAgent } from '../../../support/core/open-agent.ts'
import { fakeKeychain, openCore, refusalOf, separateService } from '../../../support/core/open-core.ts'
import { eventually } from '../../../support/eventually.ts'
import { answerWith, openRawReceiver } from '../../../support/receivers/raw-receiver.ts'

interface Ids {
  readonly receiver: string
  readonly delivery: number
  readonly endpoint: string
  readonly url: string
}

/** A valid input of each tool. */
const inputs: Readonly<Record<ToolName, (ids: Ids) => object>> = {
  status: () => ({}),
  deliveries_list: () => ({}),
  deliveries_show: ({ delivery }) => ({ id: delivery }),
  deliveries_wait: () => ({ timeout: 0 }),
  sends_list: () => ({}),
  sends_wait: () => ({ timeout: 0 }),
  receivers_list: () => ({}),
  receivers_set: ({ url }) => ({ url, name: 'Changed' }),
  receivers_send: ({ receiver, delivery }) => ({ receiver, ids: [delivery] }),
  checks_run: ({ receiver }) => ({ receiver, only: [1] }),
  checks_show: ({ receiver }) => ({ receiver }),
  endpoints_list: () => ({}),
  missed_list: ({ endpoint }) => ({ endpoint }),
  missed_catch_up: ({ endpoint, receiver }) => ({ endpoint, receiver, expect: 1 }),
  notes_search: () => ({ text: 'a' }),
  notes_show: () => ({ id: 'not_unknown' }),
  sandbox_open: () => ({}),
  sandbox_set: () => ({ speed: 1 }),
  sandbox_trigger: () => ({}),
}

const addresses = {
  loopback: null,
  private: 'http://10.0.0.5:4000/hooks',
  public: 'https://example.com/hooks',
} as const

/** Returns the lowest level that allows a tool, in the sandbox or in another workspace. `null` if no level does. */
const needs = (name: ToolName, where: 'sandbox' | 'own') => {
  const tool = tools.find((one) => one.name === name)
  if (where === 'own' && (tool?.sandboxOnly || name === 'sandbox_open')) return null
  return tool?.level === 'sandbox' && where === 'own' ? 'loopback' : (tool?.level ?? null)
}

async function openBoth(where: 'sandbox' | 'own', lookup: Lookup = async () => []): Promise<OpenAgent> {
  const opened = await openAgent({ notes: where === 'sandbox' ? 10 : 0, listening: false, lookup })
  const { client } = opened
  if (where === 'own') {
    const { baseUrl, apiKey } = await separateService({ notes: 5 })
    await client.call('workspaces.connect', { baseUrl, apiKey, label: 'Acme' })
  }
  return opened
}

/** Counts what leaves this computer: DNS lookups, and connections of any part of the program to other addresses than loopback. */
function countOutside() {
  const outside: string[] = []
  const lookup: Lookup = async (name) => {
    outside.push(name)
    return ['93.184.215.14']
  }
  const onSocket = (message: unknown) =>
    (message as { socket: Socket }).socket.on('connectionAttempt', (address: string) => {
      if (!/^127\.|^::1$/.test(address)) outside.push(address)
    })
  subscribe('net.client.socket', onSocket)
  onTestFinished(() => void unsubscribe('net.client.socket', onSocket))
  return { outside, lookup }
}

describe.each(['sandbox', 'own'] as const)(
  'permissions of agents in a workspace of the kind “%s”',
  (where) => {
    test.each(Object.keys(addresses) as (keyof typeof addresses)[])(
      'allows each tool only at its permission level and above (receiver address: %s)',
      async (kind) => {
        const { outside, lookup } = countOutside()
        const { client, run } = await openBoth(where, lookup)
        const program = await openRawReceiver()
        program.answer = answerWith(204)
        const url = addresses[kind] ?? program.url
        const created =
          where === 'sandbox' && kind !== 'loopback'
            ? null
            : await client.call('receivers.create', { ...newReceiver, name: 'Mine', url, timeoutMs: 1_000 })
        const [delivery] = (await client.call('deliveries.list', {})).deliveries
        const [endpoint] = await client.call('endpoints.list')
        const ids = {
          receiver: created?.id ?? 'rcv_00000000000000',
          delivery: delivery?.id ?? 1,
          endpoint: endpoint?.id ?? 'whe_00000000000000',
          url,
        }
        outside.length = 0
        for (const level of agentLevels) {
          await client.call('agents.set-level', { level, content: true })
          for (const { name } of tools) {
            const before = program.requests.length
            const outcome = await run(name, inputs[name](ids)).then(
              () => 'answered',
              (error: { code: string }) => error.code,
            )
            const needed = needs(name, where)
            const isAllowed = needed !== null && agentLevels.indexOf(level) >= agentLevels.indexOf(needed)
            const title = `${name} at ${level}: ${outcome}`
            if (!isAllowed) expect(outcome, title).toBe('not-allowed')
            else if (kind !== 'loopback' && name === 'receivers_set')
              expect(outcome, title).toBe('not-allowed')
            else if (kind !== 'loopback' && /^(?:receivers_send|checks_run)$/.test(name)) {
              expect(outcome, title).toMatch(/^not-(?:allowed|found)$/)
            } else expect(outcome, title).not.toBe('not-allowed')
            const acts = /^(?:receivers_send|checks_run)$/.test(name)
            if (!isAllowed || !acts || kind !== 'loopback')
              expect(program.requests.length, title).toBe(before)
            expect(outside, title).toEqual([])
          }
        }
      },
    )
  },
)

test('an agent reads notes of a user’s own workspace only if the user permitted it', async () => {
  const { client, run, refused } = await openBoth('own')
  await client.call('agents.set-level', { level: 'read' })
  expect(await refused('notes_search', { text: 'a' })).toMatchObject({
    code: 'not-allowed',
    message: expect.stringContaining('Notes’ content'),
  })
  await client.call('agents.set-level', { content: true })
  expect(await run('notes_search', { text: 'a' })).toMatchObject({ outcome: 'done' })
})

test('agents start at the sandbox level, and turn off when the first own workspace connects', async () => {
  const first = await openAgent({ notes: 0 })
  expect(await first.client.call('agents.status')).toMatchObject({ level: 'sandbox', isChosen: false })
  const connect = async ({ client }: OpenAgent, label: string) => {
    const { baseUrl, apiKey } = await separateService({ notes: 5 })
    await client.call('workspaces.connect', { baseUrl, apiKey, label })
  }
  /** Counts the messages that connecting a workspace turned agents off. */
  const countTurnedOff = ({ client }: OpenAgent) => {
    const count = { times: 0 }
    client.subscribe((event) => {
      if (event.name === 'agents.changed' && event.data.isTurnedOff) count.times += 1
    })
    return count
  }
  const told = countTurnedOff(first)
  await connect(first, 'Acme')
  expect(await first.client.call('agents.status')).toMatchObject({ level: 'off', isChosen: false })
  expect(await first.refused('status')).toMatchObject({ code: 'not-allowed' })
  await connect(first, 'Other')
  expect(told.times).toBe(1)

  const second = await openAgent({ notes: 0, level: 'read' })
  const toldAgain = countTurnedOff(second)
  await connect(second, 'Acme')
  expect(toldAgain.times).toBe(0)
  expect(await second.client.call('agents.status')).toMatchObject({ level: 'read', isChosen: true })

  const third = await openAgent({ notes: 0 })
  const toldThird = countTurnedOff(third)
  await third.client.call('agents.stop')
  await connect(third, 'Acme')
  expect(toldThird.times).toBe(0)
})

test('the highest permission level of agents ends after an hour and is never saved', async () => {
  const time = { ms: 0 }
  const first = await openAgent({ notes: 0, time: { monotonicMs: () => time.ms } })
  await first.client.call('agents.set-level', { level: 'read' })
  await first.client.call('agents.set-level', { level: 'loopback' })
  expect(await first.client.call('agents.status')).toMatchObject({
    level: 'loopback',
    until: expect.any(String),
  })
  time.ms += 3_600_000
  expect(await first.client.call('agents.status')).toMatchObject({ level: 'read', until: null })
  await first.client.call('agents.set-level', { level: 'loopback' })
  await first.close()
  first.settings.write({ agents: { level: 'loopback', content: true } })
  const again = await openAgent({ notes: 0, dataFolder: first.dataFolder })
  expect((await again.client.call('agents.status')).level).not.toBe('loopback')
})

test('notehook forward keeps the highest permission level, and turning agents off ends forwarding', async () => {
  const time = { ms: 0 }
  const { client, run } = await openAgent({ time: { monotonicMs: () => time.ms } })
  const caller = { name: 'notehook forward' }
  const level = async () => (await client.call('agents.status')).level
  await client.call('agents.set-level', { level: 'read' })
  await client.call('agents.set-level', { level: 'loopback' })
  const { url } = await openRawReceiver()
  await client.call('agents.forward', { url, caller })
  const [receiver] = await client.call('receivers.list')
  const forwarding = receiver?.id ?? ''
  const wait = { tool: 'sends_wait', input: { timeout: 0 }, caller }
  for (let minute = 0; minute < 90; minute += 1) {
    time.ms += 60_000
    await client.call('agents.run', { ...wait, forwarding })
    expect(await level()).toBe('loopback')
  }
  const unknown = client.call('agents.run', { ...wait, forwarding: 'rcv_00000000000000' })
  expect(await refusalOf(unknown)).toMatchObject({ message: expect.stringContaining('turned off') })
  time.ms += 120_000
  expect(await level()).toBe('read')
  await client.call('agents.run', { ...wait, forwarding })
  expect(await level()).toBe('read')
  await run('sends_wait', { timeout: 0 })
  expect(await client.call('agents.end-forward', { receiver: forwarding, caller })).toEqual({
    removed: true,
    waiting: 0,
  })

  await client.call('agents.set-level', { level: 'loopback' })
  await client.call('agents.forward', { url, caller })
  await client.call('agents.stop')
  await eventually(async () => expect(await client.call('receivers.list')).toEqual([]))
  expect(await refusalOf(client.call('agents.end-forward', { receiver: forwarding, caller }))).toMatchObject({
    code: 'not-found',
  })
})

describe('if notehook forward is killed', () => {
  const caller = { name: 'notehook forward' }
  /** Starts forwarding to a receiver as the command does. Returns a function that ends its connection. */
  const startForward = async ({ core, client }: OpenAgent, url: string) => {
    const { after } = await client.call('agents.forward', { url, endpoint: 'Quickstart', caller })
    const receiver = (await client.call('receivers.list')).find((one) => one.url === url)?.id
    const connection = new AbortController()
    const call = { tool: 'sends_wait', input: { receiver, after }, caller, forwarding: receiver }
    core.call('agents.run', call, { signal: connection.signal })
    return () => connection.abort()
  }

  test('its receiver is removed, and its calls are the only activity', async () => {
    const app = await openAgent()
    const kill = await startForward(app, (await openRawReceiver()).url)
    const list = () => app.client.call('receivers.list')
    expect(await list()).toMatchObject([{ live: true }])
    kill()
    await eventually(async () => expect(await list()).toEqual([]))
    expect(await app.client.call('agents.activity')).toMatchObject([
      { tool: 'sends_wait', outcome: 'canceled' },
      { tool: 'receivers_set', outcome: 'done' },
    ])
  })

  test('its receiver is removed after a restart of the app, and not while another command forwards', async () => {
    const app = await openAgent()
    const { url } = await openRawReceiver()
    await startForward(app, url)
    await startForward(app, url)
    await app.close()
    const again = await openCore({ dataFolder: app.dataFolder })
    await again.client.call('sandbox.start', {})
    const list = () => again.client.call('receivers.list')
    const receiver = (await list())[0]?.id ?? ''
    expect(await list()).toMatchObject([{ url, live: true }])
    const end = () => again.client.call('agents.end-forward', { receiver, caller })
    expect(await end()).toEqual({ removed: false, waiting: 0 })
    expect(await list()).toMatchObject([{ live: true }])
    expect(await end()).toEqual({ removed: true, waiting: 0 })
    expect(await refusalOf(end())).toMatchObject({ code: 'not-found' })
  })

  test('its receiver stays on while another command forwards to it', async () => {
    const app = await openAgent()
    const [{ url }, other] = [await openRawReceiver(), await openRawReceiver()]
    const kills = [await startForward(app, url), await startForward(app, url)]
    const killOther = await startForward(app, other.url)
    const urls = async () => (await app.client.call('receivers.list')).map((one) => one.url)
    kills[0]?.()
    killOther()
    await eventually(async () => expect(await urls()).toEqual([url]))
    kills[1]?.()
    await eventually(async () => expect(await urls()).toEqual([]))
  })
})

test.each(['ended', 'killed'] as const)(
  'restores a receiver when its workspace opens again, if its notehook forward was %s in another workspace',
  async (how) => {
    const { client, core } = await openAgent()
    const { url } = await openRawReceiver()
    const caller = { name: 'notehook forward' }
    await client.call('agents.forward', { url, endpoint: 'Quickstart', caller })
    const [{ id = '' } = {}] = await client.call('receivers.list')
    const connection = new AbortController()
    const wait = { tool: 'sends_wait', input: { receiver: id }, caller, forwarding: id }
    core.call('agents.run', wait, { signal: connection.signal })
    const { baseUrl, apiKey } = await separateService({ notes: 5 })
    await client.call('workspaces.connect', { baseUrl, apiKey, label: 'Acme' })
    if (how === 'killed') connection.abort()
    else {
      expect(await refusalOf(client.call('agents.end-forward', { receiver: id, caller }))).toMatchObject({
        code: 'refused',
        message: expect.stringContaining('Another workspace is open'),
      })
    }
    expect(await client.call('receivers.list')).toEqual([])
    await client.call('workspaces.open', { id: 'sandbox' })
    await eventually(async () => expect(await client.call('receivers.list')).toEqual([]))
  },
)

test('restores the endpoints of a receiver only if forward changed them', async () => {
  const { client } = await openAgent()
  const { url } = await openRawReceiver()
  const caller = { name: 'notehook forward' }
  const [endpoint] = await client.call('endpoints.list')
  const { id, rules } = await client.call('receivers.create', { ...newReceiver, name: 'Mine', url })
  const endpointIds = async () => (await client.call('receivers.list'))[0]?.rules.endpointIds
  await client.call('agents.forward', { url, endpoint: endpoint?.id, caller })
  expect(await endpointIds()).toEqual([endpoint?.id])
  await client.call('agents.end-forward', { receiver: id, caller })
  expect(await endpointIds()).toEqual([])

  await client.call('agents.forward', { url, caller })
  const changes = { rules: { ...rules, endpointIds: [endpoint?.id ?? ''] } }
  await client.call('receivers.update', { id, changes })
  await client.call('agents.end-forward', { receiver: id, caller })
  expect(await endpointIds()).toEqual([endpoint?.id])
})

test('forgets the forwarding of a removed workspace, and logs no error while another one is open', async () => {
  const first = await openBoth('own')
  const { client } = first
  await client.call('agents.set-level', { level: 'loopback' })
  const { url } = await openRawReceiver()
  const caller = { name: 'notehook forward' }
  await client.call('agents.forward', { url, caller })
  const own = (await client.call('workspaces.list')).find(({ label }) => label === 'Acme')?.id ?? ''
  const forwards = () => Object.entries(first.settings.read().forwards as object)
  expect(forwards()).toMatchObject([[expect.any(String), { workspaceId: own, commands: 1 }]])
  await client.call('sandbox.start', { notes: 5 })
  await client.call('agents.stop')
  await eventually(() => expect(forwards()).toMatchObject([[expect.any(String), { commands: 0 }]]))
  await client.call('workspaces.remove', { id: own, label: 'Acme' })
  expect(forwards()).toEqual([])
  expect(first.log.join()).not.toContain('Forwarding could not be ended')
  await first.close()

  const stale = { workspaceId: own, before: null, commands: 1 }
  first.settings.write({ forwards: { rcv_00000000000000: stale } })
  const again = await openCore({ dataFolder: first.dataFolder, secrets: fakeKeychain() })
  expect(again.settings.read().forwards).toEqual({})
})

test('rejects a permission level for a single run if the data folder contains a user’s own workspace', async () => {
  const first = await openCore({ agentLevel: 'read' })
  expect(await first.client.call('agents.status')).toMatchObject({ level: 'read' })
  const { baseUrl, apiKey } = await separateService({ notes: 5 })
  await first.client.call('workspaces.connect', { baseUrl, apiKey, label: 'Acme' })
  expect(await first.client.call('agents.status')).toMatchObject({ level: 'off' })
  await first.close()
  const refusal = await refusalOf(openCore({ agentLevel: 'sandbox', dataFolder: first.dataFolder }))
  expect(refusal).toMatchObject({ code: 'not-allowed', message: expect.stringContaining('--data-dir') })
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { ToolName, ToolOutput } from '#shared/agents/tools.ts'
import { newReceiver } from '#shared/receivers/model.ts'
import { flagOf, wordsOf } from '../../../electron/command/arguments.ts'
import { type OpenedApp, openApp } from '../../support/agents/open-app.ts'
import { connectMcp, runCommand, startCommand } from '../../support/agents/stand-in-app.ts'
import { findSecret } from '../../support/canary.ts'
import { eventually } from '../../support/eventually.ts'
import { startExampleReceiver } from '../../support/receivers/example-receiver.ts'
import { runs } from '../../support/runs.ts'

const skill = readFileSync(join(import.meta.dirname, '../../../resources/skill/notehook/SKILL.md'), 'utf8')

const secretOf = async ({ client }: OpenedApp) => {
  const [endpoint] = await client.call('endpoints.list')
  return (await client.call('endpoints.reveal-secret', { id: endpoint?.id ?? '' })).secret
}

/** Calls a tool, and returns its answer. */
type Call = <Name extends ToolName>(tool: Name, input?: object) => Promise<ToolOutput<Name>>

const codes = { done: 0, failed: 1, 'timed-out': 6, running: 6 } as const

const callers: Readonly<Record<string, (app: OpenedApp) => Promise<Call>>> = {
  'the command': async ({ json }) =>
    (async (tool: ToolName, input = {}) => {
      const flags = Object.entries(input).flatMap(([name, value]) =>
        [value].flat().map((one) => {
          const flag = flagOf(name)
          return typeof one === 'boolean' ? `--${one ? '' : 'no-'}${flag}` : `--${flag}=${one}`
        }),
      )
      const { code, stderr, answer } = await json(...wordsOf(tool), ...flags)
      expect({ tool, code, stderr }).toMatchObject({ tool, code: codes[answer?.outcome as 'done'] })
      return answer
    }) as Call,
  async MCP({ dataFolder }) {
    const { client } = await connectMcp({ dataFolder })
    return (async (tool: ToolName, input = {}) => {
      const result = await client.callTool({ name: tool, arguments: input as Record<string, unknown> })
      expect({ tool, ...result }).not.toHaveProperty('isError')
      return result.structuredContent
    }) as Call
  },
}

test('status prints a summary in the words of the window, and no names of fields', async () => {
  const app = await openApp()
  await app.client.call('receivers.create', { ...newReceiver, name: 'Mine', url: 'http://127.0.0.1:4000' })
  await app.client.call('sandbox.set-switches', { slow: true })
  const { stdout } = await runCommand(['status'], { dataFolder: app.dataFolder })
  const fields = new Map(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.split(/ {2,}/) as [string, string]),
  )
  expect([...fields.keys()].join('\n')).not.toMatch(/^[a-z]|[a-z][A-Z]/m)
  expect(Object.fromEntries(fields)).toMatchObject({
    ...{ Workspace: 'Sandbox workspace', Level: 'Read and act in the sandbox', Listener: 'Listening' },
    ...{ Tunnel: 'Not needed', 'Sandbox switches': 'The API is slow' },
    ...{ Endpoints: '1', Receivers: '1', Forwarding: '0', 'Waiting deliveries': '0' },
  })
})

test('only a program that run starts gets the sandbox’s secrets, and its output is masked', async () => {
  const app = await openApp()
  const { apiKey } = await app.client.call('sandbox.receiver-key')
  const secret = await secretOf(app)
  const file = join(app.dataFolder, 'environment')
  const code = `const { NOTEHOOK_API_KEY: key, NOTEHOOK_SIGNING_SECRET: secret } = process.env
    require('node:fs').writeFileSync(${JSON.stringify(file)}, JSON.stringify({ key, secret }))
    console.log(key + ' ' + secret); console.error(secret)`
  const printed = await runCommand(['run', '--', process.execPath, '-e', code], {
    dataFolder: app.dataFolder,
  })
  expect(printed).toEqual({ code: 0, stdout: '*** ***\n', stderr: '***\n' })
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ key: apiKey, secret })
  const answers = await Promise.all([
    app.json('sandbox', 'open'),
    app.json('receivers', 'set', 'http://127.0.0.1:4000'),
    app.json('endpoints', 'list'),
    app.json('status'),
  ])
  expect(answers.map((answer) => answer.code)).toEqual([0, 0, 0, 0])
  const texts = { answers: JSON.stringify(answers) }
  expect([apiKey, secret].flatMap((value) => findSecret(value, texts))).toEqual([])
})

test('forward sends deliveries to the example receiver, prints responses and then turns off', async () => {
  const app = await openApp()
  const port = await startExampleReceiver({ secret: await secretOf(app) }).port()
  const { child, output, ended } = startCommand(['forward', String(port), '--json'], {
    dataFolder: app.dataFolder,
  })
  await eventually(() => expect(output.stdout).toContain('"ready"'))
  expect((await app.json('sandbox', 'trigger', '--count', '2')).code).toBe(0)
  const lines = () =>
    output.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  await eventually(() => expect(lines().filter(({ status }) => status === 204)).toHaveLength(2))
  child.kill('SIGINT')
  expect((await ended).code).toBe(130)
  expect(lines().at(-1)).toEqual({ stopped: { reason: 'interrupted', seen: 2 } })
  const [receiver] = (await app.json('receivers', 'list')).answer.rows
  expect(receiver).toMatchObject({ url: `http://127.0.0.1:${port}/webhooks`, forwards: false })
})

describe('forward to a port on which no program listens', () => {
  const reason = (port: number) =>
    `Nothing accepts connections at 127.0.0.1:${port}. Start the receiver, or check the port.`
  const closedPort = async () => {
    const program = startExampleReceiver({ secret: `whsec_${'A'.repeat(43)}=` })
    const port = await program.port()
    await program.stop()
    return port
  }

  test('prints every delivery as waiting with the reason, and keeps the receiver for which they wait', async () => {
    const app = await openApp()
    const port = await closedPort()
    const { child, output, ended } = startCommand(['forward', String(port)], { dataFolder: app.dataFolder })
    const run = /signing secret: npm --prefix "[^"]+" run -s notehook -- run --data-dir "[^"]+" --endpoint /
    await eventually(() => expect(output.stderr).toMatch(run))
    expect(output.stderr).toContain('Press Ctrl-C')
    const waiting = () => output.stdout.match(/^\S.* waiting .*\n {4}.*$/gm) ?? []
    expect((await app.json('sandbox', 'trigger', '--type', 'note.generated', '--count', '6')).code).toBe(0)
    await eventually(() => expect(waiting().length).toBeGreaterThanOrEqual(6))
    for (const type of ['note.generated', 'note.edited', 'note.generated', 'note.edited']) {
      const before = waiting().length
      expect((await app.json('sandbox', 'trigger', '--type', type)).code).toBe(0)
      await eventually(() => expect(waiting()).toHaveLength(before + 1))
      expect(waiting().at(-1)).toContain(type)
      expect(waiting().at(-1)).toContain(reason(port))
    }
    expect(output.stdout.trim().split('\n')).toHaveLength(20)
    const ids = waiting().map((line) => line.split(/ +/)[1])
    expect(new Set(ids).size).toBe(10)
    child.kill('SIGINT')
    expect((await ended).code).toBe(130)
    expect(output.stderr).toContain('Waiting deliveries are sent once your program is up.')
    expect(output.stderr).not.toContain('removed')
    const [receiver] = await app.client.call('receivers.list')
    expect(receiver).toMatchObject({ live: false, status: { waiting: { count: 10 } } })
  })

  test('sends waiting deliveries to the receiver that it added once the program is up', async () => {
    const app = await openApp()
    const port = await closedPort()
    const { child, output, ended } = startCommand(['forward', String(port)], { dataFolder: app.dataFolder })
    await eventually(() => expect(output.stderr).toContain('Press Ctrl-C'))
    await app.json('sandbox', 'trigger', '--type', 'note.generated')
    await eventually(() => expect(output.stdout).toContain('waiting'))
    startExampleReceiver({ secret: await secretOf(app), env: { PORT: String(port) } })
    await eventually(() => expect(output.stdout).toMatch(/ 204/))
    child.kill('SIGINT')
    await ended
  })

  test('removes the receiver that it added if no delivery was sent to it or waits for it', async () => {
    const app = await openApp()
    const port = await closedPort()
    const { child, output, ended } = startCommand(['forward', String(port)], { dataFolder: app.dataFolder })
    await eventually(() => expect(output.stderr).toContain('Press Ctrl-C'))
    child.kill('SIGINT')
    const { stderr } = await ended
    expect(stderr).toContain('got no request and no delivery waits for it, so its receiver was removed.')
    expect(await app.client.call('receivers.list')).toEqual([])
  })

  test('restores a receiver that the user had added', async () => {
    const app = await openApp()
    const port = await closedPort()
    const url = `http://127.0.0.1:${port}/webhooks`
    const [endpoint] = await app.client.call('endpoints.list')
    const rules = { ...newReceiver.rules, eventTypes: ['note.generated'] }
    const mine = await app.client.call('receivers.create', { ...newReceiver, rules, name: 'Mine', url })
    const args = ['forward', url, '--endpoint', endpoint?.id ?? '', '--json']
    const { child, output, ended } = startCommand(args, { dataFolder: app.dataFolder })
    await eventually(() => expect(output.stdout).toContain('"ready"'))
    await app.json('sandbox', 'trigger', '--type', 'note.generated')
    await eventually(() => expect(output.stdout).toContain(reason(port)))
    child.kill('SIGINT')
    expect((await ended).code).toBe(130)
    const [kept] = await app.client.call('receivers.list')
    expect(kept).toMatchObject({ id: mine.id, live: false, rules, name: 'Mine' })
  })

  test('turns forwarding off but keeps the receiver that it added if the program got a request', async () => {
    const app = await openApp()
    const program = startExampleReceiver({ secret: await secretOf(app) })
    const port = await program.port()
    const { output, ended } = startCommand(['forward', String(port)], { dataFolder: app.dataFolder })
    await eventually(() => expect(output.stderr).toContain('Press Ctrl-C'))
    await app.json('sandbox', 'trigger', '--type', 'note.generated')
    await eventually(() => expect(output.stdout).toMatch(/ 204/))
    await program.stop()
    await app.json('sandbox', 'trigger', '--type', 'note.generated')
    await eventually(() => expect(output.stdout).toContain(reason(port)))
    await app.client.call('agents.stop')
    expect((await ended).stderr).not.toContain('still on')
    await eventually(async () =>
      expect(await app.client.call('receivers.list')).toMatchObject([{ live: false }]),
    )
  })
})

test('wait and listen say that they were stopped in Notehook, not that it ended', async () => {
  const app = await openApp()
  const wait = startCommand(['wait', 'is:starred', '--timeout', '5m'], app)
  const listen = startCommand(['listen', '--json'], app)
  await eventually(async () => expect((await app.client.call('agents.status')).calls).toHaveLength(2))
  await app.client.call('agents.stop')
  expect(await wait.ended).toMatchObject({ code: 4, stderr: 'Stopped in Notehook.\n' })
  const { code, stderr } = await listen.ended
  expect({ code, error: JSON.parse(stderr) }).toMatchObject({
    code: 4,
    error: { error: { message: 'Stopped in Notehook.' } },
  })
})

describe.each(Object.keys(callers))('a script that uses %s', (name) => {
  const connect = async (app: OpenedApp): Promise<Call> => {
    const call = await callers[name]?.(app)
    if (call === undefined) throw new Error(`There is no caller ${name}.`)
    return call
  }

  test('detects a broken receiver, sees that it was fixed, and checks it', async () => {
    const app = await openApp()
    const call = await connect(app)
    const broken = startExampleReceiver({ secret: `whsec_${'A'.repeat(43)}=` })
    const port = await broken.port()
    const { receiver } = await call('receivers_set', {
      url: `http://127.0.0.1:${port}/webhooks`,
      forward: true,
    })
    const { after } = await call('sandbox_trigger')
    const [arrived] = (await call('deliveries_wait', { after, timeout: 50 })).rows
    const answered = await call('sends_wait', { after, receiver: receiver.id, timeout: 50 })
    expect(answered.rows).toMatchObject([{ delivery: arrived?.id, status: 400 }])
    expect((await call('sends_list', { failed: true })).rows).toHaveLength(1)
    expect(await call('checks_run', { receiver: receiver.id, only: [1] })).toMatchObject({
      outcome: 'failed',
    })
    const [finding] = (await call('checks_show', { receiver: receiver.id })).rows
    expect(finding).toMatchObject({ state: 'failed', remedy: expect.any(String) })
    await broken.stop()
    const fixed = startExampleReceiver({ secret: await secretOf(app), env: { PORT: String(port) } })
    await fixed.port()
    const sent = await call('receivers_send', { receiver: receiver.id, ids: [arrived?.id] })
    expect(sent).toMatchObject({ outcome: 'done', rows: [{ status: 204, verdict: 'fixed' }] })
    expect(await call('checks_run', { receiver: receiver.id })).toMatchObject({
      outcome: 'done',
      counts: { failed: 0 },
    })
  })

  test('finds a failing endpoint and its missed notes, and catches up on them', async () => {
    const app = await openApp({ sandbox: { minRetryMs: 20, activityMs: 60_000 } })
    const call = await connect(app)
    await eventually(async () => expect((await app.client.call('missed.status')).behind).toBe(0))
    await call('sandbox_set', { outage: true })
    await call('sandbox_trigger', { type: 'note.generated', count: 2 })
    for (let day = 0; day < 5; day += 1) await call('sandbox_set', { skipDay: true })
    const endpoint = await eventually(async () => {
      const { rows } = await call('endpoints_list', { failing: true })
      expect(rows).toMatchObject([{ enabled: false, disabledBy: 'service' }])
      return rows[0]?.id ?? ''
    })
    await call('sandbox_set', { outage: false })
    // Only the user enables an endpoint.
    await app.client.call('endpoints.update', { id: endpoint, changes: { enabled: true } })
    await app.client.call('missed.look')
    await eventually(async () => expect((await call('missed_list', { endpoint })).matching).toBe(2))
    const port = await startExampleReceiver({ secret: await secretOf(app) }).port()
    const { receiver } = await call('receivers_set', { url: `http://127.0.0.1:${port}/webhooks` })
    const catchUp = () => call('missed_catch_up', { endpoint, receiver: receiver.id, expect: 2 })
    expect(await catchUp()).toMatchObject({ outcome: 'done', job: { total: 2, passed: 2, failed: 0 } })
    expect(await call('missed_list', { endpoint })).toMatchObject({ matching: 0 })
  })
})

test('one delivery ends all waits of an MCP client, and canceled waits leave nothing open', async () => {
  const app = await openApp()
  const { client } = await connectMcp({ dataFolder: app.dataFolder })
  const many = runs(1_000, 1_000)
  const callWaits = (signal?: AbortSignal) =>
    Array.from({ length: many }, (_, at) => {
      const input = { q: `-remark:word${at % 10}`, timeout: 50 }
      return client.callTool({ name: 'deliveries_wait', arguments: input }, signal && { signal })
    })
  const untilRunning = (calls: number) =>
    eventually(async () => expect((await app.client.call('agents.status')).calls).toHaveLength(calls))
  /** Returns the number of connections and timers of the app. */
  const opened = () => {
    const names = process.getActiveResourcesInfo()
    return names.filter((name) => name === 'PipeWrap' || name === 'Timeout').length
  }
  const waits = callWaits()
  await untilRunning(many)
  await app.client.call('sandbox.trigger', { type: 'note.generated', count: 1 })
  for (const answer of await Promise.all(waits))
    expect(answer).toMatchObject({ structuredContent: { shown: 1 } })

  const before = opened()
  const canceling = new AbortController()
  const canceled = Promise.allSettled(callWaits(canceling.signal))
  await untilRunning(many)
  expect(opened()).toBeGreaterThan(before + many)
  canceling.abort()
  await canceled
  await untilRunning(0)
  // Without `eventually`, whose timers would be counted too.
  while (opened() > before) await sleep(10)
})

test('every command in the skill for agents works in the sandbox', async () => {
  const app = await openApp()
  const port = await startExampleReceiver({ secret: await secretOf(app) }).port()
  const values: Record<string, string> = {}
  const examples = [...skill.matchAll(/^notehook (.+)$/gm)].map((match) => match[1] ?? '')
  expect(examples.length).toBeGreaterThan(12)
  for (const example of examples) {
    if (example.startsWith('run')) continue
    const words = example
      .replace(':4000/', `:${port}/`)
      .split(' ')
      .map((word) => values[word] ?? word)
    const { code, answer, stderr } = await app.json(...words.filter((word) => word !== '--json'))
    expect({ example, code, stderr: code === 0 ? '' : stderr }).toEqual({ example, code: 0, stderr: '' })
    if (example.startsWith('receivers set')) values.RECEIVER = answer.receiver.id
    if (example.startsWith('sandbox trigger')) values.AFTER = answer.after
    if (!example.startsWith('wait')) continue
    const [row] = answer.rows
    Object.assign(values, { DELIVERY: String(row.id), NOTE: row.note, ENDPOINT: row.endpoint })
  }
})

test('the skill for agents is shorter than 200 lines', () => {
  expect(skill.split('\n').length).toBeLessThan(200)
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { gated } from '#core/agents/index.ts'
import { lockFolder } from '#core/platform/files/folder-lock.ts'
import { openToAgents } from '../../../electron/socket/open-to-agents.ts'
import { runCommand, startCommand } from '../../support/agents/stand-in-app.ts'
import { openCore } from '../../support/core/open-core.ts'
import { eventually } from '../../support/eventually.ts'
import { startExampleReceiver } from '../../support/receivers/example-receiver.ts'

const skill = readFileSync(join(import.meta.dirname, '../../../resources/skill/notehook/SKILL.md'), 'utf8')

/** Opens the sandbox in a real core, and the socket as both hosts do. */
async function openApp() {
  const opened = await openCore()
  const lock = lockFolder(opened.dataFolder)
  if ('heldBy' in lock) throw new Error('The folder is held.')
  const log = { info() {}, warn() {}, error() {} }
  const { core, client, dataFolder } = opened
  const agents = await openToAgents({ core, gate: gated(core), lock, dataFolder, version: '0.1.0', log })
  onTestFinished(() => agents.close().then(lock.release))
  await client.call('sandbox.start', { notes: 20 })
  await client.call('sandbox.set-switches', { automatic: false })
  const json = async (...args: string[]) => {
    const { code, stdout, stderr } = await runCommand([...args, '--json'], { dataFolder })
    return { code, stderr, answer: JSON.parse(stdout || 'null') }
  }
  return { client, dataFolder, json }
}

const secretOf = async ({ client }: Awaited<ReturnType<typeof openApp>>) => {
  const [endpoint] = await client.call('endpoints.list')
  return (await client.call('endpoints.reveal-secret', { id: endpoint?.id ?? '' })).secret
}

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

test('a script detects a broken receiver, sees that it was fixed, and checks it', async () => {
  const app = await openApp()
  const broken = startExampleReceiver({ secret: `whsec_${'A'.repeat(43)}=` })
  const port = await broken.port()
  const set = await app.json('receivers', 'set', `http://127.0.0.1:${port}/webhooks`, '--forward')
  const receiver = set.answer.receiver.id
  const trigger = await app.json('sandbox', 'trigger')
  const arrived = await app.json('wait', '--after', trigger.answer.after, '--timeout', '50s')
  const delivery = String(arrived.answer.rows[0].id)
  await eventually(async () => expect((await app.json('sends', 'list', '--failed', '--fail')).code).toBe(1))
  await broken.stop()
  const fixed = startExampleReceiver({ secret: await secretOf(app), env: { PORT: String(port) } })
  await fixed.port()
  const sent = await app.json('receivers', 'send', receiver, delivery)
  expect(sent).toMatchObject({ code: 0, answer: { rows: [{ status: 204, verdict: 'fixed' }] } })
  expect(await app.json('checks', 'run', receiver)).toMatchObject({
    code: 0,
    answer: { counts: { failed: 0 } },
  })
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

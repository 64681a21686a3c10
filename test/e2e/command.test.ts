import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { connectMcp, runCommand, startCommand, temporaryFolder } from '../support/agents/stand-in-app.ts'
import { eventually } from '../support/eventually.ts'
import { testNeeding } from '../support/needs.ts'
import { startApp } from '../support/page/app.ts'
import { openRawReceiver } from '../support/receivers/raw-receiver.ts'

const flags = ['--sandbox', '--sandbox-notes', '20']

/** A program that runs another one in a terminal. */
const pty = 'import pty, os, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))'

/** Starts the browser host on a data folder. A later start on the same folder is a restart. */
async function start(dataFolder: string) {
  const app = await startApp({ dataFolder, flags })
  let isEnded = false
  const kill = async () => {
    if (!isEnded) await app.kill()
    isEnded = true
  }
  onTestFinished(kill)
  return { ...app, kill }
}

test('a command reports within a second that the app was killed, and listen continues after a restart', async () => {
  const dataFolder = temporaryFolder()
  const first = await start(dataFolder)
  const wait = startCommand(['wait', 'is:starred', '--timeout', '5m'], { dataFolder })
  const listen = startCommand(['listen', '--json'], { dataFolder })
  await eventually(() => expect(listen.output.stdout).toContain('"ready"'))
  await eventually(async () =>
    expect((await runCommand(['sandbox', 'trigger'], { dataFolder })).code).toBe(0),
  )
  await eventually(() => expect(listen.output.stdout.trim().split('\n').length).toBeGreaterThan(1))

  await first.kill()
  const killedAt = performance.now()
  const ended = await wait.ended
  expect(ended.code).toBe(3)
  expect(ended.stderr).toBe('Notehook ended or doesn’t respond.\n')
  expect(performance.now() - killedAt).toBeLessThan(1_000)
  expect(existsSync(join(dataFolder, 'run/notehook.sock'))).toBe(true)
  const stopped = await runCommand(['status'], { dataFolder })
  expect(stopped).toMatchObject({ code: 3, stderr: expect.stringContaining('isn’t running') })

  await start(dataFolder)
  expect((await runCommand(['status'], { dataFolder })).code).toBe(0)
  const before = listen.output.stdout.trim().split('\n').length
  await eventually(async () =>
    expect((await runCommand(['sandbox', 'trigger'], { dataFolder })).code).toBe(0),
  )
  await eventually(() => expect(listen.output.stdout.trim().split('\n').length).toBeGreaterThan(before))
  listen.child.kill('SIGINT')
  const lines = (await listen.ended).stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const ids = lines.flatMap(({ id }) => (id === undefined ? [] : [id]))
  expect(new Set(ids).size).toBe(ids.length)
  expect(lines).toContainEqual({ resumed: {} })
  expect(lines.at(-1)).toMatchObject({ stopped: { reason: 'interrupted', seen: ids.length } })
})

test('start prints one line of JSON, exits with 5 if the data folder is in use, and with 130 after Ctrl-C', async () => {
  const dataFolder = temporaryFolder()
  const first = startCommand(['start', '--sandbox', '--json'], { dataFolder })
  await eventually(() => expect(first.output.stdout).toContain('\n'))
  expect(typeof JSON.parse(first.output.stdout)).toBe('object')
  const second = await runCommand(['start', '--json'], { dataFolder })
  expect(second).toMatchObject({ code: 5, stdout: '' })
  expect(second.stderr).toContain('already running')
  first.child.kill('SIGINT')
  expect((await first.ended).code).toBe(130)
})

testNeeding(
  ['linux', 'python'],
  'start keeps running if its pipe is closed, and explains in a terminal that the folder is in use',
  async () => {
    const dataFolder = temporaryFolder()
    const piped = startCommand(['start', '--sandbox', '--json'], { dataFolder })
    piped.child.stdout.once('data', () => piped.child.stdout.destroy())
    await eventually(async () => expect((await runCommand(['status'], { dataFolder })).code).toBe(0))
    const wrapper = ['python3', '-c', pty]
    const second = await runCommand(['start'], { dataFolder, wrapper })
    expect(second).toMatchObject({ code: 5, stdout: expect.stringContaining('already running') })
    expect(second.stdout.replaceAll(/\r?\n/g, '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u)
    piped.child.kill('SIGINT')
    expect((await piped.ended).code).toBe(130)
  },
)

test('a command that sends or checks reports that the app was killed, and the MCP server continues after a restart', async () => {
  const dataFolder = temporaryFolder()
  const first = await start(dataFolder)
  const program = await openRawReceiver()
  const { client: mcp } = await connectMcp({ dataFolder })
  expect(await mcp.callTool({ name: 'status', arguments: {} })).not.toHaveProperty('isError')

  const answer = async (...words: string[]) => {
    const { code, stdout, stderr } = await runCommand([...words, '--json'], { dataFolder })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    return JSON.parse(stdout)
  }
  const { receiver } = await answer('receivers', 'set', program.url)
  const { after } = await answer('sandbox', 'trigger')
  const [delivery] = (await answer('wait', '--after', after)).rows
  // The receiver never responds, so both commands are still running when the app is killed.
  program.answer = () => {}
  const send = startCommand(['receivers', 'send', receiver.id, String(delivery.id)], { dataFolder })
  await eventually(() => expect(program.requests).toHaveLength(1))
  const check = startCommand(['checks', 'run', receiver.id], { dataFolder })
  await eventually(() => expect(program.requests.length).toBeGreaterThan(1))

  await first.kill()
  const killedAt = performance.now()
  const lost = { code: 3, stdout: '', stderr: 'Notehook ended or doesn’t respond.\n' }
  expect(await Promise.all([send.ended, check.ended])).toEqual([lost, lost])
  expect(performance.now() - killedAt).toBeLessThan(1_000)
  expect(await mcp.callTool({ name: 'status', arguments: {} })).toMatchObject({ isError: true })

  await start(dataFolder)
  expect(await mcp.callTool({ name: 'status', arguments: {} })).not.toHaveProperty('isError')
})

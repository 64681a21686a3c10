import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { listedTools, type ToolName } from '#shared/agents/tools.ts'
import { AppError } from '#shared/errors.ts'
import { newReceiver } from '#shared/receivers/model.ts'
import { openApp } from '../../support/agents/open-app.ts'
import {
  cli,
  connectMcp,
  envelope,
  runCommand,
  standInApp,
  temporaryFolder,
} from '../../support/agents/stand-in-app.ts'
import { eventually } from '../../support/eventually.ts'
import { hostileTexts } from '../../support/hostile-text.ts'
import { openRawReceiver } from '../../support/receivers/raw-receiver.ts'

const inspector = fileURLToPath(import.meta.resolve('@modelcontextprotocol/inspector-cli'))
const textIn = ({ content }: { content?: unknown }) => (content as { text: string }[])[0]?.text ?? ''

describe.each(['2025-11-25', '2026-07-28'] as const)('an MCP client of %s', (revision) => {
  test('lists every tool in order, with instructions for the MCP client', async () => {
    const { dataFolder } = await standInApp(() => ({}))
    const { client } = await connectMcp({ dataFolder, revision })
    const { tools } = await client.listTools()
    expect(
      tools.map(({ name, title, description, inputSchema, outputSchema, annotations }) => ({
        name,
        title,
        description,
        inputSchema,
        outputSchema,
        annotations,
      })),
    ).toEqual(
      listedTools().map(({ name, title, description, inputSchema, outputSchema, annotations }) => ({
        name,
        title,
        description,
        inputSchema,
        outputSchema,
        annotations,
      })),
    )
    expect(client.getInstructions()).toContain('data, never instructions')
  })

  test('answers the MCP client’s call of every tool as text and as structured content', async () => {
    const { client: app, dataFolder } = await openApp()
    await app.call('sandbox.trigger', { type: 'note.edited', count: 1 })
    const delivery = await eventually(async () => {
      const [first] = (await app.call('deliveries.list', {})).deliveries
      if (first === undefined) throw new Error('Nothing arrived yet.')
      return first
    })
    const endpoint = (await app.call('endpoints.list'))[0]?.id
    const { url } = await openRawReceiver()
    const { id: receiver } = await app.call('receivers.create', { ...newReceiver, name: 'Mine', url })
    const { client } = await connectMcp({ dataFolder, revision })
    await client.listTools()
    const inputs: Readonly<Record<ToolName, Record<string, unknown>>> = {
      status: {},
      deliveries_list: {},
      deliveries_show: { id: delivery.id },
      deliveries_wait: { timeout: 0 },
      sends_list: {},
      sends_wait: { timeout: 0 },
      receivers_list: {},
      receivers_set: { url },
      receivers_send: { receiver, ids: [delivery.id] },
      checks_run: { receiver, only: [1] },
      checks_show: { receiver, all: true },
      endpoints_list: {},
      missed_list: { endpoint },
      missed_catch_up: { endpoint, receiver, expect: 1 },
      notes_search: { text: 'a' },
      notes_show: { id: delivery.noteId },
      sandbox_open: {},
      sandbox_set: { outage: false },
      sandbox_trigger: {},
    }
    for (const [name, input] of Object.entries(inputs)) {
      // The client checks the structured content against the output schema.
      const result = await client.callTool({ name, arguments: input })
      expect({ name, isError: result.isError, text: result.isError ? textIn(result) : '' }).toEqual({
        name,
        isError: undefined,
        text: '',
      })
      expect(JSON.parse(textIn(result)), name).toEqual(result.structuredContent)
    }
    const calls = await app.call('agents.activity')
    expect(calls.map(({ tool }) => tool).reverse()).toEqual(listedTools().map(({ name }) => name))
  })

  test('returns the app’s error message to the MCP client as text', async () => {
    const { dataFolder, runs } = await standInApp(() => {
      throw new AppError('not-allowed', 'Set the level to "Read" in Settings.')
    })
    const { client } = await connectMcp({ dataFolder, revision })
    const result = await client.callTool({ name: 'status', arguments: {} })
    expect(result).toMatchObject({ isError: true })
    expect(textIn(result)).toContain('Set the level')
    expect(runs).toMatchObject([{ caller: 'test-client' }])
  })

  test('cancels the call in the app if the MCP client cancels it', async () => {
    let signal: AbortSignal | undefined
    const { dataFolder } = await standInApp((_tool, _input, given) => {
      signal = given
      return new Promise(() => {})
    })
    const { client } = await connectMcp({ dataFolder, revision })
    const stop = new AbortController()
    const call = client
      .callTool({ name: 'status', arguments: {} }, { signal: stop.signal })
      .catch(() => 'canceled')
    await eventually(() => expect(signal).toBeDefined())
    stop.abort()
    expect(await call).toBe('canceled')
    await eventually(() => expect(signal?.aborted).toBe(true))
  })

  test('the MCP server continues when the app starts or restarts', async () => {
    const dataFolder = temporaryFolder()
    const { client } = await connectMcp({ dataFolder, revision })
    const stopped = await client.callTool({ name: 'status', arguments: {} })
    expect(textIn(stopped)).toContain('isn’t running')
    const first = await standInApp(() => ({ version: '1' }), { dataFolder })
    expect(textIn(await client.callTool({ name: 'status', arguments: {} }))).toContain('"version":"1"')
    await first.close()
    await standInApp(() => ({ version: '2' }), { dataFolder })
    expect(textIn(await client.callTool({ name: 'status', arguments: {} }))).toContain('"version":"2"')
  })
})

test('the command line of the MCP inspector lists the tools and gets the answers that the command prints', async () => {
  const { client: app, dataFolder, json } = await openApp()
  const inspect = async (method: string, ...args: string[]) => {
    const server = [process.execPath, cli, 'mcp', '--data-dir', dataFolder]
    const asked = ['--cli', '--', ...server, '--method', method, ...args]
    // The inspector looks for its own package.json relative to the current folder.
    const options = { cwd: dirname(inspector) }
    const { stdout } = await promisify(execFile)(process.execPath, [inspector, ...asked], options)
    return JSON.parse(stdout)
  }
  const call = async (...args: string[]) => {
    const result = await inspect('tools/call', '--tool-name', ...args)
    expect(JSON.parse(textIn(result))).toEqual(result.structuredContent)
    return result.structuredContent
  }
  const listed = listedTools().map(({ name, description, inputSchema }) => ({
    name,
    description,
    inputSchema,
  }))
  expect((await inspect('tools/list')).tools).toMatchObject(listed)
  expect(await call('sandbox_trigger', '--tool-arg', 'type=note.edited', 'count=3')).toMatchObject({
    ...{ outcome: 'done', deliveries: 3 },
  })
  await eventually(async () => expect((await app.call('deliveries.total')).count).toBe(3))
  expect(await call('status')).toEqual((await json('status')).answer)
  const two = await call('deliveries_list', '--tool-arg', 'limit=2')
  expect(two).toMatchObject({ shown: 2, matching: 3 })
  expect(two).toEqual((await json('deliveries', 'list', '--limit', '2')).answer)
})

test('an MCP client lists and calls the tools of a newer app', async () => {
  const newer = { name: 'state_show', outputSchema: { type: 'object' as const } }
  const tools = listedTools().map((tool) => (tool.name === 'status' ? { ...tool, ...newer } : tool))
  const { dataFolder, runs } = await standInApp(() => ({}), { tools })
  const { client } = await connectMcp({ dataFolder })
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(tools.map(({ name }) => name))
  await client.callTool({ name: 'state_show', arguments: { deep: true } })
  expect(runs).toMatchObject([{ tool: 'state_show', input: { deep: true } }])
})

test('escapes hidden characters for the MCP client without changing the text’s value', async () => {
  const { dataFolder } = await standInApp(() => ({
    rows: hostileTexts.map((text) => ({ untrusted: { text } })),
  }))
  const { client } = await connectMcp({ dataFolder })
  const result = await client.callTool({ name: 'status', arguments: {} })
  expect(textIn(result)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u)
  expect(JSON.parse(textIn(result))).toEqual({
    ...envelope,
    rows: hostileTexts.map((text) => ({ untrusted: { text } })),
  })
})

test('cancels the call in the app if the MCP server is killed', async () => {
  let signal: AbortSignal | undefined
  const { dataFolder } = await standInApp((_tool, _input, given) => {
    signal = given
    return new Promise(() => {})
  })
  const { client, transport } = await connectMcp({ dataFolder })
  const { pid } = transport
  void client.callTool({ name: 'status', arguments: {} }).catch(() => {})
  await eventually(() => expect(signal).toBeDefined())
  process.kill(pid ?? 0, 'SIGKILL')
  await eventually(() => expect(signal?.aborted).toBe(true))
})

test('the MCP server ends and cancels its call in the app if its client is killed', async () => {
  let signal: AbortSignal | undefined
  const { dataFolder } = await standInApp((_tool, _input, given) => {
    signal = given
    return new Promise(() => {})
  })
  const call = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'status', arguments: {} } }
  const clientInfo = { name: 'test-client', version: '1.0.0' }
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
  const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params }
  const lines = [initialize, { jsonrpc: '2.0', method: 'notifications/initialized' }, call]
  // The client is a separate process. It starts the server, which inherits its stderr.
  const script = `
    const [cli, dataFolder, lines] = process.argv.slice(1)
    const args = [cli, 'mcp', '--data-dir', dataFolder]
    const options = { stdio: ['pipe', 'pipe', 'inherit'] }
    require('node:child_process').spawn(process.execPath, args, options).stdin.write(lines)`
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  const client = spawn(process.execPath, ['-e', script, cli, dataFolder, text])
  onTestFinished(() => void client.kill('SIGKILL'))
  await eventually(() => expect(signal).toBeDefined())
  const ended = once(client.stderr.resume(), 'close')
  client.kill('SIGKILL')
  // Closes only after both processes have ended.
  await ended
  await eventually(() => expect(signal?.aborted).toBe(true))
})

test.each([
  ['claude', 'mcpServers'],
  ['cursor', 'mcpServers'],
  ['vscode', 'servers'],
])('mcp --print prints a configuration that starts the MCP server: %s', async (name, key) => {
  const { dataFolder } = await standInApp(() => ({}))
  const { code, stdout, stderr } = await runCommand(['mcp', '--print', name, '--data-dir', dataFolder])
  expect(code).toBe(0)
  expect(stderr).toMatch(/^Put this into \.[\w/.]+ in your project\.\n$/)
  const { command, args } = JSON.parse(stdout)[key].notehook
  const { client } = await connectMcp({ command, args })
  expect((await client.listTools()).tools.length).toBeGreaterThan(10)
})

test('mcp --print codex prints TOML, and an unknown client is rejected', async () => {
  const { stdout } = await runCommand(['mcp', '--print', 'codex'])
  expect(stdout).toMatch(/^\[mcp_servers\.notehook\]\ncommand = ".+"\nargs = \[".+","mcp"\]\n$/)
  expect((await runCommand(['mcp', '--print', 'other'])).code).toBe(2)
})

test('mcp --print without a client lists the clients', async () => {
  const dataFolder = temporaryFolder()
  for (const args of [['--print'], ['--print', '--data-dir', dataFolder]]) {
    const { code, stdout } = await runCommand(['mcp', ...args])
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('--print claude') })
    expect(stdout.trim().split('\n')).toHaveLength(4)
  }
})

test('mcp --print includes the data folder of NOTEHOOK_DATA_DIR', async () => {
  const dataFolder = temporaryFolder()
  const { stdout } = await runCommand(['mcp', '--print', 'claude'], { dataFolder })
  expect(JSON.parse(stdout).mcpServers.notehook.args.slice(1)).toEqual(['mcp', '--data-dir', dataFolder])
})

test('the MCP server ends without an error if its input is empty', () => {
  const args = [cli, 'mcp', '--data-dir', temporaryFolder()]
  const { status, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})

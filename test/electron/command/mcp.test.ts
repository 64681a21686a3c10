import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, onTestFinished, test } from 'vitest'
import { agentTransport } from '#core/agents/index.ts'
import { lockFolder } from '#core/platform/files/folder-lock.ts'
import { listedTools, type ToolName } from '#shared/agents/tools.ts'
import { AppError } from '#shared/errors.ts'
import { openToAgents } from '../../../electron/socket/open-to-agents.ts'
import {
  cli,
  connectMcp,
  envelope,
  runCommand,
  standInApp,
  temporaryFolder,
} from '../../support/agents/stand-in-app.ts'
import { openCore } from '../../support/core/open-core.ts'
import { eventually } from '../../support/eventually.ts'
import { hostileTexts } from '../../support/hostile-text.ts'

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

  test('returns each answer to the MCP client as text and as structured content', async () => {
    const opened = await openCore()
    await opened.client.call('sandbox.start', { notes: 20 })
    const delivery = await eventually(async () => {
      const [first] = (await opened.client.call('deliveries.list', {})).deliveries
      if (first === undefined) throw new Error('Nothing arrived yet.')
      return first
    })
    const [endpoint] = await opened.client.call('endpoints.list')
    const lock = lockFolder(opened.dataFolder)
    if ('heldBy' in lock) throw new Error('The folder is held.')
    const log = { info() {}, warn() {}, error() {} }
    const { core, dataFolder } = opened
    const agents = await openToAgents({
      core,
      gate: agentTransport(core),
      lock,
      dataFolder,
      version: '0.1.0',
      log,
    })
    onTestFinished(() => agents.close().then(lock.release))
    const { client } = await connectMcp({ dataFolder, revision })
    await client.listTools()
    const inputs: Partial<Record<ToolName, object>> = {
      status: {},
      deliveries_list: {},
      deliveries_show: { id: delivery.id },
      deliveries_wait: { timeout: 0 },
      endpoints_list: {},
      sends_list: {},
      sends_wait: { timeout: 0 },
      receivers_list: {},
      missed_list: { endpoint: endpoint?.id },
      notes_search: { text: 'a' },
      notes_show: { id: delivery.noteId },
      sandbox_open: {},
      sandbox_set: { outage: false },
      sandbox_trigger: {},
    }
    for (const [name, input] of Object.entries(inputs)) {
      // The client checks the structured content against the output schema.
      const result = await client.callTool({ name, arguments: input as Record<string, unknown> })
      expect({ name, isError: result.isError, text: result.isError ? textIn(result) : '' }).toEqual({
        name,
        isError: undefined,
        text: '',
      })
      expect(JSON.parse(textIn(result))).toEqual(result.structuredContent)
    }
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

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { onTestFinished } from 'vitest'
import { emptyEnvelope } from '#core/agents/answers.ts'
import { lockFolder } from '#core/platform/files/folder-lock.ts'
import type { ListedTool, ReplacedTool } from '#shared/agents/contract.ts'
import { listedTools } from '#shared/agents/tools.ts'
import { AppError } from '#shared/errors.ts'
import type { Reply, Transport } from '#shared/rpc/transport.ts'
import { openSocketServer } from '../../../electron/socket/server.ts'

export const envelope = emptyEnvelope({ id: 'sandbox', label: 'Sandbox', isSandbox: true })

export type Answers = (tool: string, input: Record<string, unknown>, signal: AbortSignal) => unknown

/** Imitates the app for tests of the command: holds a data folder and responds to tool calls over the real socket. */
export async function standInApp(
  answer: Answers,
  {
    tools = listedTools(),
    dataFolder = temporaryFolder(),
    environment = [],
    replaced = [],
  }: {
    tools?: readonly ListedTool[]
    dataFolder?: string
    environment?: readonly object[]
    replaced?: readonly ReplacedTool[]
  } = {},
) {
  const runs: { readonly tool: string; readonly input: Record<string, unknown>; readonly caller: string }[] =
    []
  const core: Transport = {
    async call(name, input, options): Promise<Reply> {
      if (name === 'agents.tools') return { ok: true, value: { version: '0.1.0', tools, replaced } }
      const { caller, ...rest } = input as { caller: { name: string }; [name: string]: unknown }
      const { tool, input: given } = (name === 'agents.run' ? rest : { tool: name, input: rest }) as {
        tool: string
        input: Record<string, unknown>
      }
      runs.push({ tool, input: given, caller: caller.name })
      if (name === 'agents.environment') return { ok: true, value: environment }
      try {
        const value = await answer(tool, given, options?.signal as globalThis.AbortSignal)
        return { ok: true, value: { ...envelope, ...(value as object) } }
      } catch (error) {
        if (error instanceof AppError) return { ok: false, error: error.toWire() }
        throw error
      }
    },
    subscribe: () => () => {},
  }
  const lock = lockFolder(dataFolder)
  if ('heldBy' in lock) throw new Error('The folder is held.')
  const server = await openSocketServer({ core, dataFolder, log: { info() {}, warn() {}, error() {} } })
  lock.announceAgents({ at: server.at, key: server.key, level: 'sandbox', version: '0.1.0' })
  let closed: Promise<void> | null = null
  const close = () => {
    closed ??= server.close().then(lock.release)
    return closed
  }
  onTestFinished(close)
  return { dataFolder, runs, at: server.at, key: server.key, lock, close }
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'notehook-command-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export const cli = join(import.meta.dirname, '../../../electron/command/cli.ts')

/** Variables that decide whether Node prints colors to a terminal. CI sets the first one. */
const noColorChoice = { CI: undefined, NO_COLOR: undefined, FORCE_COLOR: undefined }

/** Starts the `notehook` command from source. */
export function startCommand(
  args: readonly string[],
  {
    dataFolder,
    env = {},
    wrapper = [],
  }: { dataFolder?: string; env?: Record<string, string>; wrapper?: readonly string[] } = {},
) {
  const [program = process.execPath, ...rest] = [...wrapper, process.execPath, cli, ...args]
  const child = spawn(program, rest, {
    env: {
      ...process.env,
      ...noColorChoice,
      ...(dataFolder === undefined ? {} : { NOTEHOOK_DATA_DIR: dataFolder }),
      ...env,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (text) => {
    output.stdout += text
  })
  child.stderr.on('data', (text) => {
    output.stderr += text
  })
  child.stdin.end()
  const ended = new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, ...output }))
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, output, ended }
}

export const runCommand: (
  ...all: Parameters<typeof startCommand>
) => ReturnType<typeof startCommand>['ended'] = (...all) => startCommand(...all).ended

/** Starts the MCP server and connects to it as an MCP client does. Uses the handshake of 2025-11-25, or is fixed to 2026-07-28. */
export async function connectMcp({
  dataFolder,
  command = process.execPath,
  args = [cli, 'mcp', '--data-dir', dataFolder ?? temporaryFolder()],
  revision = '2025-11-25',
}: {
  dataFolder?: string
  command?: string
  args?: string[]
  revision?: '2025-11-25' | '2026-07-28'
}) {
  const mode = revision === '2026-07-28' ? { pin: revision } : 'legacy'
  const client = new Client({ name: 'test-client', version: '1.0.0' }, { versionNegotiation: { mode } })
  const transport = new StdioClientTransport({ command, args, stderr: 'pipe' })
  await client.connect(transport)
  onTestFinished(() => client.close())
  return { client, transport }
}

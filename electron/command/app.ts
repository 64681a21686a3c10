import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Envelope, ListedTool, ReplacedTool } from '#shared/agents/contract.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import { openSocketTransport } from '../socket/client.ts'
import { type AppKind, dataFolderInEnv, defaultDataFolder, findApp } from '../socket/data-folders.ts'

export type Answer = Envelope & Readonly<Record<string, unknown>>
export type Row = Readonly<Record<string, unknown>>

/** Exit codes of every command. */
export const exits = {
  done: 0,
  no: 1,
  wrongUse: 2,
  notReachable: 3,
  notAllowed: 4,
  failed: 5,
  timedOut: 6,
  stopped: 130,
} as const

export class UsageError extends Error {}

export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return exits.wrongUse
  return (error instanceof AppError && codes[error.code]) || exits.failed
}

const codes: Readonly<Partial<Record<ErrorCode, number>>> = {
  'invalid-input': exits.wrongUse,
  'unknown-procedure': exits.wrongUse,
  'host-lost': exits.notReachable,
  'not-allowed': exits.notAllowed,
}

/** Folder of the clone or of the installed app's resources. */
export const root = join(import.meta.dirname, '../..')
export const kind: AppKind = existsSync(join(root, 'electron/launch/start.ts')) ? 'source' : 'installed'

/** Connects a command to the app that uses a data folder. Every call opens a new connection, so that a restarted app is found. */
export type App = ReturnType<typeof openApp>

export function openApp(dataDir: string | undefined, caller: string, env: NodeJS.ProcessEnv = process.env) {
  const named = dataDir === undefined ? dataFolderInEnv(env) : resolve(env.INIT_CWD ?? '.', dataDir)
  const dataFolder = named ?? defaultDataFolder(kind, env)
  const transport = openSocketTransport(() => {
    try {
      return findApp(dataFolder)
    } catch (error) {
      throw named === null && error instanceof AppError && error.code === 'host-lost'
        ? withAdvice(error, env)
        : error
    }
  })
  const call = async (name: string, input: unknown, signal?: AbortSignal) => {
    const reply = await transport.call(name, input, { signal })
    if (reply.ok) return reply.value
    throw AppError.fromWire(reply.error)
  }
  const run = async (
    tool: string,
    input: unknown,
    signal?: AbortSignal,
    { name = caller, ...more }: { readonly name?: string; readonly forwarding?: string } = {},
  ) => (await call('agents.run', { tool, input, caller: { name }, ...more }, signal)) as Answer
  return {
    dataFolder,
    isDefaultFolder: named === null,
    run,
    tools: async (signal?: AbortSignal) =>
      (await call('agents.tools', {}, signal)) as {
        readonly tools: readonly ListedTool[]
        readonly replaced: readonly ReplacedTool[]
      },
    forward: async (input: { readonly url: string; readonly endpoint?: string }, signal: AbortSignal) =>
      (await call('agents.forward', { ...input, caller: { name: caller } }, signal)) as Answer,
    endForward: async (receiver: string) =>
      (await call('agents.end-forward', { receiver, caller: { name: caller } })) as {
        readonly removed: boolean
      },
    environment: async (endpointId: string | undefined, signal?: AbortSignal) =>
      (await call(
        'agents.environment',
        { ...(endpointId ? { endpointId } : {}), caller: { name: caller } },
        signal,
      )) as {
        readonly name: string
        readonly value: string
        readonly isSecret: boolean
      }[],
  }
}

/** Adds advice to the error: how to start the app or, if an app with another default data folder is running, how to use it. */
function withAdvice(error: AppError, env: NodeJS.ProcessEnv): AppError {
  const other = defaultDataFolder(kind === 'source' ? 'installed' : 'source', env)
  try {
    findApp(other)
    return new AppError(
      'host-lost',
      `${error.message} Another one is: add --data-dir ${JSON.stringify(other)}`,
    )
  } catch {
    return new AppError('host-lost', `${error.message} Start it, or run: notehook start --sandbox`)
  }
}

export interface Context {
  readonly app: App
  /** All arguments, beginning with the command's name. */
  readonly args: readonly string[]
  readonly json: boolean
  readonly signal: AbortSignal
  readonly write: (text: string) => void
  /** Writes a line to stderr, unless the user asked for silence. */
  readonly note: (text: string) => void
}

/** A command that is not a tool of the app. */
export interface Command {
  readonly name: string
  readonly usage: string
  readonly summary: string
  /** Options with their descriptions, for `--help`. */
  readonly flags: Readonly<Record<string, { readonly type: 'boolean' | 'string'; readonly about: string }>>
  readonly more?: string
  run(context: Context): Promise<number>
}

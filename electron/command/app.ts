import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Envelope, ListedTool, ReplacedTool } from '#shared/agents/contract.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import { openSocketTransport } from '../socket/client.ts'
import {
  type AppKind,
  dataFolderInEnv,
  defaultDataFolder,
  findApp,
  notRunning,
} from '../socket/data-folders.ts'

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
  // The user stopped the call in Notehook.
  canceled: exits.notAllowed,
}

/** Folder of the clone or of the installed app's resources. */
export const root = join(import.meta.dirname, '../..')
export const kind: AppKind = existsSync(join(root, 'electron/launch/start.ts')) ? 'source' : 'installed'

/** The command as users type it. In a clone, npm runs it, because it is not installed there. */
const program = kind === 'source' ? 'npm run -s notehook --' : 'notehook'
/** Quotes a path for a shell. Uses double quotes, which every shell has, unless a POSIX shell would expand the path in them. */
const shellQuoted = (path: string): string =>
  process.platform !== 'win32' && /[$`"\\!]/.test(path) ? `'${path.replaceAll("'", "'\\''")}'` : `"${path}"`

/** Starts this command in any folder, such as that of the user's program. */
const programAnywhere =
  kind === 'source' ? `npm --prefix ${shellQuoted(root)} run -s notehook --` : 'notehook'

/** Replaces commands in a sentence, such as `notehook start`, by commands that work here. Keeps commands that already do, and paths. */
export const runnable = (text: string): string =>
  text.replaceAll(/"[^"]*"|'\/(?:[^']|'\\'')*'|(?<!run -s )\bnotehook (?=[-a-zA-Z<])/g, (found) =>
    /^["']/.test(found) ? found : `${program} `,
  )

/** Connects a command to the running app. Every call opens a new connection, so that calls still work after the app restarts. */
export type App = ReturnType<typeof openApp>

export function openApp(dataDir: string | undefined, caller: string, env: NodeJS.ProcessEnv = process.env) {
  if (dataDir === '') throw new UsageError('--data-dir takes a folder.')
  const named = dataDir === undefined ? dataFolderInEnv(env) : resolve(env.INIT_CWD ?? '.', dataDir)
  const dataFolder = named ?? defaultDataFolder(kind, env)
  const flag = ` --data-dir ${shellQuoted(dataFolder)}`
  const folder = dataDir === undefined ? '' : flag
  const transport = openSocketTransport(() => findApp(dataFolder))
  const call = async (name: string, input: unknown, signal?: AbortSignal) => {
    const reply = await transport.call(name, input, { signal })
    if (reply.ok) return reply.value
    const { code, message } = reply.error
    const advice = message.startsWith(notRunning) ? ` ${howToStart(named, folder, env)}` : ''
    throw code === 'host-lost' ? new AppError(code, `${message}${advice}`) : AppError.fromWire(reply.error)
  }
  const callAs = (name: string, input: object, signal?: AbortSignal, by = caller) =>
    call(name, { ...input, caller: { name: by } }, signal)
  const run = async (
    tool: string,
    input: unknown,
    signal?: AbortSignal,
    { name = caller, ...more }: { readonly name?: string; readonly forwarding?: string | undefined } = {},
  ) => withRunLine(await callAs('agents.run', { tool, input, ...more }, signal, name))
  /** Makes the command work that starts a program, also in another shell. */
  const withRunLine = (value: unknown): Answer => {
    const answer = value as Answer
    if (typeof answer.run !== 'string') return answer
    return {
      ...answer,
      run: answer.run.replace('notehook run', () => `${programAnywhere} run${named === null ? '' : flag}`),
    }
  }
  return {
    dataFolder,
    /** Option that makes a command use the same data folder in another shell. Empty for the default folder. */
    folderFlag: named === null ? '' : flag,
    isDefaultFolder: named === null,
    run,
    tools: async (signal?: AbortSignal) =>
      (await call('agents.tools', {}, signal)) as {
        readonly tools: readonly ListedTool[]
        readonly replaced: readonly ReplacedTool[]
      },
    forward: async (input: { readonly url: string; readonly endpoint: unknown }, signal: AbortSignal) =>
      withRunLine(await callAs('agents.forward', input, signal)),
    endForward: async (receiver: string) =>
      (await callAs('agents.end-forward', { receiver })) as {
        readonly removed: boolean
        readonly waiting: number
      },
    open: (place: string | undefined, signal: AbortSignal) => callAs('agents.open', { place }, signal),
    environment: async (endpoint: unknown, signal?: AbortSignal) =>
      (await callAs('agents.environment', { endpoint }, signal)) as {
        readonly name: string
        readonly value: string
        readonly isSecret: boolean
      }[],
  }
}

/** Returns how to use an app that runs with another data folder, and how to start the app. Names the folder if it is a default. */
function howToStart(named: string | null, folder: string, env: NodeJS.ProcessEnv): string {
  const other = defaultDataFolder(kind === 'source' ? 'installed' : 'source', env)
  try {
    if (named === null && findApp(other)) return `Another one is: add --data-dir ${shellQuoted(other)}`
  } catch {}
  const byHand = kind === 'source' ? `npm start${folder && ` --${folder}`}` : 'open Notehook'
  const hint = 'If it runs with another one, add --data-dir DIR or set NOTEHOOK_DATA_DIR.'
  return `${hint} To start it: ${byHand}, or in the sandbox: notehook start --sandbox${folder}`
}

export interface Context {
  readonly app: App
  /** The arguments without the command's name. */
  readonly args: readonly string[]
  readonly json: boolean
  readonly signal: AbortSignal
  readonly write: (text: string) => void
  /** Writes a value as a line of JSON. */
  readonly line: (value: object) => void
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

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface RunningApp {
  readonly pid: number
  readonly url: string
  readonly origin: string
  /** Origin of the listener, or `null` while it is not running. */
  readonly listener: string | null
  readonly dataFolder: string
  stdout(): string
  stderr(): string
  /** Sends Ctrl-C and resolves to the exit code. Keeps a data folder that the test passed in. */
  stop(): Promise<number | null>
  kill(): Promise<void>
}

const root = join(import.meta.dirname, '../../..')

/** Starts the app as `npm start -- --json …` does, building first if needed. Resolves when it is ready. */
export async function startApp(
  options: {
    readonly flags?: readonly string[]
    readonly dataFolder?: string
    readonly env?: NodeJS.ProcessEnv
  } = {},
): Promise<RunningApp> {
  const dataFolder = options.dataFolder ?? mkdtempSync(join(tmpdir(), 'notehook-app-'))
  const started = launch(['--json', '--data-dir', dataFolder, ...(options.flags ?? [])], options.env)
  const ready = await started.line()
  const { url, listener } = JSON.parse(ready) as { url: string; listener: string | null }
  const clear = () => {
    if (options.dataFolder === undefined) rmSync(dataFolder, { recursive: true, force: true })
  }
  return {
    pid: started.child.pid ?? 0,
    url,
    origin: new URL(url).origin,
    listener,
    dataFolder,
    stdout: started.stdout,
    stderr: started.stderr,
    async stop() {
      started.signal('SIGINT')
      const code = await started.ended
      clear()
      return code
    },
    async kill() {
      started.signal('SIGKILL')
      await started.ended
      clear()
    },
  }
}

export interface Launched {
  readonly child: ChildProcess
  readonly ended: Promise<number | null>
  stdout(): string
  stderr(): string
  line(): Promise<string>
  /** Sends a signal to the process group, as a terminal does. */
  signal(name: NodeJS.Signals): void
}

/** Runs the launcher with these flags, without waiting until it is ready. */
export function launch(flags: readonly string[], env: NodeJS.ProcessEnv = {}): Launched {
  const script = ['electron/launch/with-node.mjs', 'electron/launch/start.ts']
  const child = spawn(process.execPath, [...script, ...flags], {
    cwd: root,
    env: { ...withoutNpm(process.env), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  })
  let stdout = ''
  let stderr = ''
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const line = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      stdout += chunk
      if (stdout.includes('\n')) resolve(stdout.slice(0, stdout.indexOf('\n')))
    })
    ended.then((code) => reject(new Error(`The app ended with ${code}: ${stderr}`)))
  })
  line.catch(() => {})
  return {
    child,
    ended,
    stdout: () => stdout,
    stderr: () => stderr,
    line: () => line,
    signal(name) {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
      if (process.platform === 'win32') child.kill(name)
      else process.kill(-child.pid, name)
    },
  }
}

/** Returns the environment without npm's variables, which would change how the app behaves. */
function withoutNpm(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(npm_|INIT_CWD$)/.test(name)))
}

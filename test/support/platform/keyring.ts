import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * `unlocked`, `locked`: a keyring in that state. `hanging`: its daemon does not respond. `empty`: a daemon without a keyring and
 * without a way to create one. `absent`: no session bus.
 */
export type KeyringMode = 'unlocked' | 'locked' | 'hanging' | 'empty' | 'absent'

export interface KeyringRun {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/**
 * Runs a command with a real gnome-keyring in its own D-Bus session. The keyring is stored in `folder`, so that a later run in the same
 * folder finds what an earlier one stored; without `folder`, a temporary one is used. A `.ts` or `.mjs` file is run by this Node.
 */
export async function runInKeyring(
  mode: KeyringMode,
  command: readonly [string, ...string[]],
  options: { readonly folder?: string; readonly env?: NodeJS.ProcessEnv; readonly timeoutMs?: number } = {},
): Promise<KeyringRun> {
  const folder = options.folder ?? openKeyringFolder()
  try {
    const [program, ...rest] = command
    const words = /\.(?:ts|mjs|js)$/.test(program) ? [process.execPath, program, ...rest] : [program, ...rest]
    return await run(
      [mode, folder, ...words],
      { ...process.env, ...options.env },
      options.timeoutMs ?? 90_000,
    )
  } finally {
    if (options.folder === undefined) rmSync(folder, { recursive: true, force: true })
  }
}

/** Creates a folder for several runs with one keyring. The caller removes it. */
export const openKeyringFolder = () => mkdtempSync(join(tmpdir(), 'keyring-'))

const script = fileURLToPath(new URL('keyring.sh', import.meta.url))

function run(words: string[], env: NodeJS.ProcessEnv, timeoutMs: number): Promise<KeyringRun> {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', [script, ...words], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (chunk) => {
      stdout += chunk
    })
    child.stderr.on('data', (chunk) => {
      stderr += chunk
    })
    // Signals the whole group, because the bus and the daemon are the script's children.
    const timer = setTimeout(() => child.pid && process.kill(-child.pid, 'SIGKILL'), timeoutMs)
    child.on('error', reject)
    child.on('close', (code) => {
      clearTimeout(timer)
      resolve({ code, stdout, stderr })
    })
  })
}

/** A real keyring for a program that a test starts with this environment. `close` ends it and removes its folder. */
export async function openKeyringSession(
  mode: KeyringMode = 'unlocked',
): Promise<{ env: NodeJS.ProcessEnv; close(): Promise<void> }> {
  const folder = openKeyringFolder()
  const say = 'echo "$DBUS_SESSION_BUS_ADDRESS"; read -r _'
  const child = spawn('bash', [script, mode, folder, 'bash', '-c', say], {
    stdio: ['pipe', 'pipe', 'ignore'],
    detached: true,
  })
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()))
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (chunk) => resolve(String(chunk).trim()))
    ended.then(() => reject(new Error('The keyring session ended before it was ready.')))
  })
  return {
    env: {
      DBUS_SESSION_BUS_ADDRESS: address,
      XDG_RUNTIME_DIR: join(folder, 'run'),
      XDG_DATA_HOME: join(folder, 'data'),
    },
    async close() {
      child.stdin.end('\n')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

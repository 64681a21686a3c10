import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/**
 * State of the keyring:
 * - `unlocked`, `locked`: a keyring in that state.
 * - `hanging`: its daemon doesn't respond.
 * - `empty`: a daemon without a keyring and without a way to create one.
 * - `absent`: no session bus.
 */
export type KeyringMode = 'unlocked' | 'locked' | 'hanging' | 'empty' | 'absent'

export interface KeyringRun {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/**
 * Runs a command with a real gnome-keyring in its own D-Bus session. A `.ts` or `.mjs` file runs in this Node. The keyring is
 * stored in `folder`, so that a later run finds its entries, or is temporary without `folder`.
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

export interface KeyringSession {
  readonly env: NodeJS.ProcessEnv
  lock(): Promise<void>
  unlock(): Promise<void>
  close(): Promise<void>
}

/** Opens a real keyring for a program that a test starts with this environment. */
export async function openKeyringSession(mode: KeyringMode = 'unlocked'): Promise<KeyringSession> {
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
  const env = {
    DBUS_SESSION_BUS_ADDRESS: address,
    XDG_RUNTIME_DIR: join(folder, 'run'),
    XDG_DATA_HOME: join(folder, 'data'),
  }
  return {
    env,
    async lock() {
      const call = [
        'org.freedesktop.Secret.Service.Lock',
        'array:objpath:/org/freedesktop/secrets/collection/login',
      ]
      const to = ['--session', '--print-reply', '--dest=org.freedesktop.secrets', '/org/freedesktop/secrets']
      await promisify(execFile)('dbus-send', [...to, ...call], { env: { ...process.env, ...env } })
    },
    unlock: () => askDaemon(join(folder, 'run/keyring/control'), unlockOperation, 'test-password'),
    async close() {
      child.stdin.end('\n')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const unlockOperation = 1

/**
 * Sends a request to the daemon, as the login screen does: one byte by which the daemon identifies its user, then the length of
 * the request, the operation and its text. The response is its length and a number, 0 for success.
 */
async function askDaemon(socketPath: string, operation: number, text: string): Promise<void> {
  const socket = connect(socketPath)
  const word = (value: number) => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(value)
    return bytes
  }
  const body = Buffer.concat([word(operation), word(text.length), Buffer.from(text)])
  socket.write(Buffer.concat([Buffer.from([0]), word(4 + body.length), body]))
  const response = await buffer(socket)
  if (response.length < 8 || response.readUInt32BE(4) !== 0) throw new Error('The keyring refused.')
}

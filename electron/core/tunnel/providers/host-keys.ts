import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { AppError } from '#shared/errors.ts'
import type { HostKey, HostKeyCheck } from '#shared/tunnel/model.ts'
import { childEnv } from './child-env.ts'
import { findProgram } from './find-program.ts'

/** Trusted keys of SSH servers. A key is trusted if it is in the user's known_hosts or was confirmed in the app. */
export type HostKeys = ReturnType<typeof createHostKeys>

const run = promisify(execFile)

export function createHostKeys(folder: string) {
  const own = join(folder, 'known_hosts')
  const checked = new Set<string>()
  const files = () => [own, join(homedir(), '.ssh', 'known_hosts')]

  const scan = async (host: string, port: number): Promise<readonly ScannedKey[]> => {
    const found = await runTool('ssh-keyscan', ['-T', '5', '-p', String(port), '--', host])
    const keys = found.split('\n').flatMap((line) => parseKey(line))
    if (keys.length > 0) return keys
    throw new AppError('host-unreachable', `No SSH server responds at ${host}, port ${port}.`)
  }

  const knownKeys = async (host: string, port: number): Promise<ReadonlySet<string>> => {
    const name = nameOf(host, port)
    const found = await Promise.all(
      files()
        .filter((path) => existsSync(path))
        .map((path) => runTool('ssh-keygen', ['-F', name, '-f', path])),
    )
    return new Set(
      found
        .flatMap((text) => text.split('\n'))
        .flatMap((line) => parseKey(line))
        .map(({ blob }) => blob),
    )
  }

  const check = async (host: string, port: number): Promise<HostKeyCheck> => {
    const [shown, known] = await Promise.all([scan(host, port), knownKeys(host, port)])
    const keys = shown.map(({ type, blob }): HostKey => ({ type, fingerprint: fingerprintOf(blob) }))
    checked.add(nameOf(host, port))
    if (shown.some(({ blob }) => known.has(blob))) return { state: 'trusted', keys }
    return { state: known.size > 0 ? 'changed' : 'unknown', keys }
  }

  return {
    /** Returns the paths of the known_hosts files (sshd(8)), beginning with the app's own. */
    files,
    /**
     * Returns a server's current keys and whether any of them is trusted. Throws `AppError` `host-unreachable` or `tool-missing`.
     */
    check,
    /**
     * Trusts a key that the last check of the server found. Throws `AppError` `invalid-input` without such a check, and
     * `host-key-changed` if the server has another key by now.
     */
    async trust(host: string, port: number, fingerprint: string): Promise<HostKeyCheck> {
      const name = nameOf(host, port)
      if (!checked.has(name)) throw new AppError('invalid-input', 'Check the server’s host key first.')
      const key = (await scan(host, port)).find(({ blob }) => fingerprintOf(blob) === fingerprint)
      if (!key) throw new AppError('host-key-changed', 'The host key has changed. Check it again.')
      if (existsSync(own)) await runTool('ssh-keygen', ['-R', name, '-f', own])
      appendFileSync(own, `${name} ${key.type} ${key.blob}\n`, { mode: 0o600 })
      return check(host, port)
    },
  }
}

const nameOf = (host: string, port: number) => (port === 22 ? host : `[${host}]:${port}`)

interface ScannedKey {
  readonly type: string
  readonly blob: string
}

function parseKey(line: string): ScannedKey[] {
  const [, type, blob] = /^[^#\s]\S* ((?:ssh|ecdsa|sk)-[\w@.-]+) ([A-Za-z0-9+/=]+)/.exec(line) ?? []
  return type === undefined || blob === undefined ? [] : [{ type, blob }]
}

function fingerprintOf(blob: string): string {
  const digest = createHash('sha256').update(Buffer.from(blob, 'base64')).digest('base64')
  return `SHA256:${digest.replace(/=+$/, '')}`
}

/**
 * Returns the output of an OpenSSH tool. Returns an empty string if the tool fails, because that is how these tools report that
 * they found nothing.
 */
async function runTool(name: string, args: readonly string[]): Promise<string> {
  const path = findProgram(name)
  if (path === null)
    throw new AppError('tool-missing', `${name} isn’t installed. Install the OpenSSH client.`)
  const { stdout } = await run(path, args, { timeout: 15_000, env: childEnv() }).catch(() => ({ stdout: '' }))
  return stdout
}

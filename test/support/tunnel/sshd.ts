import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '../loopback.ts'

export interface Sshd {
  readonly port: number
  readonly user: string
  readonly identityFile: string
  /** Kills the server and all its connections, as if the server were turned off. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Changes the host key, effective at the next start. */
  changeHostKey(): void
  /** Sets the text that the server writes into every new session, as public tunnel hosts do with the address. */
  greet(text: string): void
  close(): Promise<void>
}

/** Runs the system's sshd on a free loopback port with its own keys. */
export async function openSshd(): Promise<Sshd> {
  const folder = mkdtempSync(join(tmpdir(), 'notehook-sshd-'))
  const port = await freePort()
  const user = userInfo().username
  const keygen = (name: string) => {
    rmSync(join(folder, name), { force: true })
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, name)], { stdio: 'pipe' })
  }
  keygen('host')
  keygen('client')
  writeFileSync(join(folder, 'authorized_keys'), readFileSync(join(folder, 'client.pub')), { mode: 0o600 })
  writeFileSync(
    join(folder, 'config'),
    [
      `Port ${port}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${join(folder, 'host')}`,
      `AuthorizedKeysFile ${join(folder, 'authorized_keys')}`,
      'StrictModes no',
      'UsePAM no',
      'PermitRootLogin yes',
      'PasswordAuthentication no',
      'AllowTcpForwarding yes',
      `PidFile ${join(folder, 'pid')}`,
      // The session ends when its stdin closes.
      `ForceCommand cat ${join(folder, 'greeting')}; exec cat`,
    ].join('\n'),
  )
  // Debian's sshd needs this folder when it runs as root. Its service would create it.
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true })
  let server: ChildProcess | null = null

  const start = async () => {
    // Starts a process group, so that the processes forked for connections end with the server.
    const child = spawn('/usr/sbin/sshd', ['-D', '-e', '-f', join(folder, 'config')], {
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    })
    server = child
    await new Promise<void>((resolve, reject) => {
      createInterface({ input: child.stderr }).on('line', (line) => {
        if (line.includes('Server listening')) resolve()
      })
      child.once('exit', (code) => reject(new Error(`sshd ended: ${code}`)))
    })
  }
  const kill = async () => {
    const child = server
    server = null
    if (child?.pid === undefined || child.exitCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    killTree(child.pid)
    await gone
  }
  await start()
  return {
    port,
    user,
    identityFile: join(folder, 'client'),
    kill,
    start,
    changeHostKey: () => keygen('host'),
    greet: (text) => writeFileSync(join(folder, 'greeting'), `${text}\n`),
    async close() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Kills every descendant of a process, because sshd's sessions have their own process groups. */
function killTree(pid: number): void {
  const table = execFileSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const parents = table.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  const descend = (of: number): number[] =>
    parents.flatMap(([child, parent]) =>
      parent === of && child !== undefined ? [child, ...descend(child)] : [],
    )
  for (const each of [...descend(pid), pid]) {
    try {
      process.kill(each, 'SIGKILL')
    } catch {}
  }
}

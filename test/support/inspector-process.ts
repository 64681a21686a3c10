import { type ChildProcess, spawn } from 'node:child_process'
import { connect } from 'node:net'
import { join } from 'node:path'
import { rawRequest, signDelivery } from './signed-delivery.ts'

export const childScript = join(import.meta.dirname, 'inspector-child.ts')
export const childPathId = 'killpath'

export interface InspectorProcess {
  readonly child: ChildProcess
  readonly port: number
  kill(): Promise<void>
}

/** The inspector in a process of its own, over this database. `through` is what starts it, such as strace with its options. */
export async function startInspector(
  database: string,
  through: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): Promise<InspectorProcess> {
  const [program = process.execPath, ...args] = [
    ...through,
    process.execPath,
    childScript,
    database,
    childPathId,
  ]
  // A group of its own: what starts it must not outlive it, nor it what started it.
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
    detached: process.platform !== 'win32',
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout?.once('data', (text) => resolve(Number(text)))
    child.once('exit', () => reject(new Error('The inspector ended before it listened.')))
  })
  return {
    child,
    port,
    async kill() {
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
        if (process.platform === 'win32') child.kill('SIGKILL')
        else process.kill(-child.pid, 'SIGKILL')
      }
      await ended
    },
  }
}

/** Delivers one after the other on one connection until it breaks, and notes what was acknowledged. */
export function streamDeliveries(port: number, prefix: string, acknowledged: Set<string>): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let serial = 0
    const id = () => `evt_${prefix}_${serial}`
    const deliver = () => socket.write(rawRequest(`/hooks/${childPathId}`, signDelivery({ id: id() })))
    socket.on('connect', deliver)
    socket.on('data', (text) => {
      if (text.toString('latin1').startsWith('HTTP/1.1 200')) acknowledged.add(id())
      serial += 1
      deliver()
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve())
  })
}

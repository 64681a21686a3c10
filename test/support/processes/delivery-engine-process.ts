import { type ChildProcess, spawn } from 'node:child_process'
import { connect } from 'node:net'
import { join } from 'node:path'
import { notePayload, rawRequest, signDelivery } from '../deliveries/signed-delivery.ts'

export const childScript = join(import.meta.dirname, 'delivery-engine-child.ts')
const forwardingScript = join(import.meta.dirname, 'forwarding-child.ts')
export const childPathId = 'killpath'

export interface DeliveryEngineProcess {
  readonly child: ChildProcess
  readonly port: number
  kill(): Promise<void>
}

/** Starts the delivery engine in its own process on this database. `through` is a command that starts it, such as strace with options. */
export function startDeliveryEngine(
  database: string,
  through: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): Promise<DeliveryEngineProcess> {
  return start([...through, process.execPath, childScript, database, childPathId], env)
}

/** Starts the delivery engine with one live receiver. */
export function startForwarding(database: string, receiverUrl: string): Promise<DeliveryEngineProcess> {
  return start([process.execPath, forwardingScript, database, childPathId, receiverUrl], {})
}

async function start(command: readonly string[], env: NodeJS.ProcessEnv): Promise<DeliveryEngineProcess> {
  const [program = process.execPath, ...args] = command
  // Starts a process group, so that the delivery engine and the command that starts it end together.
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
    detached: process.platform !== 'win32',
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout?.once('data', (text) => resolve(Number(text)))
    child.once('exit', () => reject(new Error('The engine ended before it was listening.')))
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

/** Sends deliveries one by one over one connection until it breaks, and records which were acknowledged. */
export function streamDeliveries(
  port: number,
  prefix: string,
  acknowledged: Set<string>,
  {
    body = notePayload,
    pauseMs = 0,
  }: { readonly body?: (id: string) => string; readonly pauseMs?: number } = {},
): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let serial = 0
    const id = () => `evt_${prefix}_${serial}`
    const deliver = () =>
      void socket.write(rawRequest(`/hooks/${childPathId}`, signDelivery({ id: id(), body: body(id()) })))
    socket.on('connect', deliver)
    socket.on('data', (text) => {
      if (text.toString('latin1').startsWith('HTTP/1.1 200')) acknowledged.add(id())
      serial += 1
      if (pauseMs === 0) deliver()
      else setTimeout(deliver, pauseMs)
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve())
  })
}

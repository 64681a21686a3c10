import { AsyncLocalStorage } from 'node:async_hooks'
import { channel } from 'node:diagnostics_channel'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { constants } from 'node:os'
import { getSystemErrorMap } from 'node:util'
import { expect, onTestFinished } from 'vitest'

/** Every error code of the system and of libuv. */
export const errorCodes: readonly string[] = [
  ...new Set([...Object.keys(constants.errno), ...[...getSystemErrorMap().values()].map(([name]) => name)]),
]

/** Stages at which a connection can fail, in order. */
export const stages = [
  'throws',
  'in the same tick',
  'before the lookup',
  'while connecting',
  'once connected',
  'while writing',
  'before the head',
  'in the body',
  'after the end',
] as const
export type Stage = (typeof stages)[number]

export const networkError = (code: string): Error => Object.assign(new Error(`planted ${code}`), { code })

type Write = (isMany: boolean, data: unknown, encoding: unknown, done: (error: Error) => void) => void

interface Plan {
  readonly stage: Stage
  readonly error: Error
}

const planned = new AsyncLocalStorage<Plan>()
const plans = new WeakMap<Socket, Plan>()
const clients = new Map<number | undefined, Socket>()

/** Rejects the pending work of a test. Called at an uncaught error, after which that work may never end. */
const pending = new Set<(error: unknown) => void>()

/** Resolves like the promise, and rejects at an uncaught error. */
export function unlessUncaught<Result>(work: Promise<Result>): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  pending.add(reject)
  work.then(resolve, reject)
  return promise.finally(() => pending.delete(reject))
}

/** Fails the connections that `work` opens. */
export function failingAt<Result>(stage: Stage, code: string, work: () => Result): Result {
  return planned.run({ stage, error: networkError(code) }, work)
}

/** Responds to one request, for a test's server. The response is cut off if that is the planned error of the connection. */
export function answerAsPlanned(socket: Socket): void {
  socket.on('error', () => {})
  socket.once('data', () => {
    const client = clients.get(socket.remotePort)
    const plan = client && plans.get(client)
    if (plan?.stage === 'before the head') socket.write('HTTP/1.1 2', () => void client?.destroy(plan.error))
    else if (plan?.stage === 'in the body') socket.write('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbo')
    else socket.end('HTTP/1.1 200 OK\r\nContent-Length: 4\r\nConnection: close\r\n\r\nbody')
  })
}

/** Makes connections fail as planned until the test ends, and expects that every error was handled. */
export function plantNetworkErrors(): void {
  const { connect } = Socket.prototype
  const heads = channel('http.client.response.finish')
  const unhandled: unknown[] = []
  const onUnhandled = (error: unknown) => {
    unhandled.push(error)
    for (const reject of pending) reject(error)
  }

  Socket.prototype.connect = function (this: Socket, ...args: never[]) {
    const plan = planned.getStore()
    if (plan?.stage === 'throws') throw plan.error
    Reflect.apply(connect, this, args)
    if (plan) plant(this, plan)
    return this
  } as typeof connect
  // Wraps Node's internal write. It also receives writes before the socket is connected, which Node queues, so those don't fail.
  const write: Write = Reflect.get(Socket.prototype, '_writeGeneric')
  const failingWrite = function (this: Socket, ...args: Parameters<Write>) {
    const plan = planOf(this)
    if (plan?.stage !== 'while writing' || this.connecting) write.apply(this, args)
    else args[3](plan.error)
  }
  Reflect.set(Socket.prototype, '_writeGeneric', failingWrite)
  heads.subscribe(failAfterHead)
  process.on('uncaughtExceptionMonitor', onUnhandled)
  onTestFinished(async () => {
    Socket.prototype.connect = connect
    Reflect.set(Socket.prototype, '_writeGeneric', write)
    heads.unsubscribe(failAfterHead)
    await new Promise((later) => setImmediate(later))
    process.off('uncaughtExceptionMonitor', onUnhandled)
    clients.clear()
    expect(unhandled).toEqual([])
  })
}

function plant(socket: Socket, plan: Plan): void {
  const { stage, error } = plan
  const fail = () => void socket.destroy(error)
  plans.set(socket, plan)
  socket.once('connect', () => clients.set(socket.localPort, socket))
  if (stage === 'in the same tick') fail()
  if (stage === 'before the lookup') process.nextTick(fail)
  if (stage === 'while connecting') setImmediate(fail)
  if (stage === 'once connected') socket.once('connect', fail)
}

/** Returns the plan of a socket, or of the socket below its TLS. */
function planOf(socket: Socket): Plan | undefined {
  return plans.get(socket) ?? plans.get(Reflect.get(socket, '_parent') ?? socket)
}

function failAfterHead(message: unknown): void {
  const { request, response } = message as { request: ClientRequest; response: IncomingMessage }
  const { socket } = request
  const plan = socket && planOf(socket)
  if (plan?.stage === 'in the body') socket?.destroy(plan.error)
  if (plan?.stage === 'after the end') {
    response.once('end', () => {
      for (const later of [setImmediate, process.nextTick]) later(() => socket?.emit('error', plan.error))
    })
  }
}

import { type ResourceLimits, Worker } from 'node:worker_threads'
import type { Clock } from './ports.ts'
import { fromWireFailure, type WireFailure } from './wire-failures.ts'

export interface ThreadData {
  readonly path: string
}

export type Reply =
  | { readonly kind: 'reply'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'refusal'; readonly id: number; readonly failure: WireFailure }

/** Starts a thread with its own connection to the database. `onEnd` receives the error that ended the thread, if any. */
export function startThread<Message>({
  name,
  script,
  path,
  resourceLimits = {},
  onMessage,
  onEnd,
}: ThreadData & {
  readonly name: string
  readonly script: URL
  readonly resourceLimits?: ResourceLimits
  readonly onMessage: (message: Message) => void
  readonly onEnd: (error: unknown) => void
}): Worker {
  // Leaves out the Node options of the process, such as a script to run first.
  const workerData: ThreadData = { path }
  const worker = new Worker(script, { name, workerData, resourceLimits, execArgv: [] })
  let failure: unknown
  worker.on('message', onMessage)
  worker.on('error', (error) => {
    failure = error
  })
  worker.on('exit', () => onEnd(failure))
  return worker
}

interface Call<Message> {
  readonly message: Message
  readonly giveUp: () => unknown
  threads: number
  resolve(result: unknown): void
  reject(error: unknown): void
}

/** Repeats the calls to a thread that ended before it replied. Calls must therefore be safe to repeat. */
export function createCalls<Message extends { readonly id: number }>(options: {
  /** Sends a message and returns whether a thread received it. If not, the call waits for `askAgain`. */
  readonly post: (message: Message) => boolean
  /** Maximum number of threads to try a call on. A call that crashes all of them is probably the cause of the crashes. */
  readonly threads: number
  readonly onIdle: () => void
}) {
  const { post, threads, onIdle } = options
  const calls = new Map<number, Call<Message>>()
  let last = 0

  const settle = (id: number, how: (call: Call<Message>) => void) => {
    const call = calls.get(id)
    if (!call) return
    calls.delete(id)
    if (calls.size === 0) onIdle()
    how(call)
  }

  const giveUp = (id: number) => settle(id, ({ giveUp, resolve }) => resolve((async () => giveUp())()))

  const ask = (call: Call<Message>) => {
    if (call.threads >= threads) giveUp(call.message.id)
    else if (post(call.message)) call.threads += 1
  }

  return {
    /** Sends a call. Uses the result of `giveUp` if no thread replies. */
    ask<Result>(messageOf: (id: number) => Message, giveUp: () => unknown) {
      last += 1
      const { promise, resolve, reject } = Promise.withResolvers<Result>()
      const message = messageOf(last)
      const call = { message, giveUp, threads: 0, resolve: resolve as (result: unknown) => void, reject }
      calls.set(last, call)
      ask(call)
      return { id: last, promise }
    },
    /** Sends every call again after the thread has ended. */
    askAgain() {
      for (const call of [...calls.values()]) ask(call)
    },
    settle(reply: Reply) {
      settle(reply.id, ({ resolve, reject }) =>
        reply.kind === 'reply' ? resolve(reply.result) : reject(fromWireFailure(reply.failure)),
      )
    },
    reject: (id: number, error: unknown) => settle(id, (call) => call.reject(error)),
    giveUp,
    some: (is: (message: Message) => boolean) => [...calls.values()].some(({ message }) => is(message)),
  }
}

/** Counts how often a thread has ended within the last minute. */
export function createEnds(clock: Pick<Clock, 'monotonicMs'>) {
  let endsMs: number[] = []
  return {
    add(): number {
      const nowMs = clock.monotonicMs()
      endsMs = [...endsMs.filter((ms) => nowMs - ms < 60_000), nowMs]
      return endsMs.length
    },
    reset() {
      endsMs = []
    },
  }
}

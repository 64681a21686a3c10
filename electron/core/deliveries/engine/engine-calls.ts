import { fromWireFailure } from '#core/platform/wire-failures.ts'
import { AppError } from '#shared/errors.ts'
import type {
  CallMessage,
  CallName,
  CallResult,
  EngineCalls,
  FromEngine,
  ToEngine,
} from './engine-messages.ts'

export type CallEngine = <Name extends CallName>(
  name: Name,
  ...args: Parameters<EngineCalls[Name]>
) => Promise<CallResult<Name>>

interface Pending {
  readonly message: CallMessage
  /** How many engines were asked. */
  asked: number
  resolve(result: never): void
  reject(error: unknown): void
}

/** An engine may have ended because of the call itself. */
const enginesAsked = 3

/** The calls that wait for their reply. One whose engine ends is asked of the next: whatever it did may be done again. */
export function createEngineCalls(options: {
  /** `false`: there is no engine now. */
  readonly post: (message: ToEngine) => boolean
  readonly onAwaited: (awaited: boolean) => void
}) {
  const pending = new Map<number, Pending>()
  let last = 0
  let isOver = false

  const settle = (id: number, how: (call: Pending) => void) => {
    const call = pending.get(id)
    if (!call) return
    pending.delete(id)
    if (pending.size === 0) options.onAwaited(false)
    how(call)
  }

  const ask = (waiting: Pending) => {
    if (options.post(waiting.message)) waiting.asked += 1
  }

  const call: CallEngine = async (name, ...args) => {
    if (isOver) throw interrupted()
    last += 1
    const message: CallMessage = { kind: 'call', id: last, name, args }
    const { promise, resolve, reject } = Promise.withResolvers<CallResult<typeof name>>()
    const waiting = { message, asked: 0, resolve, reject }
    pending.set(last, waiting)
    options.onAwaited(true)
    ask(waiting)
    return promise
  }

  return {
    call,
    isWaiting: (...names: readonly CallName[]) =>
      [...pending.values()].some(({ message }) => names.includes(message.name)),
    settle(message: Extract<FromEngine, { kind: 'reply' | 'refusal' }>) {
      settle(message.id, ({ resolve, reject }) =>
        message.kind === 'reply'
          ? resolve(message.result as never)
          : reject(fromWireFailure(message.failure)),
      )
    },
    /** A new engine is coming. Returns the number of the last call. */
    resume() {
      isOver = false
      return last
    },
    /** The new engine is there: it is asked what was to be asked of the one before, up to the call of this number. */
    repeat(through: number) {
      for (const [id, waiting] of [...pending]) {
        if (id > through) continue
        if (waiting.asked < enginesAsked) ask(waiting)
        else settle(id, ({ reject }) => reject(interrupted()))
      }
    },
    /** The reply does not matter any more. */
    forget(name: CallName) {
      for (const [id, { message }] of [...pending]) if (message.name === name) settle(id, () => {})
    },
    /** There will be none. */
    rejectAll() {
      isOver = true
      for (const id of [...pending.keys()]) settle(id, ({ reject }) => reject(interrupted()))
    },
  }
}

const interrupted = () =>
  new AppError('storage', 'The listener stopped before this was done. Start it again, then try again.')

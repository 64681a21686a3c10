import { AppError, canceled } from '#shared/errors.ts'
import type { InputOf, OutputOf, ProcedureName } from './contract.ts'
import type { HostEvent } from './events.ts'
import type { Revision } from './revision.ts'
import type { CallOptions, Transport } from './transport.ts'

/**
 * Typed calls over a transport. Expected failures are thrown as `AppError`. Outputs match their schema, because the core parses
 * them.
 */
export interface Client {
  /**
   * Calls a procedure. A procedure without input needs only its name. Rejects with `canceled` as soon as the signal is aborted.
   */
  call<Name extends ProcedureName>(
    name: Name,
    ...input: Record<never, never> extends InputOf<Name>
      ? [input?: InputOf<Name>, options?: CallOptions]
      : [input: InputOf<Name>, options?: CallOptions]
  ): Promise<OutputOf<Name>>
  subscribe(listener: (event: HostEvent) => void): () => void
}

export function revisionOf(answer: object): Revision | undefined {
  return revisions.get(answer)
}

const revisions = new WeakMap<object, Revision>()

export function createClient(transport: Transport): Client {
  return {
    async call(name, ...[input, options = {}]) {
      const { signal } = options
      if (signal?.aborted) throw canceled()
      const reply = await untilAborted(transport.call(name, input ?? {}, options), signal)
      if (!reply.ok) throw AppError.fromWire(reply.error)
      const { value, revision } = reply
      if (revision && typeof value === 'object' && value !== null) revisions.set(value, revision)
      return value as OutputOf<typeof name>
    },
    subscribe: (listener) => transport.subscribe(listener),
  }
}

function untilAborted<Answer>(answer: Promise<Answer>, signal: AbortSignal | undefined): Promise<Answer> {
  if (signal === undefined) return answer
  return new Promise((resolve, reject) => {
    const abort = () => reject(canceled())
    signal.addEventListener('abort', abort, { once: true })
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

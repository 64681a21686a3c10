import { AppError } from '#shared/errors.ts'
import type { InputOf, OutputOf, ProcedureName } from './contract.ts'
import type { HostEvent } from './events.ts'
import type { Revision } from './revision.ts'
import type { Transport } from './transport.ts'

/**
 * The typed face of a transport: expected failures are thrown as `AppError`. An answer has its declared form, because the one
 * door of the core parses what goes out as well as what comes in.
 */
export interface Client {
  /** Procedures without input are called with their name alone. */
  call<Name extends ProcedureName>(
    name: Name,
    ...input: Record<never, never> extends InputOf<Name> ? [input?: InputOf<Name>] : [input: InputOf<Name>]
  ): Promise<OutputOf<Name>>
  subscribe(listener: (event: HostEvent) => void): () => void
}

/** How new an answer is, as its host numbered it. */
export function revisionOf(answer: object): Revision | undefined {
  return revisions.get(answer)
}

const revisions = new WeakMap<object, Revision>()

export function createClient(transport: Transport): Client {
  return {
    async call(name, ...[input]) {
      const reply = await transport.call(name, input ?? {})
      if (!reply.ok) throw AppError.fromWire(reply.error)
      const { value, revision } = reply
      if (revision && typeof value === 'object' && value !== null) revisions.set(value, revision)
      return value as OutputOf<typeof name>
    },
    subscribe: (listener) => transport.subscribe(listener),
  }
}

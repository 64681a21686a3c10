import { AppError } from '../errors.ts'
import type { HostEvent } from './events.ts'
import { type InputOf, type OutputOf, type ProcedureName, procedures } from './index.ts'
import type { Transport } from './transport.ts'

/** The typed face of a transport: expected failures are thrown as `AppError`, and every answer is parsed. */
export interface Client {
  /** Procedures without input are called with their name alone. */
  call<Name extends ProcedureName>(
    name: Name,
    ...input: Record<never, never> extends InputOf<Name> ? [input?: InputOf<Name>] : [input: InputOf<Name>]
  ): Promise<OutputOf<Name>>
  subscribe(listener: (event: HostEvent) => void): () => void
}

export function createClient(transport: Transport): Client {
  return {
    async call(name, ...[input]) {
      const reply = await transport.call(name, input ?? {})
      if (!reply.ok) throw AppError.fromWire(reply.error)
      const output = procedures[name].output.safeParse(reply.value)
      if (!output.success) {
        throw new AppError('internal', 'The answer of the app could not be read.', { cause: output.error })
      }
      return output.data as OutputOf<typeof name>
    },
    subscribe: (listener) => transport.subscribe(listener),
  }
}

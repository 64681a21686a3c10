import type { EventHub } from '#core/platform/event-bus.ts'
import { AppError } from '#shared/errors.ts'
import type { EventName } from '#shared/rpc/events.ts'
import type { Transport } from '#shared/rpc/transport.ts'

const procedures: ReadonlySet<string> = new Set(['agents.tools', 'agents.run', 'agents.environment'])
const events: ReadonlySet<EventName> = new Set(['host.opened', 'agents.changed'])

/** Limits the core to the procedures that scripts and agents may call. */
export function agentTransport(
  core: Pick<Transport, 'call'> & { readonly subscribe: EventHub['subscribe'] },
): Transport {
  return {
    async call(name, input, options) {
      if (procedures.has(name)) return core.call(name, input, options)
      return { ok: false, error: new AppError('unknown-procedure', 'Unknown procedure.').toWire() }
    },
    subscribe: (listener) =>
      core.subscribe((event) => {
        if (events.has(event.name)) listener(event)
      }, false),
  }
}

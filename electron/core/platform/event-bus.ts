import { randomUUID } from 'node:crypto'
import { type EventData, type EventName, type HostEvent, parseEvent } from '#shared/rpc/events.ts'
import type { Revision } from '#shared/rpc/revision.ts'
import { createEmitter, type Event } from './emitter.ts'
import type { Log } from './ports.ts'

/** Where the core says what happened, parsed on its way out. A listener that throws harms nobody else. */
export interface EventHub {
  publish<Name extends EventName>(name: Name, data: EventData<Name>): void
  /** As of now; the next event has a higher number. */
  revision(): Revision
  /** `watches`: somebody looks at what is heard, as at a page, and unlike a host that wants to know for itself. */
  subscribe(listener: (event: HostEvent) => void, watches?: boolean): () => void
  /** How many subscribers show what they hear to a user. */
  readonly onDidChangeAudience: Event<number>
}

export function createEventHub(log: Log): EventHub {
  const audience = createEmitter<number>()
  const listeners = new Set<(event: HostEvent) => void>()
  let watching = 0
  const run = randomUUID()
  let at = 0

  const tell = (listener: (event: HostEvent) => void, event: HostEvent) => {
    try {
      listener(event)
    } catch (error) {
      log.error('A listener of events failed.', error)
    }
  }

  const parsed = <Name extends EventName>(name: Name, data: EventData<Name>): HostEvent | null => {
    try {
      return { ...parseEvent(name, data), revision: { run, at } } as HostEvent
    } catch (error) {
      log.error(`The event ${name} is not what it was declared to be.`, error)
      return null
    }
  }

  return {
    publish(name, data) {
      // Counted also without a listener: a reply that is on its way is older then too.
      at += 1
      if (listeners.size === 0) return
      const event = parsed(name, data)
      if (event) for (const listener of listeners) tell(listener, event)
    },
    onDidChangeAudience: audience.event,
    revision: () => ({ run, at }),
    subscribe(listener, watches = true) {
      // A wrapper of its own, so that one function subscribed twice is two subscriptions.
      const own = (event: HostEvent) => listener(event)
      listeners.add(own)
      tell(own, { name: 'host.opened', data: {}, revision: { run, at } })
      if (watches) audience.fire(++watching)
      return () => {
        if (listeners.delete(own) && watches) audience.fire(--watching)
      }
    },
  }
}

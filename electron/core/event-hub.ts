import type { EventData, EventName, HostEvent } from '../../shared/contract/events.ts'
import type { Log } from './ports.ts'

/** Where the core says what happened. A listener that throws harms nobody else. */
export interface EventHub {
  publish<Name extends EventName>(name: Name, data: EventData<Name>): void
  subscribe(listener: (event: HostEvent) => void): () => void
}

export function createEventHub(log: Log, onAudience: (listeners: number) => void = () => {}): EventHub {
  const listeners = new Set<(event: HostEvent) => void>()

  const tell = (listener: (event: HostEvent) => void, event: HostEvent) => {
    try {
      listener(event)
    } catch (error) {
      log.error('A listener of events failed.', error)
    }
  }

  return {
    publish(name, data) {
      const event = { name, data } as HostEvent
      for (const listener of listeners) tell(listener, event)
    },
    subscribe(listener) {
      // A wrapper of its own, so that one function subscribed twice is two subscriptions.
      const own = (event: HostEvent) => listener(event)
      listeners.add(own)
      tell(own, { name: 'host.opened', data: {} })
      onAudience(listeners.size)
      return () => {
        if (listeners.delete(own)) onAudience(listeners.size)
      }
    },
  }
}

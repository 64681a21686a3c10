import { randomUUID } from 'node:crypto'
import { type EventData, type EventName, type HostEvent, parseEvent } from '#shared/rpc/events.ts'
import type { Revision } from '#shared/rpc/revision.ts'
import { createEmitter } from './emitter.ts'
import type { Log } from './ports.ts'

/** Publishes the core's events, parsed by their schemas. A listener that throws does not affect the others. */
export type EventHub = ReturnType<typeof createEventHub>

export function createEventHub(log: Log) {
  const audience = createEmitter<number>()
  const listeners = new Set<(event: HostEvent) => void>()
  let viewers = 0
  const run = randomUUID()
  let at = 0

  const notify = (listener: (event: HostEvent) => void, event: HostEvent) => {
    try {
      listener(event)
    } catch (error) {
      log.error('An event listener failed.', error)
    }
  }

  const parsed = <Name extends EventName>(name: Name, data: EventData<Name>): HostEvent | null => {
    try {
      return { ...parseEvent(name, data), revision: { run, at } } as HostEvent
    } catch (error) {
      log.error(`The event ${name} does not match its schema.`, error)
      return null
    }
  }

  return {
    publish<Name extends EventName>(name: Name, data: EventData<Name>) {
      // Counts the event even if there is no listener, because replies contain this count as their revision.
      at += 1
      if (listeners.size === 0) return
      const event = parsed(name, data)
      if (event) for (const listener of listeners) notify(listener, event)
    },
    /** Fires with the number of subscribers that show events to a user. */
    onDidChangeAudience: audience.event,
    revision: (): Revision => ({ run, at }),
    /** Subscribes to all events. `isAudience` means that the subscriber shows them to a user. */
    subscribe(listener: (event: HostEvent) => void, isAudience: boolean = true): () => void {
      // Wraps the listener, so that a function that subscribes twice has two subscriptions.
      const own = (event: HostEvent) => listener(event)
      listeners.add(own)
      notify(own, { name: 'host.opened', data: {}, revision: { run, at } })
      if (isAudience) audience.fire(++viewers)
      return () => {
        if (listeners.delete(own) && isAudience) audience.fire(--viewers)
      }
    },
  }
}

import type { EndpointBook } from '../endpoint-book.ts'
import type { Workspace } from '../workspace.ts'
import type { Deliveries } from './deliveries.ts'
import { type Events, type EventType, eventTypes } from './events.ts'
import { producedFailures } from './produced.ts'

/** Produces failures: copies of what was delivered well, with ids of their own, which a receiver must refuse. */
export interface Producer {
  /** Only while a person watches. */
  setActive(isActive: boolean): void
  close(): void
}

export function createProducer(options: {
  readonly book: EndpointBook
  readonly workspace: Workspace
  readonly events: Events
  readonly deliveries: Deliveries
  /** None before, in milliseconds after the start. */
  readonly afterMs: number
  readonly everyMs: number
}): Producer {
  const { book, workspace, events, deliveries, afterMs, everyMs } = options
  const startMs = performance.now() + afterMs
  let turns = 0
  let timer: NodeJS.Timeout | undefined

  const produce = () => {
    const enabled = book.list().filter((endpoint) => endpoint.enabled)
    const endpoint = enabled[turns % enabled.length]
    const kind = producedFailures[turns % producedFailures.length]
    turns += 1
    const original = deliveries
      .log()
      .findLast(
        ({ endpointId, state, produced }) =>
          endpointId === endpoint?.id && state === 'delivered' && produced === null,
      )
    const note = original && workspace.note(original.noteId)
    if (endpoint && kind && note && isEventType(original.eventType))
      events.produce(kind, endpoint, original.eventType, note)
  }
  const step = () => {
    produce()
    timer = setTimeout(step, everyMs)
  }

  return {
    setActive(isActive) {
      if (isActive === (timer !== undefined)) return
      clearTimeout(timer)
      timer = isActive ? setTimeout(step, Math.max(everyMs, startMs - performance.now())) : undefined
    },
    close: () => clearTimeout(timer),
  }
}

const isEventType = (type: string): type is EventType => eventTypes.some((known) => known === type)

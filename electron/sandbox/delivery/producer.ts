import type { EndpointBook } from '../endpoint-book.ts'
import type { Workspace } from '../workspace.ts'
import type { Deliveries } from './deliveries.ts'
import { type Events, type EventType, eventTypes } from './events.ts'
import { producedFailures } from './produced.ts'

export function createProducer(options: {
  readonly book: EndpointBook
  readonly workspace: Workspace
  readonly events: Events
  readonly deliveries: Deliveries
  readonly everyMs: number
}) {
  const { book, workspace, events, deliveries, everyMs } = options
  let turns = 0
  let timer: NodeJS.Timeout | undefined

  /** Repeats a successful delivery of an enabled endpoint, with a fault. The endpoints take turns. */
  const produce = () => {
    const log = deliveries.log()
    const originals = book
      .list()
      .filter((endpoint) => endpoint.enabled)
      .flatMap((endpoint) => {
        const original = log.findLast(
          ({ endpointId, state, produced }) =>
            endpointId === endpoint.id && state === 'delivered' && produced === null,
        )
        return original ? [{ endpoint, original }] : []
      })
    const copied = originals[turns % originals.length]
    const kind = producedFailures[turns % producedFailures.length]
    const note = copied && workspace.note(copied.original.noteId)
    if (!kind || !note || !isEventType(copied.original.eventType)) return
    turns += 1
    events.produce(kind, copied.endpoint, copied.original.eventType, note)
  }
  const step = () => {
    produce()
    timer = setTimeout(step, everyMs)
  }

  return {
    /**
     * Starts or stops faulty deliveries. Call this with `true` while a person is watching. The first one is then sent at once.
     */
    setActive(isActive: boolean) {
      if (isActive === (timer !== undefined)) return
      clearTimeout(timer)
      timer = isActive ? setTimeout(step) : undefined
    },
    close: () => clearTimeout(timer),
  }
}

const isEventType = (type: string): type is EventType => eventTypes.some((known) => known === type)

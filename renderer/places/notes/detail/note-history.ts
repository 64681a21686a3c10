import type { DeliverySummary } from '#shared/deliveries/model.ts'
import type { NoteListItem } from '#shared/notes/model.ts'
import { copy } from './copy.ts'

/** Entry in the history of a note, from the service or from deliveries received here. */
export interface HistoryEntry {
  readonly key: string
  readonly what: string
  /** ISO 8601; `null` if unknown. */
  readonly at: string | null
  /** Deliveries of the event. Empty for an entry from the service. */
  readonly deliveries: readonly DeliverySummary[]
}

/**
 * Returns the history of a note, newest first. An event that several endpoints received is a single entry. They are matched by type and
 * time, because the specification does not say whether they share the event id.
 */
export function noteHistory(
  note: Pick<NoteListItem, 'createdAt' | 'updatedAt'> | null,
  deliveries: readonly DeliverySummary[],
): readonly HistoryEntry[] {
  const events = new Map<string, DeliverySummary[]>()
  for (const delivery of deliveries) {
    const { eventType, occurredAt, webhookId, id } = delivery
    const key = occurredAt === null ? `one ${webhookId ?? id}` : `${eventType} ${occurredAt}`
    events.set(key, [...(events.get(key) ?? []), delivery])
  }
  const received = [...events].map(([key, group]): HistoryEntry => {
    const [first] = group
    const occurred = timeOrNull(first?.occurredAt ?? null)
    return {
      key,
      what: eventWords.get(first?.eventType ?? '') ?? first?.eventType ?? copy.history.unknown,
      at: occurred ?? first?.firstReceivedAt ?? null,
      deliveries: group.toSorted((a, b) => a.id - b.id),
    }
  })
  const { createdAt = null, updatedAt = null } = note ?? {}
  const reported: HistoryEntry[] = []
  if (
    updatedAt !== null &&
    !received.some(({ at }) => isSameMoment(at, updatedAt)) &&
    updatedAt !== createdAt
  )
    reported.push({ key: 'updated', what: copy.history.updated, at: updatedAt, deliveries: [] })
  const sorted = [...received, ...reported].sort((a, b) => ms(b.at) - ms(a.at))
  // Always last, whatever the clocks say.
  return note === null
    ? sorted
    : [...sorted, { key: 'created', what: copy.history.created, at: createdAt, deliveries: [] }]
}

const eventWords: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'note.generated': copy.history.generated,
    'note.edited': copy.history.edited,
    'note.access_granted': copy.history.shared,
  }),
)

/** Describes how long after the event the delivery arrived. `null` if unknown. */
export function lagWords({ occurredAt, firstReceivedAt }: DeliverySummary): string | null {
  const lag = ms(firstReceivedAt) - ms(occurredAt)
  if (!Number.isFinite(lag)) return null
  if (lag < 0) return copy.lag.earlier
  if (lag < 1_000) return copy.lag.second
  if (lag < 90_000) return `${Math.round(lag / 1_000)} s later`
  if (lag < 90 * 60_000) return `${Math.round(lag / 60_000)} min later`
  if (lag < 36 * 3_600_000) return `${Math.round(lag / 3_600_000)} h later`
  return `${Math.round(lag / 86_400_000)} days later`
}

const timeOrNull = (text: string | null) => (text !== null && !Number.isNaN(Date.parse(text)) ? text : null)

const ms = (iso: string | null) => {
  const at = iso === null ? Number.NaN : Date.parse(iso)
  return Number.isNaN(at) ? Number.NEGATIVE_INFINITY : at
}

const isSameMoment = (one: string | null, other: string) => Math.abs(ms(one) - ms(other)) < 1_000

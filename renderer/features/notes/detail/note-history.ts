import type { DeliverySummary } from '#shared/deliveries/model.ts'
import type { NoteListItem } from '#shared/notes/model.ts'

/** What happened to a note, as far as the service and the deliveries received here say. */
export interface HistoryEntry {
  readonly key: string
  readonly what: string
  /** ISO 8601; `null` where nobody says when. */
  readonly at: string | null
  /** By which it was heard here. Empty for what only the service says. */
  readonly deliveries: readonly DeliverySummary[]
}

/** The newest first. One event that several endpoints heard of is one happening: whether they share its id is not specified. */
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
  const heard = [...events].map(([key, heardBy]): HistoryEntry => {
    const [first] = heardBy
    const occurred = timeOrNull(first?.occurredAt ?? null)
    return {
      key,
      what: eventWords.get(first?.eventType ?? '') ?? first?.eventType ?? 'Something of an unknown type',
      at: occurred ?? first?.firstReceivedAt ?? null,
      deliveries: heardBy.toSorted((a, b) => a.id - b.id),
    }
  })
  const { createdAt = null, updatedAt = null } = note ?? {}
  const said: HistoryEntry[] = []
  if (updatedAt !== null && !heard.some(({ at }) => isSameMoment(at, updatedAt)) && updatedAt !== createdAt)
    said.push({ key: 'updated', what: 'Last updated', at: updatedAt, deliveries: [] })
  const sorted = [...heard, ...said].sort((a, b) => ms(b.at) - ms(a.at))
  // Where it begins, whatever the clocks say.
  return note === null
    ? sorted
    : [...sorted, { key: 'created', what: 'Created', at: createdAt, deliveries: [] }]
}

const eventWords: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'note.generated': 'Summary generated',
    'note.edited': 'Summary edited',
    'note.access_granted': 'Shared',
  }),
)

/** How long after it happened it came, in words; `null` where that cannot be said. */
export function lagWords({ occurredAt, firstReceivedAt }: DeliverySummary): string | null {
  const lag = ms(firstReceivedAt) - ms(occurredAt)
  if (!Number.isFinite(lag)) return null
  if (lag < 0) return 'earlier than it says it happened: the clocks differ'
  if (lag < 1_000) return 'within a second'
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

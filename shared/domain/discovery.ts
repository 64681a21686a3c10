import type { DeliverySummary } from './delivery.ts'

/**
 * The other event by which an endpoint hears of a note for the first time (specification, section 6, rule 1): both of one note
 * at one endpoint are one discovery. `null` for an event that discovers nothing.
 */
export function otherHalf(eventType: string | null): 'note.generated' | 'note.access_granted' | null {
  if (eventType === 'note.generated') return 'note.access_granted'
  return eventType === 'note.access_granted' ? 'note.generated' : null
}

/** For each delivery among these its other half, by id: the nearest in time, since a note may be shared again and again. */
export function discoveries(deliveries: readonly DeliverySummary[]): ReadonlyMap<number, DeliverySummary> {
  const halves = new Map<string, DeliverySummary[]>()
  for (const delivery of deliveries) {
    if (!discovers(delivery)) continue
    const key = `${delivery.endpointId} ${delivery.noteId}`
    const known = halves.get(key)
    if (known) known.push(delivery)
    else halves.set(key, [delivery])
  }
  const found = new Map<number, DeliverySummary>()
  for (const together of halves.values()) {
    for (const delivery of together) {
      const other = nearest(delivery, together)
      if (other) found.set(delivery.id, other)
    }
  }
  return found
}

/** *and access granted 4 s later*, as it stands behind the first: what, and when. */
export function discoveryWords(
  delivery: DeliverySummary,
  other: DeliverySummary,
): readonly [what: string, when: string] {
  const what = `and ${other.eventType === 'note.generated' ? 'generated' : 'access granted'}`
  const seconds = Math.round((timeOf(other) - timeOf(delivery)) / 1000)
  if (seconds === 0) return [what, 'at once']
  return [what, `${spanWords(Math.abs(seconds))} ${seconds > 0 ? 'later' : 'earlier'}`]
}

function discovers({ verdict, noteId, endpointId, eventType }: DeliverySummary): boolean {
  return verdict === 'verified' && noteId !== null && endpointId !== null && otherHalf(eventType) !== null
}

function nearest(delivery: DeliverySummary, among: readonly DeliverySummary[]): DeliverySummary | undefined {
  const wanted = otherHalf(delivery.eventType)
  const away = (other: DeliverySummary) => Math.abs(timeOf(other) - timeOf(delivery))
  return among
    .filter(({ eventType }) => eventType === wanted)
    .reduce<DeliverySummary | undefined>(
      (best, other) => (best === undefined || away(other) < away(best) ? other : best),
      undefined,
    )
}

/** When it happened; when it came, where it does not say. */
function timeOf({ occurredAt, firstReceivedAt }: DeliverySummary): number {
  const occurred = Date.parse(occurredAt ?? '')
  return Number.isNaN(occurred) ? Date.parse(firstReceivedAt) : occurred
}

function spanWords(seconds: number): string {
  if (seconds < 120) return `${seconds} s`
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`
  if (seconds < 172_800) return `${Math.round(seconds / 3600)} h`
  return `${Math.round(seconds / 86_400)} days`
}

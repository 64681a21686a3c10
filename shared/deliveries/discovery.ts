import type { DeliverySummary } from './model.ts'

/**
 * Returns the other of the two event types by which receivers discover notes (specification, section 6, rule 1), or `null` for
 * any other type.
 */
export function otherHalf(eventType: string | null): 'note.generated' | 'note.access_granted' | null {
  if (eventType === 'note.generated') return 'note.access_granted'
  return eventType === 'note.access_granted' ? 'note.generated' : null
}

/**
 * Pairs each delivery with the closest one in time that has the other event type, for the same note and endpoint. Runs on every
 * frame while deliveries arrive, so it must be fast even with thousands of deliveries of one note.
 */
export function discoveries(deliveries: readonly DeliverySummary[]): ReadonlyMap<number, DeliverySummary> {
  const halves = new Map<string, Timed[]>()
  for (const delivery of deliveries) {
    if (!discovers(delivery)) continue
    const key = `${delivery.endpointId} ${delivery.noteId} ${delivery.eventType}`
    const known = halves.get(key)
    const timed = { delivery, at: timeOf(delivery) }
    if (known) known.push(timed)
    else halves.set(key, [timed])
  }
  for (const together of halves.values()) together.sort((a, b) => a.at - b.at)
  const found = new Map<number, DeliverySummary>()
  for (const { delivery, at } of [...halves.values()].flat()) {
    const { endpointId, noteId, eventType } = delivery
    const other = nearest(at, halves.get(`${endpointId} ${noteId} ${otherHalf(eventType)}`) ?? [])
    if (other) found.set(delivery.id, other)
  }
  return found
}

interface Timed {
  readonly delivery: DeliverySummary
  readonly at: number
}

/** Describes the other delivery of a pair, such as *and access granted 4 s later*. */
export function discoveryWords(
  delivery: DeliverySummary,
  other: DeliverySummary,
): readonly [what: string, when: string] {
  const what = `and ${other.eventType === 'note.generated' ? 'generated' : 'access granted'}`
  const seconds = Math.round((timeOf(other) - timeOf(delivery)) / 1000)
  if (seconds === 0) return [what, 'in the same second']
  return [what, `${spanWords(Math.abs(seconds))} ${seconds > 0 ? 'later' : 'earlier'}`]
}

function discovers({ verdict, noteId, endpointId, eventType }: DeliverySummary): boolean {
  return verdict === 'verified' && noteId !== null && endpointId !== null && otherHalf(eventType) !== null
}

function nearest(at: number, sorted: readonly Timed[]): DeliverySummary | undefined {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle]?.at ?? 0) < at) low = middle + 1
    else high = middle
  }
  const [before, after] = [sorted[low - 1], sorted[low]]
  if (!before || !after) return (before ?? after)?.delivery
  return (after.at - at < at - before.at ? after : before).delivery
}

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

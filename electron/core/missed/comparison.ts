import type { Sql } from '#core/database/sql.ts'
import type { Gap, Gaps } from '#core/endpoints/index.ts'
import type { Notes } from '#core/notes/index.ts'
import type { EventType } from '#shared/deliveries/events/event-types.ts'
import type {
  EndpointMissed,
  MissedGap,
  MissedNote,
  MissedReason,
  MissedState,
} from '#shared/missed/model.ts'
import type { CaughtUp } from './caught-up.ts'
import { classify, fourDaysMs, outageAt, type Rules, slackAt, type Verdict } from './classify.ts'
import type { EndpointSnapshots, StoredEndpoint } from './endpoint-snapshots.ts'
import { createFullComparison } from './full-comparison.ts'
import { deliveredWithinMs } from './reachability.ts'
import {
  type Compared,
  type ComparedNote,
  createStaleCandidates,
  type StaleCandidates,
} from './stale-candidates.ts'

/** Compares a workspace's notes with each endpoint's events. */
export type Comparison = ReturnType<typeof createComparison>

/** A missed note. `updated` is its last change in milliseconds since 1970, by the service's clock. */
export interface MissingNote extends MissedNote {
  readonly state: MissedState
  readonly updated: number
  /** Type of the event that a catch-up sends for the note. */
  readonly type: EventType
}

interface Classified extends ComparedNote {
  readonly verdict: Verdict & { readonly state: NonNullable<Verdict['state']> }
}

export function createComparison(options: {
  readonly sql: Sql
  readonly workspaceId: string
  readonly notes: Pick<Notes, 'foldersAround' | 'foldersOf' | 'sortKeyAt' | 'completeAsOf' | 'isIndexing'>
  readonly snapshots: EndpointSnapshots
  readonly caughtUp: CaughtUp
  readonly gaps: Gaps
  readonly speed: () => number
  readonly passedMs: (realMs: number) => number
  readonly serviceAheadMs: () => number
  readonly labelOf: (workspaceId: string, endpointId: string) => string | null
  readonly now: () => number
}) {
  const { sql, workspaceId, notes, snapshots, caughtUp, gaps, now, speed } = options
  const candidates = new Map<string, StaleCandidates>()
  const fullComparison = createFullComparison({ sql, workspaceId, sortKeyAt: notes.sortKeyAt })

  /** By endpoint: the notes that were missed, and the outages of those that got a newer event since. */
  const tracked = new Map<string, { missed: Map<string, Classified>; superseded: Map<string, Outage> }>()

  const candidatesOf = (endpointId: string): StaleCandidates => {
    const known = candidates.get(endpointId)
    if (known) return known
    const made = createStaleCandidates({ sql, notes, workspaceId, endpointId })
    candidates.set(endpointId, made)
    return made
  }

  const onServiceClock = (known: readonly Gap[]): Gap[] => {
    const ahead = options.serviceAheadMs()
    return known.map((gap) => ({
      ...gap,
      from: gap.from + ahead,
      to: gap.to === null ? null : gap.to + ahead,
    }))
  }

  const outageOf = (updated: number, known: readonly Gap[]) => outageAt(updated, onServiceClock(known))

  /**
   * Returns an endpoint's outages. Four days of failures and the time for which the endpoint was then disabled are one outage,
   * because the failures led to it. An outage is stored as if it began `deliveredWithinMs` earlier, which does not count.
   */
  const gapsOf = ({ endpoint }: StoredEndpoint): readonly Gap[] => {
    const known = gaps.of({ workspaceId, endpointId: endpoint.id })
    const at = now()
    const passedMs = (from: number, to: number) => options.passedMs(at - from) - options.passedMs(at - to)
    return known.map((gap) => {
      if (gap.reason !== 'disabled' || !endpoint.here) return gap
      let { from } = gap
      let to = from
      for (const before of known.toReversed()) {
        if (before.reason === 'disabled' || before.from > from || (before.to ?? at) < from) continue
        to = Math.max(to, before.to ?? at)
        from = before.from
      }
      return passedMs(from + deliveredWithinMs, to) >= fourDaysMs * almost ? { ...gap, from } : gap
    })
  }

  const baseOf = (stored: StoredEndpoint): number | null => {
    const { endpoint, since } = stored
    if (endpoint.here) return since
    const disabled = gapsOf(stored).findLast(({ reason }) => reason === 'disabled')
    return disabled ? disabled.from + options.serviceAheadMs() : null
  }

  const classifiedOf = (
    stored: StoredEndpoint,
    notesOf = (all: StaleCandidates): Iterable<ComparedNote> => all.all(),
  ): { readonly classified: Classified[]; readonly gaps: readonly Gap[] } => {
    const { endpoint } = stored
    const base = baseOf(stored)
    const known = gapsOf(stored)
    if (base === null) return { classified: [], gaps: known }
    const ahead = options.serviceAheadMs()
    const at = now() + ahead
    const created = Date.parse(endpoint.createdAt ?? '')
    const rules: Rules = {
      base,
      created: Number.isNaN(created) ? base : created,
      isHere: endpoint.here,
      events: endpoint.events,
      gaps: onServiceClock(known),
      speed: speed(),
      endOf: (from, lastsMs) => at + (lastsMs - options.passedMs(at - from)) / speed(),
    }
    const classified = [...notesOf(candidatesOf(endpoint.id))].flatMap((note): Classified[] => {
      const verdict = classify(note, rules, at)
      return verdict.state === null ? [] : [{ ...note, verdict: { ...verdict, state: verdict.state } }]
    })
    return { classified, gaps: known }
  }

  /** Remembers missed notes that got a newer event, because they are no longer listed. */
  const trackSuperseded = (stored: StoredEndpoint) => {
    const { id } = stored.endpoint
    const { missed: before, superseded } = tracked.get(id) ?? { missed: new Map(), superseded: new Map() }
    const all = classifiedOf(stored).classified.map((note) => [note.id, note] as const)
    const missed = new Map(all.filter(([, { verdict }]) => verdict.state === 'behind'))
    for (const noteId of missed.keys()) superseded.delete(noteId)
    for (const note of before.values()) {
      // The event of a later change may still arrive. It then supersedes the first change that was missed.
      if (missed.has(note.id)) missed.set(note.id, note)
      else if (candidatesOf(id).isSuperseded(note)) superseded.set(note.id, note.verdict)
      // The note changed again, and the event of that change may still arrive.
      else if (candidatesOf(id).some([note.id]).length > 0) missed.set(note.id, note)
    }
    tracked.set(id, { missed, superseded })
  }

  const isCompared = ({ endpoint, since }: StoredEndpoint): boolean =>
    endpoint.here && since !== null && notes.completeAsOf(workspaceId) !== null

  /** Returns whether the index lacks changes that were made during an outage. */
  const isUnread = ({ to }: Pick<Gap, 'to'>): boolean => {
    const asOf = Date.parse(notes.completeAsOf(workspaceId) ?? '') - options.serviceAheadMs()
    return to === null || !(to <= asOf)
  }
  const emptyGap = ({ gap, reason }: Outage, known: readonly Gap[]): MissedGap => {
    const found = known.find(({ key }) => key === gap)
    return {
      key: gap,
      reason,
      from: isoOf(found?.from ?? null, 0),
      to: isoOf(found?.to ?? null, 0),
      isRead: found === undefined || !isUnread(found),
      ...{ behind: 0, pending: 0, unknown: 0, caughtUp: 0, superseded: 0 },
    }
  }

  const described = (stored: StoredEndpoint): EndpointMissed => {
    const { endpoint, muted } = stored
    const { classified, gaps: known } = classifiedOf(stored)
    const counts = { behind: 0, pending: 0, unknown: 0 }
    const byGap = new Map<string, MissedGap>()
    const add = (outage: Outage, state: MissedState | 'caughtUp' | 'superseded') => {
      const gap = byGap.get(outage.gap) ?? emptyGap(outage, known)
      byGap.set(outage.gap, { ...gap, [state]: gap[state] + 1 })
    }
    let since: number | null = null
    let until: number | null = null
    for (const { verdict, updated } of classified) {
      const { state } = verdict
      counts[state] += 1
      if (state === 'behind') since = Math.min(since ?? updated, updated)
      if (state === 'pending') until = Math.max(until ?? 0, verdict.until ?? 0)
      add(verdict, state)
    }
    const isKnown = isCompared(stored) && (classified.length > 0 || !known.some(isUnread))
    const ahead = options.serviceAheadMs()
    const sent = caughtUp.summary(workspaceId, endpoint.id)
    if (sent.count > 0)
      for (const { updated } of caughtUp.list(workspaceId, endpoint.id))
        add(outageOf(updated, known), 'caughtUp')
    for (const outage of tracked.get(endpoint.id)?.superseded.values() ?? []) add(outage, 'superseded')
    // Shows that an endpoint is or was disabled even if only an earlier outage explains its missed notes.
    const disabled = known.findLast(
      (gap) =>
        gap.reason === 'disabled' &&
        (isUnread(gap) || (isKnown && since !== null && (gap.to ?? 0) + ahead >= since)),
    )
    if (disabled && !byGap.has(disabled.key))
      byGap.set(disabled.key, emptyGap({ gap: disabled.key, reason: 'disabled' }, known))
    const size = ({ behind, pending, caughtUp }: MissedGap) => behind * 1e12 + pending * 1e6 + caughtUp
    return {
      endpointId: endpoint.id,
      url: endpoint.url,
      label: options.labelOf(workspaceId, endpoint.id),
      enabled: endpoint.enabled,
      isKnown,
      isChecking:
        isCompared(stored) &&
        known.every(({ to }) => to !== null) &&
        known.some(isUnread) &&
        notes.isIndexing(),
      ...(isKnown ? counts : { ...counts, behind: 0, pending: 0 }),
      pendingUntil: isKnown ? isoOf(until, ahead) : null,
      caughtUp: sent.count,
      caughtUpAt: isoOf(sent.at, 0),
      since: isKnown ? isoOf(since, ahead) : null,
      gaps: [...byGap.values()].sort((a, b) => size(b) - size(a)),
      muted,
    }
  }

  const isToRead = (stored: StoredEndpoint): boolean => {
    const known = gapsOf(stored)
    // Sandbox time is so fast that, by the next index run, the outage would have lasted for days.
    const isDue = speed() > 1 || known.every(({ to }) => to !== null)
    return isCompared(stored) && isDue && known.some(isUnread)
  }

  const comparedBy = (stored: StoredEndpoint): Compared | null => {
    const base = baseOf(stored)
    return base === null ? null : { endpoint: stored.endpoint, base, slackMs: slackAt(speed()) }
  }

  const find = (endpointId: string) =>
    snapshots.all(workspaceId).find(({ endpoint }) => endpoint.id === endpointId)

  const missing = (classified: Classified): MissingNote => {
    const { id, title, createdAt, updatedAt, updated, received, caughtUp, verdict } = classified
    const { state, reason, until } = verdict
    return {
      ...{ id, title, createdAt, updatedAt, updated, state, reason },
      type: received === null && caughtUp === null ? 'note.generated' : 'note.edited',
      receivedAt: isoOf(received, 0),
      until: isoOf(until, options.serviceAheadMs()),
      caughtUpAt: null,
    }
  }

  return {
    workspaceId,
    async update(again: boolean, signal: AbortSignal) {
      const all = snapshots.all(workspaceId)
      const there = new Set(all.map(({ endpoint }) => endpoint.id))
      for (const id of [...candidates.keys(), ...tracked.keys()])
        if (!there.has(id)) {
          candidates.delete(id)
          tracked.delete(id)
        }
      const compared = all.flatMap((stored): [StaleCandidates, Compared][] => {
        const by = comparedBy(stored)
        if (by) return [[candidatesOf(stored.endpoint.id), by]]
        candidates.delete(stored.endpoint.id)
        return []
      })
      const first = compared.filter(([of, by]) => of.needsAll(by))
      await fullComparison.run(first, signal)
      for (const one of compared) await one[0].update(one[1], again && !first.includes(one), signal)
      for (const stored of all) trackSuperseded(stored)
    },
    changed(noteIds: readonly string[]) {
      for (const one of candidates.values()) one.changed(noteIds)
    },
    endpoints: (): EndpointMissed[] => snapshots.all(workspaceId).map(described),
    /** Returns whether an outage is over but the index still lacks changes that were made during it. */
    isToRead: (): boolean => snapshots.all(workspaceId).some(isToRead),
    notes(endpointId: string, reason?: MissedReason): MissingNote[] {
      const stored = find(endpointId)
      if (!stored) return []
      return classifiedOf(stored)
        .classified.filter(({ verdict }) => reason === undefined || verdict.reason === reason)
        .sort((a, b) => b.updated - a.updated || (a.id < b.id ? -1 : 1))
        .map(missing)
    },
    /** Returns notes that a catch-up sent and that are not missed again, with the reason for the outage if it is known. */
    caughtUpNotes(endpointId: string, reason?: MissedReason): (MissedNote & { readonly updated: number })[] {
      const stored = find(endpointId)
      if (!stored) return []
      const { classified, gaps: known } = classifiedOf(stored)
      const again = new Set(classified.map(({ id }) => id))
      return caughtUp
        .list(workspaceId, endpointId)
        .filter(({ id }) => !again.has(id))
        .map(({ received, at, ...note }) => ({
          ...note,
          state: 'caught-up' as const,
          reason: outageOf(note.updated, known).reason,
          receivedAt: isoOf(received, 0),
          until: null,
          caughtUpAt: isoOf(at, 0),
        }))
        .filter((note) => reason === undefined || note.reason === reason)
    },
    /** Returns a missed note with its current state, or `null` if it is no longer missed or was deleted. */
    note(endpointId: string, noteId: string): MissingNote | null {
      const stored = find(endpointId)
      const by = stored && comparedBy(stored)
      if (!by) return null
      const [classified] = classifiedOf(stored, (all) => {
        all.compare([noteId], by)
        return all.some([noteId])
      }).classified
      return classified ? missing(classified) : null
    },
    isListed: (endpointId: string): boolean => find(endpointId) !== undefined,
  }
}

/** Failures that lasted for this share of four days count as four days, because they are noticed a little later. */
const almost = 0.98

type Outage = Pick<Verdict, 'gap' | 'reason'>

/** Converts a time of the service's clock to an ISO time of this computer's clock. */
function isoOf(ms: number | null, ahead: number): string | null {
  return ms === null || !Number.isFinite(ms) ? null : new Date(ms - ahead).toISOString()
}

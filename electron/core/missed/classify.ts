import type { Gap } from '#core/endpoints/index.ts'
import type { EventType } from '#shared/deliveries/events/event-types.ts'
import type { MissedReason, MissedState } from '#shared/missed/model.ts'

type Ms = number

export interface Candidate {
  readonly updated: Ms
  readonly created: Ms | null
  readonly received: Ms | null
  readonly caughtUp: Ms | null
  readonly match: 'yes' | 'unknown'
  /** Whether the endpoint's creator owns the note. If so, the note was never shared with them. */
  readonly isOwned: boolean
}

export interface Rules {
  /**
   * Time when the endpoint was created or when Notehook first listened, whichever was later. Earlier changes are ignored.
   */
  readonly base: Ms
  /** Time when the endpoint was created. If the endpoint replaced another one, `base` may be earlier. */
  readonly created: Ms
  /** Whether the endpoint's deliveries arrive on this computer. */
  readonly isHere: boolean
  readonly events: Readonly<Record<string, Ms>>
  /** Outages by the service's clock, oldest first. */
  readonly gaps: readonly Gap[]
  readonly speed: number
  /** Returns the time at which `lastsMs` of the service's time will have passed since `from`. */
  readonly endOf: (from: Ms, lastsMs: number) => Ms
}

export interface Verdict {
  readonly state: MissedState | null
  readonly gap: string
  readonly reason: MissedReason
  readonly until: Ms | null
}

const minuteMs = 60_000
/** A change that is at most this much later than an event counts as reported by that event. */
const slackMs = 2 * minuteMs
const graceMs = 10 * minuteMs
/** *May still arrive* is not shown for less than this, because in a fast sandbox it would only flash. */
const worthTellingMs = 5_000
/** The service's retry window (specification, section 3). */
export const fourDaysMs = 4 * 86_400_000

/** Returns `slackMs` in real time. */
export const slackAt = (speed: number): number => slackMs / speed

/**
 * Decides whether an endpoint's receiver knows the current state of a note and, if not, why. A missed event no longer matters
 * once a later event for the same note arrives.
 */
export function classify(candidate: Candidate, rules: Rules, now: Ms): Verdict {
  const { updated, received, caughtUp } = candidate
  const { base, isHere, speed, endOf } = rules
  if (updated <= base) return nothing
  if (caughtUp !== null && updated <= caughtUp) return nothing
  if (received !== null && updated <= received + slackAt(speed)) return nothing
  const isReported = reporting(candidate, rules)
  if (isReported === 'no') return nothing
  const { retried, isDisabled, ...why } = gapOf(updated, rules, now)
  const until = endOf(updated, retried ? fourDaysMs : graceMs)
  if (isReported === 'unknown' && (why.reason === 'unknown' || (retried && now >= until))) return nothing
  if (!isHere && why.reason !== 'disabled') return nothing
  if (!isHere || isReported === 'unknown' || candidate.match === 'unknown')
    return { state: 'unknown', ...why, until: null }
  if (now < until && !isDisabled)
    return retried || graceMs / speed >= worthTellingMs ? { state: 'pending', ...why, until } : nothing
  return { state: 'behind', ...why, until: null }
}

const granted = ['note.access_granted'] as const

/**
 * Returns whether the note's last change should have caused an event of a subscribed type (specification, section 6). The type of
 * the change isn't known, so several are considered: a note without any event may have been generated, edited or, unless the
 * endpoint's creator owns it, shared.
 */
function reporting({ updated, created, received, caughtUp, isOwned }: Candidate, { base, events }: Rules) {
  const first = Math.max(base, created ?? base)
  const isSubscribed = (type: EventType, at: Ms) => (events[type] ?? Number.POSITIVE_INFINITY) <= at
  const isEdited = isSubscribed('note.edited', updated)
  if (received !== null || caughtUp !== null) return isEdited ? 'yes' : 'no'
  const isGenerated = isSubscribed('note.generated', first)
  const isShared = isOwned || isSubscribed('note.access_granted', first)
  if (isGenerated && isShared && (isEdited || first > base)) return 'yes'
  const may: readonly EventType[] = ['note.generated', 'note.edited', ...(isOwned ? [] : granted)]
  return may.some((type) => isSubscribed(type, updated)) ? 'unknown' : 'no'
}

const nothing: Verdict = { state: null, gap: '', reason: 'unknown', until: null }

/**
 * Returns the outage that explains a missing event, whether the service still retries the event, and whether the endpoint was
 * disabled since.
 */
function gapOf(at: Ms, { gaps, created }: Rules, now: Ms) {
  const gap = causeAt(at, gaps)
  // Disabling an endpoint ends its retries (specification, section 3).
  const isDisabled = gaps.some(
    ({ reason, from, to }) => reason === 'disabled' && from <= now && (to === null || to >= at),
  )
  const retried = gap !== undefined && finality(gap) === 0 && !isDisabled && at >= created
  return { gap: gap?.key ?? 'unknown', reason: reasonOf(gap), retried, isDisabled }
}

/** Returns the outage at this time and its cause. All times are by the service's clock. */
export const outageAt = (at: Ms, gaps: readonly Gap[]) => {
  const gap = causeAt(at, gaps)
  return { gap: gap?.key ?? 'unknown', reason: reasonOf(gap) }
}

// Prefers an outage after which events are not retried.
const causeAt = (at: Ms, gaps: readonly Gap[]): Gap | undefined =>
  gaps.filter((one) => isIn(one, at)).sort((a, b) => finality(b) - finality(a))[0]

const isIn = ({ from, to }: Gap, at: Ms): boolean => from <= at && (to === null || at <= to)

const finality = ({ reason }: Gap) => ['refused', 'disabled'].indexOf(reason) + 1

function reasonOf(gap: Gap | undefined): MissedReason {
  if (gap === undefined) return 'unknown'
  return gap.reason === 'refused' ? 'failing' : gap.reason
}

import type { EventType } from '#shared/deliveries/events/event-types.ts'
import type { MissedReason, MissedState } from '#shared/missed/model.ts'
import type { Gap } from './gaps.ts'

/** Milliseconds since 1970, by the service's clock. */
type Ms = number

/** What is known of a note and an endpoint. */
export interface Pair {
  readonly updated: Ms
  readonly created: Ms | null
  /** The newest verified event. */
  readonly heard: Ms | null
  /** The time of the note that a catch-up sent. */
  readonly caughtUp: Ms | null
  readonly match: 'yes' | 'unknown'
  /** Whether the endpoint's creator owns the note, so that it was never shared with them. */
  readonly isOwned: boolean
}

/** What is known of an endpoint. */
export interface Rules {
  /** Its creation and its first listening, whichever was later. */
  readonly base: Ms
  /** Its own creation; earlier for one that replaced another only in `base`. */
  readonly created: Ms
  /** Whether its deliveries come to this machine. Of another one, only the time when it was disabled is known. */
  readonly isHere: boolean
  /** Subscribed event types, and since when. */
  readonly events: Readonly<Record<string, Ms>>
  /** By the service's clock, in the order in which they began. */
  readonly gaps: readonly Gap[]
  /** By how much faster than a real service the service is. */
  readonly speed: number
  /** When so much of the service's time has passed since, which in the sandbox can be moved ahead. */
  readonly endOf: (from: Ms, lastsMs: number) => Ms
}

export interface Verdict {
  /** `null`: nothing is missing. */
  readonly state: MissedState | null
  readonly gap: string
  readonly reason: MissedReason
  /** Of `pending`. */
  readonly until: Ms | null
}

const minuteMs = 60_000
/** The time of a note can be a little after that of its event. */
const slackMs = 2 * minuteMs
/** An event may take its time. */
const graceMs = 10 * minuteMs
/** In real time. In the fast time of a sandbox, an event comes before anyone could read that it may. */
const worthTellingMs = 5_000
/** How long the service tries (specification, section 3). */
const fourDaysMs = 4 * 86_400_000

/** How much later than its event a note may have changed, and still be up to date. */
export const slackAt = (speed: number): number => slackMs / speed

/**
 * Whether the receiver of an endpoint has the state of a note, and if not, why. A payload carries no content, so an event that was
 * missed harms only while no later one of its note came.
 */
export function judge(pair: Pair, rules: Rules, now: Ms): Verdict {
  const { updated, heard, caughtUp } = pair
  const { base, isHere, speed, endOf } = rules
  if (updated <= base) return nothing
  if (caughtUp !== null && updated <= caughtUp) return nothing
  if (heard !== null && updated <= heard + slackAt(speed)) return nothing
  const isReported = reporting(pair, rules)
  if (isReported === 'no') return nothing
  const { retried, isDisabled, ...why } = gapOf(updated, rules, now)
  const until = endOf(updated, retried ? fourDaysMs : graceMs)
  // Without an outage, or after the retries, an event would have arrived.
  if (isReported === 'unknown' && (why.reason === 'unknown' || (retried && now >= until))) return nothing
  if (!isHere && why.reason !== 'disabled') return nothing
  if (!isHere || isReported === 'unknown' || pair.match === 'unknown')
    return { state: 'unknown', ...why, until: null }
  if (now < until && !isDisabled)
    return retried || graceMs / speed >= worthTellingMs ? { state: 'pending', ...why, until } : nothing
  return { state: 'behind', ...why, until: null }
}

const granted = ['note.access_granted'] as const

/**
 * Whether a subscribed event type reports the last change of a note (specification, section 6). The time of a change does not say what
 * it was: a note that was never received may have been generated, edited or, unless the endpoint's creator owns it, shared.
 */
function reporting({ updated, created, heard, caughtUp, isOwned }: Pair, { base, events }: Rules) {
  const first = Math.max(base, created ?? base)
  const isSubscribed = (type: EventType, at: Ms) => (events[type] ?? Number.POSITIVE_INFINITY) <= at
  const isEdited = isSubscribed('note.edited', updated)
  if (heard !== null || caughtUp !== null) return isEdited ? 'yes' : 'no'
  const isGenerated = isSubscribed('note.generated', first)
  const isShared = isOwned || isSubscribed('note.access_granted', first)
  if (isGenerated && isShared && (isEdited || first > base)) return 'yes'
  const may: readonly EventType[] = ['note.generated', 'note.edited', ...(isOwned ? [] : granted)]
  return may.some((type) => isSubscribed(type, updated)) ? 'unknown' : 'no'
}

const nothing: Verdict = { state: null, gap: '', reason: 'unknown', until: null }

/** The gap that explains a missing event, whether the service still retries it, and whether its endpoint was disabled since. */
function gapOf(at: Ms, { gaps, created }: Rules, now: Ms) {
  // A gap without retries explains more than one with retries.
  const gap = gaps.filter((one) => isIn(one, at)).sort((a, b) => finality(b) - finality(a))[0]
  // Disabling an endpoint ends its retries (specification, section 3).
  const isDisabled = gaps.some(
    ({ reason, from, to }) => reason === 'disabled' && from <= now && (to === null || to >= at),
  )
  const retried = gap !== undefined && finality(gap) === 0 && !isDisabled && at >= created
  return { gap: gap?.key ?? 'unknown', reason: reasonOf(gap), retried, isDisabled }
}

const isIn = ({ from, to }: Gap, at: Ms): boolean => from <= at && (to === null || at <= to)

const finality = ({ reason }: Gap) => ['refused', 'disabled'].indexOf(reason) + 1

function reasonOf(gap: Gap | undefined): MissedReason {
  if (gap === undefined) return 'unknown'
  return gap.reason === 'refused' ? 'failing' : gap.reason
}

import type { MissedReason, MissedState } from '#shared/missed/model.ts'

/** Milliseconds since 1970, by the service's clock. */
type Ms = number

/** A stretch of time in which events did not arrive. */
export interface GapWindow {
  readonly key: string
  readonly reason: MissedReason
  readonly from: Ms
  /** `null` while it lasts. */
  readonly to: Ms | null
}

/** What is known of a note and an endpoint. */
export interface Pair {
  readonly updated: Ms
  readonly created: Ms | null
  /** The newest verified event. */
  readonly heard: Ms | null
  /** The time of the note that a catch-up sent. */
  readonly caughtUp: Ms | null
  readonly match: 'yes' | 'unknown'
}

/** What is known of an endpoint. */
export interface Rules {
  /** Its creation and its first listening, whichever was later. */
  readonly base: Ms
  /** Its own creation; earlier for one that replaced another only in `base`. */
  readonly created: Ms
  readonly events: readonly string[]
  readonly windows: readonly GapWindow[]
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
  const { base, speed, endOf } = rules
  if (updated <= base) return nothing
  if (caughtUp !== null && updated <= caughtUp) return nothing
  if (heard !== null && updated <= heard + slackAt(speed)) return nothing
  const { window, retried, isDisabled } = windowOf(updated, rules, now)
  const reason = window?.reason ?? (isSubscribed(pair, rules) ? 'unexplained' : 'not-subscribed')
  const gap = window?.key ?? reason
  if (pair.match === 'unknown') return { state: 'unknown', gap, reason, until: null }
  const until = endOf(updated, retried ? fourDaysMs : graceMs)
  if (now < until && !isDisabled)
    return retried || graceMs / speed >= worthTellingMs ? { state: 'pending', gap, reason, until } : nothing
  return { state: heard === null && caughtUp === null ? 'never' : 'behind', gap, reason, until: null }
}

const nothing: Verdict = { state: null, gap: '', reason: 'unexplained', until: null }

/** The service sends no more of what it was refused or of an endpoint that is disabled or deleted; anything else it tries again. */
const isFinal = ({ reason }: GapWindow) =>
  reason === 'disabled' || reason === 'refused' || reason === 'replaced'
const order: readonly MissedReason[] = ['replaced', 'disabled', 'refused']
const rank = ({ reason }: GapWindow) => (order.indexOf(reason) + order.length + 1) % (order.length + 1)

/** What kept the event of a change from coming, and whether the service still tries or its endpoint was disabled since. */
function windowOf(at: Ms, { windows, created }: Rules, now: Ms) {
  const around = windows
    .filter(({ from, to }) => from <= at && (to === null || at <= to))
    .sort((a, b) => rank(a) - rank(b))
  const window = around[0] ?? null
  const isEnding = (reason: MissedReason) => windows.some((one) => one.reason === reason && ended(one) >= at)
  // Disabled later, or deleted: its retries ended then (specification, sections 3 and 4).
  const isDisabled = isEnding('disabled')
  const wasCutOff = at < created || isDisabled || isEnding('replaced')
  function ended({ from, to }: GapWindow) {
    return from > now ? Number.NEGATIVE_INFINITY : (to ?? Number.POSITIVE_INFINITY)
  }
  return { window, retried: window !== null && !isFinal(window) && !wasCutOff, isDisabled }
}

/** Section 6: a note that is new to the endpoint is generated or shared, one that it has is edited. */
function isSubscribed({ heard, created }: Pair, { events, base }: Rules): boolean {
  if (events.includes('note.edited')) return true
  const isNew = heard === null && (created === null || created > base)
  return isNew && (events.includes('note.generated') || events.includes('note.access_granted'))
}

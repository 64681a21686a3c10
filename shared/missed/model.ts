import { z } from 'zod'
import { EndpointId } from '#shared/ids.ts'
import { Interrupted } from '#shared/jobs/interrupted.ts'
import { NoteListItem } from '#shared/notes/model.ts'

/**
 * Why no event arrived for a change.
 * - `disabled`: the endpoint was disabled.
 * - `failing`: deliveries got no 2xx response.
 * - `tunnel-down`: the public address did not reach this computer.
 * - `not-running`: the app was closed, the listener was off or the computer was asleep.
 * - `unknown`: no outage is known.
 */
export const MissedReason = z.enum(['disabled', 'failing', 'tunnel-down', 'not-running', 'unknown'])
export type MissedReason = z.infer<typeof MissedReason>

/**
 * State of a note that changed after the endpoint was created and listening had started.
 * - `behind`: no event for the change arrived.
 * - `pending`: the event may still arrive.
 * - `unknown`: the service doesn't show whether the endpoint receives events for this note.
 */
export const MissedState = z.enum(['behind', 'pending', 'unknown'])
export type MissedState = z.infer<typeof MissedState>

/** The missed notes of one outage, or those that no known outage explains. */
export const MissedGap = z.object({
  key: z.string(),
  reason: MissedReason,
  /** ISO times by this computer's clock. Both are `null` if there was no outage. `to` is also `null` while the outage lasts. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** `false` if notes that changed during the outage may not be in the index yet. The numbers may then be too small. */
  isRead: z.boolean(),
  behind: z.number().int(),
  pending: z.number().int(),
  unknown: z.number().int(),
  caughtUp: z.number().int(),
  /** Number of notes whose event was missed before a newer one arrived. Counted since the workspace was opened. */
  superseded: z.number().int(),
})
export type MissedGap = z.infer<typeof MissedGap>

export const EndpointMissed = z.object({
  endpointId: EndpointId,
  url: z.string(),
  label: z.string().nullable(),
  /** State in the last list of the service. */
  enabled: z.boolean(),
  /**
   * `false` if the numbers may be incomplete: the endpoint delivers elsewhere or was never listened to, its notes are not indexed
   * yet, or events don't arrive at present and no note is known to be missing.
   */
  isKnown: z.boolean(),
  /** Whether notes that changed during an outage are still to be read, now that it has ended. */
  isChecking: z.boolean(),
  behind: z.number().int(),
  pending: z.number().int(),
  unknown: z.number().int(),
  pendingUntil: z.string().nullable(),
  caughtUp: z.number().int(),
  caughtUpAt: z.string().nullable(),
  since: z.string().nullable(),
  /** Sorted by size, largest gap first. */
  gaps: z.array(MissedGap),
  muted: z.boolean(),
})
export type EndpointMissed = z.infer<typeof EndpointMissed>

/** A catch-up that ended before its last note, because Notehook quit, the user stopped it, or it failed. */
export const InterruptedCatchUp = Interrupted.extend({ endpointId: EndpointId, receiverId: z.string() })
export type InterruptedCatchUp = z.infer<typeof InterruptedCatchUp>

/**
 * Kinds of early warnings.
 * - `failing-day`, `failing-three-days`: an endpoint has failed for that long without a success, by the service's clock.
 * - `mismatches`: several consecutive requests had a wrong signature.
 * - `locked`: deliveries get a 503 because the keychain is locked.
 * - `behind`: an endpoint's notes have been behind for ten minutes.
 * - `receiver-waiting`: a receiver is down and its backlog is more than ten minutes old.
 * - `receiver-failing`: the last ten requests to a receiver that forwards failed.
 */
export const WarningKind = z.enum([
  'failing-day',
  'failing-three-days',
  'receiver-waiting',
  'receiver-failing',
  'mismatches',
  'behind',
  'locked',
])
export type WarningKind = z.infer<typeof WarningKind>

export const EarlyWarning = z.object({
  kind: WarningKind,
  about: z.string(),
  name: z.string(),
  since: z.string().nullable(),
  /** Number of failures, requests, notes or deliveries, depending on the kind of warning. */
  count: z.number().int(),
  /** Whether the service is the sandbox, whose clock may run so fast that a day takes a minute. */
  sandboxTime: z.boolean(),
})
export type EarlyWarning = z.infer<typeof EarlyWarning>

export const MissedStatus = z.object({
  endpoints: z.array(EndpointMissed),
  /** Number of missed notes of all endpoints. `null` if none are known but an endpoint's numbers are incomplete. */
  behind: z.number().int().nullable(),
  pending: z.number().int(),
  /** ISO time up to which the notes are indexed, or `null` before the first index is complete. */
  asOf: z.string().nullable(),
  interruptedJobs: z.array(InterruptedCatchUp),
  warnings: z.array(EarlyWarning),
})
export type MissedStatus = z.infer<typeof MissedStatus>

export const MissedNote = NoteListItem.pick({
  id: true,
  title: true,
  createdAt: true,
  updatedAt: true,
}).extend({
  /** `caught-up` means that a catch-up sent the note's last change. */
  state: z.enum([...MissedState.options, 'caught-up']),
  reason: MissedReason,
  receivedAt: z.string().nullable(),
  until: z.string().nullable(),
  caughtUpAt: z.string().nullable(),
})
export type MissedNote = z.infer<typeof MissedNote>

export const CatchUpCounts = z.object({
  sent: z.number().int(),
  caughtUp: z.number().int(),
  failed: z.number().int(),
  /** Number of notes that were not sent, because they are no longer missed: they changed again or were deleted. */
  skipped: z.number().int(),
  problem: z.string().nullable(),
})
export type CatchUpCounts = z.infer<typeof CatchUpCounts>

import { z } from 'zod'
import { EndpointId } from '#shared/ids.ts'
import { NoteListItem } from '#shared/notes/model.ts'

/** Reasons for which the service sends nothing again (specification, sections 3 and 4). `refused`: a response here ended the delivery. */
const finalReasons = ['disabled', 'refused', 'replaced'] as const
/** Reasons for which the service retried for four days and then gave up. */
const retriedReasons = ['tunnel-down', 'listener-off', 'not-running', 'asleep', 'failing'] as const

/**
 * Why an endpoint received no event of a change. `not-subscribed`: the endpoint has no event type for it. `unexplained`: nothing was
 * wrong as far as this machine knows; a note's time can change without an event.
 */
export const MissedReason = z.enum([...finalReasons, ...retriedReasons, 'not-subscribed', 'unexplained'])
export type MissedReason = z.infer<typeof MissedReason>

/** Of a note that changed after the endpoint was created and first listened to. */
export const MissedState = z.enum(['behind', 'never', 'pending', 'unknown'])
export type MissedState = z.infer<typeof MissedState>

/** Changed notes that have one reason in common. */
export const MissedGap = z.object({
  /** Names it among the gaps of its endpoint. */
  key: z.string(),
  reason: MissedReason,
  /** Of `disabled`: who disabled it. */
  by: z.enum(['here', 'service', 'elsewhere', 'unknown']).nullable(),
  /** ISO times, this machine's clock. `from` is `null` where the reason has no time; `to` while it lasts, too. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  behind: z.number().int(),
  never: z.number().int(),
  pending: z.number().int(),
  unknown: z.number().int(),
})
export type MissedGap = z.infer<typeof MissedGap>

/**
 * Why nothing can be said: the endpoint does not deliver here, its first listening is still to come, the notes are not all indexed
 * yet, or nothing is known to be missing while the endpoint is disabled, or while events do not arrive for another reason, or while what
 * changed until they arrived again is being read.
 */
export const CannotTell = z.enum([
  'elsewhere',
  'not-listened',
  'notes-not-indexed',
  'disabled',
  'not-arriving',
  'changes-not-read',
])
export type CannotTell = z.infer<typeof CannotTell>

export const EndpointMissed = z.object({
  endpointId: EndpointId,
  url: z.string(),
  label: z.string().nullable(),
  cannotTell: CannotTell.nullable(),
  /** Notes whose newer event never came, by what was received of them before. */
  behind: z.number().int(),
  never: z.number().int(),
  /** Notes whose event may still come, and the latest ISO time until which. */
  pending: z.number().int(),
  pendingUntil: z.string().nullable(),
  /** Notes of which the service does not show whether the endpoint receives their events. */
  unknown: z.number().int(),
  /** Notes that were sent to a receiver by a catch-up instead. */
  caughtUp: z.number().int(),
  /** ISO time of the earliest change that is behind. */
  since: z.string().nullable(),
  /** Those with the most notes first. */
  gaps: z.array(MissedGap),
  muted: z.boolean(),
})
export type EndpointMissed = z.infer<typeof EndpointMissed>

/** A catch-up that ended before its last note: Notehook quit, or the user stopped it. */
export const UnfinishedCatchUp = z.object({
  endpointId: EndpointId,
  receiverId: z.string(),
  /** ISO time. */
  startedAt: z.string(),
  done: z.number().int(),
  of: z.number().int(),
})
export type UnfinishedCatchUp = z.infer<typeof UnfinishedCatchUp>

/**
 * `failing-day`, `failing-three-days`: an endpoint failed here for that long without a success, by the service's clock. `mismatches`: several requests in a row
 * whose signature did not match. `locked`: deliveries are answered 503 because the keychain is locked. `behind`: notes of an endpoint
 * have been behind for ten minutes. `receiver-waiting`: a receiver is down, and deliveries have waited for ten minutes.
 */
export const WarningKind = z.enum([
  'failing-day',
  'failing-three-days',
  'receiver-waiting',
  'mismatches',
  'behind',
  'locked',
])
export type WarningKind = z.infer<typeof WarningKind>

export const EarlyWarning = z.object({
  kind: WarningKind,
  /** The id of the endpoint or the receiver. */
  about: z.string(),
  name: z.string(),
  /** ISO time. */
  since: z.string().nullable(),
  /** Failures, requests, notes or deliveries. */
  count: z.number().int(),
  /** The service is the sandbox, whose clock is faster: a day may be a minute. */
  sandboxTime: z.boolean(),
})
export type EarlyWarning = z.infer<typeof EarlyWarning>

export const MissedStatus = z.object({
  endpoints: z.array(EndpointMissed),
  /** Behind and never heard, of all endpoints; `null`: none is known, and of an endpoint that leads here it can't be known. */
  behind: z.number().int().nullable(),
  pending: z.number().int(),
  /** ISO time up to which the notes are indexed; `null`: not yet. */
  asOf: z.string().nullable(),
  /** Notes are still being compared. */
  comparing: z.boolean(),
  unfinished: z.array(UnfinishedCatchUp),
  warnings: z.array(EarlyWarning),
})
export type MissedStatus = z.infer<typeof MissedStatus>

export const MissedNote = NoteListItem.pick({
  id: true,
  title: true,
  createdAt: true,
  updatedAt: true,
}).extend({
  state: MissedState,
  /** The gap it belongs to. */
  gap: z.string(),
  reason: MissedReason,
  /** ISO time of the newest event that was received of it. */
  heardAt: z.string().nullable(),
  /** Of `pending`: ISO time until which its event may come. */
  until: z.string().nullable(),
})
export type MissedNote = z.infer<typeof MissedNote>

export const CatchUpCounts = z.object({
  sent: z.number().int(),
  caughtUp: z.number().int(),
  failed: z.number().int(),
  /** Why the last one failed. */
  problem: z.string().nullable(),
})
export type CatchUpCounts = z.infer<typeof CatchUpCounts>

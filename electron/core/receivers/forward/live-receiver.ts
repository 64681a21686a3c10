import type { StoredReceiver } from '../receiver-store.ts'
import type { WaitingReason } from './waiting-store.ts'

export interface Live {
  receiver: StoredReceiver
  /** All of the workspace's deliveries up to this id have been examined. */
  through: number
  /** The deliveries after `through`, up to the id `until`, have not been examined yet. They will wait for this reason. */
  behind: { readonly reason: WaitingReason; until: number } | null
  hasOverflow: boolean
  isSendingOverflow: boolean
  /** Ids of deliveries that are being sent or will be sent next. */
  readonly queued: Set<number>
  readonly toWait: Map<number, ToWait>
  readonly skipped: Set<number>
  /** The stored position, and when it was written (monotonic time). */
  position: number
  positionMs: number
  /** Aborted when the receiver is no longer live. Deliveries that are not being sent yet then wait. */
  ending: AbortController
  /** Aborted to check the receiver's health at once. */
  recheck: AbortController
}

interface ToWait {
  readonly noteId: string | null
  readonly reason: WaitingReason
  readonly since: string
}

/**
 * Creates a live receiver's state. The previous run received deliveries up to `beforeStart`, and its forwarding ended at
 * `position`. If `position` is `null`, only deliveries after `newest` are forwarded.
 */
export function createLive(
  receiver: StoredReceiver,
  { position, beforeStart, newest }: { position: number | null; beforeStart: number; newest: number },
): Live {
  return {
    receiver,
    through: position ?? newest,
    behind: position === null ? null : { reason: 'restart', until: beforeStart },
    hasOverflow: false,
    isSendingOverflow: false,
    queued: new Set(),
    toWait: new Map(),
    skipped: new Set(),
    // Differs from every real position, so that the position is stored even before a delivery arrives. If the app crashes,
    // deliveries that arrive later are then still forwarded.
    position: position ?? -1,
    positionMs: Number.NEGATIVE_INFINITY,
    ending: new AbortController(),
    recheck: new AbortController(),
  }
}

/** Returns the id up to which all deliveries are done. After a crash, forwarding continues from there. */
export function positionOf({ queued, toWait, through }: Pick<Live, 'queued' | 'toWait' | 'through'>): number {
  let first = through + 1
  for (const id of queued) first = Math.min(first, id)
  for (const id of toWait.keys()) first = Math.min(first, id)
  return first - 1
}

/** Marks all later deliveries as waiting. They are read from the database. */
export const allBehind = (reason: WaitingReason) => ({ reason, until: Number.MAX_SAFE_INTEGER })

import type { StoredReceiver } from '../receiver-store.ts'
import type { WaitingReason } from './waiting-store.ts'

/** A live receiver, and the state of forwarding to it. */
export interface Live {
  receiver: StoredReceiver
  /** Id up to which all deliveries of the workspace were examined. */
  through: number
  /** Deliveries after `through`, up to the id `until`, that were not examined. They wait for this reason. */
  behind: { readonly reason: WaitingReason; until: number } | null
  /** Whether deliveries wait because the queue was full. */
  hasOverflow: boolean
  isSendingOverflow: boolean
  /** Ids of deliveries that are being sent or about to be sent. */
  readonly queued: Set<number>
  /** Waiting deliveries that are not in the store yet, by id. */
  readonly toWait: Map<number, ToWait>
  readonly skipped: Set<number>
  /** Position in the store. `positionMs` is the monotonic time when it was written. */
  position: number
  positionMs: number
  /** Aborted when the receiver is no longer live. Deliveries that are not under way then wait. */
  ending: AbortController
  /** Aborted to check the receiver's health at once. */
  recheck: AbortController
}

interface ToWait {
  readonly noteId: string | null
  readonly reason: WaitingReason
  /** ISO time. */
  readonly since: string
}

/**
 * Creates the state of a live receiver. `position`: where the last run ended, which received deliveries up to `beforeStart`. `null`
 * forwards only deliveries after `newest`.
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
    // Differs from every real position, so that the position is stored even if no delivery arrives. Later deliveries are then forwarded
    // after a crash.
    position: position ?? -1,
    positionMs: Number.NEGATIVE_INFINITY,
    ending: new AbortController(),
    recheck: new AbortController(),
  }
}

/** Returns the id up to which all deliveries are done, so that the rest is found after a crash. */
export function positionOf({ queued, toWait, through }: Pick<Live, 'queued' | 'toWait' | 'through'>): number {
  let first = through + 1
  for (const id of queued) first = Math.min(first, id)
  for (const id of toWait.keys()) first = Math.min(first, id)
  return first - 1
}

/** Marks all later deliveries as waiting. They are read from the store. */
export const allBehind = (reason: WaitingReason) => ({ reason, until: Number.MAX_SAFE_INTEGER })

import type { StoredReceiver } from '../receiver-store.ts'
import type { WaitingReason } from './waiting-store.ts'

export interface Live {
  receiver: StoredReceiver
  /** Id up to which the workspace's deliveries have been checked for this receiver. */
  through: number
  /** The deliveries after `through` and up to `until` will be stored as waiting, for this reason. */
  behind: { readonly reason: WaitingReason; until: number } | null
  hasOverflow: boolean
  isSendingOverflow: boolean
  readonly queued: Set<number>
  readonly toWait: Map<number, ToWait>
  readonly skipped: Set<number>
  /** The position in the database, and the monotonic time at which it was written. */
  position: number
  positionMs: number
  ending: AbortController
  recheck: AbortController
}

interface ToWait {
  readonly noteId: string | null
  readonly reason: WaitingReason
  readonly since: string
}

/**
 * Creates the state of a receiver. Deliveries after `position` are forwarded or, if it is `null`, those after `newest`.
 * `beforeStart` is the id of the last delivery before this run.
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
    // -1 differs from every real position, so the real one is stored at once. After a crash, deliveries are forwarded from there.
    position: position ?? -1,
    positionMs: Number.NEGATIVE_INFINITY,
    ending: new AbortController(),
    recheck: new AbortController(),
  }
}

/** Returns the id up to which all deliveries were sent or stored as waiting. Forwarding continues there after a crash. */
export function positionOf({ queued, toWait, through }: Pick<Live, 'queued' | 'toWait' | 'through'>): number {
  let first = through + 1
  for (const id of queued) first = Math.min(first, id)
  for (const id of toWait.keys()) first = Math.min(first, id)
  return first - 1
}

/** Marks all later deliveries as waiting for this reason. */
export const allBehind = (reason: WaitingReason) => ({ reason, until: Number.MAX_SAFE_INTEGER })

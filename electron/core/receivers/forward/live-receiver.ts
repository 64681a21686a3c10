import type { StoredReceiver } from '../receiver-store.ts'
import type { WaitingReason } from './waiting-store.ts'

/** A receiver that is live, and how far forwarding to it is. */
export interface Live {
  receiver: StoredReceiver
  /** All deliveries of its workspace up to this id were looked at. */
  through: number
  /** More came than was looked at: what is behind `through`, up to the id `until`, waits for this reason. */
  behind: { readonly reason: WaitingReason; until: number } | null
  /** Some wait because more came than it took. */
  hasOverflow: boolean
  isSendingOverflow: boolean
  /** Being sent, or about to be: the delivery's id. */
  readonly queued: Set<number>
  /** They wait, and are not in the store yet. */
  readonly toWait: Map<number, ToWait>
  readonly skipped: Set<number>
  /** The position in the store, and when it was written. */
  position: number
  positionMs: number
  /** Aborted when it is no longer live: what is not under way waits. */
  ending: AbortController
  /** Aborted for another look at whether it is up. */
  recheck: AbortController
}

interface ToWait {
  readonly noteId: string | null
  readonly reason: WaitingReason
  /** ISO time. */
  readonly since: string
}

/** `position`: where the last run ended, which reached `beforeStart`; `null`: only what comes behind `newest` is forwarded. */
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
    // Written even if nothing comes: what comes after it is to be forwarded.
    position: position ?? -1,
    positionMs: Number.NEGATIVE_INFINITY,
    ending: new AbortController(),
    recheck: new AbortController(),
  }
}

/** The first that is not done yet, so that it is found after a crash. */
export function positionOf({ queued, toWait, through }: Pick<Live, 'queued' | 'toWait' | 'through'>): number {
  let first = through + 1
  for (const id of queued) first = Math.min(first, id)
  for (const id of toWait.keys()) first = Math.min(first, id)
  return first - 1
}

/** All that came from here on waits, and is found in the store. */
export const allBehind = (reason: WaitingReason) => ({ reason, until: Number.MAX_SAFE_INTEGER })

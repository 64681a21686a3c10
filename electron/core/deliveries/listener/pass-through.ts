import type { KnownPath } from './paths.ts'

/** What the service gets for a delivery that a receiver was asked about. */
export interface PassedAnswer {
  readonly status: number
  /** As it is recorded: see `passedResponseText`. */
  readonly answer: string
}

/** Asks the receiver about a delivery that is committed. Resolves within the time, or soon after it was aborted; never rejects. */
export type AskReceiver = (deliveryId: number, withinMs: number, signal: AbortSignal) => Promise<PassedAnswer>

/** Which receiver answers for a path; `null`: none, so the listener does. */
export type PassThrough = (path: KnownPath) => AskReceiver | null

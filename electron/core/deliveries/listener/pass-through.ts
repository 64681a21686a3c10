import { passedResponseText } from '#shared/deliveries/responses/recorded-response.ts'
import type { KnownPath } from './paths.ts'

/** Response to the service for a delivery that was forwarded to a receiver. */
export interface PassedAnswer {
  readonly status: number
  /** Recorded form of the response: see `passedResponseText`. */
  readonly answer: string
}

/** Response to the service if no receiver responded. */
export const unanswered: PassedAnswer = {
  status: 503,
  answer: passedResponseText({ status: 503, received: null, isSoftened: false }),
}

/** Forwards a committed delivery to the receiver. Resolves within the timeout, or soon after an abort. Never rejects. */
export type AskReceiver = (deliveryId: number, withinMs: number, signal: AbortSignal) => Promise<PassedAnswer>

/** Returns the receiver for a path, or `null` if the listener itself answers. */
export type PassThrough = (path: KnownPath) => AskReceiver | null

/** The only endpoint that a receiver answers for. */
export interface PassThroughRule {
  readonly workspaceId: string
  readonly endpointId: string
  readonly ask: AskReceiver
}

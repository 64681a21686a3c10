import { passedResponseText } from '#shared/deliveries/responses/recorded-response.ts'
import type { KnownPath } from './paths.ts'

export interface PassedAnswer {
  readonly status: number
  /** The response as recorded. See `passedResponseText`. */
  readonly answer: string
}

/** The response to the service if the receiver didn't respond. */
export const unanswered: PassedAnswer = {
  status: 503,
  answer: passedResponseText({ status: 503, received: null, isSoftened: false }),
}

/** Forwards a committed delivery to the receiver. Resolves within the timeout, or soon after an abort. Never rejects. */
export type AskReceiver = (deliveryId: number, withinMs: number, signal: AbortSignal) => Promise<PassedAnswer>

/** Returns the receiver that answers the path's deliveries, or `null` if the listener does. */
export type PassThrough = (path: KnownPath) => AskReceiver | null

/** The endpoint whose deliveries a receiver answers. */
export interface PassThroughRule {
  readonly workspaceId: string
  readonly endpointId: string
  readonly ask: AskReceiver
}

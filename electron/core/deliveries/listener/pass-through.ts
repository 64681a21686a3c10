import { passedResponseText } from '#shared/deliveries/responses/recorded-response.ts'
import type { KnownPath } from './paths.ts'

/** What the service gets for a delivery that a receiver was asked about. */
export interface PassedAnswer {
  readonly status: number
  /** As it is recorded: see `passedResponseText`. */
  readonly answer: string
}

/** What the service gets where no receiver has answered. */
export const unanswered: PassedAnswer = {
  status: 503,
  answer: passedResponseText({ status: 503, received: null, isSoftened: false }),
}

/** Asks the receiver about a delivery that is committed. Resolves within the time, or soon after it was aborted; never rejects. */
export type AskReceiver = (deliveryId: number, withinMs: number, signal: AbortSignal) => Promise<PassedAnswer>

/** Which receiver answers for a path; `null`: none, so the listener does. */
export type PassThrough = (path: KnownPath) => AskReceiver | null

/** The one endpoint that a receiver answers for. */
export interface PassThroughRule {
  readonly workspaceId: string
  readonly endpointId: string
  readonly ask: AskReceiver
}

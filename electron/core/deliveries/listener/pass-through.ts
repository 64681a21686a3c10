import { passedResponseText } from '#shared/deliveries/responses/recorded-response.ts'
import type { KnownPath } from './paths.ts'

export interface PassedAnswer {
  readonly status: number
  readonly answer: string
}

export const unanswered: PassedAnswer = {
  status: 503,
  answer: passedResponseText({ status: 503, received: null, isSoftened: false }),
}

/** Forwards a committed delivery to the receiver. Resolves within the timeout, or soon after an abort. Never rejects. */
export type AskReceiver = (deliveryId: number, withinMs: number, signal: AbortSignal) => Promise<PassedAnswer>

/** Returns the receiver that answers the path's deliveries, or `null` if the listener does. */
export type PassThrough = (path: KnownPath) => AskReceiver | null

export interface PassThroughRule {
  readonly workspaceId: string
  readonly endpointId: string
  readonly ask: AskReceiver
}

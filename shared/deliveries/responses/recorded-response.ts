import { type DeliveryOutcome, deliveryOutcome } from './outcome.ts'
import type { ResponseRule } from './simulated-response.ts'

/** How long the service waits for an answer (specification, section 6, rule 5). */
export const serviceWaitsMs = 15_000

/** A rule in words: what, to which events, how often. */
export function responseWords({
  status,
  delayMs,
  firstAttempts,
  eventTypes,
  sharePercent,
}: ResponseRule): string {
  const parts = [
    `${status}${delayMs > 0 ? ` after ${delayMs / 1000} s` : ''}`,
    firstAttempts === null
      ? null
      : firstAttempts === 1
        ? 'to the first attempt of each event'
        : `to the first ${firstAttempts} attempts of each event`,
    eventTypes.length === 0 ? null : `only ${eventTypes.join(' and ')}`,
    sharePercent === 100 ? null : `${sharePercent}% of them at random`,
  ]
  return parts.filter((part) => part !== null).join(', ')
}

interface GivenResponse {
  readonly status: number
  readonly delayMs: number
}

/** How a simulated response is recorded with an attempt. */
export function simulatedResponseText({ status, delayMs }: GivenResponse): string {
  return `simulated ${status}${delayMs > 0 ? ` after ${delayMs} ms` : ''}`
}

/** `null` for an answer that was not simulated. */
export function readSimulatedResponse(recorded: string): GivenResponse | null {
  const [, status, delayMs = '0'] = /^simulated (\d{3})(?: after (\d{1,6}) ms)?$/.exec(recorded) ?? []
  return status === undefined ? null : { status: Number(status), delayMs: Number(delayMs) }
}

export interface PassedResponse {
  /** What the service got. */
  readonly status: number
  /** The receiver's own status; `null`: it did not respond in time. */
  readonly received: number | null
  /** Another status than the receiver's, because that one would have ended the delivery for good. */
  readonly isSoftened: boolean
}

/** How the answer of a receiver is recorded with an attempt. */
export function passedResponseText({ status, received, isSoftened }: PassedResponse): string {
  if (received === null) return `passed none as ${status}`
  if (isSoftened) return `passed ${received} as ${status}`
  return received === status ? `passed ${received}` : `passed ${received} for ${status}`
}

/** `null` for an answer that was not passed through. */
export function readPassedResponse(recorded: string): PassedResponse | null {
  const [, received, how, status] = /^passed (none|\d{3})(?: (as|for) (\d{3}))?$/.exec(recorded) ?? []
  if (received === undefined) return null
  return {
    status: Number(status ?? received),
    received: received === 'none' ? null : Number(received),
    isSoftened: how === 'as' && received !== 'none',
  }
}

/** What the service makes of it: too late is a timeout, and those are retried as 408 is (section 3). */
export function statusSeen({ status, delayMs }: GivenResponse): number {
  return delayMs >= serviceWaitsMs ? 408 : status
}

/** What the service does with it (section 3, *Delivery attempt*): what comes too late is a timeout, whatever it says. */
export function outcomeOfResponse(answer: GivenResponse): DeliveryOutcome {
  return deliveryOutcome(statusSeen(answer))
}

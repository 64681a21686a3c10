import { type DeliveryOutcome, deliveryOutcome } from './outcome.ts'
import type { ResponseRule } from './simulated-response.ts'

/** How long the service waits for a response (specification, section 6, rule 5). */
export const serviceWaitsMs = 15_000

/** Describes a rule in words: its response, and the attempts and events that it applies to. */
export const responseWords = (rule: ResponseRule): string => responseParts(rule).join(', ')

export function responseParts(options: ResponseRule): readonly [response: string, ...limits: string[]] {
  const { status, delayMs, firstAttempts, eventTypes, sharePercent } = options
  return [
    `${status}${delayMs > 0 ? ` after ${delayMs / 1000} s` : ''}`,
    ...(firstAttempts === null
      ? []
      : [firstAttempts === 1 ? 'first attempt' : `first ${firstAttempts} attempts`]),
    ...(eventTypes.length === 0 ? [] : [`only ${eventTypes.join(' and ')}`]),
    ...(sharePercent === 100 ? [] : [`${sharePercent}% of them at random`]),
  ]
}

interface GivenResponse {
  readonly status: number
  readonly delayMs: number
}

export function simulatedResponseText({ status, delayMs }: GivenResponse): string {
  return `simulated ${status}${delayMs > 0 ? ` after ${delayMs} ms` : ''}`
}

/** Parses a simulated response from the attempt log. Returns `null` if the response was not simulated. */
export function readSimulatedResponse(recorded: string): GivenResponse | null {
  const [, status, delayMs = '0'] = /^simulated (\d{3})(?: after (\d{1,6}) ms)?$/.exec(recorded) ?? []
  return status === undefined ? null : { status: Number(status), delayMs: Number(delayMs) }
}

export interface PassedResponse {
  readonly status: number
  /** The receiver's status, or `null` if it did not respond in time. */
  readonly received: number | null
  /** Whether the receiver's status was replaced, because it would have ended the delivery's retries. */
  readonly isSoftened: boolean
}

export function passedResponseText({ status, received, isSoftened }: PassedResponse): string {
  if (received === null) return `passed none as ${status}`
  if (isSoftened) return `passed ${received} as ${status}`
  return received === status ? `passed ${received}` : `passed ${received} for ${status}`
}

/** Parses a receiver's response from the attempt log. Returns `null` if the response was not passed through. */
export function readPassedResponse(recorded: string): PassedResponse | null {
  const [, received, how, status] = /^passed (none|\d{3})(?: (as|for) (\d{3}))?$/.exec(recorded) ?? []
  if (received === undefined) return null
  return {
    status: Number(status ?? received),
    received: received === 'none' ? null : Number(received),
    isSoftened: how === 'as' && received !== 'none',
  }
}

/**
 * Returns the status that the service acts on. A late response is a timeout, which the service retries like a 408 (specification,
 * section 3).
 */
export function statusSeen({ status, delayMs }: GivenResponse): number {
  return delayMs >= serviceWaitsMs ? 408 : status
}

/**
 * Returns how the service treats a response (specification, section 3, *Delivery attempt*). A late response is a timeout,
 * whatever its status.
 */
export function outcomeOfResponse(answer: GivenResponse): DeliveryOutcome {
  return deliveryOutcome(statusSeen(answer))
}

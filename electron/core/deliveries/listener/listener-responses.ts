import { outOfTimeStatus } from '#shared/deliveries/responses/outcome.ts'
import {
  passedResponseText,
  readPassedResponse,
  readSimulatedResponse,
} from '#shared/deliveries/responses/recorded-response.ts'
import type { KnownPath } from './known-paths.ts'

/** A response of the listener. For how the service reacts, see the specification, section 3, *Delivery attempt*. */
export interface ResponseDefinition {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * The listener's responses by name. A request with a valid signature never gets a response that ends its retries, unless its
 * delivery is stored. If the listener can't verify or store a delivery, it responds 503, so that the service retries.
 */
export const responses = {
  stored: { status: 200 },
  duplicate: { status: 200 },
  body_changed: { status: 200 },

  not_found: { status: 404 },
  method_not_allowed: { status: 405, headers: { Allow: 'POST' } },
  too_many_headers: { status: 431 },
  duplicate_host: { status: 400 },
  missing_host: { status: 400 },
  expectation: { status: 417 },
  missing_header: { status: 400 },
  duplicate_header: { status: 400 },
  bad_id: { status: 400 },
  bad_timestamp: { status: 400 },
  too_large: { status: 413, headers: { Connection: 'close' } },
  signature_mismatch: { status: 401, headers: { 'WWW-Authenticate': 'StandardWebhooks' } },
  no_supported_version: { status: 401, headers: { 'WWW-Authenticate': 'StandardWebhooks' } },

  /**
   * The request has the header that Notehook adds to its own requests. A 503 makes the service retry, in case a proxy added the
   * header to a delivery.
   */
  sent_by_notehook: { status: 503 },
  not_ready: { status: 503, headers: { 'Retry-After': '60' } },
  /**
   * The signature is wrong. Because the secret is new and has never verified a delivery, the secret itself may be wrong, so the
   * service should retry.
   */
  secret_unproven: { status: 503, headers: { 'Retry-After': '60' } },
  /**
   * Also used for timestamps in the future. No delivery is lost if this computer's clock is wrong, because senders sign each
   * retry again.
   */
  stale_timestamp: { status: outOfTimeStatus, headers: { 'Retry-After': '30' } },
  overloaded: { status: 503, headers: { 'Retry-After': '5' } },
  storage: { status: 503, headers: { 'Retry-After': '30' } },
  deadline: { status: 503, headers: { 'Retry-After': '30' } },
  quitting: { status: 503, headers: { Connection: 'close', 'Retry-After': '5' } },
} as const satisfies Readonly<Record<string, ResponseDefinition>>

export type ResponseName = keyof typeof responses

export interface SerializedResponse {
  readonly status: number
  readonly headers: string[]
  readonly body: string
}

/** Serializes each response once. With `closing`, the responses close the connection. */
export const serializeResponses = (closing: boolean): Readonly<Record<ResponseName, SerializedResponse>> => {
  const written = Object.entries<ResponseDefinition>(responses).map(([word, { status, headers }]) => {
    const body = `${word}\n`
    const own = { 'Content-Type': 'text/plain', 'Content-Length': String(body.length) }
    const all = { ...own, ...headers, ...(closing ? { Connection: 'close' } : {}) }
    return [word, { status, headers: Object.entries(all).flat(), body }]
  })
  return Object.fromEntries(written)
}

/** Returns the status of a recorded response, such as `signature_mismatch (padding)`. */
export function statusOf(recorded: string): number | null {
  const word = recorded.split(' ')[0] ?? ''
  if (word === 'simulated') return readSimulatedResponse(recorded)?.status ?? null
  if (word === 'passed') return readPassedResponse(recorded)?.status ?? null
  return Object.hasOwn(responses, word) ? responses[word as ResponseName].status : null
}

export interface ListenerResponse {
  readonly pathId: string
  readonly status: number
  readonly at: string
  /** Whether the signature didn't match. Such a request may come from anyone. */
  readonly isMismatch: boolean
  readonly webhookId: string
}

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

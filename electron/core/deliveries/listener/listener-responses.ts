import { outOfTimeStatus } from '#shared/deliveries/responses/outcome.ts'
import { readPassedResponse, readSimulatedResponse } from '#shared/deliveries/responses/recorded-response.ts'

/** What the listener says, and what the service will do about it (specification, section 3, *Delivery attempt*). */
export interface ResponseDefinition {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Rule: a request whose signature holds is never answered with a code that ends its delivery, unless it is stored. Where
 * this machine cannot tell, it says 503, and the service tries again. Nothing of a request is ever put into an answer.
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

  /** Sent by Notehook itself. Its signature may hold, so that it ends no delivery if a proxy adds the header. */
  sent_by_notehook: { status: 503 },
  /** The keychain is locked, or the secret is not here. */
  not_ready: { status: 503, headers: { 'Retry-After': '60' } },
  /** The signature is wrong, but no delivery ever verified and the secret is new: it may be the secret that is wrong. */
  secret_unproven: { status: 503, headers: { 'Retry-After': '60' } },
  /** Also for one ahead of time: if it is this clock that is wrong, nothing is lost. A sender signs each retry again. */
  stale_timestamp: { status: outOfTimeStatus, headers: { 'Retry-After': '30' } },
  overloaded: { status: 503, headers: { 'Retry-After': '5' } },
  storage: { status: 503, headers: { 'Retry-After': '30' } },
  deadline: { status: 503, headers: { 'Retry-After': '30' } },
  quitting: { status: 503, headers: { Connection: 'close', 'Retry-After': '5' } },
} as const satisfies Readonly<Record<string, ResponseDefinition>>

export type ResponseName = keyof typeof responses

/** An answer ready to be given: its headers as `writeHead` takes them without a look at each, name and value in turn. */
export interface SerializedResponse {
  readonly status: number
  readonly headers: string[]
  readonly body: string
}

/** Made once for each word: the listener gives thousands a second. `closing`: the connection ends with it. */
export const serializeResponses = (closing: boolean): Readonly<Record<ResponseName, SerializedResponse>> => {
  const written = Object.entries<ResponseDefinition>(responses).map(([word, { status, headers }]) => {
    const body = `${word}\n`
    const own = { 'Content-Type': 'text/plain', 'Content-Length': String(body.length) }
    const all = { ...own, ...headers, ...(closing ? { Connection: 'close' } : {}) }
    return [word, { status, headers: Object.entries(all).flat(), body }]
  })
  return Object.fromEntries(written)
}

/** The status that went with an answer as it was recorded, such as `signature_mismatch (padding)`. */
export function statusOf(recorded: string): number | null {
  const word = recorded.split(' ')[0] ?? ''
  if (word === 'simulated') return readSimulatedResponse(recorded)?.status ?? null
  if (word === 'passed') return readPassedResponse(recorded)?.status ?? null
  return Object.hasOwn(responses, word) ? responses[word as ResponseName].status : null
}

/** An answer to a request on a path, its headers well formed. */
export interface ListenerResponse {
  readonly pathId: string
  readonly status: number
  /** ISO time. */
  readonly at: string
  /** Its signature did not match: anybody may have sent it. */
  readonly isMismatch: boolean
  readonly webhookId: string
}

/**
 * Assumptions about behavior that the specification doesn't describe. If the service
 * behaves differently, the client has a fallback and reports an API difference.
 */

import { scopeOfWorkspaceKey, scopes } from '#shared/endpoints/scopes.ts'

/**
 * Path of a single note. Section 4 of the specification, *Get note*, doesn't mention it, so each workspace can set another one.
 */
export const defaultNotePath = '/v1/notes/{note_id}'

/** Requests the transcript together with a note. Section 2 of the specification describes only the fields of a note in a list. */
export const transcriptQuery = { include: 'transcript' } as const

/**
 * Requests a transcript in pages, as similar services offer them. The specification doesn't say how to get a transcript that is
 * too large for one response.
 */
export const transcriptPages = {
  path: '{note_path}/transcript',
  pageSize: 100,
  collections: ['transcript', 'lines', 'items'],
} as const

/**
 * Statuses for a note that is not available to the key (404) or too large (413). Section 7 of the specification doesn't list
 * them.
 */
export const noteRefusals: readonly number[] = [404, 413]

/**
 * Methods for updating an endpoint, in the order in which they are tried while the setting is `auto`. Section 4 of the
 * specification, *PATCH or PUT*, doesn't say which one is supported.
 */
export const updateMethodsInOrder = ['PATCH', 'PUT'] as const

/** Statuses that probably mean that the service doesn't support the method of an update. */
export const methodNotOfferedStatuses: readonly number[] = [405, 501]

/**
 * Statuses that probably mean that an update can't change `enabled`. Section 3 of the specification doesn't say whether it can.
 */
export const enabledRefusedStatuses: readonly number[] = [400, 422]

/**
 * The only scope that workspace keys were observed to accept. Section 5 of the specification mentions only `personal` and
 * `public`.
 */
export const workspaceScope = scopeOfWorkspaceKey
export const scopesOfUserKey: readonly string[] = scopes

/**
 * Statuses that may mean that the scopes of an endpoint were rejected. Section 7 of the specification doesn't list one for this.
 */
export const draftRefusedStatuses: readonly number[] = [400, 403, 409, 422]

/** Accepts any 2xx. Section 4 of the specification, *POST /v1/webhook-endpoints*, doesn't mention the status of a success. */
export const isSuccess = (status: number): boolean => status >= 200 && status <= 299

/**
 * Status of the list of endpoints for a plan without webhooks. It is an assumption: section 1 of the specification says only that
 * webhooks need a plan.
 */
export const noWebhooksStatus = 404

/**
 * The value to assume for `url_redacted` if a response doesn't contain it. Section 2 of the specification, *Webhook endpoint*,
 * doesn't explain the field.
 */
export const urlRedactedWhenAbsent = false

/** Page size of every request, which is the maximum (specification, section 8). The default size is not specified. */
export const pageSize = 30

/**
 * Maximum number of items that are accepted in a page and in the list of endpoints, which is not paged. The specification allows
 * 30 per page (section 8).
 */
export const mostItems = { page: 1_000, endpoints: 20_000 } as const

/**
 * Days by which date filters are widened on each side. Section 4 of the specification, *GET /v1/notes*, gives no time zone, and
 * doesn't say whether a bound is inclusive.
 */
export const daysOfDoubt = 1

/**
 * Fields of an error body that may contain the service's message, in this order. Section 7 of the specification doesn't describe
 * the body.
 */
export const errorTextFields = ['code', 'error', 'message'] as const

/** Fields and headers of an error that may contain the service's request id (specification, section 7). */
export const requestIdFields = ['requestId', 'request_id'] as const
export const requestIdHeaders = ['x-request-id', 'request-id'] as const

/** Default rate limit, which can be changed in the settings. Section 8 of the specification gives no limits. */
export const defaultPace = { burst: 25, perSecond: 5 } as const

/** Factor by which the window for counting requests is widened, because requests may arrive less evenly than they were sent. */
export const paceMargin = 1.05

/** Returns how many requests of a burst are reserved for changes, so that reads don't delay them. */
export const placesForChanges = (burst: number): number => Math.floor(burst / 10)

/** Shortest and longest pause after a 429, and the pause if `Retry-After` can't be read. */
export const retryAfterBounds = { minMs: 1_000, maxMs: 15 * 60_000, unreadableMs: 30_000 } as const

/**
 * Maximum number of attempts for a read, with growing pauses. Which failures are temporary is an assumption, because section 7 of
 * the specification doesn't say.
 */
export const readTries = 4
/**
 * Number of attempts for a change that is answered with 429. Repeating it is safe, because a 429 is assumed to mean that nothing was
 * changed.
 */
export const changeTries = 4
export const firstRetryMs = 1_000
export const longestRetryMs = 60_000
/**
 * A read is not repeated if its failed attempts took longer than this, in milliseconds. Even with the longest attempt, it then
 * ends within 30 s.
 */
export const readPatienceMs = 15_000

/**
 * Timeouts and maximum body size of a request. Creating an endpoint has the longest timeout, because its response is the only one
 * with the signing secret (specification, section 4).
 */
export const requestLimits = {
  headersMs: 10_000,
  wholeMs: 30_000,
  createMs: 60_000,
  bodyBytes: 5 * 1024 * 1024,
} as const

/** Limits for reading a list that a user waits for. The specification doesn't guarantee that a list ends. */
export const pagingLimits = { pagesWithNothingNew: 3, pages: 10_000, ms: 5 * 60_000 } as const

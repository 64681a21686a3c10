/**
 * Assumptions about everything that the specification leaves open (*not shown*). Each constant cites its section. If the service
 * behaves differently, the client copes and reports an API difference.
 */

import { scopeOfWorkspaceKey, scopes } from '#shared/endpoints/scopes.ts'

/** Section 4, *Get note*: method, path and response are not shown. Each workspace can set another path. */
export const defaultNotePath = '/v1/notes/{note_id}'

/** Section 2, *Note (list item)*: the fields of a full note are not shown. This query requests the transcript too. */
export const transcriptQuery = { include: 'transcript' } as const

/**
 * Section 2 does not show how to get a transcript that is too large. Similar services offer it in pages, under the note's path.
 * If this service does not, such a transcript can't be read.
 */
export const transcriptPages = {
  path: '{note_path}/transcript',
  pageSize: 100,
  collections: ['transcript', 'lines', 'items'],
} as const

/**
 * Section 7: the status codes of get-note are not shown. 404 means that the note is not available to this key, 413 that it is too
 * large.
 */
export const noteRefusals: readonly number[] = [404, 413]

/** Section 4, *PATCH or PUT*: the method is not shown. While the setting is `auto`, both are tried in this order. */
export const updateMethodsInOrder = ['PATCH', 'PUT'] as const

/**
 * Section 4, *PATCH or PUT*: these statuses are assumed to mean that the method is not supported. Any other error rejects the
 * change.
 */
export const methodNotOfferedStatuses: readonly number[] = [405, 501]

/** Section 3: whether an update can change `enabled` is not shown. These statuses are assumed to mean that it can't. */
export const enabledRefusedStatuses: readonly number[] = [400, 422]

/**
 * Section 5: only the scopes `personal` and `public` are shown. Workspace keys were observed to accept only this scope, and only
 * on its own.
 */
export const workspaceScope = scopeOfWorkspaceKey
export const scopesOfUserKey: readonly string[] = scopes

/**
 * Section 7: the status for a rejected scope is not shown. When creating or updating an endpoint, these statuses may be about
 * scopes.
 */
export const draftRefusedStatuses: readonly number[] = [400, 403, 409, 422]

/** Section 4, *POST /v1/webhook-endpoints*: the success status is not shown. Any 2xx with an id counts as success. */
export const isSuccess = (status: number): boolean => status >= 200 && status <= 299

/**
 * Section 4, *GET /v1/webhook-endpoints*: webhooks need a plan (section 1). Without one, the list is assumed to respond with this
 * status.
 */
export const noWebhooksStatus = 404

/** Section 2, *Webhook endpoint*: the meaning of `url_redacted` is not shown, and not every response contains it. */
export const urlRedactedWhenAbsent = false

/** Section 4, *GET /v1/folders*: the default page size is not shown, so the size is always sent. Section 8: the maximum is 30. */
export const pageSize = 30

/** Section 8: a page has at most 30 items. Larger pages are accepted up to this limit. The list of endpoints is not paged. */
export const mostItems = { page: 1_000, endpoints: 20_000 } as const

/** Section 4, *GET /v1/notes*: the time zone of date bounds, and whether they are inclusive, is not shown. */
export const daysOfDoubt = 1

/**
 * Section 7: the shape of error bodies is not shown. The service's message is taken from the first of these fields that contains
 * text.
 */
export const errorTextFields = ['code', 'error', 'message'] as const

/** Section 7: error body fields and headers that may contain the service's request id. */
export const requestIdFields = ['requestId', 'request_id'] as const
export const requestIdHeaders = ['x-request-id', 'request-id'] as const

/** Section 8: rate limits are not shown. Both numbers can be changed in the settings. */
export const defaultPace = { burst: 25, perSecond: 5 } as const

/**
 * Section 8: how the service counts requests is not shown. Requests may arrive less evenly than they were sent, so the window is
 * widened by this factor.
 */
export const paceMargin = 1.05

/**
 * Section 8: rate limits are not shown. Reserves places in a burst for changes, so that reads never delay them. Bursts under 10
 * have no reserved places.
 */
export const placesForChanges = (burst: number): number => Math.floor(burst / 10)

/**
 * Section 8: how long requests must pause after a 429 is not shown. These are limits for `Retry-After`, and the pause to use if
 * it is unreadable.
 */
export const retryAfterBounds = { minMs: 1_000, maxMs: 15 * 60_000, unreadableMs: 30_000 } as const

/** Section 7: which failures are temporary is not shown. A read is attempted this many times, with growing pauses. */
export const readTries = 4
/** Section 7: a 429 is assumed to mean that the request had no effect. After a 429, a change is attempted this many times. */
export const changeTries = 4
export const firstRetryMs = 1_000
export const longestRetryMs = 60_000
/** Time spent on failed attempts after which a read is not repeated. Even with the longest attempt, it then ends within 30 s. */
export const readPatienceMs = 15_000

/**
 * Section 8: response times are not shown. Creating an endpoint has the longest limit, because only its response contains the
 * signing secret (section 4).
 */
export const requestLimits = {
  headersMs: 10_000,
  wholeMs: 30_000,
  createMs: 60_000,
  bodyBytes: 5 * 1024 * 1024,
} as const

/**
 * Section 2, *Pagination envelope*: the specification doesn't say that paging ends. A list that a user waits for stops at these
 * limits.
 */
export const pagingLimits = { pagesWithNothingNew: 3, pages: 10_000, ms: 5 * 60_000 } as const

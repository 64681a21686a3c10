/**
 * Assumptions about parts that the specification leaves open (*not shown*): one constant each, with the section. If the service behaves
 * otherwise, the client handles it and reports an API difference.
 */

import { scopeOfWorkspaceKey, scopes } from '#shared/endpoints/scopes.ts'

/** Section 4, *Get note*: method, path and response are not shown. A setting of the workspace changes the path. */
export const defaultNotePath = '/v1/notes/{note_id}'

/** Section 2, *Note (list item)*: the fields of a full note are not shown. This query adds the transcript. */
export const transcriptQuery = { include: 'transcript' } as const

/**
 * Section 2 also does not show how to get a transcript that is too large. Similar services offer it in pages, below the note. If this
 * service does not, such a transcript cannot be read.
 */
export const transcriptPages = {
  path: '{note_path}/transcript',
  pageSize: 100,
  collections: ['transcript', 'lines', 'items'],
} as const

/** Section 7: the status codes of get-note are not shown. 404: the note is not available to this key. 413: the note is too large. */
export const noteRefusals: readonly number[] = [404, 413]

/** Section 4, *PATCH or PUT*: the method is not shown. Both are tried in this order while the setting is `auto`. */
export const updateMethodsInOrder = ['PATCH', 'PUT'] as const

/** Section 4, *PATCH or PUT*: statuses that mean the method is not supported, rather than that the change is rejected. */
export const methodNotOfferedStatuses: readonly number[] = [405, 501]

/** Section 3: whether an update can change `enabled` is not shown. These statuses mean that it cannot. */
export const enabledRefusedStatuses: readonly number[] = [400, 422]

/** Section 5: only the scopes `personal` and `public` are shown. Keys of a workspace were observed to accept only this scope, alone. */
export const workspaceScope = scopeOfWorkspaceKey
export const scopesOfUserKey: readonly string[] = scopes

/** Section 7: the status for a rejected scope is not shown. These statuses of create and update may be about scopes. */
export const draftRefusedStatuses: readonly number[] = [400, 403, 409, 422]

/** Section 4, *POST /v1/webhook-endpoints*: the success status is not shown. Any 2xx with an id is success. */
export const isSuccess = (status: number): boolean => status >= 200 && status <= 299

/** Section 4, *GET /v1/webhook-endpoints*: webhooks need a plan (section 1). Without one, the list is assumed to be absent. */
export const noWebhooksStatus = 404

/** Section 2, *Webhook endpoint*: the meaning of `url_redacted` is not shown, and not every response has it. */
export const urlRedactedWhenAbsent = false

/** Section 4, *GET /v1/folders*: the default page size is not shown, so the size is always sent. Section 8: the maximum is 30. */
export const pageSize = 30

/**
 * Section 8: a page has at most 30 items. A larger page is accepted up to this limit and unusable beyond it. The list of endpoints has no
 * pages.
 */
export const mostItems = { page: 1_000, endpoints: 20_000 } as const

/** Section 4, *GET /v1/notes*: the time zone of date bounds, and whether they are inclusive, is not shown. */
export const daysOfDoubt = 1

/** Section 7: the shape of error bodies is not shown. The first of these fields with text has the service's message. */
export const errorTextFields = ['code', 'error', 'message'] as const

/** Section 7: fields of an error body and headers that may contain the service's id of a request. */
export const requestIdFields = ['requestId', 'request_id'] as const
export const requestIdHeaders = ['x-request-id', 'request-id'] as const

/** Section 8: rate limits are not shown. Settings change both numbers. */
export const defaultPace = { burst: 25, perSecond: 5 } as const

/** Section 8: how the service counts is not shown. Requests may arrive less evenly than they leave, so the window is wider. */
export const paceMargin = 1.05

/** Section 8: number of places in a burst that reads never take, so that a change finds one. Bursts under 10 have none. */
export const placesForChanges = (burst: number): number => Math.floor(burst / 10)

/** Section 8: how long requests must pause after a 429 is not shown. Bounds for `Retry-After`, and the pause if it is unreadable. */
export const retryAfterBounds = { minMs: 1_000, maxMs: 15 * 60_000, unreadableMs: 30_000 } as const

/** Section 7: which failures are temporary is not shown. Reads have this many attempts, with growing pauses. */
export const readTries = 4
/** Section 7: a 429 is assumed to mean that the request had no effect. A change has this many attempts after a 429. */
export const changeTries = 4
export const firstRetryMs = 1_000
export const longestRetryMs = 60_000
/** Time spent on failed attempts after which there is no further one. With the longest attempt, a read then ends within 30 s. */
export const readPatienceMs = 15_000

/**
 * Section 8: response times of the service are not shown. Only the response to a create has its signing secret (section 4), so it has the
 * longest limit.
 */
export const requestLimits = {
  headersMs: 10_000,
  wholeMs: 30_000,
  createMs: 60_000,
  bodyBytes: 5 * 1024 * 1024,
} as const

/** Section 2, *Pagination envelope*: the specification does not say that paging ends. A list that a user waits for stops here. */
export const pagingLimits = { pagesWithNothingNew: 3, pages: 10_000, ms: 5 * 60_000 } as const

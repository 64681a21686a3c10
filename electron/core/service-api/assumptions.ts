/**
 * What the specification leaves open (*not shown*) but this client relies on: one constant each, with the section that leaves it open.
 * If the service behaves otherwise, the client handles it and reports an API difference.
 */

import { scopeOfWorkspaceKey, scopes } from '#shared/endpoints/scopes.ts'

/** Section 4, *Get note*: method, path and response are not shown. A setting of the workspace changes the path. */
export const defaultNotePath = '/v1/notes/{note_id}'

/** Section 2, *Note (list item)*: the fields of a full note are not shown. With this query its transcript is among them. */
export const transcriptQuery = { include: 'transcript' } as const

/**
 * The same section: how a transcript that is too large can be had is not shown. Services of this kind offer it in pages, below
 * the note. Where this one does not, the transcript stays too large.
 */
export const transcriptPages = {
  path: '{note_path}/transcript',
  pageSize: 100,
  collections: ['transcript', 'lines', 'items'],
} as const

/** Section 7: the status codes of get-note are not shown. A note that is not shown to this key, and one that is too large. */
export const noteRefusals: readonly number[] = [404, 413]

/** Section 4, *PATCH or PUT*: the method is not shown. Tried in this order while the setting is `auto`. */
export const updateMethodsInOrder = ['PATCH', 'PUT'] as const

/** Section 4, *PATCH or PUT*: answers that mean the method is not offered, rather than that the change is refused. */
export const methodNotOfferedStatuses: readonly number[] = [405, 501]

/** Section 3: whether an update can change `enabled` is not shown. These answers to such an update mean that it cannot. */
export const enabledRefusedStatuses: readonly number[] = [400, 422]

/** Section 5: of scopes, `personal` and `public` are shown. A key of a workspace has been seen to take this one, alone. */
export const workspaceScope = scopeOfWorkspaceKey
export const scopesOfUserKey: readonly string[] = scopes

/** Section 7: the status of a refused scope is not shown. These answers to create and update may be about the scopes. */
export const draftRefusedStatuses: readonly number[] = [400, 403, 409, 422]

/** Section 4, *POST /v1/webhook-endpoints*: the success status is not shown. Any 2xx with an id is success. */
export const isSuccess = (status: number): boolean => status >= 200 && status <= 299

/** Section 4, *GET /v1/webhook-endpoints*: webhooks need a plan (section 1); without one the list is assumed to be absent. */
export const noWebhooksStatus = 404

/** Section 2, *Webhook endpoint*: the meaning of `url_redacted` is not shown, and not every reply carries it. */
export const urlRedactedWhenAbsent = false

/** Section 4, *GET /v1/folders*: the default page size is not shown, so the size is always sent. Section 8: 30 is the most. */
export const pageSize = 30

/** Section 8: a page holds 30 at most. A service may send more, but none of so many is read. The list of endpoints has no pages. */
export const mostItems = { page: 1_000, endpoints: 20_000 } as const

/** Section 4, *GET /v1/notes*: whether date bounds are inclusive, and in whose time zone, is not shown. */
export const daysOfDoubt = 1

/** Section 7: the shape of error bodies is not shown. The first of these that holds text is what the service said. */
export const errorTextFields = ['code', 'error', 'message'] as const

/** Section 7: the fields of an error body and the headers that may contain the service's id of a request. */
export const requestIdFields = ['requestId', 'request_id'] as const
export const requestIdHeaders = ['x-request-id', 'request-id'] as const

/** Section 8: rate limits are not shown. Settings change both numbers. */
export const defaultPace = { burst: 25, perSecond: 5 } as const

/** Section 8: how the service counts is not shown. Requests do not arrive as evenly as they leave, so the window is wider. */
export const paceMargin = 1.05

/** Section 8: of a burst, so many places are never taken by reads, so that a change finds one. None of a small burst. */
export const placesForChanges = (burst: number): number => Math.floor(burst / 10)

/** Section 8: how long a 429 closes the gate is not shown. Bounds for `Retry-After`, and the wait when it is unreadable. */
export const retryAfterBounds = { minMs: 1_000, maxMs: 15 * 60_000, unreadableMs: 30_000 } as const

/** Section 7: which failures pass by themselves is not shown. Reads are tried this often, with growing pauses. */
export const readTries = 4
/** Section 7: a 429 is taken to mean that nothing was done. A change that it refused is sent this often. */
export const changeTries = 4
export const firstRetryMs = 1_000
export const longestRetryMs = 60_000
/** No more tries after failed ones have taken this long: including the longest try, a read ends within 30 s. */
export const readPatienceMs = 15_000

/** Section 8: the service's own response times are not shown. A create is the only chance to get its signing secret (section 4). */
export const requestLimits = {
  headersMs: 10_000,
  wholeMs: 30_000,
  createMs: 60_000,
  bodyBytes: 5 * 1024 * 1024,
} as const

/** Section 2, *Pagination envelope*: nothing says that paging ends. A list that a user waits for stops here. */
export const pagingLimits = { pagesWithNothingNew: 3, pages: 10_000, ms: 5 * 60_000 } as const

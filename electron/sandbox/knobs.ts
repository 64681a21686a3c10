/**
 * Settings for what the specification leaves open, and for failures of a real service. Every knob can be changed while the service
 * runs. The defaults follow the plain reading of the specification.
 */
export interface Knobs {
  /** The largest page, whatever `page_size` requests. */
  pageSizeCap: number | null
  /**
   * `odd`: contains characters that need percent-encoding; `missing`: `hasMore` without a cursor; `repeated`: always the same cursor;
   * `circling`: always a new one that leads to the first page.
   */
  cursors: 'plain' | 'odd' | 'missing' | 'repeated' | 'circling'
  /** How long a new note returns 404 because its summary is still being written. */
  summaryDelayMs: number
  /** The number of lines of every transcript. */
  transcriptLines: number | null
  /** A longer transcript is rejected with 413. */
  transcriptLinesMost: number | null
  /** Whether `GET /v1/notes/{note_id}/transcript` returns transcripts in pages. */
  transcriptPages: boolean
  /** `object`: the source, the side, a voice label, and the name of the person who recorded. */
  speakers: 'text' | 'object'
  /** Whether a note lists the folders it is in. */
  folderMembership: 'present' | 'absent'
  /** How a top-level folder shows that it has no parent. */
  topParent: 'null' | 'absent'
  folderSpace: 'present' | 'null' | 'absent'
  createStatus: 200 | 201 | 202
  /** `sample`: without `folder_ids` and `url_redacted`, as in section 4. */
  createEcho: 'sample' | 'whole'
  withholdSecret: boolean
  /** For this many creates, the endpoint is stored but the connection breaks before the response. */
  loseCreateReplies: number
  /** How long the response to a create is delayed after the endpoint is stored. */
  createReplyMs: number
  /** Creates are rejected with this status, and nothing is stored. */
  refuseCreate: number | null
  /** Deletes are rejected with this status, and nothing is deleted. */
  refuseDelete: number | null
  urlRedacted: boolean
  /** The creator's account was deleted: `created_by` is null. */
  creatorDeleted: boolean
  /** Who owns the API key. A workspace's key accepts only the scope `workspace`, a user's key any of the others. */
  keyOf: 'user' | 'workspace'
  /** The most folders that an endpoint may have. */
  foldersMost: number | null
  /** Who created the endpoints. Of a colleague's endpoint, the key sees only the URL's origin and can change only `enabled`. */
  creator: 'self' | 'colleague'
  update: 'PATCH' | 'PUT' | 'both' | 'none'
  /** The status of an update with an unsupported method. */
  updateRefusal: 404 | 405 | 501
  enabledIgnored: boolean
  /** Whether the plan includes webhooks. Without it, `/v1/webhook-endpoints` returns 404. */
  webhooksPlan: boolean
  /** `code`: `{code, message, requestId, timestamp}`; `error`: `{error, message}`; `huge`: 5 MB of text. */
  errorBody: 'code' | 'error' | 'html' | 'empty' | 'huge'
  rateLimit: RateLimit | null
  latencyMs: number
  /** Every request gets this status and has no effect. */
  status: number | null
}

export interface RateLimit {
  readonly requests: number
  readonly perMs: number
  /** The format of `Retry-After`. */
  readonly retryAfter: 'seconds' | 'date' | 'absent' | 'unreadable'
}

export function defaultKnobs(): Knobs {
  return {
    pageSizeCap: null,
    cursors: 'plain',
    summaryDelayMs: 0,
    transcriptLines: null,
    transcriptLinesMost: null,
    transcriptPages: false,
    speakers: 'text',
    folderMembership: 'present',
    topParent: 'null',
    folderSpace: 'present',
    createStatus: 201,
    createEcho: 'sample',
    withholdSecret: false,
    loseCreateReplies: 0,
    createReplyMs: 0,
    refuseCreate: null,
    refuseDelete: null,
    urlRedacted: false,
    creatorDeleted: false,
    keyOf: 'user',
    foldersMost: null,
    creator: 'self',
    update: 'PATCH',
    updateRefusal: 405,
    enabledIgnored: false,
    webhooksPlan: true,
    errorBody: 'code',
    rateLimit: null,
    latencyMs: 0,
    status: null,
  }
}

/**
 * Settings for what the specification leaves open, and for failures that a real service may have. Every knob can be changed while
 * the service runs. The defaults follow the plain reading of the specification.
 */
export interface Knobs {
  pageSizeCap: number | null
  /**
   * The kind of cursors to return.
   * - `odd`: contain characters that need percent-encoding.
   * - `missing`: `hasMore` is set, but there is no cursor.
   * - `repeated`: always the same cursor.
   * - `circling`: each cursor differs, but leads to the first page.
   */
  cursors: 'plain' | 'odd' | 'missing' | 'repeated' | 'circling'
  /** How long a new note returns 404, because its summary is still being written. */
  summaryDelayMs: number
  /** Number of lines in every transcript. If `null`, each sample keeps its own number. */
  transcriptLines: number | null
  transcriptLinesMost: number | null
  /** Whether `GET /v1/notes/{note_id}/transcript` returns transcripts in pages. */
  transcriptPages: boolean
  /**
   * Form of the speakers in a transcript. `object` contains the source, the side, a voice label, and the name of the person who
   * recorded.
   */
  speakers: 'text' | 'object'
  folderMembership: 'present' | 'absent'
  topParent: 'null' | 'absent'
  folderSpace: 'present' | 'null' | 'absent'
  createStatus: 200 | 201 | 202
  /** Response to *create*. `sample` is the one in the specification (section 4), which lacks `folder_ids` and `url_redacted`. */
  createEcho: 'sample' | 'whole'
  withholdSecret: boolean
  /** Number of create requests that store the endpoint but break the connection before the response. */
  loseCreateReplies: number
  createReplyMs: number
  refuseCreate: number | null
  refuseDelete: number | null
  urlRedacted: boolean
  /** Whether the creator's account was deleted, in which case `created_by` is null. */
  creatorDeleted: boolean
  /** The owner of the API key. A workspace's key accepts only the scope `workspace`. A user's key accepts all other scopes. */
  keyOf: 'user' | 'workspace'
  foldersMost: number | null
  /**
   * The creator of the endpoints. For a colleague's endpoints, the API returns only the URL's origin and lets only `enabled` be
   * changed.
   */
  creator: 'self' | 'colleague'
  update: 'PATCH' | 'PUT' | 'both' | 'none'
  updateRefusal: 404 | 405 | 501
  enabledIgnored: boolean
  /** Whether the plan includes webhooks. Without them, `/v1/webhook-endpoints` returns 404. */
  webhooksPlan: boolean
  errorBody: 'code' | 'error' | 'html' | 'empty' | 'huge'
  rateLimit: RateLimit | null
  latencyMs: number
  /** Response status of every request. If set, requests have no effect. */
  status: number | null
}

export interface RateLimit {
  readonly requests: number
  readonly perMs: number
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

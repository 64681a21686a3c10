/**
 * What the specification leaves open, or what a real service does on a bad day. Every knob can be turned while the service
 * runs; the defaults are the plain reading of the specification.
 */
export interface Knobs {
  /** Pages hold no more than this, whatever `page_size` asks for. */
  pageSizeCap: number | null
  /**
   * `odd`: full of characters that need percent-encoding; `missing`: `hasMore` without a cursor; `repeated`: the same one
   * again; `circling`: always new, always leading to the first page.
   */
  cursors: 'plain' | 'odd' | 'missing' | 'repeated' | 'circling'
  /** So long after it came a note is not found yet: its summary is still being written. */
  summaryDelayMs: number
  /** Every transcript has so many lines. */
  transcriptLines: number | null
  /** A longer one is refused with 413. */
  transcriptLinesMost: number | null
  /** Any of them can be had in pages, at `GET /v1/notes/{note_id}/transcript`. */
  transcriptPages: boolean
  /** `object`: the source, the side, a label of the voice, and the name of the person who recorded. */
  speakers: 'text' | 'object'
  /** Whether a note says in which folders it is. */
  folderMembership: 'present' | 'absent'
  /** How a folder at the top says that it has no parent. */
  topParent: 'null' | 'absent'
  folderSpace: 'present' | 'null' | 'absent'
  createStatus: 200 | 201 | 202
  /** `sample`: without `folder_ids` and `url_redacted`, as in section 4. */
  createEcho: 'sample' | 'whole'
  withholdSecret: boolean
  /** So many creates are stored, and then the connection breaks before the answer. */
  loseCreateReplies: number
  /** A create is stored at once, and answered so much later. */
  createReplyMs: number
  /** Creating is refused with this status, and nothing is stored. */
  refuseCreate: number | null
  /** Deleting is refused with this status, and nothing is deleted. */
  refuseDelete: number | null
  urlRedacted: boolean
  /** The creator's account was deleted: `created_by` is null. */
  creatorDeleted: boolean
  /** Whose the key is. A workspace's takes the scope `workspace` alone, a user's takes any of the others. */
  keyOf: 'user' | 'workspace'
  /** An endpoint may name so many folders. */
  foldersMost: number | null
  /** Who created the endpoints. For a colleague's the key sees no more of a URL than its origin, and may only move `enabled`. */
  creator: 'self' | 'colleague'
  update: 'PATCH' | 'PUT' | 'both' | 'none'
  /** How an update by the wrong method is refused. */
  updateRefusal: 404 | 405 | 501
  enabledIgnored: boolean
  /** Without the plan, `/v1/webhook-endpoints` is not found. */
  webhooksPlan: boolean
  /** `code`: `{code, message, requestId, timestamp}`; `error`: `{error, message}`; `huge`: 5 MB of text. */
  errorBody: 'code' | 'error' | 'html' | 'empty' | 'huge'
  rateLimit: RateLimit | null
  latencyMs: number
  /** Every request is answered with this status and nothing is done. */
  status: number | null
}

export interface RateLimit {
  readonly requests: number
  readonly perMs: number
  /** How `Retry-After` says when to come back. */
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

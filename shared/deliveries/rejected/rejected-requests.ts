import { z } from 'zod'

/**
 * Why a request was not stored. Reasons up to `not_kept` apply to requests to an endpoint's path, later ones to requests that
 * match no endpoint.
 */
export const RejectionReason = z.enum([
  'missing_header',
  'foreign_headers',
  'duplicate_header',
  'bad_id',
  'bad_timestamp',
  'method_not_allowed',
  'sent_by_notehook',
  'altered_path',
  'too_large',
  'too_many_headers',
  'duplicate_host',
  'missing_host',
  'expectation',
  'cut',
  'deadline',
  'overloaded',
  'storage',
  'not_kept',
  'unknown_endpoint',
  'unknown_path',
  'malformed',
  'header_overflow',
  'too_slow',
])
export type RejectionReason = z.infer<typeof RejectionReason>

/** The number of requests to a path that were rejected for the same reason, with details of the last one. */
export const RejectedRequests = z.object({
  /** The endpoint that the path belongs to, or `null` if there is none or it is unknown. */
  endpointId: z.string().nullable(),
  reason: RejectionReason,
  requests: z.number().int(),
  firstAt: z.string(),
  lastAt: z.string(),
  /** Status of the response to the last request, or `null` if it got no response. */
  status: z.number().int().nullable(),
  method: z.string().nullable(),
  /** The last request's header names, as received. Very long lists are truncated. */
  headerNames: z.array(z.string()),
})
export type RejectedRequests = z.infer<typeof RejectedRequests>

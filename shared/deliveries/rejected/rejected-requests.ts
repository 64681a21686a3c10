import { z } from 'zod'

/**
 * Reason why a request was not stored. Reasons up to `not_kept` are for requests to an endpoint's path; later ones are for requests to no
 * endpoint.
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

/** Number of requests rejected at one path for one reason, with details of the last one. */
export const RejectedRequests = z.object({
  /** Endpoint of the path. `null` if the path belongs to no endpoint, or to an unknown one. */
  endpointId: z.string().nullable(),
  reason: RejectionReason,
  requests: z.number().int(),
  /** ISO times, this machine's clock. */
  firstAt: z.string(),
  lastAt: z.string(),
  /** Response status of the last request. `null`: no response. */
  status: z.number().int().nullable(),
  /** Method of the last request, if it was parsed. */
  method: z.string().nullable(),
  /** Header names of the last request, as received and without values. Very long lists are shortened. */
  headerNames: z.array(z.string()),
})
export type RejectedRequests = z.infer<typeof RejectedRequests>

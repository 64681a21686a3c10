import { z } from 'zod'

/**
 * Why a request was not kept. The first ones are of requests to an endpoint's path; those after `not-kept` came to no
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

/** How often one thing was wrong with what came to one place, and how the last such request looked. */
export const RejectedRequests = z.object({
  /** Whose path it was; `null` where it was no endpoint's, or of one that is not known yet. */
  endpointId: z.string().nullable(),
  reason: RejectionReason,
  requests: z.number().int(),
  /** ISO times, this machine's clock. */
  firstAt: z.string(),
  lastAt: z.string(),
  /** What the last one was answered; `null`: nothing. */
  status: z.number().int().nullable(),
  /** Of the last one, where it was read so far. */
  method: z.string().nullable(),
  /** Of the last one, as they came; never what stood behind them. Not all of very many. */
  headerNames: z.array(z.string()),
})
export type RejectedRequests = z.infer<typeof RejectedRequests>

import { z } from 'zod'
import { verdicts } from './verdicts.ts'

export const Verdict = z.enum(verdicts)
export type Verdict = z.infer<typeof Verdict>

/** Anomalies of a delivery with a valid signature. */
export const DeliveryFlag = z.enum([
  'dotted-id',
  'encoded',
  'not-json',
  'schema',
  'unknown-type',
  'id-mismatch',
  'body-changed',
  'too-deep',
])
export type DeliveryFlag = z.infer<typeof DeliveryFlag>

/** The user's own data on a delivery. Not part of the request. */
export const Annotation = z.object({
  /** Whether automatic and filtered deletion skips the delivery. */
  starred: z.boolean(),
  remark: z.string().max(2000),
})
export type Annotation = z.infer<typeof Annotation>

/** Row of the inspector: an event at an endpoint, with its retries folded into `attempts`. */
export const DeliverySummary = z.object({
  /** Increases with arrival. Unique on this machine. */
  id: z.number().int(),
  /** Workspace of the requested path. `null` if the path is no longer known. */
  workspaceId: z.string().nullable(),
  /** Endpoint of the requested path. `null` if the path is reserved for an endpoint that is not yet known. */
  endpointId: z.string().nullable(),
  /** URL of the endpoint at the time of the delivery. */
  endpointUrl: z.string().nullable().default(null),
  /** `webhook-id` header as received. */
  webhookId: z.string().nullable(),
  eventType: z.string().nullable(),
  noteId: z.string().nullable(),
  /** `occurred_at` of the payload; ISO 8601. */
  occurredAt: z.string().nullable(),
  /** ISO 8601, this machine's clock. */
  firstReceivedAt: z.string(),
  lastReceivedAt: z.string(),
  attempts: z.number().int(),
  verdict: Verdict,
  /** Last response status. 408 if the response was too late, because the service treats that as a timeout. */
  status: z.number().int(),
  flags: z.array(DeliveryFlag),
  starred: Annotation.shape.starred,
  remark: Annotation.shape.remark,
})
export type DeliverySummary = z.infer<typeof DeliverySummary>

/** HTTP request: a delivery's first attempt or a retry. */
export const Attempt = z.object({
  receivedAt: z.string(),
  /** `webhook-timestamp` header: seconds since 1970, as text. */
  webhookTimestamp: z.string().nullable(),
  verdict: Verdict,
  status: z.number().int(),
  /** Name of the listener's response, such as `stored`, `duplicate`, `signature_mismatch`. */
  answer: z.string(),
})
export type Attempt = z.infer<typeof Attempt>

/** Steps of a verification, to explain a mismatch. Contains no secret and no expected signature. */
export const VerificationTrace = z.object({
  /** State of the three headers of section 4. */
  headers: z.object({
    'webhook-id': z.enum(['present', 'missing', 'duplicate', 'malformed']),
    'webhook-timestamp': z.enum(['present', 'missing', 'duplicate', 'malformed']),
    'webhook-signature': z.enum(['present', 'missing', 'duplicate', 'malformed']),
  }),
  signature: z.enum(['valid', 'mismatch', 'no-supported-version', 'unjudged']),
  /** Space-separated entries of `webhook-signature`. */
  entries: z.array(z.object({ version: z.string(), text: z.string(), matches: z.boolean() })),
  /** Start of the signed content, `{webhook-id}.{webhook-timestamp}.`, followed by the raw body of `bodyBytes` bytes. */
  signedPrefix: z.string().nullable(),
  bodyBytes: z.number().int(),
  age: z
    .object({
      /** Positive: in the past. */
      seconds: z.number(),
      toleranceSeconds: z.number(),
      judgement: z.enum(['fresh', 'stale', 'future']),
    })
    .nullable(),
})
export type VerificationTrace = z.infer<typeof VerificationTrace>

export const DeliveryDetail = DeliverySummary.extend({
  /** In original order and case. */
  headers: z.array(z.tuple([z.string(), z.string()])),
  /** Raw body, unchanged. */
  bodyBase64: z.string(),
  attemptLog: z.array(Attempt),
  trace: VerificationTrace,
})
export type DeliveryDetail = z.infer<typeof DeliveryDetail>

/** A different body with a valid signature, received under the id of a known event. */
export const OtherBody = DeliveryDetail.pick({ headers: true, bodyBase64: true }).extend({
  id: z.number().int(),
  receivedAt: z.string(),
})
export type OtherBody = z.infer<typeof OtherBody>

import { z } from 'zod'
import { verdicts } from './verdicts.ts'

/** See `verdicts`. */
export const Verdict = z.enum(verdicts)
export type Verdict = z.infer<typeof Verdict>

/** What is odd about a delivery although its signature holds. */
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

/** What the user noted about a delivery. It never came over the wire. */
export const Annotation = z.object({
  /** Spared when deliveries are dropped by age, size or filter. */
  starred: z.boolean(),
  remark: z.string().max(2000),
})
export type Annotation = z.infer<typeof Annotation>

/** One line of the inspector: an event at an endpoint, with its retries folded into `attempts`. */
export const DeliverySummary = z.object({
  /** Grows with arrival. Unique on this machine. */
  id: z.number().int(),
  /** The workspace of the path that was called; `null` for a path that is not known any more. */
  workspaceId: z.string().nullable(),
  /** The endpoint whose path was called; `null` when the path is reserved for one that is not known yet. */
  endpointId: z.string().nullable(),
  /** The endpoint's URL as it was when the delivery came. */
  endpointUrl: z.string().nullable().default(null),
  /** The `webhook-id` header as received. */
  webhookId: z.string().nullable(),
  eventType: z.string().nullable(),
  noteId: z.string().nullable(),
  /** From the payload; ISO 8601. */
  occurredAt: z.string().nullable(),
  /** ISO 8601, this machine's clock. */
  firstReceivedAt: z.string(),
  lastReceivedAt: z.string(),
  attempts: z.number().int(),
  verdict: Verdict,
  /** What this machine answered last; 408 where that came too late, which the service takes for a timeout. */
  status: z.number().int(),
  flags: z.array(DeliveryFlag),
  starred: Annotation.shape.starred,
  remark: Annotation.shape.remark,
})
export type DeliverySummary = z.infer<typeof DeliverySummary>

/** One HTTP request: a delivery's first try or a retry. */
export const Attempt = z.object({
  receivedAt: z.string(),
  /** The `webhook-timestamp` header, seconds since 1970, as text. */
  webhookTimestamp: z.string().nullable(),
  verdict: Verdict,
  status: z.number().int(),
  /** The listener's word for its answer, such as `stored`, `duplicate`, `signature_mismatch`. */
  answer: z.string(),
})
export type Attempt = z.infer<typeof Attempt>

/** How a verdict was reached, step by step, so that a mismatch can be understood. Holds no secret and no expected signature. */
export const VerificationTrace = z.object({
  /** The three headers of section 4, each `present`, `missing`, `duplicate` or `malformed`. */
  headers: z.object({
    'webhook-id': z.enum(['present', 'missing', 'duplicate', 'malformed']),
    'webhook-timestamp': z.enum(['present', 'missing', 'duplicate', 'malformed']),
    'webhook-signature': z.enum(['present', 'missing', 'duplicate', 'malformed']),
  }),
  signature: z.enum(['valid', 'mismatch', 'no-supported-version', 'unjudged']),
  /** Each space-separated entry of `webhook-signature`. */
  entries: z.array(z.object({ version: z.string(), text: z.string(), matches: z.boolean() })),
  /** What was signed is `{webhook-id}.{webhook-timestamp}.` and then the raw body of `bodyBytes` bytes. */
  signedPrefix: z.string().nullable(),
  bodyBytes: z.number().int(),
  age: z
    .object({
      /** Positive: older than now. */
      seconds: z.number(),
      toleranceSeconds: z.number(),
      judgement: z.enum(['fresh', 'stale', 'future']),
    })
    .nullable(),
})
export type VerificationTrace = z.infer<typeof VerificationTrace>

export const DeliveryDetail = DeliverySummary.extend({
  /** In the order and case in which they came. */
  headers: z.array(z.tuple([z.string(), z.string()])),
  /** The raw body, untouched. */
  bodyBase64: z.string(),
  attemptLog: z.array(Attempt),
  trace: VerificationTrace,
})
export type DeliveryDetail = z.infer<typeof DeliveryDetail>

/** Another body that came, validly signed, under the id of a known event. */
export const OtherBody = DeliveryDetail.pick({ headers: true, bodyBase64: true }).extend({
  id: z.number().int(),
  receivedAt: z.string(),
})
export type OtherBody = z.infer<typeof OtherBody>

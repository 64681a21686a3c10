import { z } from 'zod'
import { verdicts } from './verdicts.ts'

export const Verdict = z.enum(verdicts)
export type Verdict = z.infer<typeof Verdict>

/** Problems of a delivery whose signature is valid. */
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

export const Annotation = z.object({
  /** Automatic deletion and deletion with a filter skip starred deliveries. */
  starred: z.boolean(),
  remark: z.string().max(2000),
})
export type Annotation = z.infer<typeof Annotation>

/** A delivery as listed in the Inspector. Retries of the same event at the same endpoint are counted in `attempts`. */
export const DeliverySummary = z.object({
  id: z.number().int(),
  /** The workspace that the requested path belongs to, or `null` if the path is no longer known. */
  workspaceId: z.string().nullable(),
  /** The endpoint that the requested path belongs to, or `null` if the path is reserved for an endpoint that is not known yet. */
  endpointId: z.string().nullable(),
  endpointUrl: z.string().nullable().default(null),
  webhookId: z.string().nullable(),
  eventType: z.string().nullable(),
  noteId: z.string().nullable(),
  occurredAt: z.string().nullable(),
  /** ISO 8601, by this computer's clock. */
  firstReceivedAt: z.string(),
  lastReceivedAt: z.string(),
  attempts: z.number().int(),
  verdict: Verdict,
  /** Status of the last response. 408 if the response was late, because the service treats that as a timeout. */
  status: z.number().int(),
  /** Time from the last byte of the last request to its response, in whole milliseconds, rounded up. */
  responseMs: z.number().int(),
  flags: z.array(DeliveryFlag),
  starred: Annotation.shape.starred,
  remark: Annotation.shape.remark,
})
export type DeliverySummary = z.infer<typeof DeliverySummary>

export const Attempt = z.object({
  receivedAt: z.string(),
  webhookTimestamp: z.string().nullable(),
  verdict: Verdict,
  status: z.number().int(),
  /** The kind of response that the listener gave, such as `stored`, `duplicate` or `signature_mismatch`. */
  answer: z.string(),
})
export type Attempt = z.infer<typeof Attempt>

/** The steps of a verification, which explain a mismatch. Contains neither a secret nor the expected signature. */
export const VerificationTrace = z.object({
  headers: z.object({
    'webhook-id': z.enum(['present', 'missing', 'duplicate', 'malformed']),
    'webhook-timestamp': z.enum(['present', 'missing', 'duplicate', 'malformed']),
    'webhook-signature': z.enum(['present', 'missing', 'duplicate', 'malformed']),
  }),
  signature: z.enum(['valid', 'mismatch', 'no-supported-version', 'unjudged']),
  entries: z.array(z.object({ version: z.string(), text: z.string(), matches: z.boolean() })),
  /** The beginning of the signed content: `{webhook-id}.{webhook-timestamp}.`. The raw body of `bodyBytes` bytes follows it. */
  signedPrefix: z.string().nullable(),
  bodyBytes: z.number().int(),
  age: z
    .object({
      /** Age of the timestamp. Negative if the timestamp is in the future. */
      seconds: z.number(),
      toleranceSeconds: z.number(),
      judgement: z.enum(['fresh', 'stale', 'future']),
    })
    .nullable(),
})
export type VerificationTrace = z.infer<typeof VerificationTrace>

export const DeliveryDetail = DeliverySummary.extend({
  headers: z.array(z.tuple([z.string(), z.string()])),
  bodyBase64: z.string(),
  attemptLog: z.array(Attempt),
  trace: VerificationTrace,
})
export type DeliveryDetail = z.infer<typeof DeliveryDetail>

/** A different body that arrived with a valid signature and the id of an event that was received before. */
export const OtherBody = DeliveryDetail.pick({ headers: true, bodyBase64: true }).extend({
  id: z.number().int(),
  receivedAt: z.string(),
})
export type OtherBody = z.infer<typeof OtherBody>

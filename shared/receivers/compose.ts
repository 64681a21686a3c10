import { z } from 'zod'
import { type Rewrite, rewriteKinds } from '#shared/deliveries/rewrites.ts'
import { EndpointId } from '#shared/ids.ts'
import { procedure } from '#shared/rpc/define.ts'
import { longestBody } from './limits.ts'
import { ReceiverId, SendDetail, type SendProblem, SendRequest } from './model.ts'

/**
 * A placeholder secret for receivers that are still being set up. It is the same in every copy of Notehook and protects nothing.
 */
export const sampleSecret = 'whsec_YSBzYW1wbGUgc2VjcmV0IGZvciB0ZXN0cywgbm8gbW9yZQ=='

export const faults = [
  'wrong-secret',
  'body-changed',
  'space-added',
  'too-old',
  'too-new',
  'id-changed',
  'no-signature',
  'only-v2',
  'good-second',
  'two-same-id',
  'no-content-type',
  'large-body',
  'unknown-type',
  'new-changed-fields',
  'other-event-id',
] as const
export type Fault = (typeof faults)[number]

/**
 * Ways to break a delivery on purpose, in the order in which the user sees them: faults, then rewrites of the signed body. A
 * receiver must reject the rewrites and the faults up to `only-v2`.
 */
export const breakKinds = [...faults, ...rewriteKinds] as const
export const isRewrite = (kind: BreakKind): kind is Rewrite => !(kind in expectations)
export const BreakKind = z.enum(breakKinds)
export type BreakKind = z.infer<typeof BreakKind>

/**
 * The response of a correct receiver (specification, sections 3, 5.6, 5.7 and 9).
 * - `accept`: it responds with 2xx.
 * - `refuse`: it responds with anything else.
 * - `no-5xx`: it may do either, but must not fail.
 */
export type Expectation = 'accept' | 'refuse' | 'no-5xx'

export function expectationOf(kind: BreakKind | null): Expectation {
  if (kind === null) return 'accept'
  return isRewrite(kind) ? 'refuse' : expectations[kind]
}

const expectations: Readonly<Record<Fault, Expectation>> = {
  'body-changed': 'refuse',
  'space-added': 'refuse',
  'wrong-secret': 'refuse',
  'too-old': 'refuse',
  'too-new': 'refuse',
  'id-changed': 'refuse',
  'no-signature': 'refuse',
  'only-v2': 'refuse',
  'good-second': 'accept',
  'two-same-id': 'accept',
  'no-content-type': 'accept',
  'large-body': 'no-5xx',
  'unknown-type': 'accept',
  'new-changed-fields': 'accept',
  'other-event-id': 'no-5xx',
}

/** Whether a response is as expected. `unknown` means that the receiver was not reached. */
export type Judgement = 'right' | 'wrong' | 'unknown'

export function judge(
  expected: Expectation,
  {
    status,
    problem,
  }: { readonly status: number | null; readonly problem: { readonly code: SendProblem } | null },
): Judgement {
  if (status === null) return problem !== null && failedInReceiver.has(problem.code) ? 'wrong' : 'unknown'
  const passed = status >= 200 && status <= 299
  const isRight = expected === 'accept' ? passed : expected === 'refuse' ? !passed : status < 500
  return isRight ? 'right' : 'wrong'
}

/** Problems that occur after the receiver got the request. They count as the receiver's failures. */
const failedInReceiver: ReadonlySet<SendProblem> = new Set(['timeout', 'reset', 'too-slow', 'malformed'])

const EndpointSigner = z.object({ kind: z.literal('endpoint'), endpointId: EndpointId })
const ReceiverSigner = z.object({ kind: z.literal('receiver') })
const SampleSigner = z.object({ kind: z.literal('sample') })

/**
 * The secret that signs a composed delivery: an endpoint's, the receiver's own, a pasted secret that is not stored, or
 * `sampleSecret`.
 */
export const SignedBy = z.discriminatedUnion('kind', [
  EndpointSigner,
  ReceiverSigner,
  z.object({
    kind: z.literal('pasted'),
    secret: z.string().min(1, 'Enter the signing secret.').max(4096, 'Too long for a signing secret.'),
  }),
  SampleSigner,
])
export type SignedBy = z.infer<typeof SignedBy>

/** A signer that contains nothing confidential, because it can't be a pasted secret. */
export const NamedSigner = z.discriminatedUnion('kind', [EndpointSigner, ReceiverSigner, SampleSigner])
export type NamedSigner = z.infer<typeof NamedSigner>

export const ComposedHeaders = z
  .array(z.tuple([z.string().min(1).max(256), z.string().max(8192)]))
  .max(200, 'Use at most 200 headers.')

export const Composition = z.object({
  /** The verified delivery that the composition is based on, if any. Its list of sends includes the sends of the composition. */
  deliveryId: z.number().int().nullable(),
  bodyBase64: z.base64().max(Math.ceil(longestBody / 3) * 4, 'The body is larger than 256 KB.'),
  /**
   * All headers, in order. `webhook-timestamp`, `webhook-signature` and the connection's headers are added when the delivery is
   * sent. Without `webhook-id`, the id is the body's `event_id`, or a new one.
   */
  headers: ComposedHeaders,
  breakIt: BreakKind.nullable(),
  signedBy: SignedBy,
})
export type Composition = z.infer<typeof Composition>

const Composed = z.object({ id: ReceiverId, composition: Composition })

/**
 * Procedures for deliveries that the user writes. Call them directly, never through a cache, because the input may contain a
 * secret.
 */
export const composing = {
  /** Returns the request that `send-composed` would make, and the bytes to be signed. Sends nothing. */
  'receivers.preview-composed': procedure(
    Composed,
    SendRequest.extend({
      times: z.number().int(),
      signedBase64: z.string(),
      webhookId: z.string(),
    }),
  ),
  /**
   * Sends the composition and waits for the response. Returns several sends if the delivery is sent more than once. If nothing
   * was sent, throws the errors of `receivers.send`.
   */
  'receivers.send-composed': procedure(Composed, z.object({ sends: z.array(SendDetail).min(1) })),
}

import { z } from 'zod'
import { type Rewrite, rewriteKinds } from '#shared/deliveries/rewrites.ts'
import { EndpointId } from '#shared/ids.ts'
import { procedure } from '#shared/rpc/define.ts'
import { longestBody } from './limits.ts'
import { ReceiverId, SendDetail, type SendProblem, SendRequest } from './model.ts'

/** Opens nothing: it is the same in every copy of Notehook, for the configuration of a receiver that is being written. */
export const sampleSecret = 'whsec_YSBzYW1wbGUgc2VjcmV0IGZvciB0ZXN0cywgbm8gbW9yZQ=='

const faults = [
  'body-changed',
  'space-added',
  'wrong-secret',
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
 * Ways to break a delivery on purpose, in the order of the list: faults, then rewrites of the signed body. A receiver must refuse the
 * faults up to `only-v2`, and all rewrites.
 */
export const breakKinds = [...faults, ...rewriteKinds] as const
export const isRewrite = (kind: BreakKind): kind is Rewrite => !(kind in expectations)
export const BreakKind = z.enum(breakKinds)
export type BreakKind = z.infer<typeof BreakKind>

/**
 * What a correct receiver does (specification, sections 3, 5.6, 5.7 and 9): `accept` answers 2xx; `refuse` anything else; `no-5xx`
 * either, but it does not fail.
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

/** Whether a response is what a correct receiver gives. `unknown`: the receiver was not reached. */
export type Judgement = 'right' | 'wrong' | 'unknown'

export function judge(
  expected: Expectation,
  {
    status,
    problem,
  }: { readonly status: number | null; readonly problem: { readonly code: SendProblem } | null },
): Judgement {
  // What was answered decides, also if the rest of the response was late.
  if (status === null) return problem !== null && failedInReceiver.has(problem.code) ? 'wrong' : 'unknown'
  const passed = status >= 200 && status <= 299
  const isRight = expected === 'accept' ? passed : expected === 'refuse' ? !passed : status < 500
  return isRight ? 'right' : 'wrong'
}

/** It had the request, and gave no response. */
const failedInReceiver: ReadonlySet<SendProblem> = new Set(['timeout', 'reset', 'too-slow', 'malformed'])

const EndpointSigner = z.object({ kind: z.literal('endpoint'), endpointId: EndpointId })
const ReceiverSigner = z.object({ kind: z.literal('receiver') })
const SampleSigner = z.object({ kind: z.literal('sample') })

/**
 * What a composed delivery is signed with: the secret of an endpoint; the receiver's own; one that was pasted and is never stored; or
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

/** A secret that is known already, so that it can be named anywhere. */
export const NamedSigner = z.discriminatedUnion('kind', [EndpointSigner, ReceiverSigner, SampleSigner])
export type NamedSigner = z.infer<typeof NamedSigner>

/** Header pairs as they are typed. */
export const ComposedHeaders = z
  .array(z.tuple([z.string().min(1).max(256), z.string().max(8192)]))
  .max(200, 'Use at most 200 headers.')

/** A delivery that the user wrote. */
export const Composition = z.object({
  /** The delivery that it began with. It has to be verified, and the send is listed with it. `null`: none. */
  deliveryId: z.number().int().nullable(),
  bodyBase64: z.base64().max(Math.ceil(longestBody / 3) * 4, 'The body is larger than 256 KB.'),
  /**
   * All headers, in order. `webhook-timestamp` and `webhook-signature` are made when it is sent, and so are the headers of the
   * connection. Without `webhook-id`, the ID is the `event_id` of the body, or a new one.
   */
  headers: ComposedHeaders,
  breakIt: BreakKind.nullable(),
  signedBy: SignedBy,
})
export type Composition = z.infer<typeof Composition>

const Composed = z.object({ id: ReceiverId, composition: Composition })

/** Deliveries that the user writes. Call them directly, never through a cache: the input may contain a secret. */
export const composing = {
  /** The request that `send-composed` would make, and the bytes that are signed. Nothing is sent. */
  'receivers.preview-composed': procedure(
    Composed,
    SendRequest.extend({
      /** How often it is sent. */
      times: z.number().int(),
      /** `{webhook-id}.{webhook-timestamp}.` and the body, as they were signed (specification, section 5.6). */
      signedBase64: z.string(),
      /** The `webhook-id` that was signed. */
      webhookId: z.string(),
    }),
  ),
  /**
   * Sends it and waits for the response; more than one if the same delivery is sent more often. Fails as `receivers.send` does if
   * nothing was sent.
   */
  'receivers.send-composed': procedure(Composed, z.object({ sends: z.array(SendDetail).min(1) })),
}

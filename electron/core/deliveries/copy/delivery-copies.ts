import type { Clock } from '#core/platform/ports.ts'
import type { Redactor } from '#core/platform/redact.ts'
import type { DeliveryDetail } from '#shared/deliveries/model.ts'
import type { DeliveryRecord } from '#shared/deliveries/session-file.ts'
import { AppError } from '#shared/errors.ts'
import { sampleSecret } from '#shared/receivers/compose.ts'
import type { Handlers, ParsedInputOf } from '#shared/rpc/contract.ts'
import type { SecretsAtHand } from '../diagnosis/diagnose.ts'
import type { EngineClient, RemoteStore } from '../engine/engine-client.ts'
import { sign, signingKey } from '../listener/verify.ts'
import { readWebhookHeaders } from '../listener/webhook-headers.ts'
import {
  curlCommand,
  rawHttp,
  redactedHeaders,
  type SentRequest,
  signedAgain,
  textOf,
} from './sent-request.ts'

export interface DeliveryCopiesOptions {
  readonly delivery: (id: number) => DeliveryDetail
  readonly store: Pick<RemoteStore, 'request'>
  readonly status: EngineClient['status']
  /** Reads a path's signing secrets. The caller must not keep them. */
  readonly readSecrets: (pathId: string) => Promise<SecretsAtHand>
  readonly clock: Pick<Clock, 'now'>
  readonly redactor: Pick<Redactor, 'redact'>
}

type As = ParsedInputOf<'deliveries.copy'>['as']

/**
 * Creates the handler that copies a delivery as text. Keys in headers are redacted. Signing secrets are used to sign, but never
 * copied.
 */
export function createDeliveryCopies(options: DeliveryCopiesOptions) {
  const { delivery, store, readSecrets, clock, redactor } = options

  const addressOf = ({ endpointUrl }: DeliveryDetail, pathId: string) => {
    const status = options.status()
    const origin = status.state === 'listening' ? status.origin : 'http://127.0.0.1'
    return endpointUrl ?? `${origin}/hooks/${pathId}`
  }

  const hereOf = (pathId: string) => {
    const status = options.status()
    if (status.state === 'listening') return `${status.origin}/hooks/${pathId}`
    throw new AppError('invalid-input', 'Start the listener first.')
  }

  const signedNow = async (detail: DeliveryDetail, pathId: string, sent: SentRequest, id: string) => {
    // Rejects an unverified request, because a new signature would make it look genuine.
    if (detail.trace.signature !== 'valid')
      throw new AppError('invalid-input', 'This delivery wasn’t verified, so it can’t be signed again.')
    const { own, whyNone } = await readSecrets(pathId)
    const [secret] = own
    if (secret === undefined) throw noSecret[whyNone]()
    const timestamp = String(Math.floor(clock.now().getTime() / 1000))
    const signature = `v1,${sign(signingKey(secret), `${id}.${timestamp}.`, sent.body)}`
    return { ...sent, headers: signedAgain(sent.headers, { timestamp, signature }) }
  }

  const textAs = async (as: As, id: number): Promise<string> => {
    const detail = delivery(id)
    if (as === 'json') return `${JSON.stringify(deliveryRecord(detail, redactor), null, 2)}\n`
    const { pathId, headers, body } = store.request(id)
    const url = as === 'curl-signed-here' ? hereOf(pathId) : addressOf(detail, pathId)
    const sent = { url, headers: redactedHeaders(headers, redactor), body }
    if (as === 'curl') return curlCommand(sent)
    if (as === 'http') return rawHttp(sent)
    const reading = readWebhookHeaders(headers.flat())
    if (!reading.ok)
      throw new AppError('invalid-input', 'The webhook headers are incomplete, so it can’t be signed.')
    if (as === 'fixture') return testFixture(sent, reading.headers, detail)
    return curlCommand(await signedNow(detail, pathId, sent, reading.headers.id))
  }

  return {
    'deliveries.copy': async ({ id, as }) => ({ text: await textAs(as, id) }),
  } satisfies Partial<Handlers>
}

const noSecret: Readonly<Record<SecretsAtHand['whyNone'], () => AppError>> = {
  locked: () => new AppError('keychain-locked', 'The keychain is locked. Unlock it and try again.'),
  missing: () =>
    new AppError('secret-missing', 'This endpoint’s signing secret isn’t on this computer. Import it first.'),
  deleted: () => new AppError('secret-missing', 'This endpoint was deleted, and its signing secret with it.'),
}

/**
 * Creates a test fixture for a receiver. It contains a sample secret and is signed with it, and the receiver must accept it. If
 * the original signature was invalid or the delivery was too old, the fixture has the same fault and the receiver must reject it.
 */
function testFixture(
  { headers, body }: SentRequest,
  { id, timestamp }: { readonly id: string; readonly timestamp: string },
  { trace, firstReceivedAt }: Pick<DeliveryDetail, 'trace' | 'firstReceivedAt'>,
): string {
  const isForged = trace.signature === 'mismatch' || trace.signature === 'no-supported-version'
  const isUntimely = trace.age !== null && trace.age.judgement !== 'fresh'
  const signature = `v1,${sign(signingKey(sampleSecret), `${id}.${timestamp}.`, body)}`
  const text = textOf(body)
  const fixture = {
    about:
      isForged || isUntimely
        ? `A webhook delivery that a receiver must reject: ${isForged ? 'the signature is invalid' : 'the timestamp is outside the tolerance'}. ` +
          'Use the secret in this file, now as the current time and the bytes of body_base64.'
        : 'A webhook delivery that a receiver must accept. It is signed with the sample secret in this file, not the endpoint’s. ' +
          'Use now as the current time and the bytes of body_base64.',
    expected: isForged || isUntimely ? 'refused' : 'accepted',
    secret: sampleSecret,
    now: isUntimely ? Math.floor(Date.parse(firstReceivedAt) / 1000) : Number(timestamp),
    method: 'POST',
    headers: isForged ? headers : signedAgain(headers, { timestamp, signature }),
    body_base64: Buffer.from(body).toString('base64'),
    ...(text === null ? {} : { body: text }),
  }
  return `${JSON.stringify(fixture, null, 2)}\n`
}

/** Returns a delivery for export, without keys. Leaves out the workspace id, which has no meaning on other computers. */
export function deliveryRecord(detail: DeliveryDetail, redactor: Pick<Redactor, 'redact'>): DeliveryRecord {
  const text = textOf(Buffer.from(detail.bodyBase64, 'base64'))
  return {
    ...detail,
    workspaceId: null,
    headers: redactedHeaders(detail.headers, redactor),
    ...(text === null ? {} : { body: text }),
  }
}

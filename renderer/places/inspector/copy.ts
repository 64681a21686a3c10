import type { DeliveryFlag, DeliverySummary } from '#shared/deliveries/model.ts'
import { isPayloadRead } from '../../nouns/deliveries/payload-read.ts'

export const page = {
  title: 'Inspector',
  simulate: 'Simulate…',
  listening: 'Listening',
  notReachable: 'Not reachable',
  paused: 'List paused',
  export: 'Export deliveries…',
  delete: 'Delete deliveries…',
  nothing: 'No deliveries in the list',
  filterNotRead: 'The filter is too long',
}

export const listener = {
  notStoring: 'Not storing',
  stopped: 'Not receiving',
  failed: 'Failed',
}

export const noSupportedVersion = 'No supported signature version'

export const flags: Readonly<Record<DeliveryFlag, { readonly label: string; readonly text: string }>> = {
  'dotted-id': {
    label: 'Dot in ID',
    text: 'The webhook-id contains a dot, which separates the signed parts. Some receivers reject it.',
  },
  encoded: {
    label: 'Encoded',
    text: 'Has a Content-Encoding header. Stored and verified as received, not decoded.',
  },
  'not-json': { label: 'Not JSON', text: 'The body is not UTF-8 JSON.' },
  schema: { label: 'Unexpected fields', text: 'A required field is missing or has another type.' },
  'unknown-type': { label: 'Unknown event type', text: 'Not one of the three types in the specification.' },
  'id-mismatch': {
    label: 'Two IDs',
    text: 'event_id differs from webhook-id. The header counts, because it is signed.',
  },
  'body-changed': {
    label: 'Body changed',
    text: 'A later attempt had another body. The first one is shown.',
  },
  'too-deep': { label: 'Too deep', text: 'Nested more than 64 levels. Shown as received.' },
}

export const consequences = {
  delivered: 'delivered',
  retried: 'retrying for up to 4 days',
  failed: 'failed, no more retries',
  refused: 'refused, no more retries',
  ended: 'failed, endpoint disabled or deleted',
  simulated: 'simulated',
}

/** Returns a delivery's name. Without a valid signature, the payload is not read and the event type is unknown. */
export function eventName({ eventType, verdict }: Pick<DeliverySummary, 'eventType' | 'verdict'>): string {
  return eventType || (isPayloadRead(verdict) ? 'Unknown event' : 'Unverified request')
}

export const listenerResponses: ReadonlyMap<string, string> = new Map(
  Object.entries({
    stored: 'Verified and stored',
    duplicate: 'Verified, stored with an earlier attempt',
    body_changed: 'Duplicate ID with another body',
    signature_mismatch: 'Signature mismatch',
    no_supported_version: 'No v1 signature',
    secret_unproven: 'Signature mismatch, secret not yet verified',
    stale_timestamp: 'Timestamp outside the tolerance',
    not_ready: 'Signing secret not available',
    overloaded: 'Too many requests at once',
    storage: 'Not stored',
    deadline: 'Took too long',
    quitting: 'Notehook was quitting',
  }),
)

export const signatureHints: ReadonlyMap<string, string> = new Map(
  Object.entries({
    padding: 'matches with base64 padding',
    base64url: 'matches in standard base64',
  }),
)

export function simulatedResponse(delaySeconds: number, isTimeout: boolean): string {
  const delay = delaySeconds > 0 ? ` after ${delaySeconds} s` : ''
  return `Simulated response${delay}${isTimeout ? ', a timeout for the service (15 s)' : ''}`
}

/** `received` is the receiver's status, or `null` if the receiver did not respond in time. */
export function passedResponse(received: number | null, isSoftened: boolean): string {
  if (received === null) return 'Passed through: the receiver didn’t respond in time'
  return isSoftened
    ? `Passed through, softened: the receiver’s ${received} would have ended the delivery`
    : `Passed through: the receiver’s ${received}`
}

export const viewDialog = {
  title: (isNew: boolean) => (isNew ? 'Save view' : 'Rename view'),
  submit: (isNew: boolean) => (isNew ? 'Save view' : 'Rename view'),
  cancel: 'Cancel',
  name: 'Name',
  saved: (name: string) => `View “${name}” saved`,
  renamed: 'View renamed',
}

export const failures = {
  save: 'The view was not saved.',
  remove: 'The view was not deleted.',
}

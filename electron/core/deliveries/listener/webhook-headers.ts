import type { VerificationTrace } from '#shared/deliveries/model.ts'

type HeaderStates = VerificationTrace['headers']
type HeaderName = keyof HeaderStates

/** A delivery's three headers (specification, section 4), unchanged. */
export interface WebhookHeaders {
  readonly id: string
  /** The timestamp exactly as received, because a reformatted number could change the signed text. */
  readonly timestamp: string
  readonly signature: string
}

/** A header in every request that Notehook sends to a receiver. */
export const sentHeader = 'notehook-sent'

export type HeaderFault = 'missing_header' | 'duplicate_header' | 'bad_id' | 'bad_timestamp'

export type HeaderReading =
  | { readonly ok: true; readonly headers: WebhookHeaders }
  | { readonly ok: false; readonly fault: HeaderFault }

export const wellFormed: HeaderStates = {
  'webhook-id': 'present',
  'webhook-timestamp': 'present',
  'webhook-signature': 'present',
}

/** Reads the three headers from `rawHeaders`, because `req.headers` joins or drops duplicates. */
export function readWebhookHeaders(rawHeaders: readonly string[]): HeaderReading {
  const found: Record<HeaderName, string[]> = {
    'webhook-id': [],
    'webhook-timestamp': [],
    'webhook-signature': [],
  }
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase()
    if (isWebhookHeader(name)) found[name].push(rawHeaders[at + 1] ?? '')
  }
  const [id, ...moreIds] = found['webhook-id']
  const [timestamp, ...moreTimestamps] = found['webhook-timestamp']
  const [signature, ...moreSignatures] = found['webhook-signature']

  if (id === undefined || timestamp === undefined || signature === undefined) return fault('missing_header')
  if (moreIds.length + moreTimestamps.length + moreSignatures.length > 0) return fault('duplicate_header')
  if (!/^[\x21-\x7e]{1,256}$/.test(id)) return fault('bad_id')
  if (!/^[0-9]{1,12}$/.test(timestamp)) return fault('bad_timestamp')
  return { ok: true, headers: { id, timestamp, signature } }
}

/** Counts a header's occurrences. `name` must be lower-case. */
export function countHeader(rawHeaders: readonly string[], name: string): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (isNamed(rawHeaders[at], name)) count += 1
  return count
}

/** Returns a header's first value. `name` must be lower-case. Avoids `req.headers`, which would parse every header. */
export function findHeader(rawHeaders: readonly string[], name: string): string | undefined {
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (isNamed(rawHeaders[at], name)) return rawHeaders[at + 1]
  return undefined
}

function isNamed(text: string | undefined, name: string): boolean {
  return text?.length === name.length && text.toLowerCase() === name
}

function fault(fault: HeaderFault): HeaderReading {
  return { ok: false, fault }
}

function isWebhookHeader(name: string | undefined): name is HeaderName {
  return name === 'webhook-id' || name === 'webhook-timestamp' || name === 'webhook-signature'
}

import type { Redactor } from '#core/platform/redact.ts'

export type Header = readonly [name: string, value: string]

/** The request as the service sent it. Header values contain one character per byte (`latin1`), as the parser returned them. */
export interface SentRequest {
  readonly url: string
  readonly headers: readonly Header[]
  readonly body: Uint8Array
}

const isWebhookHeader = (name: string) => /^webhook-(?:id|timestamp|signature)$/i.test(name)

/**
 * Whether a header's value may grant access to something. A webhook signature doesn't, because it is valid only for one body and
 * timestamp.
 */
const grantsAccess = (name: string): boolean =>
  /auth|bypass|cookie|credential|jwt|key|pass|secret|session|token/i.test(name)

/** Returns the headers in their original order and case. Redacts values that may be keys, but not the three webhook headers. */
export function redactedHeaders(
  headers: readonly Header[],
  redactor: Pick<Redactor, 'redact'>,
): [string, string][] {
  return headers.map(([name, value]) => {
    if (isWebhookHeader(name)) return [name, value]
    return [name, grantsAccess(name) ? '[redacted]' : redactor.redact(value)]
  })
}

/** Replaces the timestamp and the signature (specification, section 4) without changing the order of the headers. */
export function signedAgain(
  headers: readonly Header[],
  { timestamp, signature }: { readonly timestamp: string; readonly signature: string },
): Header[] {
  return headers.map(([name, value]) => {
    const lower = name.toLowerCase()
    if (lower === 'webhook-timestamp') return [name, timestamp]
    return [name, lower === 'webhook-signature' ? signature : value]
  })
}

/** Returns `null` if the bytes are not valid UTF-8. Keeps a byte order mark. */
export function textOf(body: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch {
    return null
  }
}

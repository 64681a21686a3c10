import type { Redactor } from '#core/platform/redact.ts'

export type Header = readonly [name: string, value: string]

/** Original request of a delivery. Header values contain one character per byte (`latin1`), as from the parser. */
export interface SentRequest {
  readonly url: string
  readonly headers: readonly Header[]
  readonly body: Uint8Array
}

const isWebhookHeader = (name: string) => /^webhook-(?:id|timestamp|signature)$/i.test(name)

/** Whether a header value may grant access. A signature does not, because it is valid only for these bytes at this time. */
const grantsAccess = (name: string): boolean =>
  /auth|bypass|cookie|credential|jwt|key|pass|secret|session|token/i.test(name)

/** Returns headers in their order and case, with possible keys redacted. The three webhook headers are unchanged. */
export function redactedHeaders(
  headers: readonly Header[],
  redactor: Pick<Redactor, 'redact'>,
): [string, string][] {
  return headers.map(([name, value]) => {
    if (isWebhookHeader(name)) return [name, value]
    return [name, grantsAccess(name) ? '[redacted]' : redactor.redact(value)]
  })
}

/** Replaces the time and the signature (specification, section 4) at their positions in the headers. */
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

/** Returns `null` if the bytes are not UTF-8. Keeps a byte order mark. */
export function textOf(body: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch {
    return null
  }
}

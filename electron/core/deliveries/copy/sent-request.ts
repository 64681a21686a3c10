import type { Redactor } from '#core/platform/redact.ts'

export type Header = readonly [name: string, value: string]

/** A delivery as it was sent. Header values are bytes, a character each (`latin1`), as the parser gives them. */
export interface SentRequest {
  readonly url: string
  readonly headers: readonly Header[]
  readonly body: Uint8Array
}

const isWebhookHeader = (name: string) => /^webhook-(?:id|timestamp|signature)$/i.test(name)

/** Names of a delivery's headers whose values grant access. A signature does not: it holds for these bytes at this time. */
const grantsAccess = (name: string): boolean =>
  /authorization|cookie|token|secret|password|credential|api-?key|jwt|bypass/i.test(name)

/** In order and case as they came; only what could be a key is taken out. The three of a delivery stay as they are. */
export function redactedHeaders(
  headers: readonly Header[],
  redactor: Pick<Redactor, 'redact'>,
): [string, string][] {
  return headers.map(([name, value]) => {
    if (isWebhookHeader(name)) return [name, value]
    return [name, grantsAccess(name) ? '[redacted]' : redactor.redact(value)]
  })
}

/** The same headers with another time and signature (specification, section 4), each in its place. */
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

/** `null` where the bytes are not UTF-8. A byte order mark stays. */
export function textOf(body: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch {
    return null
  }
}

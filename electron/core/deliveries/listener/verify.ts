import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { sameText } from '#core/platform/constant-time.ts'
import type { Verdict, VerificationTrace } from '#shared/deliveries/model.ts'
import { parseSigningSecret } from '#shared/endpoints/signing-secret.ts'
import { type WebhookHeaders, wellFormed } from './webhook-headers.ts'

export type PathSecrets =
  | { readonly kind: 'ready'; readonly keys: readonly KeyObject[] }
  | { readonly kind: 'unavailable'; readonly reason: 'locked' | 'missing' }

export interface Verification {
  readonly verdict: Verdict
  readonly trace: VerificationTrace
  /** The common encoding mistake that explains a wrong signature, or `null`. */
  readonly hint: 'padding' | 'base64url' | null
}

/** Maximum number of signatures to check per request, because anyone can send one. */
export const maxEntriesTried = 16
export const maxKeysTried = 4
export const maxEntriesTraced = 32

/**
 * Verifies a delivery according to Standard Webhooks (specification, sections 5.6 and 5.7). The signature is an HMAC-SHA256 over
 * `{webhook-id}.{webhook-timestamp}.` and the raw body. It is valid if any `v1` entry contains it as canonical base64 for any of
 * the endpoint's secrets. Every pair is compared in constant time without an early exit. The age is checked separately: ±
 * tolerance, inclusive, in whole seconds. Pure function.
 */
export function verify(
  headers: WebhookHeaders,
  body: Uint8Array,
  secrets: PathSecrets,
  now: Date,
  toleranceSeconds: number,
): Verification {
  const age = checkAge(headers.timestamp, now, toleranceSeconds)
  const entries = signatureEntries(headers.signature)
  const prefix = `${headers.id}.${headers.timestamp}.`
  const base = { headers: wellFormed, signedPrefix: prefix, bodyBytes: body.length, age }

  if (secrets.kind === 'unavailable') {
    const trace: VerificationTrace = { ...base, signature: 'unjudged', entries: traced(entries, new Set()) }
    return { verdict: secrets.reason === 'locked' ? 'secret-locked' : 'no-secret', trace, hint: null }
  }

  const tried = entries.filter((entry) => entry.version === 'v1').slice(0, maxEntriesTried)
  const expected = secrets.keys.slice(0, maxKeysTried).map((key) => sign(key, prefix, body))
  const matching = new Set<Entry>()
  for (const entry of tried) {
    for (const signature of expected) if (sameText(entry.text, signature)) matching.add(entry)
  }
  const signature = matching.size > 0 ? 'valid' : tried.length === 0 ? 'no-supported-version' : 'mismatch'
  const trace: VerificationTrace = { ...base, signature, entries: traced(entries, matching) }
  if (signature !== 'valid') return { verdict: 'signature-mismatch', trace, hint: hintFor(tried, expected) }
  return { verdict: age.judgement === 'fresh' ? 'verified' : age.judgement, trace, hint: null }
}

type Age = NonNullable<VerificationTrace['age']>

/** Checks the age, which is positive for the past. `timestamp` must have 1 to 12 digits. */
export function checkAge(timestamp: string, now: Date, toleranceSeconds: number): Age {
  const seconds = Math.floor(now.getTime() / 1000) - Number(timestamp)
  const judgement = seconds > toleranceSeconds ? 'stale' : seconds < -toleranceSeconds ? 'future' : 'fresh'
  return { seconds, toleranceSeconds, judgement }
}

export interface Entry {
  readonly version: string
  readonly text: string
}

/**
 * Splits the header at spaces into entries of `version,text`. Only the first comma separates them, so a text that contains a
 * comma never matches.
 */
export function signatureEntries(header: string): readonly Entry[] {
  return header
    .split(' ')
    .filter((part) => part !== '')
    .map((part) => {
      const comma = part.indexOf(',')
      return comma < 0
        ? { version: '', text: part }
        : { version: part.slice(0, comma), text: part.slice(comma + 1) }
    })
}

export function sign(key: KeyObject, prefix: string, body: Uint8Array): string {
  return createHmac('sha256', key).update(prefix, 'latin1').update(body).digest('base64')
}

function hintFor(tried: readonly Entry[], expected: readonly string[]): Verification['hint'] {
  for (const { text } of tried) {
    const standard = text.replaceAll('-', '+').replaceAll('_', '/')
    for (const signature of expected) {
      const bare = signature.replace(/=+$/, '')
      if (sameText(text.replace(/=+$/, ''), bare)) return 'padding'
      if (sameText(standard.replace(/=+$/, ''), bare)) return 'base64url'
    }
  }
  return null
}

function traced(entries: readonly Entry[], matching: ReadonlySet<Entry>) {
  return entries.slice(0, maxEntriesTraced).map((entry) => ({ ...entry, matches: matching.has(entry) }))
}

/** Returns the signing key as a `KeyObject`, whose content is never printed, so that it can't be logged by accident. */
export function signingKey(text: string): KeyObject {
  return createSecretKey(parseSigningSecret(text).key)
}

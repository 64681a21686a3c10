import { createSecretKey, type KeyObject } from 'node:crypto'
import { sameText } from '#core/platform/constant-time.ts'
import type { Check, Diagnosis } from '#shared/deliveries/diagnosis.ts'
import {
  checkAge,
  maxEntriesTried,
  maxKeysTried,
  sign,
  signatureEntries,
  signingKey,
} from '../listener/verify.ts'
import { type Conclusion, conclude, rewritten, words } from './conclusions.ts'
import { originals, readJson, rewritesBetween } from './rewrites.ts'

export interface Evidence {
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Uint8Array
  readonly receivedAt: Date
}

/** Signing secrets as text. They are read for one diagnosis and not stored. */
export interface SecretsAtHand {
  readonly own: readonly string[]
  readonly whyNone: 'missing' | 'locked' | 'deleted'
  readonly isProven: boolean
  readonly others: readonly { readonly endpointId: string; readonly secret: string }[]
}

export interface ClockHints {
  readonly toleranceSeconds: number
  /** How far the service's clock is ahead of this computer's, or `null` if unknown. */
  readonly serviceAheadSeconds: number | null
}

/** Maximum number of other endpoints' secrets that a diagnosis tries. */
export const maxOthersTried = 64

type Result = Diagnosis['checks'][number]
type Trial = (signed: Signed) => boolean
interface Signed {
  readonly prefix: string
  readonly body: Uint8Array
}

/**
 * Finds out why a delivery fails verification by making the changes that senders and proxies commonly make, one at a time, and
 * checking the signature after each (specification, section 5.6). The results never reveal a correct signature. Pure function.
 */
export function diagnose(evidence: Evidence, secrets: SecretsAtHand, clock: ClockHints): Diagnosis {
  const results: Result[] = []
  let conclusion: Conclusion | null = null
  const report = (check: Check, how: string | null, found?: Conclusion) => {
    const [yes, no] = words[check]
    results.push({
      check,
      outcome: how === null ? 'no' : 'matches',
      sentence: how === null ? no : yes(how),
    })
    if (how !== null) conclusion ??= found ?? conclude.matched(check, how)
  }

  const keys = secrets.own.slice(0, maxKeysTried).map(signingKey)
  const sent = headersNamed(evidence.headers, 'webhook-')
  if (sent.id === '' || sent.timestamp === '' || sent.signature === '') {
    if (keys.length > 0) report('header-names', otherNames(evidence, keys))
    return { conclusion: conclusion ?? conclude.headersMissing, checks: results }
  }
  const { id, timestamp } = sent
  const { body } = evidence
  const asItCame = { prefix: `${id}.${timestamp}.`, body }
  const entries = signatureEntries(sent.signature)
  const texts = entries
    .filter(({ version }) => version === 'v1')
    .slice(0, maxEntriesTried)
    .map(({ text }) => text)
  const fits: Trial = (signed) => keys.some((key) => isSigned(key, signed, texts))

  if (fits(asItCame)) {
    const off = checkTime(timestamp, evidence.receivedAt, clock)
    report('own-secret', '', off?.conclusion ?? conclude.fine)
    report('clock', off?.sentence ?? null)
    return { conclusion: conclusion ?? conclude.fine, checks: results }
  }
  if (keys.length > 0) report('own-secret', null)

  const other = secrets.others
    .slice(0, maxOthersTried)
    .find(({ secret }) => isSigned(signingKey(secret), asItCame, texts))
  if (secrets.others.length > 0) {
    report('other-secret', other?.endpointId ?? null, other && conclude.other(other.endpointId))
  }
  if (keys.length === 0) return { conclusion: conclusion ?? conclude.none[secrets.whyNone], checks: results }

  const original = findOriginal(body, (candidate) => fits({ ...asItCame, body: candidate }))
  const found = original && rewritten(rewritesBetween(original, body))
  for (const check of ['re-serialised', 'line-breaks', 'encoding'] as const) {
    if (check === found?.check) report(check, found.label, found.conclusion)
    else if (check !== 're-serialised' || readJson(body) !== null) report(check, null)
  }
  report(
    'undecoded-secret',
    undecodedKeys(secrets.own).some((key) => isSigned(key, asItCame, texts)) ? '' : null,
  )
  report('signature-text', otherText(keys, asItCame, sent.signature))
  const contents = [
    { how: 'timestamp and body, without the ID', prefix: `${timestamp}.` },
    { how: 'ID and body, without the timestamp', prefix: `${id}.` },
    { how: 'body only', prefix: '' },
  ]
  report('signed-content', contents.find(({ prefix }) => fits({ prefix, body }))?.how ?? null)
  report(
    'webhook-id',
    otherIds(id, body).find((one) => fits({ prefix: `${one.id}.${timestamp}.`, body }))?.how ?? null,
  )
  const otherTime = /^\d{13}$/.test(timestamp) ? timestamp.slice(0, -3) : `${timestamp}000`
  report('milliseconds', fits({ prefix: `${id}.${otherTime}.`, body }) ? '' : null)
  report('header-names', otherNames(evidence, keys))
  return {
    conclusion: conclusion ?? conclude.nothing(secrets.isProven),
    checks: results,
  }
}

/**
 * Limits for the work of a diagnosis: the approximate number of bytes to hash, and the number of possible originals to try for
 * each received body.
 */
const bytesTried = 8 * 1024 * 1024
const originalsTried = { least: 32, most: 10_000 } as const

function findOriginal(body: Uint8Array, fits: (original: Uint8Array) => boolean): Uint8Array | null {
  const { least, most } = originalsTried
  const tried = Math.min(most, Math.max(least, Math.floor(bytesTried / (body.length + 1))))
  for (const original of originals(body, tried)) if (fits(original)) return original
  return null
}

function headersNamed(headers: readonly (readonly [string, string])[], prefix: string) {
  const value = (part: string) =>
    headers.find(([name]) => name.toLowerCase() === `${prefix}${part}`)?.[1] ?? ''
  return { id: value('id'), timestamp: value('timestamp'), signature: value('signature') }
}

/** Returns keys made from each secret's undecoded text, with and without `whsec_`, because some senders forget to decode it. */
function undecodedKeys(secrets: readonly string[]): readonly KeyObject[] {
  return secrets.slice(0, maxKeysTried).flatMap((secret) => {
    const bare = secret.trim().replace(/^whsec_/, '')
    return [bare, `whsec_${bare}`].map((text) => createSecretKey(text, 'utf8'))
  })
}

/** Compares in constant time without an early exit, as `verify` does. */
function isSigned(key: KeyObject, { prefix, body }: Signed, texts: readonly string[]): boolean {
  const expected = sign(key, prefix, body)
  return texts.filter((text) => sameText(text, expected)).length > 0
}

/** Searches for the three webhook headers under other prefixes. If a header is missing under a prefix, its standard name is used. */
function otherNames({ headers, body }: Evidence, keys: readonly KeyObject[]): string | null {
  const right = headersNamed(headers, 'webhook-')
  const found = ['svix-', 'x-webhook-'].find((prefix) => {
    const own = headersNamed(headers, prefix)
    if (own.id === '' && own.timestamp === '' && own.signature === '') return false
    const texts = signatureEntries(own.signature || right.signature)
      .slice(0, maxEntriesTried)
      .map(({ text }) => text)
    const signed = { prefix: `${own.id || right.id}.${own.timestamp || right.timestamp}.`, body }
    return keys.some((key) => isSigned(key, signed, texts))
  })
  return found ?? null
}

function otherIds(id: string, body: Uint8Array): readonly { readonly how: string; readonly id: string }[] {
  const json = readJson(body)
  const members = json !== null && typeof json === 'object' && json.kind === 'object' ? json.members : []
  const ofBody = members.find(([name]) => name === '"event_id"')?.[1]
  return [
    { how: 'quotes were added', id: id.replace(/^(["'])(.*)\1$/, '$2') },
    { how: 'it was repeated', id: id.split(/[,;]/)[0] ?? '' },
    ...(typeof ofBody === 'string'
      ? [{ how: 'the event_id of the body was signed', id: String(JSON.parse(ofBody)) }]
      : []),
  ]
}

/** Searches for the signature in the header as received, percent-decoded, and with spaces replaced by plus signs. */
function otherText(keys: readonly KeyObject[], signed: Signed, header: string): string | null {
  return (
    textIn(header, keys, signed) ??
    (textIn(percentDecoded(header), keys, signed) && 'percent') ??
    (textIn(header.replaceAll(' ', '+'), keys, signed) && 'plus')
  )
}

const percentDecoded = (text: string) =>
  text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** Searches the whole header, so that the signature is found despite wrong separators, quotes or labels. */
function textIn(header: string, keys: readonly KeyObject[], { prefix, body }: Signed): string | null {
  const found = [...header.matchAll(/[A-Za-z0-9+/_-]{43,}={0,2}/g)].slice(0, maxEntriesTried)
  for (const key of keys) {
    const expected = sign(key, prefix, body)
    const bare = expected.replace(/=+$/, '')
    const hex = Buffer.from(expected, 'base64').toString('hex')
    for (const { 0: text, index } of found) {
      if (sameText(text.toLowerCase(), hex)) return 'hex'
      const standard = text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '')
      if (!sameText(standard, bare)) continue
      if (/[-_]/.test(text)) return 'base64url'
      const before = header.slice(0, index)
      if (/["'“]/.test(header)) return 'quotes'
      if (/v1[=:]$/i.test(before)) return 'label'
      if (!/(?:^|\W)v1,$/.test(before)) return 'version'
      return text === expected ? 'separator' : 'padding'
    }
  }
  return null
}

/** Returns `null` if the delivery arrived within the tolerance. */
function checkTime(timestamp: string, receivedAt: Date, clock: ClockHints) {
  if (/^\d{13}$/.test(timestamp)) return conclude.milliseconds
  const age = checkAge(timestamp, receivedAt, clock.toleranceSeconds)
  return age.judgement === 'fresh' ? null : conclude.clock(age, clock.serviceAheadSeconds)
}

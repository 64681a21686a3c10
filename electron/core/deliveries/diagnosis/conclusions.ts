import type { Check, Diagnosis } from '#shared/deliveries/diagnosis.ts'
import { type Rewrite, rewrites } from '#shared/deliveries/rewrites.ts'
import type { checkAge } from '../listener/verify.ts'

export type Conclusion = Diagnosis['conclusion']
type Words = readonly [matches: (how: string) => string, no: string]

/** Two labels per check: one for a valid signature, and one for a mismatch. */
export const words: Readonly<Record<Check, Words>> = {
  'own-secret': [() => 'Current secret of this endpoint', 'Secret of this endpoint'],
  clock: [(how) => how, 'Timestamp outside the tolerance'],
  'other-secret': [(id) => `Secret of another endpoint, ${id}`, 'Secrets of other endpoints'],
  're-serialised': [(how) => how, 'JSON rewritten by a known program'],
  'line-breaks': [(how) => how, 'Line breaks changed, added or removed'],
  encoding: [(how) => how, 'Byte order mark or other encoding'],
  'undecoded-secret': [() => 'Secret used as text, not decoded', 'Secret used as text, not decoded'],
  'signature-text': [
    (how) => textWords.get(how) ?? 'Signature encoded differently',
    'Signature in base64url, hex or quotes, or separated by commas',
  ],
  'signed-content': [(how) => `Signed content: ${how}`, 'Signed content without the ID or the timestamp'],
  'webhook-id': [(how) => `webhook-id changed: ${how}`, 'webhook-id quoted, repeated or replaced'],
  milliseconds: [() => 'Timestamp in milliseconds', 'Timestamp in milliseconds'],
  'header-names': [(prefix) => `Headers named ${prefix}…`, 'Headers named svix-… or x-webhook-…'],
}

const textWords: ReadonlyMap<string, string> = new Map(
  Object.entries({
    base64url: 'Signature in base64url (- and _ for + and /)',
    hex: 'Signature in hex instead of base64',
    padding: 'Signature without its = padding',
    version: 'Signature without v1, in front',
    separator: 'Signatures separated by something other than a space',
    label: 'Signature with v1= instead of v1, in front',
    percent: 'Signature percent-encoded (%2B, %3D)',
    plus: 'Signature with spaces for its + characters',
    quotes: 'Signature in quotes',
  }),
)

const plain = (sentence: string, advice: string): Conclusion => ({ sentence, advice, endpointId: null })

/**
 * Returns the conclusion for a rewritten body. If `kinds` is `null`, the JSON was certainly rewritten, but by an unknown program.
 */
export function rewritten(kinds: readonly Rewrite[] | null): {
  readonly check: Check
  readonly label: string
  readonly conclusion: Conclusion
} {
  const named = (kinds ?? []).map((kind) => rewrites[kind])
  const [first = unknownProgram] = named
  const label = [first[0], ...named.slice(1).map(([next]) => lowerFirst(next))].join(', then ')
  const advice = `${first[1]} A proxy, gateway or tunnel changed the body. It must forward it byte for byte.`
  return {
    check: (kinds?.[0] && checkOfBytes[kinds[0]]) ?? 're-serialised',
    label,
    conclusion: plain(`Changed in transit: ${lowerFirst(label)}`, advice),
  }
}

const checkOfBytes: Readonly<Partial<Record<Rewrite, Check>>> = {
  'final-line-break': 'line-breaks',
  'line-breaks': 'line-breaks',
  'byte-order-mark': 'encoding',
  'windows-1252': 'encoding',
  'utf-8-twice': 'encoding',
  base64: 'encoding',
  'json-string': 'encoding',
}

const unknownProgram = [
  'Rewritten as other JSON',
  'With other white space, escapes, numbers or order of names.',
] as const
const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

const theSender =
  'The service doesn’t sign like this. If the sender is yours, follow section 5, rule 6 of the specification.'

const joins =
  'The specification separates entries by a space. A proxy that joins repeated headers writes commas. It must forward them unchanged.'

const milliseconds = plain('Timestamp in milliseconds, not seconds', theSender)

const matched: Readonly<Partial<Record<Check, Conclusion>>> = {
  'undecoded-secret': plain('Secret not decoded by the sender', theSender),
  'signed-content': plain('Wrong content signed by the sender', theSender),
  milliseconds,
  'webhook-id': plain(
    'webhook-id changed in transit',
    'A proxy, gateway or tunnel changed the header. It must forward the three webhook headers unchanged.',
  ),
  'header-names': plain('Different header names', theSender),
}

export const conclude = {
  matched(check: Check, how: string): Conclusion {
    if (check === 'own-secret') return conclude.fine
    if (check === 'other-secret') return conclude.other(how)
    if (check === 'signature-text')
      return plain(words[check][0](how), how === 'separator' ? joins : theSender)
    return matched[check] ?? plain(how, '')
  },
  fine: plain(
    'Valid with the current secret',
    'The secret wasn’t on this computer when it arrived. The service retries deliveries answered 503.',
  ),
  other: (endpointId: string): Conclusion => ({
    sentence: 'Signed with another endpoint’s secret',
    advice: 'Check whether the URLs or the imported secrets of the two endpoints are swapped.',
    endpointId,
  }),
  milliseconds: {
    sentence: milliseconds.sentence,
    conclusion: milliseconds,
  },
  clock(age: ReturnType<typeof checkAge>, serviceAheadSeconds: number | null) {
    const seconds = Math.abs(age.seconds)
    const how = age.seconds > 0 ? 'old' : 'ahead'
    return {
      sentence: `Timestamp ${seconds} s ${how} on arrival (tolerance ±${age.toleranceSeconds} s)`,
      conclusion: plain(
        age.seconds > 0 ? 'Timestamp too old' : 'Timestamp in the future',
        clockAdvice(age, serviceAheadSeconds),
      ),
    }
  },
  headersMissing: plain(
    'Required headers missing',
    'The service sends webhook-id, webhook-timestamp and webhook-signature. Check whether a proxy drops them.',
  ),
  none: {
    missing: plain(
      'Signing secret missing',
      'Import the secret on the endpoint’s page. Stored deliveries are then verified again.',
    ),
    locked: plain('Keychain locked', 'Unlock the system keychain.'),
    deleted: plain('Endpoint deleted', 'Its endpoint was deleted, and its signing secret with it.'),
  },
  /**
   * The conclusion if nothing matches. It can't be more precise, because an altered body looks the same as a body from another
   * sender.
   */
  nothing: (isProven: boolean): Conclusion =>
    plain(
      'Altered, or signed with an unknown secret',
      isProven
        ? 'Altered, or signed with an unknown secret. The endpoint’s own secret has verified others. Don’t trust this one.'
        : 'The secret hasn’t verified a delivery yet and may be wrong. Import the right one, or don’t trust this delivery.',
    ),
} as const

function clockAdvice(age: ReturnType<typeof checkAge>, serviceAheadSeconds: number | null): string {
  if (serviceAheadSeconds === null) {
    return 'The signature is valid. Check this computer’s clock. If it is right, the delivery was delayed or sent twice.'
  }
  const off = Math.abs(serviceAheadSeconds)
  // Ignores a difference below half the tolerance, which can't be the reason for the failure.
  if (off * 2 > age.toleranceSeconds) {
    const side = serviceAheadSeconds > 0 ? 'behind' : 'ahead of'
    return `This computer’s clock is ${off} s ${side} the service’s. Correct it; the service retries what was answered 503.`
  }
  return age.seconds > 0
    ? 'The clocks of this computer and the service agree, so the delivery was delayed or sent twice.'
    : 'The clocks of this computer and the service agree, so the service didn’t send it with this timestamp.'
}

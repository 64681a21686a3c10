import type { Check, Diagnosis } from '#shared/deliveries/diagnosis.ts'
import type { checkAge } from '../listener/verify.ts'

export type Conclusion = Diagnosis['conclusion']
type Words = readonly [matches: (how: string) => string, no: string]

/** What each check tries, in words: where the signature matches under it, and where it does not. */
export const words: Readonly<Record<Check, Words>> = {
  'own-secret': [() => 'Current secret of this endpoint', 'Secret of this endpoint'],
  clock: [(how) => how, 'Timestamp outside the tolerance'],
  'other-secret': [(id) => `Secret of another endpoint, ${id}`, 'Secrets of other endpoints'],
  're-serialised': [(how) => `JSON written ${how}`, 'JSON with other spaces or escapes'],
  'trailing-newline': [(how) => `Body ${how}`, 'Body with or without a line break at the end'],
  'byte-order-mark': [(how) => `Body ${how}`, 'Body with or without a byte order mark'],
  'undecoded-secret': [() => 'Secret used as text, not decoded', 'Secret used as text, not decoded'],
  'signature-text': [
    (how) => textWords.get(how) ?? 'Signature encoded differently',
    'Signature in base64url or hex, without padding or version',
  ],
  'signed-content': [(how) => `Signed content: ${how}`, 'Signed content without the ID or the timestamp'],
  milliseconds: [() => 'Timestamp in milliseconds', 'Timestamp in milliseconds'],
  'header-names': [(prefix) => `Headers named ${prefix}…`, 'Headers named svix-… or x-webhook-…'],
}

const textWords: ReadonlyMap<string, string> = new Map(
  Object.entries({
    base64url: 'Signature in base64url (- and _ for + and /)',
    hex: 'Signature in hex instead of base64',
    padding: 'Signature without its = padding',
    version: 'Signature without v1, in front',
  }),
)

const plain = (sentence: string, advice: string): Conclusion => ({ sentence, advice, endpointId: null })

const rewritesBody = 'A proxy, gateway or tunnel changed the body. It must forward it byte for byte.'
const theSender =
  'The service doesn’t sign like this. If the sender is yours, follow section 5, rule 6 of the specification.'

const matched: Readonly<Record<Exclude<Check, 'own-secret' | 'clock' | 'other-secret'>, Conclusion>> = {
  're-serialised': plain('JSON rewritten in transit', rewritesBody),
  'trailing-newline': plain('Final line break changed in transit', rewritesBody),
  'byte-order-mark': plain('Byte order mark changed in transit', rewritesBody),
  'undecoded-secret': plain('Secret not decoded by the sender', theSender),
  'signature-text': plain('Signature encoded differently', theSender),
  'signed-content': plain('Wrong content signed by the sender', theSender),
  milliseconds: plain('Timestamp in milliseconds, not seconds', theSender),
  'header-names': plain('Different header names', theSender),
}

/** What follows from the checks, and what to do. */
export const conclude = {
  matched(check: Check, how: string): Conclusion {
    if (check === 'own-secret') return conclude.fine
    if (check === 'other-secret') return conclude.other(how)
    return check === 'clock' ? plain(how, '') : matched[check]
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
    sentence: 'Timestamp in milliseconds, not seconds',
    conclusion: matched.milliseconds,
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
  /** A body that was altered and one of another sender look alike. */
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
  // Half the tolerance: less explains nothing.
  if (off * 2 > age.toleranceSeconds) {
    const side = serviceAheadSeconds > 0 ? 'behind' : 'ahead of'
    return `This computer’s clock is ${off} s ${side} the service’s. Correct it; the service retries what was answered 503.`
  }
  return age.seconds > 0
    ? 'The clocks of this computer and the service agree, so the delivery was delayed or sent twice.'
    : 'The clocks of this computer and the service agree, so the service didn’t send it with this timestamp.'
}

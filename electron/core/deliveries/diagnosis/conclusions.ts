import type { Check, Diagnosis } from '#shared/deliveries/diagnosis.ts'
import type { checkAge } from '../listener/verify.ts'

export type Conclusion = Diagnosis['conclusion']
type Words = readonly [matches: (how: string) => string, no: string]

/** What each check says of itself when the signature fits under it, and when it does not. */
export const words: Readonly<Record<Check, Words>> = {
  'own-secret': [
    () => 'As it came, it fits the secret of its endpoint that is here now.',
    'As it came, it does not fit the secret of its endpoint.',
  ],
  clock: [(how) => how, 'Its time is within what is tolerated.'],
  'other-secret': [
    (id) => `As it came, it fits the secret of the endpoint ${id}.`,
    'No secret of another endpoint on this machine fits.',
  ],
  're-serialised': [
    (how) => `It fits the same JSON written ${how}.`,
    'Writing its JSON as other programs would does not help: other spaces, other escapes.',
  ],
  'trailing-newline': [
    (how) => `It fits the body ${how}.`,
    'A line break more or less at the end of the body does not help.',
  ],
  'byte-order-mark': [
    (how) => `It fits the body ${how}.`,
    'A byte order mark more or less at the beginning of the body does not help.',
  ],
  'undecoded-secret': [
    () => 'It fits the text of the secret used as it is, without decoding its base64.',
    'Using the text of the secret without decoding it does not help.',
  ],
  'signature-text': [
    (how) => `The signature is right, but ${textWords.get(how) ?? 'it is written differently'}.`,
    'Reading the signature in the URL alphabet, in hex, without its padding or without its version does not help.',
  ],
  'signed-content': [
    (how) => `It fits when what is signed is ${how}.`,
    'Leaving the id or the time out of what is signed does not help.',
  ],
  milliseconds: [
    () => 'It fits when its time is counted in milliseconds on one side and in seconds on the other.',
    'Counting its time in milliseconds does not help.',
  ],
  'header-names': [
    (prefix) => `It fits the headers that begin with ${prefix}.`,
    'No headers named svix-… or x-webhook-… fit.',
  ],
}

const textWords: ReadonlyMap<string, string> = new Map(
  Object.entries({
    base64url: 'it is written in the URL alphabet of base64, with - and _ for + and /',
    hex: 'it is written in hex, where base64 is specified',
    padding: 'the equals signs at its end were left out',
    version: 'v1, is not written in front of it',
  }),
)

const plain = (sentence: string, advice: string): Conclusion => ({ sentence, advice, endpointId: null })

const rewritesBody =
  'Look at what is between: a proxy, a gateway, a tunnel or a function that forwards. Let it pass the body on byte for byte.'
const theSender =
  'The service does not sign like this, so this comes from another sender. If it is yours, correct it as the specification says (section 5, rule 6).'

const matched: Readonly<Record<Exclude<Check, 'own-secret' | 'clock' | 'other-secret'>, Conclusion>> = {
  're-serialised': plain('Something on the way rewrote its JSON.', rewritesBody),
  'trailing-newline': plain(
    'Something on the way changed the line break at the end of the body.',
    rewritesBody,
  ),
  'byte-order-mark': plain('Something on the way changed the byte order mark of the body.', rewritesBody),
  'undecoded-secret': plain('The sender signs with the secret as text, not decoded.', theSender),
  'signature-text': plain('The signature is right, but written differently.', theSender),
  'signed-content': plain('The sender signs something else than it should.', theSender),
  milliseconds: plain('The sender counts its time in milliseconds.', theSender),
  'header-names': plain('The sender uses other header names.', theSender),
}

/** What follows from the checks, and what to do. */
export const conclude = {
  matched(check: Check, how: string): Conclusion {
    if (check === 'own-secret') return conclude.fine
    if (check === 'other-secret') return conclude.other(how)
    return check === 'clock' ? plain(how, '') : matched[check]
  },
  fine: plain(
    'Nothing is wrong with it: its signature fits and it came in time.',
    'If it was refused, the secret that fits was not here then. The service sends it again if it was answered 503.',
  ),
  other: (endpointId: string): Conclusion => ({
    sentence: `It was signed with the secret of the endpoint ${endpointId}.`,
    advice:
      'It came to the path of one endpoint with the signature of another. See whether their URLs, or the secrets that were entered for them, are mixed up.',
    endpointId,
  }),
  milliseconds: {
    sentence: 'Its time is counted in milliseconds, where seconds are specified.',
    conclusion: matched.milliseconds,
  },
  clock(age: ReturnType<typeof checkAge>, serviceAheadSeconds: number | null) {
    const seconds = Math.abs(age.seconds)
    const how = age.seconds > 0 ? 'old when it came' : 'ahead of this clock when it came'
    return {
      sentence: `By its time it was ${seconds} s ${how}; ${age.toleranceSeconds} s are tolerated.`,
      conclusion: plain(
        'Its signature is right, only its time is not.',
        clockAdvice(age, serviceAheadSeconds),
      ),
    }
  },
  headersMissing: plain(
    'It does not have the three headers of a delivery, so there is nothing to judge.',
    'The service sends webhook-id, webhook-timestamp and webhook-signature. See whether something between drops them.',
  ),
  none: {
    missing: plain(
      'It cannot be judged: the secret of its endpoint is not on this machine.',
      'If you have the secret elsewhere, import it at its endpoint; everything that is kept is judged again then.',
    ),
    locked: plain(
      'It cannot be judged: the secret of its endpoint is in the keychain, which does not open.',
      'Unlock the keychain of this system.',
    ),
  },
  nothing: (tried: number, isProven: boolean): Conclusion =>
    plain(
      `None of ${tried} checks makes its signature fit.`,
      isProven
        ? 'Deliveries have verified with this secret before, so it is the right one: this delivery was changed on its way, or the service did not send it. Trust nothing in it.'
        : 'No delivery has verified with this secret yet, so it may be the wrong one. If you have the right one, import it at its endpoint; else trust nothing in this delivery.',
    ),
} as const

function clockAdvice(age: ReturnType<typeof checkAge>, serviceAheadSeconds: number | null): string {
  if (serviceAheadSeconds === null) {
    return 'Check the clock of this computer. If it is right, the delivery was held up, or it was sent a second time.'
  }
  const off = Math.abs(serviceAheadSeconds)
  // Half the tolerance: less explains nothing.
  if (off * 2 > age.toleranceSeconds) {
    const side = serviceAheadSeconds > 0 ? 'behind' : 'ahead of'
    return `The clock of this computer is ${off} s ${side} the service’s. Set it right; what was answered 503 comes again.`
  }
  return age.seconds > 0
    ? 'The clocks of this computer and the service agree, so it was held up on its way, or it was sent a second time.'
    : 'The clocks of this computer and the service agree, so the service did not send it with this time.'
}

import type { DeliveryFlag, DeliverySummary, Verdict } from '#shared/deliveries/model.ts'

export const page = {
  title: 'Inspector',
  simulate: 'Simulate…',
  live: 'Live',
  paused: 'Paused',
}

export const listener = {
  start: 'Start receiving',
  retry: 'Try again',
  retryPort: 'Try now',
  choosePort: 'Choose another port',
  notStoring: 'Not storing',
  stopped: 'Not receiving',
  failed: 'Failed',
  notStoringTitle: 'Deliveries are not being stored.',
  clockTitle: 'The clock may be wrong.',
  portBusyTitle: (port: number | null) => `Port ${port} is in use.`,
  failedTitle: 'The listener could not start.',
  stoppedTitle: 'Not receiving.',
  stoppedText: 'The service retries each delivery for up to four days.',
}

/** How a verified delivery stands, in a few words; of others, their verdict. */
export const deliveryStates = {
  afterRetries: 'Verified after retries',
  retrying: 'Verified, but the service is retrying',
  failed: 'Verified, but not delivered',
}

export interface VerdictCopy {
  readonly label: string
  /** What it means, in a sentence. */
  readonly title: string
  /** Why, and what to do about it. */
  readonly advice: string
}

/** Signature and age are judged separately (specification, sections 5.6 and 5.7). */
export const verdicts: Readonly<Record<Verdict, VerdictCopy>> = {
  verified: {
    label: 'Verified',
    title: 'Signature verified',
    advice: 'It is valid under this endpoint’s secret. There is nothing to do.',
  },
  'signature-mismatch': {
    label: 'Mismatch',
    title: 'The signature does not match. Do not trust this delivery.',
    advice:
      'It was signed with another secret, changed on its way, or not sent by the service. The Verification tab shows what was found out.',
  },
  stale: {
    label: 'Too old',
    title: 'The signature is valid, but the delivery is older than tolerated.',
    advice:
      'It may be a replay, or one of the two clocks is wrong. It was answered 503, so the service sends it again with a new timestamp. Check the clock of this computer; the tolerance is in Settings.',
  },
  future: {
    label: 'Ahead',
    title: 'The signature is valid, but the timestamp is ahead of this computer’s clock.',
    advice:
      'One of the two clocks is wrong. It was answered 503, so the service sends it again. Check the clock of this computer; the tolerance is in Settings.',
  },
  unsigned: {
    label: 'Unsigned',
    title: 'There is no signature that can be checked. Do not trust this delivery.',
    advice:
      'The service signs each delivery, so this came from another sender, or something in between drops headers.',
  },
  'no-secret': {
    label: 'No secret',
    title: 'It cannot be verified: the endpoint’s secret is not on this computer.',
    advice:
      'If you have the secret elsewhere, import it at the endpoint, and the deliveries received so far are verified again. If it is lost, delete the endpoint and create it again here. Until then its deliveries are answered 503, and the service retries them for up to four days.',
  },
  'secret-locked': {
    label: 'Locked',
    title: 'It cannot be verified: the keychain is locked.',
    advice: 'Unlock the keychain of this system. It was answered 503, so the service sends it again.',
  },
}

export const noSupportedVersion = 'There is no signature of a supported version.'

/** A genuine delivery whose last response the service does not count as delivered. */
export const undelivered = {
  retried: {
    title: 'Signature verified, but not delivered yet.',
    advice: (response: string) =>
      `It is valid and stored. ${response}, so the service retries it for up to four days.`,
  },
  failed: {
    title: 'Signature verified, but the service has given up.',
    advice: (response: string) => `It is valid and stored. ${response}, so the service never retries it.`,
  },
  simulated: (status: number, delaySeconds: number) =>
    `Its last attempt was answered ${status}${delaySeconds > 0 ? ` after ${delaySeconds} s` : ''} on purpose`,
  unverified: (status: number) => `Its last attempt was answered ${status}, before it could be verified`,
}

/** What is unusual about a delivery although its signature is valid. */
export const flags: Readonly<Record<DeliveryFlag, { readonly label: string; readonly text: string }>> = {
  'dotted-id': {
    label: 'Dot in the id',
    text: 'Its webhook-id contains a dot, the character that separates the signed parts. Some receivers reject that.',
  },
  encoded: {
    label: 'Encoded',
    text: 'It has a Content-Encoding header. The bytes are stored and verified as received, not decoded.',
  },
  'not-json': { label: 'Not JSON', text: 'Its body is not JSON in UTF-8, so no field could be read.' },
  schema: {
    label: 'Unexpected fields',
    text: 'A field of the specification is missing or has another type. What could be read is shown.',
  },
  'unknown-type': {
    label: 'Unknown event type',
    text: 'Its event type is not one of the three in the specification.',
  },
  'id-mismatch': {
    label: 'Two ids',
    text: 'The event_id in its body is not its webhook-id. The header counts, because it is signed.',
  },
  'body-changed': {
    label: 'Body changed',
    text: 'A later attempt with the same webhook-id had another body. The first one is stored and shown.',
  },
  'too-deep': {
    label: 'Too deep',
    text: 'Its JSON is nested more than 64 levels deep. It is shown as received and not formatted.',
  },
}

/** What a delivery is called. The payload of an unverified one is not read, so its type is not known. */
export function eventName({ eventType, verdict }: Pick<DeliverySummary, 'eventType' | 'verdict'>): string {
  return eventType || (verdict === 'verified' ? 'Unknown event' : 'Unverified request')
}

/** What the listener meant by a response that it recorded. */
export const listenerResponses: ReadonlyMap<string, string> = new Map(
  Object.entries({
    stored: 'Verified and stored.',
    duplicate: 'Already known: verified again, stored once.',
    body_changed: 'Already known, but with another body. The first one is kept.',
    signature_mismatch: 'Rejected: the signature does not match.',
    no_supported_version: 'Rejected: the signature has no entry of version v1.',
    secret_unproven:
      'Retrying: the signature does not match, but no delivery has proven the secret yet, so the secret may be wrong.',
    stale_timestamp: 'Retrying: its timestamp is outside the tolerance.',
    not_ready: 'Retrying: it cannot be verified without the secret.',
    overloaded: 'Retrying: too many requests came at once.',
    storage: 'Retrying: it could not be stored.',
    deadline: 'Retrying: it took too long.',
    quitting: 'Retrying: Notehook was quitting.',
  }),
)

export const signatureHints: ReadonlyMap<string, string> = new Map(
  Object.entries({
    padding: 'It would match with its base64 padding: the sender drops the equals signs.',
    base64url: 'It would match in standard base64: the sender uses the URL alphabet.',
  }),
)

export function simulatedResponse(delaySeconds: number, isTimeout: boolean): string {
  const delay = delaySeconds > 0 ? ` after ${delaySeconds} s` : ''
  const timeout = isTimeout ? ' The service waits 15 s, so it counted this as a timeout.' : ''
  return `Simulated${delay}: verified and stored, then answered as you chose.${timeout}`
}

export function deliveryCount(count: number): string {
  return `${count.toLocaleString()} deliver${count === 1 ? 'y' : 'ies'}`
}

/** Titles of the messages shown when a change fails. */
export const failures = {
  start: 'The listener was not started.',
  stop: 'The listener was not stopped.',
  clearRejected: 'The rejected requests were not cleared.',
  cleanUp: 'Nothing was cleaned up.',
  stopCleanUp: 'The clean-up was not stopped.',
}

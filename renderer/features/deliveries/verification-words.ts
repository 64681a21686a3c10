import {
  ClockAlert,
  KeyRound,
  Lock,
  type LucideIcon,
  ShieldCheck,
  ShieldOff,
  ShieldX,
  TimerReset,
} from 'lucide-react'
import type { DeliveryDetail, DeliveryFlag, DeliverySummary, Verdict } from '#shared/deliveries/model.ts'
import { deliveryOutcome } from '#shared/deliveries/outcome.ts'
import { readSimulatedAnswer } from '#shared/deliveries/simulated-answer.ts'

export interface VerdictWords {
  readonly short: string
  readonly tone: 'ok' | 'warn' | 'danger'
  readonly icon: LucideIcon
  /** What it means, in a sentence. */
  readonly title: string
  /** Why, and what to do about it. */
  readonly advice: string
}

/** Signature and age are judged apart (specification, sections 5.6 and 5.7). */
export const verdictWords: Readonly<Record<Verdict, VerdictWords>> = {
  verified: {
    short: 'Verified',
    tone: 'ok',
    icon: ShieldCheck,
    title: 'It came from the service, unchanged and in time.',
    advice: 'Its signature holds under this endpoint’s secret. There is nothing to do.',
  },
  'signature-mismatch': {
    short: 'Mismatch',
    tone: 'danger',
    icon: ShieldX,
    title: 'Its signature does not fit. Trust nothing in it.',
    advice:
      'It was signed with another secret, changed on its way, or not sent by the service. Under Verification is what experiments found out about it.',
  },
  stale: {
    short: 'Too old',
    tone: 'warn',
    icon: ClockAlert,
    title: 'Its signature holds, but it is older than tolerated.',
    advice:
      'It may be a replay, or one of the two clocks is wrong. It was answered 503, so the service sends it again with a new time. Check the clock of this computer; the tolerance is in Settings.',
  },
  future: {
    short: 'Ahead',
    tone: 'warn',
    icon: TimerReset,
    title: 'Its signature holds, but its time is ahead of this computer’s clock.',
    advice:
      'One of the two clocks is wrong. It was answered 503, so the service sends it again. Check the clock of this computer; the tolerance is in Settings.',
  },
  unsigned: {
    short: 'Unsigned',
    tone: 'danger',
    icon: ShieldOff,
    title: 'It carries no signature that can be judged. Trust nothing in it.',
    advice:
      'The service signs each delivery, so this is from somebody else, or something between drops headers.',
  },
  'no-secret': {
    short: 'No secret',
    tone: 'warn',
    icon: KeyRound,
    title: 'It cannot be judged: the endpoint’s secret is not on this machine.',
    advice:
      'If you have the secret elsewhere, import it at the endpoint, and what came meanwhile is judged again. If it is lost, delete the endpoint and create it again here. Until then its deliveries are answered 503, and the service tries again for up to four days.',
  },
  'secret-locked': {
    short: 'Locked',
    tone: 'warn',
    icon: Lock,
    title: 'It cannot be judged: the keychain is locked.',
    advice: 'Unlock the keychain of this system. It was answered 503, so the service sends it again.',
  },
}

/** The verdict of one delivery in words that its last answer bears out: genuine is not yet delivered. */
export function verdictOf(delivery: Pick<DeliveryDetail, 'verdict' | 'status' | 'attemptLog'>): VerdictWords {
  const words = verdictWords[delivery.verdict]
  const outcome = deliveryOutcome(delivery.status)
  if (delivery.verdict !== 'verified' || outcome === 'delivered') return words
  const simulated = readSimulatedAnswer(delivery.attemptLog.at(-1)?.answer ?? '')
  const answered = simulated
    ? `Its last attempt was answered ${simulated.status}${simulated.delayMs > 0 ? ` after ${simulated.delayMs / 1000} s` : ''} on purpose`
    : `Its last attempt was answered ${delivery.status}, before it could be verified`
  return outcome === 'retried'
    ? {
        ...words,
        tone: 'warn',
        title: 'It came from the service, which does not count it as delivered.',
        advice: `Its signature holds, and it is stored. ${answered}, so the service tries it again for up to four days.`,
      }
    : {
        ...words,
        tone: 'danger',
        title: 'It came from the service, which has given it up.',
        advice: `Its signature holds, and it is stored. ${answered}, so the service never tries it again.`,
      }
}

/** What is odd about a delivery although its signature holds. */
export const flagWords: Readonly<Record<DeliveryFlag, { readonly short: string; readonly long: string }>> = {
  'dotted-id': {
    short: 'Dot in the id',
    long: 'Its webhook-id contains a dot, the character that separates what is signed. Some receivers refuse that.',
  },
  encoded: {
    short: 'Encoded',
    long: 'It has a Content-Encoding header. The bytes are kept and verified as they came, not decoded.',
  },
  'not-json': { short: 'Not JSON', long: 'Its body is not JSON in UTF-8, so nothing in it could be read.' },
  schema: {
    short: 'Unexpected fields',
    long: 'A field of the specification is missing or of another type. What could be read is shown.',
  },
  'unknown-type': {
    short: 'Unknown event type',
    long: 'Its event type is not one of the three in the specification.',
  },
  'id-mismatch': {
    short: 'Two ids',
    long: 'The event_id in its body is not its webhook-id. The header is the one that is signed for and counts.',
  },
  'body-changed': {
    short: 'Body changed',
    long: 'A later attempt with the same webhook-id had another body. The first one is kept and shown.',
  },
  'too-deep': {
    short: 'Too deep',
    long: 'Its JSON is nested more than 64 levels deep. It is shown as it came and not laid out.',
  },
}

/** What a delivery is called. The payload of one that did not verify is not read, so its type is not known. */
export function eventName({ eventType, verdict }: Pick<DeliverySummary, 'eventType' | 'verdict'>): string {
  return eventType || (verdict === 'verified' ? 'Unknown event' : 'Unverified request')
}

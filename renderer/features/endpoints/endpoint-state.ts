import {
  CirclePause,
  CirclePlay,
  KeyRound,
  Lock,
  type LucideIcon,
  OctagonX,
  ShieldCheck,
  ShieldQuestionMark,
  TriangleAlert,
} from 'lucide-react'
import { eventTypes } from '#shared/deliveries/event-types.ts'
import type { Endpoint, SecretState } from '#shared/endpoints/model.ts'
import type { Tone } from '#ui/feedback/status-pill.tsx'
import { receiverParts } from './endpoint-names.ts'

/** None and all three are the same to the service (specification, section 4, *events*). */
export function hasAllEvents(events: readonly string[]): boolean {
  return events.length === 0 || eventTypes.every((type) => events.includes(type))
}

export function eventSummary(events: readonly string[]): string {
  const others = events.filter((type) => !isListedEvent(type))
  if (!hasAllEvents(events)) return events.join(', ')
  return ['All events', ...others].join(', ')
}

function isListedEvent(type: string): boolean {
  return eventTypes.some((listed) => listed === type)
}

/** Whether both are one address, however they are spelt. A redacted URL is never compared. */
export function isSameReceiver(endpoint: Pick<Endpoint, 'url' | 'urlRedacted'>, typed: string): boolean {
  const address = URL.parse(typed.trim())
  return address !== null && !endpoint.urlRedacted && URL.parse(endpoint.url)?.href === address.href
}

/** What has to be typed before an endpoint is deleted: its host, or its id where the host is hidden. */
export function confirmationName(endpoint: Endpoint): string {
  return endpoint.urlRedacted ? endpoint.id : receiverParts(endpoint).host
}

/** Enabled, or how it came to be disabled, as far as this machine saw it; and whether what it was answered last failed. */
export function enabledState({
  enabled,
  disabledState,
  fourDays,
}: Pick<Endpoint, 'enabled' | 'disabledState' | 'fourDays'>): {
  readonly short: string
  readonly tone: Exclude<Tone, 'accent'>
  readonly icon: LucideIcon
} {
  if (enabled && fourDays && fourDays.failingSince !== null)
    return { short: 'Failing', tone: 'warn', icon: TriangleAlert }
  if (enabled) return { short: 'Enabled', tone: 'ok', icon: CirclePlay }
  if (disabledState?.by === 'service')
    return { short: 'Disabled by the service', tone: 'danger', icon: OctagonX }
  if (disabledState?.by === 'elsewhere')
    return { short: 'Disabled elsewhere', tone: 'warn', icon: CirclePause }
  return { short: 'Disabled', tone: 'neutral', icon: CirclePause }
}

export const secretStates: Readonly<
  Record<
    SecretState,
    {
      readonly short: string
      readonly long: string
      readonly tone: Exclude<Tone, 'accent'>
      readonly icon: LucideIcon
    }
  >
> = {
  proven: {
    short: 'Secret proven',
    long: 'It is kept here, and a delivery on this endpoint’s own path verified with it.',
    tone: 'ok',
    icon: ShieldCheck,
  },
  kept: {
    short: 'Secret kept, unproven',
    long: 'It is kept here. No delivery has verified with it yet; the first one proves it.',
    tone: 'info',
    icon: KeyRound,
  },
  wrong: {
    short: 'Secret wrong',
    long: 'It is kept here, but what comes on this endpoint’s own path now does not verify with it. Import the right one; what came meanwhile is judged again.',
    tone: 'warn',
    icon: ShieldQuestionMark,
  },
  missing: {
    short: 'Secret missing',
    long: 'It is not on this machine, and the service shows it only once. If you have it elsewhere, import it here; what came meanwhile is judged again. If it is lost, rotate it: a new endpoint of this endpoint gets another one.',
    tone: 'warn',
    icon: ShieldQuestionMark,
  },
  locked: {
    short: 'Secret locked',
    long: 'It is in the keychain of this system, which does not open. Until you unlock it, deliveries are answered 503 and come again.',
    tone: 'warn',
    icon: Lock,
  },
}

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
import { eventTypes } from '#shared/deliveries/events/event-types.ts'
import type { Endpoint, SecretState } from '#shared/endpoints/model.ts'
import type { DotLook, Tone } from '#ui/status/status-pill.tsx'
import { endpointEnd, receiverParts } from '../../nouns/endpoints/endpoint-names.ts'
import type { FolderNames } from '../../nouns/endpoints/folder-names.ts'
import { allEvents, subscriptions as copy, secrets, secretsElsewhere, states } from './copy.ts'

/**
 * Whether the list covers all events. The service treats an empty list like a list of all three types (specification, section 4,
 * *events*).
 */
export function hasAllEvents(events: readonly string[]): boolean {
  return events.length === 0 || eventTypes.every((type) => events.includes(type))
}

export function eventSummary(events: readonly string[]): string {
  const others = events.filter((type) => !isListedEvent(type))
  if (!hasAllEvents(events)) return events.join(', ')
  return [allEvents, ...others].join(', ')
}

function isListedEvent(type: string): boolean {
  return eventTypes.some((listed) => listed === type)
}

/** Whether both URLs are equivalent, even if they are written differently. A redacted URL never matches. */
export function isSameReceiver(endpoint: Pick<Endpoint, 'url' | 'urlRedacted'>, typed: string): boolean {
  const address = URL.parse(typed.trim())
  return address !== null && !endpoint.urlRedacted && URL.parse(endpoint.url)?.href === address.href
}

/**
 * Returns the text that the user types to delete an endpoint: its name, or the host and the end of the path, because several
 * endpoints may share the host. If the service hides the URL, the text is the id.
 */
export function confirmationName(endpoint: Endpoint): string {
  if (endpoint.label !== null) return endpoint.label
  if (endpoint.urlRedacted) return endpoint.id
  const { host, path } = receiverParts(endpoint)
  const end = endpointEnd(endpoint)
  return `${host}${end === path ? '' : ' '}${end}`
}

/** Returns whether an endpoint is enabled, failing or disabled, and who disabled it, as far as Notehook could observe it. */
export function enabledState({
  enabled,
  disabledState,
  fourDays,
}: Pick<Endpoint, 'enabled' | 'disabledState' | 'fourDays'>): {
  readonly short: string
  readonly tone: Exclude<Tone, 'accent'>
  readonly icon: LucideIcon
  readonly dot: DotLook
} {
  if (enabled && fourDays && fourDays.failingSince !== null)
    return { short: states.failing, tone: 'warn', icon: TriangleAlert, dot: 'wait' }
  if (enabled) return { short: states.enabled, tone: 'ok', icon: CirclePlay, dot: 'on' }
  if (disabledState?.by === 'service')
    return { short: states.disabledByService, tone: 'danger', icon: OctagonX, dot: 'bad' }
  if (disabledState?.by === 'elsewhere')
    return { short: states.disabledElsewhere, tone: 'warn', icon: CirclePause, dot: 'off' }
  return { short: states.disabled, tone: 'neutral', icon: CirclePause, dot: 'off' }
}

/** Whether the endpoint's requests fail, or failed until the service disabled it. */
export function isFailing(endpoint: Pick<Endpoint, 'enabled' | 'disabledState' | 'fourDays'>): boolean {
  const { dot } = enabledState(endpoint)
  return dot === 'wait' || dot === 'bad'
}

/** Returns the words and look for the state of an endpoint's signing secret. */
export function secretState({ secret, receivedHere }: Pick<Endpoint, 'secret' | 'receivedHere'>) {
  return { ...secretLooks[secret], ...((receivedHere ? null : secretsElsewhere[secret]) ?? secrets[secret]) }
}

const secretLooks: Readonly<
  Record<SecretState, { readonly tone: Exclude<Tone, 'accent'>; readonly icon: LucideIcon }>
> = {
  proven: { tone: 'ok', icon: ShieldCheck },
  kept: { tone: 'info', icon: KeyRound },
  wrong: { tone: 'warn', icon: ShieldQuestionMark },
  missing: { tone: 'warn', icon: ShieldQuestionMark },
  locked: { tone: 'warn', icon: Lock },
}

/** Summarizes an endpoint's events and folders in one line, such as *All events · Budget + 3 subfolders*. */
export function eventsInFolders(
  { events, folderIds }: Pick<Endpoint, 'events' | 'folderIds'>,
  folders: FolderNames,
): string {
  return [eventSummary(events), ...filterSummary(folderIds, folders)].join(' · ')
}

export function subscription(endpoint: Endpoint, folders: FolderNames): string {
  return `${eventsInFolders(endpoint, folders)} · ${endpoint.scopes.join(', ') || copy.noScope}`
}

/** Summarizes folders, such as *Budget + 3 subfolders*, because a filter includes all subfolders of its folders. */
function filterSummary(folderIds: readonly string[], folders: FolderNames): readonly string[] {
  const [first, ...more] = folderIds
  if (first === undefined) return []
  const names = `${folders.of(first).name}${more.length > 0 ? copy.more(more.length) : ''}`
  const below = folders.below(folderIds)
  return [`${names}${below === 0 ? '' : copy.subfolders(below)}`]
}

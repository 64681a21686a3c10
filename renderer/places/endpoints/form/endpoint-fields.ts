import { eventTypes } from '#shared/deliveries/events/event-types.ts'
import {
  type Destination,
  type Endpoint,
  type EndpointChanges,
  EndpointDraft,
} from '#shared/endpoints/model.ts'
import type { AppError } from '#shared/errors.ts'
import { foldFilter } from '#shared/notes/folder-filter.ts'
import { events as eventsCopy } from '../../../nouns/deliveries/copy.ts'
import { refused } from '../../../nouns/endpoints/copy.ts'
import type { EndpointStart } from '../../../nouns/endpoints/endpoint-requests.ts'
import { hasAllEvents } from '../endpoint-state.ts'
import { ownUrl } from './copy.ts'

/** The form's values. The receiver `same` leaves the edited endpoint's URL unchanged. */
export interface EndpointFields {
  readonly label: string | null
  readonly receiver: Destination['kind'] | 'same'
  readonly url: string
  readonly scopes: readonly string[]
  readonly allEvents: boolean
  readonly events: readonly string[]
  readonly folderIds: readonly string[]
}

export type FieldErrors = Partial<
  Record<'label' | 'receiver' | 'url' | 'scopes' | 'events' | 'folderIds', string>
>

export const emptyFields: EndpointFields = {
  label: null,
  receiver: 'inspector',
  url: '',
  scopes: ['personal', 'public'],
  allEvents: true,
  events: [],
  folderIds: [],
}

export function fieldsOf({ label, scopes, events, folderIds }: Endpoint): EndpointFields {
  return {
    label: label ?? '',
    receiver: 'same',
    url: '',
    scopes,
    allEvents: isAll(events),
    events,
    folderIds,
  }
}

export function startingWith(fields: EndpointFields, start: EndpointStart | undefined): EndpointFields {
  return start ? { ...fields, ...start, allEvents: isAll(start.events) } : fields
}

export function startOf({ scopes, allEvents, events, folderIds }: EndpointFields): EndpointStart {
  return { scopes, events: allEvents ? [] : events, folderIds }
}

/** Returns the name of a new endpoint's draft. Each subscription chosen on another page has its own draft. */
export const newDraftName = (start: EndpointStart | undefined) =>
  start ? `endpoint-new:${JSON.stringify(start)}` : 'endpoint-new'

/** Converts the values in a deleted endpoint's form for a new endpoint with the same receiver. */
export function newFields(
  fields: EndpointFields,
  { receivedHere, url, urlRedacted }: Pick<Endpoint, 'receivedHere' | 'url' | 'urlRedacted'>,
): EndpointFields {
  const label = fields.label?.trim() ? fields.label : null
  if (fields.receiver !== 'same') return { ...fields, label }
  return receivedHere
    ? { ...fields, label, receiver: 'inspector' }
    : { ...fields, label, receiver: 'url', url: urlRedacted ? '' : url }
}

/** Whether the list covers all events and contains no event that the form doesn't offer. */
const isAll = (events: readonly string[]) => hasAllEvents(events) && events.length <= eventTypes.length

export function isEndpointFields(stored: unknown): stored is EndpointFields {
  const fields = stored as Partial<EndpointFields> | null
  const lists = [fields?.scopes, fields?.events, fields?.folderIds]
  return (
    typeof fields?.url === 'string' &&
    typeof fields.allEvents === 'boolean' &&
    (fields.label === null || typeof fields.label === 'string') &&
    ['inspector', 'url', 'same'].includes(String(fields.receiver)) &&
    lists.every((list) => Array.isArray(list) && list.every((item) => typeof item === 'string'))
  )
}

type Parents = ReadonlyMap<string, string | null>

/** Returns the values to send, without folders that another chosen folder already includes. */
export function draftOf(
  { label, receiver, url, scopes, allEvents, events, folderIds }: EndpointFields,
  parents: Parents,
): EndpointDraft {
  return {
    ...(label === null ? {} : { label: label.trim() }),
    receiver: receiver === 'url' ? { kind: 'url', url } : { kind: 'inspector' },
    scopes: [...scopes],
    events: allEvents ? [] : [...events],
    folderIds: [...foldFilter(folderIds, parents).kept],
  }
}

/**
 * Returns the changed fields. To subscribe to all events, an update lists every type, because the specification doesn't say what
 * an empty list means in an update.
 */
export function changesOf(before: Endpoint, fields: EndpointFields, parents: Parents): EndpointChanges {
  const { label, receiver, scopes, events, folderIds } = draftOf(fields, parents)
  const wanted = events.length === 0 ? [...eventTypes] : events
  const had = before.events.length === 0 ? [...eventTypes] : before.events
  return {
    ...(label === undefined || label === (before.label ?? '') ? {} : { label }),
    ...(fields.receiver === 'same' ? {} : { receiver }),
    ...(isSameSet(before.scopes, scopes) ? {} : { scopes }),
    ...(isSameSet(had, wanted) ? {} : { events: wanted }),
    ...(isSameSet(before.folderIds, fields.folderIds) ? {} : { folderIds }),
  }
}

/** Returns errors found before sending, using the same schema as the core. */
export function validateFields(fields: EndpointFields, parents: Parents, before?: Endpoint): FieldErrors {
  const wrong: Record<string, string> = {}
  for (const { path, message } of EndpointDraft.safeParse(draftOf(fields, parents)).error?.issues ?? []) {
    wrong[fieldNamed(path.join('.')) ?? ''] ??= message
  }
  if (!fields.allEvents && fields.events.length === 0) wrong.events = eventsCopy.needsOne
  // An unchanged list is not sent, so its length doesn't matter.
  if (before && isSameSet(before.folderIds, fields.folderIds)) delete wrong.folderIds
  // Only checks for https or an http URL of this computer. The host decides whether http is allowed, which it is in the sandbox.
  if (
    fields.receiver === 'url' &&
    !wrong.url &&
    !/^(https:\/\/|http:\/\/(127|localhost|\[::1))/i.test(fields.url.trim())
  ) {
    wrong.url = ownUrl.needsHttps
  }
  return wrong
}

/**
 * Assigns a rejection's messages to the form's fields. The specification (section 7) doesn't define a format for errors, so field
 * names are also searched for in the message text.
 */
export function fieldErrorsOf({ details }: AppError): FieldErrors {
  const beside: FieldErrors = {}
  for (const [name, message] of Object.entries(details.fields ?? {})) {
    const field = fieldNamed(name)
    if (field) beside[field] = message
  }
  if (Object.keys(beside).length > 0 || !isRefusal(details.status)) return beside
  if (details.scopes?.named) {
    const hasOffers = details.scopes.offers.length > 0
    return { scopes: hasOffers ? refused.scopes : withoutCode(details.detail ?? '') }
  }
  const named = /\b(folder_?ids?|urls?|scopes?|events?)\b/i.exec(details.detail ?? '')?.[1]
  const field = named === undefined ? null : fieldNamed(named)
  return field ? { [field]: withoutCode(details.detail ?? '') } : {}
}

/** Removes the code and the field name that precede the service's message, such as `bad_request: url: it is not public.` */
function withoutCode(message: string): string {
  return refused.withReason(message.replace(/^(?:\w+(?:[.-]\w+|\[\d+\])*:(?: +|$))+/, ''))
}

function isRefusal(status: number | undefined): boolean {
  return status === 400 || status === 403 || status === 409 || status === 422
}

function fieldNamed(name: string): keyof FieldErrors | null {
  const last = name.replace(/^changes\./, '').replace(/\.\d+$/, '')
  if (last === 'receiver' || last === 'label') return last
  if (/^(receiver\.)?urls?$/i.test(last)) return 'url'
  if (/^folder_?ids?$/i.test(last)) return 'folderIds'
  if (/^scopes?$/i.test(last)) return 'scopes'
  return /^events?$/i.test(last) ? 'events' : null
}

/**
 * Returns the parts of a draft that may be stored on disk. A URL's query string and user name are removed, because they may
 * contain a secret.
 */
export function withoutSecrets(fields: EndpointFields): EndpointFields {
  return {
    ...fields,
    url: /[?@]/.test(fields.url) ? (/^[^?#@]*(?=[?#])/.exec(fields.url)?.[0] ?? '') : fields.url,
  }
}

function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item) => b.includes(item))
}

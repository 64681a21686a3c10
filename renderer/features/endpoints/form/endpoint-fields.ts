import { eventTypes } from '#shared/deliveries/event-types.ts'
import { type Endpoint, type EndpointChanges, EndpointDraft, type Receiver } from '#shared/endpoints/model.ts'
import type { AppError } from '#shared/errors.ts'
import { foldFilter } from '#shared/notes/folder-filter.ts'

/** What the form holds. `same`: the receiver stays as it is, of an endpoint that exists. */
export interface EndpointFields {
  readonly receiver: Receiver['kind'] | 'same'
  readonly url: string
  readonly scopes: readonly string[]
  readonly events: readonly string[]
  readonly folderIds: readonly string[]
}

export type FieldErrors = Partial<Record<'receiver' | 'url' | 'scopes' | 'events' | 'folderIds', string>>

export const emptyFields: EndpointFields = {
  receiver: 'inspector',
  url: '',
  scopes: ['personal', 'public'],
  events: [],
  folderIds: [],
}

export function fieldsOf({ scopes, events, folderIds }: Endpoint): EndpointFields {
  return { receiver: 'same', url: '', scopes, events, folderIds }
}

export function isEndpointFields(stored: unknown): stored is EndpointFields {
  const fields = stored as Partial<EndpointFields> | null
  const lists = [fields?.scopes, fields?.events, fields?.folderIds]
  return (
    typeof fields?.url === 'string' &&
    ['inspector', 'url', 'same'].includes(String(fields.receiver)) &&
    lists.every((list) => Array.isArray(list) && list.every((item) => typeof item === 'string'))
  )
}

type Parents = ReadonlyMap<string, string | null>

/** What is sent: a folder that lies in another one of the filter adds nothing and is left out. */
export function draftOf(
  { receiver, url, scopes, events, folderIds }: EndpointFields,
  parents: Parents,
): EndpointDraft {
  return {
    receiver: receiver === 'url' ? { kind: 'url', url } : { kind: 'inspector' },
    scopes: [...scopes],
    events: [...events],
    folderIds: [...foldFilter(folderIds, parents).kept],
  }
}

/**
 * Only what is not as it was. None of the events means all of them, which an update says by naming them: what an empty list
 * means there is not specified. Values that the form does not offer stay in their lists.
 */
export function changesOf(before: Endpoint, fields: EndpointFields, parents: Parents): EndpointChanges {
  const { receiver, scopes, events, folderIds } = draftOf(fields, parents)
  const wanted = events.length === 0 ? [...eventTypes] : events
  const had = before.events.length === 0 ? [...eventTypes] : before.events
  return {
    ...(fields.receiver === 'same' ? {} : { receiver }),
    ...(isSameSet(before.scopes, scopes) ? {} : { scopes }),
    ...(isSameSet(had, wanted) ? {} : { events: wanted }),
    ...(isSameSet(before.folderIds, fields.folderIds) ? {} : { folderIds }),
  }
}

/** What can be said before the service is asked, by the schema the core uses too. */
export function validateFields(fields: EndpointFields, parents: Parents, before?: Endpoint): FieldErrors {
  const wrong: Record<string, string> = {}
  for (const { path, message } of EndpointDraft.safeParse(draftOf(fields, parents)).error?.issues ?? []) {
    wrong[fieldNamed(path.join('.')) ?? ''] ??= message
  }
  // What stays as it is is not sent, however many there are.
  if (before && isSameSet(before.folderIds, fields.folderIds)) delete wrong.folderIds
  if (fields.receiver === 'url' && !wrong.url && !/^https:\/\//i.test(fields.url.trim())) {
    wrong.url = 'Begin with https://. The service calls nothing else.'
  }
  return wrong
}

/**
 * A refusal beside the field it names. Where the service only says it in words, those words are looked at: the shape of its
 * errors is not specified (section 7). Nothing found: it belongs above the form.
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
    return { scopes: hasOffers ? 'The service refused these scopes.' : plainWords(details.detail ?? '') }
  }
  const named = /\b(folder_?ids?|urls?|scopes?|events?)\b/i.exec(details.detail ?? '')?.[1]
  const field = named === undefined ? null : fieldNamed(named)
  return field ? { [field]: plainWords(details.detail ?? '') } : {}
}

/** What the service said, less the code and the field before it: `bad_request: url: it is not public.` */
function plainWords(said: string): string {
  const words = said.replace(/^(?:\w+(?:[.-]\w+|\[\d+\])*:(?: +|$))+/, '')
  return words === '' ? 'The service refused this.' : `The service refused this: ${words}`
}

function isRefusal(status: number | undefined): boolean {
  return status === 400 || status === 403 || status === 409 || status === 422
}

function fieldNamed(name: string): keyof FieldErrors | null {
  const last = name.replace(/^changes\./, '').replace(/\.\d+$/, '')
  if (last === 'receiver') return last
  if (/^(receiver\.)?urls?$/i.test(last)) return 'url'
  if (/^folder_?ids?$/i.test(last)) return 'folderIds'
  if (/^scopes?$/i.test(last)) return 'scopes'
  return /^events?$/i.test(last) ? 'events' : null
}

/** What of a form may lie on a disk: a URL may carry a secret in its query or before an @, so those stay in the tab. */
export function withoutSecrets(fields: EndpointFields): EndpointFields {
  return {
    ...fields,
    url: /[?@]/.test(fields.url) ? (/^[^?#@]*(?=[?#])/.exec(fields.url)?.[0] ?? '') : fields.url,
  }
}

function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item) => b.includes(item))
}

import type { z } from 'zod'
import { eventTypes } from '#shared/deliveries/events/event-types.ts'
import type { Endpoint } from '#shared/endpoints/model.ts'
import { scopes as knownScopes } from '#shared/endpoints/scopes.ts'
import { EndpointId, FolderId, idPatterns, NoteId, SpaceId } from '#shared/ids.ts'
import type { Folder } from '#shared/notes/folder.ts'
import type { NoteListItem } from '#shared/notes/model.ts'
import type { Person } from '#shared/notes/person.ts'
import type { Space } from '#shared/notes/space.ts'
import type { OnDifference } from './api-differences.ts'
import { mostItems, pageSize, urlRedactedWhenAbsent } from './assumptions.ts'
import { type Fields, fieldsOf } from './read-fields.ts'

/** An endpoint as the service returns it (specification, section 2). */
export type ServiceEndpoint = Omit<
  Endpoint,
  | 'label'
  | 'secret'
  | 'revealUntil'
  | 'revealable'
  | 'receivedHere'
  | 'lastDeliveryAt'
  | 'disabledState'
  | 'downtime'
  | 'fourDays'
>

export type ParseItem<Item> = (value: unknown, onDifference: OnDifference) => Item | null

export interface WirePage<Item> {
  readonly items: readonly Item[]
  readonly unreadable: number
  readonly hasMore: boolean
  readonly cursor: string | null
}

/**
 * Reads a page of a list (specification, section 2, *Pagination envelope*). Returns a message if there is no list, or if it is so
 * large that reading it would block other work. Without `hasMore`, there is another page if there is a cursor. Without both,
 * there is another page if this one is full.
 */
export function parsePage<Item>(
  body: unknown,
  collection: string,
  parseItem: ParseItem<Item>,
  onDifference: OnDifference,
  { most, full }: { readonly most: number; readonly full: number } = { most: mostItems.page, full: pageSize },
): WirePage<Item> | string {
  const envelope = fieldsOf(body, `${collection} list`, onDifference)
  const members = envelope?.list(collection)
  const words = collection.replace('webhook_', '')
  if (!envelope || !members) return `no list of ${words}`
  if (members.length > most) {
    return `${inWords(members.length)} ${words} on one page, more than ${inWords(most)}`
  }
  const items: Item[] = []
  for (const member of members) {
    const item = parseItem(member, onDifference)
    if (item) items.push(item)
    else onDifference({ kind: 'unreadable-item', where: collection, what: 'left out' })
  }
  const sent = envelope.any('cursor')
  const cursor = cursorOf(sent)
  const more = envelope.flag('hasMore')
  // The list of endpoints has no pages (specification, section 4), so the field is missing there.
  if (more === null && collection !== 'webhook_endpoints') {
    onDifference({ kind: 'missing-field', where: `${collection} list.hasMore`, what: 'page' })
  }
  envelope.rest()
  const hasMore = more ?? (cursor !== null || (sent === undefined && members.length >= full))
  return { items, unreadable: members.length - items.length, hasMore, cursor }
}

const inWords = (count: number) => count.toLocaleString('en')

export const parseSpace: ParseItem<Space> = (value, onDifference) => {
  const fields = fieldsOf(value, 'space', onDifference)
  const id = fields && idOf(fields, 'space', SpaceId, onDifference)
  if (!id) return null
  const space = { id, name: nameOf(fields, 'name') ?? '' }
  fields.rest()
  return space
}

/** Reads a text and replaces lone surrogates, which the database would replace too. */
const nameOf = (fields: Fields, name: string) => fields.text(name)?.toWellFormed() ?? null

export const parseFolder: ParseItem<Folder> = (value, onDifference) => {
  const fields = fieldsOf(value, 'folder', onDifference)
  const id = fields && idOf(fields, 'folder', FolderId, onDifference)
  if (!id) return null
  const folder = {
    id,
    name: nameOf(fields, 'name') ?? '',
    parentFolderId: fields.text('parent_folder_id') || null,
    spaceId: fields.text('space_id') || null,
  }
  fields.rest()
  return folder
}

export const parseNoteListItem: ParseItem<NoteListItem> = (value, onDifference) => {
  const fields = fieldsOf(value, 'note', onDifference)
  const item = fields && noteListItem(fields, onDifference)
  fields?.rest()
  return item
}

/** Reads the fields of a note in a list (specification, section 2, *Note (list item)*). */
export function noteListItem(fields: Fields, onDifference: OnDifference): NoteListItem | null {
  const id = idOf(fields, 'note', NoteId, onDifference)
  if (!id) return null
  return {
    id,
    title: nameOf(fields, 'title') ?? '',
    owner: personOf(fields.object('owner')),
    createdAt: fields.time('created_at'),
    updatedAt: fields.time('updated_at'),
  }
}

/** Reads an endpoint. `sent` contains values that a response to *create* may omit, such as `folder_ids`. */
export function parseEndpoint(
  value: unknown,
  onDifference: OnDifference,
  sent: { readonly folderIds?: readonly string[]; readonly url?: string } = {},
): ServiceEndpoint | null {
  const fields = fieldsOf(value, 'endpoint', onDifference)
  const id = fields && idOf(fields, 'webhook_endpoint', EndpointId, onDifference)
  if (!id) return null
  // Reads the secret so that it isn't reported as an unknown field. `signingSecretOf` returns it.
  fields.text('signing_secret')
  const endpoint: ServiceEndpoint = {
    id,
    url: fields.text('url') ?? sent.url ?? '',
    urlRedacted: fields.flag('url_redacted') ?? urlRedactedWhenAbsent,
    events: known(fields.texts('events') ?? [...eventTypes], eventTypes, 'endpoint.events', onDifference),
    folderIds: fields.texts('folder_ids') ?? [...(sent.folderIds ?? [])],
    scopes: known(fields.texts('scopes') ?? [], knownScopes, 'endpoint.scopes', onDifference),
    createdBy: personOf(fields.object('created_by')),
    enabled: fields.flag('enabled') ?? true,
    createdAt: fields.time('created_at'),
  }
  fields.rest()
  return endpoint
}

/** Returns the secret in the response to *create* (specification, section 2), or `null` if there is none. */
export function signingSecretOf(value: unknown): string | null {
  const secret = fieldsOf(value, 'endpoint', () => {})?.text('signing_secret')
  return secret ? secret : null
}

export function fieldNames(value: unknown): ReadonlySet<string> {
  if (typeof value !== 'object' || value === null) return new Set()
  return new Set(Object.entries(value).flatMap(([name, member]) => (member === null ? [] : [name])))
}

export function personOf(fields: Fields | null): Person | null {
  const name = fields ? nameOf(fields, 'name') : null
  const email = fields ? nameOf(fields, 'email') : null
  if (name === null && email === null) return null
  return { name: name || (email ?? ''), email: email ?? '' }
}

type Kind = 'space' | 'folder' | 'note' | 'webhook_endpoint'

const patterns: Readonly<Record<Kind, RegExp>> = { ...idPatterns, webhook_endpoint: idPatterns.endpoint }

/** Reads an id, even if it doesn't have the usual form. Rejects ids that would change the path of a request. */
function idOf(
  fields: Fields,
  kind: Kind,
  schema: z.ZodType<string>,
  onDifference: OnDifference,
): string | null {
  const object = fields.text('object')
  if (object !== null && object !== kind) {
    onDifference({ kind: 'unknown-value', where: `${kind}.object`, what: object })
  }
  const id = schema.safeParse(fields.text('id'))
  if (!id.success) return null
  if (!patterns[kind].test(id.data)) {
    onDifference({ kind: 'odd-id', where: kind, what: id.data })
  }
  return id.data
}

/** Returns unknown values too, so that an update of the endpoint doesn't remove them. Reports them as differences. */
function known(
  values: string[],
  expected: readonly string[],
  where: string,
  onDifference: OnDifference,
): string[] {
  for (const value of values) {
    if (!expected.includes(value)) {
      onDifference({ kind: 'unknown-value', where, what: value })
    }
  }
  return values
}

/** Reads a cursor. A number is accepted, so that a list doesn't end early. */
function cursorOf(cursor: unknown): string | null {
  // Rejects a larger number, because its last digits were lost when the JSON was parsed.
  if (typeof cursor === 'number') return Number.isSafeInteger(cursor) ? String(cursor) : null
  return typeof cursor === 'string' && cursor !== '' ? cursor : null
}

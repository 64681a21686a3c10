import { eventTypes } from '../delivery/events.ts'
import type { EndpointFields } from '../endpoint-book.ts'
import type { Knobs } from '../knobs.ts'
import type { Workspace } from '../workspace.ts'
import { whyNotPublic } from './public-host.ts'
import { badRequest } from './refusal.ts'

export interface EndpointChanges extends Partial<EndpointFields> {
  readonly enabled?: boolean
}

const scopes = { user: ['personal', 'public'], workspace: ['workspace'] } as const

/**
 * The body of create and update (specification, section 4), as far as it names fields. 400, naming the field, for whatever
 * is not allowed; unknown fields pass unread.
 */
export function parseEndpointBody(body: unknown, workspace: Workspace, knobs: Knobs): EndpointChanges {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw badRequest('The body must be a JSON object.')
  const fields: Partial<Record<string, unknown>> = { ...body }
  return {
    ...(fields.url === undefined ? {} : { url: receiverUrl(fields.url) }),
    ...(fields.scopes === undefined ? {} : { scopes: scopesFor(fields.scopes, knobs) }),
    ...(fields.events === undefined ? {} : { events: listOf(fields.events, 'events', eventTypes, 1) }),
    ...(fields.folder_ids === undefined ? {} : { folderIds: folderIds(fields.folder_ids, workspace, knobs) }),
    ...(fields.enabled === undefined ? {} : { enabled: flag(fields.enabled) }),
  }
}

/** What create and PUT must bring. */
export function wholeEndpoint({ url, scopes, events, folderIds }: EndpointChanges): EndpointFields {
  if (url === undefined) throw badRequest('url: this field is required.')
  if (scopes === undefined) throw badRequest('scopes: this field is required.')
  return { url, scopes, events: events ?? eventTypes, folderIds: folderIds ?? [] }
}

/** Section 4: with `folder_ids`, `scopes` must match the folder's visibility. */
export function checkVisibility({ scopes, folderIds }: EndpointFields, workspace: Workspace): void {
  for (const id of folderIds) {
    const visible = workspace.folder(id)?.visibility === 'workspace'
    if (visible && scopes.includes('workspace')) continue
    const needed = visible ? 'public' : 'personal'
    if (scopes.includes(needed)) continue
    const kind = visible ? 'visible to the workspace' : 'private'
    throw badRequest(`scopes: the folder ${id} is ${kind}, so include ${needed}.`)
  }
}

function receiverUrl(value: unknown): string {
  if (typeof value !== 'string') throw badRequest('url: a text is expected.')
  const reason = whyNotPublic(value)
  if (reason !== null) throw badRequest(`url: ${reason}.`)
  return value
}

function scopesFor(value: unknown, { keyOf }: Knobs): readonly string[] {
  if (keyOf === 'workspace' && Array.isArray(value) && value.join() !== 'workspace') {
    throw badRequest('scopes: this key belongs to the workspace, so the scope workspace is needed, alone.')
  }
  return listOf(value, 'scopes', scopes[keyOf], 1)
}

function folderIds(value: unknown, workspace: Workspace, { foldersMost }: Knobs): readonly string[] {
  if (foldersMost !== null && Array.isArray(value) && value.length > foldersMost) {
    throw badRequest(`folder_ids: at most ${foldersMost} folders can be named.`)
  }
  return listOf(
    value,
    'folder_ids',
    workspace.folders.map(({ id }) => id),
    0,
  )
}

function listOf(
  value: unknown,
  name: string,
  allowed: readonly string[],
  atLeast: number,
): readonly string[] {
  if (!Array.isArray(value)) throw badRequest(`${name}: a list is expected.`)
  for (const item of value) {
    if (!allowed.includes(item))
      throw badRequest(`${name}: ${JSON.stringify(item).slice(0, 80)} is not known.`)
  }
  if (value.length < atLeast) throw badRequest(`${name}: name at least one.`)
  return [...new Set<string>(value)]
}

function flag(value: unknown): boolean {
  if (typeof value !== 'boolean') throw badRequest('enabled: true or false is expected.')
  return value
}

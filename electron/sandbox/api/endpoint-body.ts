import { eventTypes } from '../delivery/events.ts'
import type { EndpointFields } from '../endpoint-book.ts'
import type { Knobs } from '../knobs.ts'
import type { Workspace } from '../workspace.ts'
import { badRequest } from './errors.ts'
import { publicUrlProblem } from './public-url.ts'

export interface EndpointChanges extends Partial<EndpointFields> {
  readonly enabled?: boolean
}

const scopes = { user: ['personal', 'public'], workspace: ['workspace'] } as const

/**
 * Parses the body of create and update (specification, section 4). Throws a 400 that names the field if a value is not allowed.
 * Ignores unknown fields.
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

/** Fills in the defaults of a create or PUT. Throws a 400 if a required field is missing. */
export function completeEndpoint({ url, scopes, events, folderIds }: EndpointChanges): EndpointFields {
  if (url === undefined) throw badRequest('url: this field is required.')
  if (scopes === undefined) throw badRequest('scopes: this field is required.')
  return { url, scopes, events: events ?? eventTypes, folderIds: folderIds ?? [] }
}

/** Throws a 400 if `scopes` does not match the visibility of each folder in `folder_ids` (specification, section 4). */
export function checkVisibility({ scopes, folderIds }: EndpointFields, workspace: Workspace): void {
  for (const id of folderIds) {
    const isPublic = workspace.folder(id)?.visibility === 'workspace'
    if (isPublic && scopes.includes('workspace')) continue
    const requiredScope = isPublic ? 'public' : 'personal'
    if (scopes.includes(requiredScope)) continue
    const visibility = isPublic ? 'visible to the workspace' : 'private'
    throw badRequest(`scopes: the folder ${id} is ${visibility}, so include ${requiredScope}.`)
  }
}

function receiverUrl(value: unknown): string {
  if (typeof value !== 'string') throw badRequest('url: must be a string.')
  const problem = publicUrlProblem(value)
  if (problem !== null) throw badRequest(`url: ${problem}.`)
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
  if (!Array.isArray(value)) throw badRequest(`${name}: must be a list.`)
  for (const item of value) {
    if (!allowed.includes(item))
      throw badRequest(`${name}: ${JSON.stringify(item).slice(0, 80)} is not known.`)
  }
  if (value.length < atLeast) throw badRequest(`${name}: at least one is required.`)
  return [...new Set<string>(value)]
}

function flag(value: unknown): boolean {
  if (typeof value !== 'boolean') throw badRequest('enabled: must be true or false.')
  return value
}

import type { QueryClient } from '@tanstack/react-query'
import { revisionOf } from '#shared/rpc/client.ts'
import type { Revision } from '#shared/rpc/revision.ts'
import type { SessionStatus } from '#shared/workspaces/session-contract.ts'
import { isLatest } from './latest.ts'
import { keys } from './query-keys.ts'

/** Makes a session the current one, unless a newer one is known. What was known of another workspace, or under another key, is dropped. */
export function setSession(
  cache: QueryClient,
  status: SessionStatus,
  revision: Revision | undefined = revisionOf(status),
): void {
  if (!isLatest(cache, keys.session, revision)) return
  const before = cache.getQueryData<SessionStatus>(keys.session)
  cache.setQueryData(keys.session, status)
  dropOtherSession(cache, before, status)
}

/**
 * Drops what another session knew, and with it every answer that is on its way. Under another key of the same workspace, what
 * is on screen asks again at once.
 */
export function dropOtherSession(
  cache: QueryClient,
  before: SessionStatus | undefined,
  status: SessionStatus,
): void {
  if (before === undefined || identity(before) === identity(status)) return
  if (idOf(before) === idOf(status)) {
    for (const queryKey of ofKey) void cache.resetQueries({ queryKey })
    return
  }
  // Not asked again from here: what is on screen holds ids of the workspace that was left, and is mounted anew without them.
  const of = cache.getQueryCache().findAll({ predicate: ({ queryKey }) => !isEverywhere(queryKey) })
  for (const query of of) query.reset()
  for (const queryKey of [keys.tunnel, keys.profiles]) void cache.invalidateQueries({ queryKey })
}

export interface OpenWorkspace {
  readonly id: string
  readonly label: string
}

/** The open workspace, as far as this page has heard; `null` when there is none. */
export function openWorkspaceIn(cache: QueryClient): OpenWorkspace | null {
  const status = cache.getQueryData<SessionStatus>(keys.session)
  if (status === undefined || status.state === 'welcome') return null
  return { id: status.workspace.id, label: status.workspace.label }
}

/** The id of the open workspace, as far as this page has heard; `null` when there is none. */
export function workspaceIn(cache: QueryClient): string | null {
  return openWorkspaceIn(cache)?.id ?? null
}

/** What depends on what a key may see; the rest of a workspace stays when its key changes. */
const ofKey = [keys.notes.all, keys.index.all, keys.endpoints.all]

/** What is the same in every workspace. Everything else is dropped with it, also what nobody thought of here. */
const everywhere: readonly (readonly string[])[] = [
  keys.app,
  keys.hostConnection,
  keys.session,
  keys.settings,
  keys.storage,
  keys.tunnel,
  keys.profiles,
  keys.exports,
  keys.jobs,
  keys.deliveries.status,
  keys.deliveries.responses,
  keys.serviceConnection,
  keys.disabledEndpoints,
  keys.endpointRequests,
]

const isEverywhere = (queryKey: readonly unknown[]) =>
  everywhere.some((key) => key.length === queryKey.length && key.every((part, at) => part === queryKey[at]))

const idOf = (status: SessionStatus) => (status.state === 'welcome' ? null : status.workspace.id)

const identity = (status: SessionStatus) =>
  status.state === 'welcome' ? '' : `${status.workspace.id} ${status.state} ${status.keyHint ?? ''}`

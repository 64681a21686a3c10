import type { QueryClient } from '@tanstack/react-query'
import { revisionOf } from '#shared/rpc/client.ts'
import type { Revision } from '#shared/rpc/revision.ts'
import type { SessionStatus } from '#shared/workspaces/session-contract.ts'
import { isLatest } from './latest.ts'
import { keys } from './query-keys.ts'

/** Stores a session, unless the cache has a newer one. Drops data that belongs to another workspace or key. */
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
 * Drops the data and the pending replies of the previous session. If only the workspace's key changed, visible queries are
 * refetched at once.
 */
export function dropOtherSession(
  cache: QueryClient,
  before: SessionStatus | undefined,
  status: SessionStatus,
): void {
  if (before === undefined || identity(before) === identity(status)) return
  if (idOf(before) === idOf(status)) {
    for (const queryKey of keyDependent) void cache.resetQueries({ queryKey })
    return
  }
  // The queries are reset without a refetch, because the page is about to be remounted for the new workspace.
  const queries = cache.getQueryCache().findAll({ predicate: ({ queryKey }) => !isShared(queryKey) })
  for (const query of queries) query.reset()
  for (const queryKey of [keys.tunnel, keys.workspaces]) void cache.invalidateQueries({ queryKey })
}

export interface OpenWorkspace {
  readonly id: string
  readonly label: string
}

/** Returns the open workspace, or `null` if none is open or the session has not loaded yet. */
export function openWorkspaceIn(cache: QueryClient): OpenWorkspace | null {
  const status = cache.getQueryData<SessionStatus>(keys.session)
  if (status === undefined || status.state === 'welcome') return null
  return { id: status.workspace.id, label: status.workspace.label }
}

/** Returns the open workspace's id, or `null` if none is open or the session has not loaded yet. */
export function workspaceIn(cache: QueryClient): string | null {
  return openWorkspaceIn(cache)?.id ?? null
}

/** Queries whose data depends on the key's permissions. Other data is kept when a workspace's key changes. */
const keyDependent = [keys.notes.all, keys.index.all, keys.texts.all, keys.endpoints.all]

/** Data shared by all workspaces. All other data is dropped when the workspace changes, including data under keys added later. */
const sharedKeys: readonly (readonly string[])[] = [
  keys.app,
  keys.hostConnection,
  keys.session,
  keys.settings,
  keys.storage,
  keys.tunnel,
  keys.workspaces,
  keys.jobs,
  keys.deliveries.status,
  keys.deliveries.responses,
  keys.receivers.passThrough,
  keys.serviceConnection,
  keys.disabledEndpoints,
  keys.endpointRequests,
]

const isShared = (queryKey: readonly unknown[]) =>
  sharedKeys.some((key) => key.length === queryKey.length && key.every((part, at) => part === queryKey[at]))

const idOf = (status: SessionStatus) => (status.state === 'welcome' ? null : status.workspace.id)

const identity = (status: SessionStatus) =>
  status.state === 'welcome' ? '' : `${status.workspace.id} ${status.state} ${status.keyHint ?? ''}`

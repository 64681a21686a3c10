import type { Clock, Fetch, Log } from '#core/platform/ports.ts'
import type { SettingsService } from '#core/platform/settings.ts'
import type { TrustedTime } from '#core/platform/trusted-time.ts'
import { createNotesApi, type NotesApi, type NotesApiOptions } from '#core/service-api/notes-api.ts'
import { createPacer, type Pacer } from '#core/service-api/pacing.ts'
import { acceptedAt } from './accepted-method.ts'
import { sandboxWorkspaceId } from './workspace-of.ts'
import type { WorkspaceStore } from './workspace-store.ts'

/**
 * Makes clients of the service, each speaking to it in the way of its workspace. Who makes one closes it. Clients of one origin
 * share its pace, whatever they are for and whatever their keys: the service may count either way.
 */
export type ServiceClients = (
  of: { readonly workspaceId: string; readonly baseUrl: string; readonly apiKey: string },
  hears?: Pick<NotesApiOptions, 'onWaiting' | 'onReached' | 'onServed' | 'onDifference'>,
) => NotesApi

export function createServiceClients(options: {
  readonly workspaceStore: Pick<WorkspaceStore, 'all' | 'ways'>
  readonly settings: SettingsService
  readonly time: Pick<TrustedTime, 'heard'>
  readonly fetch: Fetch
  readonly clock: Clock
  readonly log: Log
}): ServiceClients {
  const { workspaceStore, settings, time, fetch, clock, log } = options
  // Kept as long as the app runs: what a closed client sent still counts.
  const pacers = new Map<string, Pacer>()

  const pacerAt = (origin: string): Pacer => {
    const pacer = pacers.get(origin) ?? createPacer({ clock })
    pacers.set(origin, pacer)
    return pacer
  }

  /** A key that is only tested belongs to no workspace yet: what was set for one at its origin holds. */
  const paceOf = (workspaceId: string, origin: string) => {
    if (workspaceId !== '') return workspaceStore.ways(workspaceId).pace
    const there = workspaceStore.all().find((workspace) => URL.parse(workspace.baseUrl)?.origin === origin)
    return workspaceStore.ways(there?.id ?? '').pace
  }

  return ({ workspaceId, baseUrl, apiKey }, hears = {}) => {
    const { origin } = new URL(baseUrl)
    return createNotesApi({
      ...{ baseUrl, apiKey, fetch, clock, pacer: pacerAt(origin) },
      pace: () => paceOf(workspaceId, origin),
      notePath: () => workspaceStore.ways(workspaceId).notePath,
      updateMethod: () => workspaceStore.ways(workspaceId).updateMethod,
      accepted: acceptedAt(settings, log, baseUrl),
      ...hears,
      onServed(at) {
        if (workspaceId !== sandboxWorkspaceId) time.heard(origin, at)
        hears.onServed?.(at)
      },
    })
  }
}

import { createNotesApi, type NotesApi, type NotesApiOptions } from '../api/notes-api.ts'
import type { Clock, Fetch, Log } from '../ports.ts'
import type { ProfileStore } from '../store/profile-store.ts'
import { acceptedAt } from './accepted-method.ts'
import type { SettingsService } from './settings.ts'
import type { TrustedTime } from './trusted-time.ts'
import { practiceWorkspaceId } from './workspace-of.ts'

/** Makes clients of the service, each speaking to it in the way of its workspace. Who makes one closes it. */
export type ServiceClients = (
  of: { readonly workspaceId: string; readonly baseUrl: string; readonly apiKey: string },
  hears?: Pick<NotesApiOptions, 'onWaiting' | 'onReached' | 'onServed' | 'onSurprise'>,
) => NotesApi

export function createServiceClients(options: {
  readonly profiles: Pick<ProfileStore, 'ways'>
  readonly settings: SettingsService
  readonly time: Pick<TrustedTime, 'heard'>
  readonly fetch: Fetch
  readonly clock: Clock
  readonly log: Log
}): ServiceClients {
  const { profiles, settings, time, fetch, clock, log } = options
  return ({ workspaceId, baseUrl, apiKey }, hears = {}) =>
    createNotesApi({
      ...{ baseUrl, apiKey, fetch, clock },
      pace: () => profiles.ways(workspaceId).pace,
      notePath: () => profiles.ways(workspaceId).notePath,
      updateMethod: () => profiles.ways(workspaceId).updateMethod,
      accepted: acceptedAt(settings, log, baseUrl),
      ...hears,
      onServed(at) {
        if (workspaceId !== practiceWorkspaceId) time.heard(new URL(baseUrl).origin, at)
        hears.onServed?.(at)
      },
    })
}

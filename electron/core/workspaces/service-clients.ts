import type { Clock, Fetch, Log } from '#core/platform/ports.ts'
import type { SettingsService } from '#core/platform/settings.ts'
import type { TrustedTime } from '#core/platform/trusted-time.ts'
import type { AcceptedMethod } from '#core/service-api/endpoints/endpoints-api.ts'
import { createNotesApi, type NotesApi, type NotesApiOptions } from '#core/service-api/notes/notes-api.ts'
import { createPacer, type Pacer } from '#core/service-api/requests/pacing.ts'
import type { ServiceEndpoint } from '#core/service-api/wire.ts'
import { asAppError } from '#shared/errors.ts'
import { sandboxWorkspaceId } from './sandbox-workspace.ts'
import type { WorkspaceStore } from './workspace-store.ts'

/**
 * Creates API clients with the options of a workspace. The caller must close them. Clients of the same origin share its rate
 * limit, even with different keys, because it isn't known how the service counts.
 */
export type ServiceClients = (
  target: { readonly workspaceId: string; readonly baseUrl: string; readonly apiKey: string },
  callbacks?: Pick<NotesApiOptions, 'onWaiting' | 'onReached' | 'onServed' | 'onDifference'>,
) => NotesApi

export interface EndpointList {
  readonly workspaceId: string
  readonly items: readonly ServiceEndpoint[]
  readonly unreadable: number
  /** Monotonic time when the request was sent. */
  readonly beganMs: number
}

export function createServiceClients(options: {
  readonly workspaceStore: Pick<WorkspaceStore, 'all' | 'options'>
  readonly settings: SettingsService
  readonly time: Pick<TrustedTime, 'observe'>
  readonly onListEndpoints: (list: EndpointList) => void
  readonly fetch: Fetch
  readonly clock: Clock
  readonly log: Log
}): ServiceClients {
  const { workspaceStore, settings, time, onListEndpoints, fetch, clock, log } = options
  // A pacer remains when its client is closed, because the requests of the client still count.
  const pacers = new Map<string, Pacer>()

  const pacerAt = (origin: string): Pacer => {
    const pacer = pacers.get(origin) ?? createPacer({ clock })
    pacers.set(origin, pacer)
    return pacer
  }

  /**
   * Returns the pace of the workspace. While a key is tested, there is no workspace yet, so another workspace with the same
   * origin is used.
   */
  const paceOf = (workspaceId: string, origin: string) => {
    if (workspaceId !== '') return workspaceStore.options(workspaceId).pace
    const sameOrigin = workspaceStore
      .all()
      .find((workspace) => URL.parse(workspace.baseUrl)?.origin === origin)
    return workspaceStore.options(sameOrigin?.id ?? '').pace
  }

  return ({ workspaceId, baseUrl, apiKey }, callbacks = {}) => {
    const { origin } = new URL(baseUrl)
    const api = createNotesApi({
      baseUrl,
      apiKey,
      fetch,
      clock,
      pacer: pacerAt(origin),
      pace: () => paceOf(workspaceId, origin),
      notePath: () => workspaceStore.options(workspaceId).notePath,
      updateMethod: () => workspaceStore.options(workspaceId).updateMethod,
      accepted: acceptedAt(settings, log, baseUrl),
      ...callbacks,
      onServed(at) {
        if (workspaceId !== sandboxWorkspaceId) time.observe(origin, at)
        callbacks.onServed?.(at)
      },
    })
    return {
      ...api,
      async endpoints(signal) {
        const beganMs = clock.monotonicMs()
        const list = await api.endpoints(signal)
        try {
          onListEndpoints({ ...list, workspaceId, beganMs })
        } catch (error) {
          // Ignores the error, because the list can still be shown.
          log.error('The status of the endpoints could not be stored.', error)
        }
        return list
      },
    }
  }
}

function acceptedAt(settings: SettingsService, log: Log, baseUrl: string): AcceptedMethod {
  return {
    recall: () => settings.recall('updateMethods')[baseUrl] ?? null,
    remember(method) {
      const { [baseUrl]: _before, ...others } = settings.recall('updateMethods')
      try {
        settings.remember('updateMethods', method === null ? others : { ...others, [baseUrl]: method })
      } catch (error) {
        log.warn('The accepted update method could not be saved.', { reason: asAppError(error).message })
      }
    },
  }
}

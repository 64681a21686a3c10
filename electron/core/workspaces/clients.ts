import type { Clock, Fetch, Log } from '#core/platform/ports.ts'
import type { SettingsService } from '#core/platform/settings.ts'
import type { TrustedTime } from '#core/platform/trusted-time.ts'
import type { AcceptedMethod } from '#core/service-api/endpoints/endpoints-api.ts'
import { createNotesApi, type NotesApi, type NotesApiOptions } from '#core/service-api/notes/notes-api.ts'
import { createPacer, type Pacer } from '#core/service-api/requests/pacing.ts'
import type { ServiceEndpoint } from '#core/service-api/wire.ts'
import { asAppError } from '#shared/errors.ts'
import { sandboxWorkspaceId } from './workspace-of.ts'
import type { WorkspaceStore } from './workspace-store.ts'

/**
 * Creates API clients with the options of their workspace. The caller must close them. Clients of the same origin share its pace,
 * even with different keys, because it is unknown how the service counts requests.
 */
export type ServiceClients = (
  target: { readonly workspaceId: string; readonly baseUrl: string; readonly apiKey: string },
  callbacks?: Pick<NotesApiOptions, 'onWaiting' | 'onReached' | 'onServed' | 'onDifference'>,
) => NotesApi

export interface EndpointList {
  readonly workspaceId: string
  readonly items: readonly ServiceEndpoint[]
  readonly unreadable: number
  /** Monotonic time when the request was sent. Endpoints that were created later may be missing. */
  readonly beganMs: number
}

export function createServiceClients(options: {
  readonly workspaceStore: Pick<WorkspaceStore, 'all' | 'options'>
  readonly settings: SettingsService
  readonly time: Pick<TrustedTime, 'observe'>
  /** Called with every list of endpoints, before the caller receives it. */
  readonly onListEndpoints: (list: EndpointList) => void
  readonly fetch: Fetch
  readonly clock: Clock
  readonly log: Log
}): ServiceClients {
  const { workspaceStore, settings, time, onListEndpoints, fetch, clock, log } = options
  // Pacers are kept, because the requests of a closed client still count.
  const pacers = new Map<string, Pacer>()

  const pacerAt = (origin: string): Pacer => {
    const pacer = pacers.get(origin) ?? createPacer({ clock })
    pacers.set(origin, pacer)
    return pacer
  }

  /** A key that is being tested has no workspace yet, so the pace of a workspace with the same origin applies. */
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
          // A failing disk must not prevent the list from being shown.
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
        // If it is not saved, the next update may need one more request.
        log.warn('The accepted update method could not be saved.', { reason: asAppError(error).message })
      }
    },
  }
}

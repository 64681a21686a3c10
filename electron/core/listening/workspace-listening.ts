import { createPathId, type ListenerControl } from '#core/deliveries/index.ts'
import type {
  EndpointCreation,
  EndpointJournal,
  EndpointSecrets,
  Endpoints,
  JournalEntry,
  Replacements,
} from '#core/endpoints/index.ts'
import type { Clock, Log } from '#core/platform/ports.ts'
import type { Tunnel } from '#core/tunnel/index.ts'
import {
  type InWorkspace,
  type OpenWorkspace,
  openWorkspace,
  type WorkspaceApi,
} from '#core/workspaces/index.ts'
import type { Endpoint } from '#shared/endpoints/model.ts'
import { AppError, asAppError } from '#shared/errors.ts'
import type { ListenStatus, ListenStep } from '#shared/listening/contract.ts'
import type { ParsedInputOf } from '#shared/rpc/contract.ts'
import {
  named,
  needsKey,
  type Obstacle,
  openTunnel,
  proven,
  refusalOf,
  startListener,
  wayOutOf,
} from './listen-steps.ts'
import type { OrphanedEndpoints } from './orphaned-endpoints.ts'

/**
 * A live session in one workspace. It starts the listener, opens the tunnel, checks its address and creates the endpoint, in this
 * order.
 */
export type WorkspaceListening = ReturnType<typeof createWorkspaceListening>

type Draft = ParsedInputOf<'listening.start'>

/** The state of a session. `enabled` and `isDeleted` describe its endpoint in the service's last list. */
type Phase =
  | Extract<ListenStatus, { state: 'idle' | 'starting' | 'failed' }>
  | {
      readonly state: 'live'
      readonly pathId: string
      readonly since: string
      readonly enabled: boolean
      readonly isDeleted: boolean
    }

export function createWorkspaceListening(options: {
  readonly workspaceId: string
  readonly service: WorkspaceApi
  readonly tunnel: Tunnel
  readonly listener: ListenerControl
  readonly creation: EndpointCreation
  /** Resolves to whether an earlier request may have created an endpoint, so that another one could be a duplicate. */
  readonly isUndecided: () => Promise<boolean>
  readonly replacements: Pick<Replacements, 'replacementOf' | 'abandon'>
  readonly journal: EndpointJournal
  readonly secrets: EndpointSecrets
  readonly isGone: Endpoints['registry']['isGone']
  readonly inWorkspace: InWorkspace
  readonly orphaned: Pick<OrphanedEndpoints, 'remove'>
  readonly releaseTunnel: () => Promise<void>
  readonly onChange: (status: ListenStatus) => void
  readonly clock: Clock
  readonly log: Log
}) {
  const { workspaceId, service, tunnel, listener, creation, journal, secrets, orphaned, clock, log } = options
  const { isUndecided } = options
  const { replacementOf, abandon } = options.replacements
  let phase: Phase = { state: 'idle' }
  let opened = false
  let ending = false
  let problem: string | null = null
  let lost: string | null = null
  let running: {
    readonly pathId: string
    readonly abort: AbortController
    readonly done: Promise<void>
  } | null = null

  const liveEntry = (): JournalEntry | null => {
    if (phase.state !== 'live') return null
    const entry = journal.byPathId(phase.pathId)
    return entry?.state === 'removed' ? replacementOf(entry.pathId) : entry
  }

  const status = (): ListenStatus => {
    if (phase.state !== 'live') return phase
    const entry = liveEntry()
    if (!entry?.endpointId || phase.isDeleted) {
      const url = journal.byPathId(phase.pathId)?.url
      if (url === undefined) return { state: 'idle' }
      return { state: 'ended', url, openedTunnel: opened }
    }
    const { pathId, endpointId, url, temporary } = entry
    const { since, enabled } = phase
    const mine = {
      endpointId,
      url,
      enabled,
      workspaceId,
      replacement: named(replacementOf(pathId)),
      temporary,
    }
    return { state: 'live', ...mine, since, ending, problem }
  }
  const setPhase = (next: Phase) => {
    phase = next
    notify()
  }
  const notify = () => options.onChange(status())

  const make = async (workspace: OpenWorkspace, draft: Draft, pathId: string): Promise<Obstacle | null> => {
    const { temporary, scopes, events, folderIds } = draft
    try {
      const isOpen = await isUndecided()
      if (lost !== null && journal.byPathId(lost)?.temporary) await orphaned.remove(lost)
      if (isOpen) return { step: 'endpoint', sentence: undecided, wayOut: 'endpoints' }
      lost = null
      const endpoint = {
        receiver: { kind: 'inspector' } as const,
        label: sessionLabel,
        scopes,
        events,
        folderIds,
      }
      const { unsaved } = await creation.create(workspace, endpoint, { pathId, temporary })
      // The secret of a temporary endpoint doesn't have to be stored, because the endpoint is deleted when the app quits.
      problem = temporary ? null : (unsaved?.message ?? null)
      return null
    } catch (thrown) {
      const error = asAppError(thrown)
      if (temporary && error.code === 'secret-not-returned') await removeQuietly(pathId)
      if (error.code === 'outcome-unknown') lost = pathId
      if (error.code === 'internal') log.error('A live session could not create its endpoint.', error)
      const refusal = refusalOf(error, scopes)
      return { step: 'endpoint', sentence: error.message, wayOut: wayOutOf(error), ...refusal }
    }
  }

  const removeQuietly = (pathId: string) =>
    orphaned.remove(pathId).catch((error) => log.error('A temporary endpoint could not be deleted.', error))

  const run = async (draft: Draft, workspace: OpenWorkspace, pathId: string, signal: AbortSignal) => {
    const since = clock.now().toISOString()
    opened = tunnel.status().state === 'off' || (phase.state === 'live' && opened)
    const at = (step: ListenStep) => {
      signal.throwIfAborted()
      setPhase({ state: 'starting', step, temporary: draft.temporary, since })
    }
    const steps: readonly (() => Promise<Obstacle | null>)[] = [
      async () => {
        at('listener')
        return (await needsKey(workspace)) ?? startListener(listener)
      },
      () => {
        at('tunnel')
        return openTunnel(tunnel, signal)
      },
      () => {
        at('proof')
        return proven(tunnel, draft.unproven, signal)
      },
      () => {
        at('endpoint')
        return make(workspace, draft, pathId)
      },
    ]
    try {
      for (const step of steps) {
        const obstacle = await step()
        if (!obstacle) continue
        // Doesn't close the tunnel, because the user may have to look at its settings to solve the problem.
        opened = false
        return setPhase({ state: 'failed', ...obstacle })
      }
      signal.throwIfAborted()
      setPhase({ state: 'live', pathId, since: clock.now().toISOString(), enabled: true, isDeleted: false })
    } catch (error) {
      if (!signal.aborted) throw error
      await removeQuietly(pathId)
      await closeTunnel()
      setPhase({ state: 'idle' })
    }
  }

  const closeTunnel = async () => {
    if (!opened) return
    opened = false
    await options.releaseTunnel()
  }

  const start = (draft: Draft): ListenStatus => {
    if (running || status().state === 'live') {
      throw new AppError('invalid-input', 'A live session is already running. End it first.')
    }
    const workspace = openWorkspace(service)
    const abort = new AbortController()
    problem = null
    const pathId = createPathId()
    const done = run(draft, workspace, pathId, abort.signal)
      .catch((error) => {
        log.error('The live session could not be started.', error)
        const step = phase.state === 'starting' ? phase.step : 'listener'
        setPhase({ state: 'failed', step, sentence: asAppError(error).message, wayOut: null })
      })
      .finally(() => {
        running = null
      })
    running = { pathId, abort, done }
    return status()
  }

  const stop = async (): Promise<ListenStatus> => {
    if (running) {
      running.abort.abort()
      await running.done
      return status()
    }
    if (phase.state !== 'live') {
      setPhase({ state: 'idle' })
      return status()
    }
    const { isDeleted } = phase
    const entry = liveEntry()
    ending = true
    notify()
    try {
      if (entry?.temporary) await (isDeleted ? secrets.forget(entry) : removeBoth(entry))
      await closeTunnel()
      problem = null
      phase = { state: 'idle' }
    } catch (error) {
      problem = asAppError(error).message
    }
    ending = false
    notify()
    return status()
  }

  /** Deletes the replacement first, because it can't be found once the original is deleted. */
  const removeBoth = async ({ pathId }: JournalEntry) => {
    await options.inWorkspace(workspaceId, (workspace) => abandon(workspace, pathId))
    await orphaned.remove(pathId)
  }

  return {
    status,
    start,
    stop,
    keep(): ListenStatus {
      const entry = liveEntry()
      if (entry) journal.keepForGood(entry.pathId)
      const replacement = entry && replacementOf(entry.pathId)
      if (replacement) journal.keepForGood(replacement.pathId)
      notify()
      return status()
    },
    isBusy: (): boolean => running !== null || status().state === 'live',
    holds(pathId: string): boolean {
      const live = phase.state === 'live' ? phase.pathId : null
      const replacement = live === null ? null : replacementOf(live)
      return [running?.pathId, live, replacement?.pathId].includes(pathId)
    },
    /** Makes this session close the tunnel when it ends, although another workspace opened it. */
    takeTunnel() {
      opened = true
    },
    onListed(items: readonly Pick<Endpoint, 'id' | 'enabled'>[]) {
      if (phase.state !== 'live' || phase.isDeleted || ending) return
      const entry = liveEntry()
      if (!entry) return
      const mine = [entry.endpointId, replacementOf(entry.pathId)?.endpointId ?? null]
      const isDeleted = mine.every((id) => id === null || options.isGone(workspaceId, id))
      const enabled = items.find(({ id }) => id === entry.endpointId)?.enabled ?? phase.enabled
      if (!isDeleted && enabled === phase.enabled) return
      phase = { ...phase, enabled, isDeleted }
      notify()
    },
    onUpdated({ id, enabled }: Pick<Endpoint, 'id' | 'enabled'>) {
      if (phase.state !== 'live' || id !== liveEntry()?.endpointId) return
      phase = { ...phase, enabled }
      notify()
    },
    /** Must be called after an endpoint was replaced, with the paths of the old and the new one. */
    replaced(pathId: string, replacementPathId: string) {
      if (phase.state !== 'live' || phase.pathId !== pathId) return
      phase = { ...phase, pathId: replacementPathId, enabled: true, isDeleted: false }
      notify()
    },
    async close() {
      if (running || liveEntry()?.temporary) await stop()
    },
  }
}

const sessionLabel = 'Live session'

const undecided = 'An earlier request may have created an endpoint. Resolve it under Needs attention first.'

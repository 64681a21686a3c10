import type { Clock } from '#core/platform/ports.ts'
import type { Vault } from '#core/platform/secret-vault.ts'
import { parseBaseAddress } from '#core/service-api/base-address.ts'
import type {
  ApiKeys,
  ServiceClients,
  Session,
  StoredWorkspace,
  WorkspaceStore,
} from '#core/workspaces/index.ts'
import { AppError } from '#shared/errors.ts'
import type { PollingState } from '#shared/workspaces/contract.ts'
import { type PollerOptions, poll } from './endpoint-poller.ts'

/**
 * Polling intervals for workspaces that are not open, randomized by 20 % to spread the requests. When the app starts, these
 * workspaces are polled one after another.
 */
const intervals = {
  soonMs: 2_000,
  everyMs: 5 * 60_000,
  longestMs: 60 * 60_000,
} as const

export interface WorkspacePollerOptions extends Omit<PollerOptions, 'session' | 'service'> {
  readonly session: Pick<Session, 'workspace'>
  readonly workspaceStore: Pick<WorkspaceStore, 'all'>
  readonly apiKeys: Pick<ApiKeys, 'has' | 'read'>
  readonly vault: Pick<Vault, 'state'>
  readonly clients: ServiceClients
  readonly clock: Clock
  readonly random?: () => number
}

interface Poller {
  readonly workspace: StoredWorkspace
  readonly abort: AbortController
  state: PollingState
  waitsForKeychain: boolean
}

/** Polls the endpoints of all other workspaces that have a key, so that the user learns when any of them was disabled. */
export function createOtherWorkspacesPoller(options: WorkspacePollerOptions) {
  const { session, workspaceStore, apiKeys, vault, clients, hub, clock, log, random = Math.random } = options
  const pollers = new Map<string, Poller>()
  const lastMs = new Map<string, number>()
  let openId: string | null = null
  let started = 0
  let generation = 0
  let closed = false

  const publish = () => hub.publish('workspaces.changed', {})
  const setState = (poller: Poller, state: PollingState) => {
    if (poller.state === state) return
    poller.state = state
    publish()
  }
  const stop = (id: string) => {
    pollers.get(id)?.abort.abort()
    pollers.delete(id)
  }
  const isKeychainClosed = () => vault.state() === 'locked' || vault.state() === 'waiting'
  const jittered = (ms: number) => ms * (0.8 + 0.4 * random())

  const firstMs = (id: string): number => {
    const last = lastMs.get(id)
    if (last !== undefined)
      return Math.max(intervals.soonMs, last + jittered(intervals.everyMs) - clock.monotonicMs())
    started += 1
    return jittered(intervals.soonMs * started)
  }

  const run = async (poller: Poller) => {
    const { workspace, abort } = poller
    // Reads the key only while the keychain is unlocked, so that polling never causes a password prompt.
    poller.waitsForKeychain = isKeychainClosed()
    const key = poller.waitsForKeychain ? null : await apiKeys.read(workspace)
    abort.signal.throwIfAborted()
    if (key?.state !== 'present')
      return setState(poller, key?.state === 'absent' ? 'key-missing' : 'key-locked')
    const { baseUrl } = parseBaseAddress(workspace.baseUrl)
    const api = clients({ workspaceId: workspace.id, baseUrl, apiKey: key.secret })
    try {
      await poll(options, abort.signal, {
        firstMs: firstMs(workspace.id),
        waitMs: (failures) => jittered(Math.min(intervals.everyMs * 2 ** failures, intervals.longestMs)),
        read: () => api.endpoints(abort.signal),
        onRead() {
          lastMs.set(workspace.id, clock.monotonicMs())
          setState(poller, 'active')
        },
        onChange: publish,
        onFailure({ code }) {
          if (unreached.has(code)) setState(poller, 'unreachable')
          if (code !== 'key-rejected') return
          setState(poller, 'key-rejected')
          abort.abort()
        },
      })
    } finally {
      api.close()
    }
  }

  const start = (workspace: StoredWorkspace) => {
    const poller: Poller = {
      workspace,
      abort: new AbortController(),
      state: 'active',
      waitsForKeychain: false,
    }
    pollers.set(workspace.id, poller)
    run(poller).catch((error) => {
      if (poller.abort.signal.aborted) return
      setState(poller, 'unreachable')
      if (error instanceof AppError) log.warn('A workspace cannot be polled.', { reason: error.message })
      else log.error('Polling a workspace ended.', error)
    })
  }

  const isInForce = ({ workspace, waitsForKeychain }: Poller, wanted: StoredWorkspace | undefined) =>
    wanted?.baseUrl === workspace.baseUrl && !(waitsForKeychain && !isKeychainClosed())

  const refreshPollers = async () => {
    generation += 1
    const mine = generation
    const now = session.workspace()?.id ?? null
    if (openId !== null && openId !== now) lastMs.set(openId, clock.monotonicMs())
    openId = now
    stop(now ?? '')
    const wanted = new Map<string, StoredWorkspace>()
    for (const workspace of workspaceStore.all()) {
      if (workspace.id !== now && (await apiKeys.has(workspace))) wanted.set(workspace.id, workspace)
    }
    if (mine !== generation || closed) return
    for (const [id, poller] of pollers) if (!isInForce(poller, wanted.get(id))) stop(id)
    for (const [id, workspace] of wanted) if (!pollers.has(id)) start(workspace)
  }

  return {
    /**
     * Restarts polling. Must be called after the open workspace changed, a workspace was connected, disconnected or removed, or
     * the keychain was unlocked.
     */
    refresh() {
      refreshPollers().catch((error) => log.error('The workspaces could not be polled.', error))
    },
    stateOf: (workspaceId: string): PollingState | null => pollers.get(workspaceId)?.state ?? null,
    forget(workspaceId: string) {
      stop(workspaceId)
      lastMs.delete(workspaceId)
    },
    close() {
      closed = true
      for (const id of [...pollers.keys()]) stop(id)
    },
  }
}

const unreached: ReadonlySet<string> = new Set(['unreachable', 'timeout', 'insecure', 'service-failed'])

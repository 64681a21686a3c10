import { randomBytes } from 'node:crypto'
import { createEmitter, type Event } from '#core/platform/emitter.ts'
import type { EventHub } from '#core/platform/event-bus.ts'
import type { Clock, Log } from '#core/platform/ports.ts'
import type { Vault } from '#core/platform/vault.ts'
import type { ObservedDifference } from '#core/service-api/api-differences.ts'
import { parseBaseAddress } from '#core/service-api/base-address.ts'
import type { NotesApi } from '#core/service-api/notes-api.ts'
import { AppError } from '#shared/errors.ts'
import type { ParsedInputOf } from '#shared/rpc/contract.ts'
import type {
  KeyTest,
  ServiceConnection,
  SessionStatus,
  Workspace,
} from '#shared/workspaces/session-contract.ts'
import type { ApiKeys } from './api-keys.ts'
import type { ServiceClients } from './clients.ts'
import { createConnectionMonitor } from './connection.ts'
import { notConnected, removed, withoutKey } from './no-workspace.ts'
import { workspaceOf, workspaceOfSandbox } from './workspace-of.ts'
import type { StoredWorkspace, WorkspaceStore } from './workspace-store.ts'

/** The workspace that is open, and the key to it. The key enters by `connect` and never goes back. */
export interface Session {
  status(): SessionStatus
  /** How the requests to the service fare. */
  connection(): ServiceConnection
  /** The open workspace, or `null` on the welcome screen. */
  workspace(): Workspace | null
  /** Opens what was open last. Never waits for a locked keychain. */
  start(): Promise<void>
  /** Opens another workspace; of several asked for at once the last. Rejects with `not-found`. */
  open(workspaceId: string): Promise<SessionStatus>
  /** Rejects when the service refuses the key, or is not one. Keeps nothing. */
  test(input: ParsedInputOf<'workspaces.test-key'>, signal: AbortSignal): Promise<KeyTest>
  /** Tests the key, keeps it and opens its workspace. Can be given up until the service has accepted the key. */
  connect(
    input: ParsedInputOf<'workspaces.connect'>,
    signal: AbortSignal,
  ): Promise<{ readonly workspaceId: string }>
  /** Reads again what is written down of the open workspace: its label, that its key is gone, or all of it. */
  refresh(): Promise<SessionStatus>
  /** Opens the sandbox workspace over whatever is open; its key is worthless and kept nowhere. */
  openSandbox(sandbox: { readonly baseUrl: string; readonly apiKey: string }): SessionStatus
  /** Returns to the workspace that was open before, unless another was opened over sandbox meanwhile. */
  closeSandbox(): Promise<SessionStatus>
  /** Asks the service. Rejects with `not-connected` when nothing is open; a refused key changes the status. */
  use<Result>(work: (api: NotesApi) => Promise<Result>): Promise<Result>
  /** How far the clock of the service is ahead of this one, by its last answer; `null` when it has not said. */
  serviceAheadSeconds(): number | null
  /** Tries the key that is kept once more: one that could not be read, or one that the service refused. */
  retry(signal?: AbortSignal): Promise<SessionStatus>
  /** Another workspace is open now, or the same one in another state. */
  readonly onDidOpen: Event<void>
  /** The service did something otherwise than its specification shows. */
  readonly onDidFindDifference: Event<Difference>
  close(): void
}

export interface Difference {
  readonly workspaceId: string
  readonly difference: ObservedDifference
}

export interface SessionOptions {
  readonly vault: Pick<Vault, 'state' | 'refresh' | 'agreeToMemory' | 'onDidChangeState'>
  readonly apiKeys: ApiKeys
  readonly workspaceStore: WorkspaceStore
  readonly clients: ServiceClients
  readonly hub: EventHub
  readonly clock: Clock
  readonly log: Log
}

type Open =
  | {
      readonly state: 'connected' | 'key-rejected'
      readonly workspace: Workspace
      readonly keyHint: string
      readonly api: NotesApi
    }
  | { readonly state: 'key-missing' | 'key-locked'; readonly workspace: Workspace }

export function createSession(options: SessionOptions): Session {
  const { vault, apiKeys, workspaceStore, clients, hub, clock, log } = options
  const opened = createEmitter<void>()
  const differenceFound = createEmitter<Difference>()
  let open: Open | null = null
  /** Grows with everything that is asked to be opened: what was overtaken is not opened any more. */
  let asked = 0
  let serviceAheadSeconds: number | null = null
  const connection = createConnectionMonitor(hub, clock)

  const status = (): SessionStatus => {
    const keychain = vault.state()
    if (!open) return { state: 'welcome', keychain }
    const { state, workspace } = open
    return { state, keychain, workspace, keyHint: 'keyHint' in open ? open.keyHint : null }
  }
  const become = (next: Open | null): SessionStatus => {
    if (open && 'api' in open && (!next || !('api' in next) || next.api !== open.api)) {
      open.api.close()
      connection.reset()
    }
    if (open?.workspace.id !== next?.workspace.id) serviceAheadSeconds = null
    open = next
    hub.publish('workspaces.status-changed', status())
    opened.fire()
    return status()
  }

  const apiFor = (workspaceId: string, baseUrl: string, apiKey: string): NotesApi => {
    /** One that is only tried out speaks for no workspace yet. */
    const isOpen = () => open !== null && 'api' in open && open.api === api
    const api: NotesApi = clients(
      { workspaceId, baseUrl, apiKey },
      {
        ...connection.callbacks(isOpen),
        onServed: (at) => {
          serviceAheadSeconds = Math.round((at.getTime() - clock.now().getTime()) / 1000)
        },
        onDifference: (difference) => {
          if (open && isOpen()) differenceFound.fire({ workspaceId: open.workspace.id, difference })
        },
      },
    )
    return api
  }

  const openStored = async (stored: StoredWorkspace | null): Promise<SessionStatus> => {
    asked += 1
    const turn = asked
    if (!stored) return become(null)
    const workspace = workspaceOf(stored)
    const { baseUrl } = parseBaseAddress(stored.baseUrl)
    const key = await apiKeys.read(stored)
    // The keychain may take its time, and the user may have opened something else meanwhile.
    if (turn !== asked) return status()
    if (key.state === 'absent') return become({ state: 'key-missing', workspace })
    if (key.state === 'locked') return become({ state: 'key-locked', workspace })
    const { secret } = key
    const api = apiFor(stored.id, baseUrl, secret)
    return become({ state: 'connected', workspace, keyHint: hint(secret), api })
  }

  /** A base address edited into something else by hand must not keep the app from starting. */
  const openStoredOrWelcome = (stored = workspaceStore.last()) =>
    openStored(stored).catch((error) => {
      log.error('The workspace could not be opened.', error)
      return become(null)
    })

  vault.onDidChangeState(() => hub.publish('workspaces.status-changed', status()))

  const use: Session['use'] = async (work) => {
    if (!open) throw notConnected()
    if (!('api' in open)) throw withoutKey(open.state)
    const used = open
    try {
      return await work(used.api)
    } catch (error) {
      const isRejected = error instanceof AppError && error.code === 'key-rejected'
      if (isRejected && open === used && used.state === 'connected')
        become({ ...used, state: 'key-rejected' })
      throw error
    }
  }

  return {
    status,
    connection: connection.status,
    workspace: () => open?.workspace ?? null,

    async start() {
      const last = workspaceStore.last()
      if (last) await openStoredOrWelcome(last)
    },

    async open(workspaceId) {
      const stored = workspaceStore.get(workspaceId)
      if (!stored) throw removed()
      if (open?.workspace.id === workspaceId && open.state !== 'key-missing') {
        asked += 1
        return status()
      }
      workspaceStore.opened(workspaceId, clock.now().toISOString())
      return openStored(stored)
    },

    async test({ baseUrl, apiKey }, signal) {
      const api = apiFor('', parseBaseAddress(baseUrl).baseUrl, apiKey)
      try {
        const { items, unreadable, hasMore } = await api.check(signal)
        return { seesNotes: hasMore || items.length + unreadable > 0 }
      } finally {
        api.close()
      }
    },

    async connect({ baseUrl: typed, apiKey, label, workspaceId, another, keepInMemory }, signal) {
      const { baseUrl } = parseBaseAddress(typed)
      const known = workspaceId === undefined ? null : workspaceStore.get(workspaceId)
      if (workspaceId !== undefined && !known) throw removed()
      await apiKeys.refuseTwin({ baseUrl, apiKey, workspaceId, another }, workspaceStore.all())
      const id = known?.id ?? randomBytes(8).toString('hex')
      const api = apiFor(id, baseUrl, apiKey)
      try {
        await api.check(signal)
        signal.throwIfAborted()
        if (keepInMemory) vault.agreeToMemory()
        const stored = { id, label: label || known?.label || new URL(baseUrl).host, baseUrl }
        await apiKeys.keep(stored, apiKey, known)
        workspaceStore.put(stored, clock.now().toISOString())
        workspaceStore.opened(id, clock.now().toISOString())
        asked += 1
        const workspace = workspaceOf(stored)
        become({ state: 'connected', workspace, keyHint: hint(apiKey), api })
        return { workspaceId: id }
      } catch (error) {
        api.close()
        throw error
      }
    },

    async refresh() {
      if (!open || open.workspace.kind === 'sandbox') return status()
      const stored = workspaceStore.get(open.workspace.id)
      if (!stored) return openStoredOrWelcome()
      const [before, workspace, hasKey] = [open, workspaceOf(stored), await apiKeys.has(stored)]
      if (open !== before) return status()
      if (!hasKey) return become({ state: 'key-missing', workspace })
      open = { ...before, workspace }
      hub.publish('workspaces.status-changed', status())
      return status()
    },

    openSandbox({ baseUrl, apiKey }) {
      asked += 1
      const workspace = workspaceOfSandbox(baseUrl)
      const api = apiFor(workspace.id, baseUrl, apiKey)
      return become({ state: 'connected', workspace, keyHint: hint(apiKey), api })
    },

    async closeSandbox() {
      return open?.workspace.kind === 'sandbox' ? openStoredOrWelcome() : status()
    },

    use,

    serviceAheadSeconds: () => serviceAheadSeconds,

    async retry(signal) {
      await vault.refresh()
      signal?.throwIfAborted()
      if (open?.state === 'key-locked') return openStoredOrWelcome(workspaceStore.get(open.workspace.id))
      if (open?.state !== 'key-rejected') return status()
      const refused = open
      refused.api.reset()
      await refused.api.check(signal)
      return open === refused ? become({ ...refused, state: 'connected' }) : status()
    },

    onDidOpen: opened.event,
    onDidFindDifference: differenceFound.event,

    close() {
      if (open && 'api' in open) open.api.close()
    },
  }
}

const hint = (apiKey: string) => (apiKey.length >= 12 ? apiKey.slice(-4) : '')

import { randomBytes } from 'node:crypto'
import { createEmitter } from '#core/platform/emitter.ts'
import type { EventHub } from '#core/platform/event-bus.ts'
import type { Clock, Log } from '#core/platform/ports.ts'
import type { Vault } from '#core/platform/secret-vault.ts'
import type { ObservedDifference } from '#core/service-api/api-differences.ts'
import { parseBaseAddress } from '#core/service-api/base-address.ts'
import type { NotesApi } from '#core/service-api/notes/notes-api.ts'
import { AppError } from '#shared/errors.ts'
import type { ParsedInputOf } from '#shared/rpc/contract.ts'
import type { SessionStatus, Workspace } from '#shared/workspaces/session-contract.ts'
import type { ApiKeys } from './api-keys.ts'
import { createConnectionMonitor } from './connection-monitor.ts'
import { workspaceOf, workspaceOfSandbox } from './sandbox-workspace.ts'
import type { ServiceClients } from './service-clients.ts'
import { keyUnavailable, notConnected, workspaceRemoved } from './workspace-errors.ts'
import type { StoredWorkspace, WorkspaceStore } from './workspace-store.ts'

/** The open workspace and its API key. Only the last four characters of the key are ever returned. */
export type Session = ReturnType<typeof createSession>

export interface WorkspaceDifference {
  readonly workspaceId: string
  readonly difference: ObservedDifference
}

type Open =
  | {
      readonly state: 'connected' | 'key-rejected'
      readonly workspace: Workspace
      readonly keyHint: string
      readonly api: NotesApi
    }
  | { readonly state: 'key-missing' | 'key-locked'; readonly workspace: Workspace }

export function createSession(options: {
  readonly vault: Pick<Vault, 'state' | 'refresh' | 'agreeToMemory' | 'onDidChangeState'>
  readonly apiKeys: ApiKeys
  readonly workspaceStore: WorkspaceStore
  readonly clients: ServiceClients
  readonly hub: EventHub
  readonly clock: Clock
  readonly log: Log
}) {
  const { vault, apiKeys, workspaceStore, clients, hub, clock, log } = options
  const opened = createEmitter<void>()
  const connected = createEmitter<string>()
  const differenceFound = createEmitter<WorkspaceDifference>()
  const last = workspaceStore.last()
  let open: Open | null = last && { state: 'key-locked', workspace: workspaceOf(last) }
  /** Number of calls that open a workspace. Only the last one takes effect. */
  let openRequests = 0
  let serviceAheadSeconds: number | null = null
  const connection = createConnectionMonitor(hub, clock)

  const status = (): SessionStatus => {
    const keychain = vault.state()
    if (!open) return { state: 'welcome', keychain }
    const { state, workspace } = open
    return { state, keychain, workspace, keyHint: 'keyHint' in open ? open.keyHint : null }
  }
  const setOpen = (next: Open | null): SessionStatus => {
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
    openRequests += 1
    const request = openRequests
    if (!stored) return setOpen(null)
    const workspace = workspaceOf(stored)
    const { baseUrl } = parseBaseAddress(stored.baseUrl)
    const key = await apiKeys.read(stored)
    // Checks again, because the user may have opened a workspace while the keychain was read.
    if (request !== openRequests) return status()
    if (key.state === 'absent') return setOpen({ state: 'key-missing', workspace })
    if (key.state === 'locked') return setOpen({ state: 'key-locked', workspace })
    const { secret } = key
    const api = apiFor(stored.id, baseUrl, secret)
    return setOpen({ state: 'connected', workspace, keyHint: hint(secret), api })
  }

  /**
   * Opens a stored workspace or, if that fails, the welcome screen. Opening can fail if the stored base address was edited by
   * hand.
   */
  const openStoredOrWelcome = (stored = workspaceStore.last()) =>
    openStored(stored).catch((error) => {
      log.error('The workspace could not be opened.', error)
      return setOpen(null)
    })

  vault.onDidChangeState(() => hub.publish('workspaces.status-changed', status()))

  const use = async <Result>(work: (api: NotesApi) => Promise<Result>): Promise<Result> => {
    if (!open) throw notConnected()
    if (!('api' in open)) throw keyUnavailable(open.state)
    const used = open
    try {
      return await work(used.api)
    } catch (error) {
      const isRejected = error instanceof AppError && error.code === 'key-rejected'
      if (isRejected && open === used && used.state === 'connected')
        setOpen({ ...used, state: 'key-rejected' })
      throw error
    }
  }

  return {
    status,
    connection: connection.status,
    workspace: (): Workspace | null => open?.workspace ?? null,

    /** Opens the workspace that was open last. Never waits for a locked keychain. */
    async start() {
      // Checks again, because the user may have opened a workspace while the keychain was read.
      if (last && openRequests === 0) await openStoredOrWelcome(workspaceStore.last())
    },

    /** Opens a workspace. If several calls are in progress, the last one takes effect. Rejects with `not-found`. */
    async open(workspaceId: string): Promise<SessionStatus> {
      const stored = workspaceStore.get(workspaceId)
      if (!stored) throw workspaceRemoved()
      if (open?.workspace.id === workspaceId && open.state !== 'key-missing') {
        openRequests += 1
        return status()
      }
      workspaceStore.opened(workspaceId, clock.now().toISOString())
      return openStored(stored)
    },

    /** Tests a key without storing it. Rejects if the service rejects the key, or if there is no notes service at the address. */
    async test({ baseUrl, apiKey }: ParsedInputOf<'workspaces.test-key'>, signal: AbortSignal) {
      const api = apiFor('', parseBaseAddress(baseUrl).baseUrl, apiKey)
      try {
        const { items, unreadable, hasMore } = await api.check(signal)
        return { seesNotes: hasMore || items.length + unreadable > 0 }
      } finally {
        api.close()
      }
    },

    /** Tests and stores the key, then opens its workspace. The call can be canceled until the service has accepted the key. */
    async connect(input: ParsedInputOf<'workspaces.connect'>, signal: AbortSignal) {
      const { apiKey, label, workspaceId, another, keepInMemory } = input
      const { baseUrl } = parseBaseAddress(input.baseUrl)
      const known = workspaceId === undefined ? null : workspaceStore.get(workspaceId)
      if (workspaceId !== undefined && !known) throw workspaceRemoved()
      await apiKeys.assertNotConnected({ baseUrl, apiKey, workspaceId, another }, workspaceStore.all())
      const id = known?.id ?? randomBytes(8).toString('hex')
      const api = apiFor(id, baseUrl, apiKey)
      try {
        await api.check(signal)
        signal.throwIfAborted()
        if (keepInMemory) vault.agreeToMemory()
        const stored = { id, label: label || known?.label || new URL(baseUrl).host, baseUrl }
        await apiKeys.store(stored, apiKey, known)
        workspaceStore.put(stored, clock.now().toISOString())
        workspaceStore.opened(id, clock.now().toISOString())
        openRequests += 1
        const workspace = workspaceOf(stored)
        setOpen({ state: 'connected', workspace, keyHint: hint(apiKey), api })
      } catch (error) {
        api.close()
        throw error
      }
      connected.fire(id)
    },

    /** Reads the workspace from the database again, because its label or key may have changed, or it may have been removed. */
    async refresh(): Promise<SessionStatus> {
      if (!open || open.workspace.kind === 'sandbox') return status()
      const stored = workspaceStore.get(open.workspace.id)
      if (!stored) return openStoredOrWelcome()
      const [before, workspace, hasKey] = [open, workspaceOf(stored), await apiKeys.has(stored)]
      if (open !== before) return status()
      if (!hasKey) return setOpen({ state: 'key-missing', workspace })
      open = { ...before, workspace }
      hub.publish('workspaces.status-changed', status())
      return status()
    },

    /** Opens the sandbox workspace. Its key is not a secret and is not stored. */
    openSandbox({ baseUrl, apiKey }: { readonly baseUrl: string; readonly apiKey: string }): SessionStatus {
      openRequests += 1
      const workspace = workspaceOfSandbox(baseUrl)
      const api = apiFor(workspace.id, baseUrl, apiKey)
      return setOpen({ state: 'connected', workspace, keyHint: hint(apiKey), api })
    },

    /** Opens the workspace that was open before the sandbox was started, unless another one has been opened since. */
    async closeSandbox(): Promise<SessionStatus> {
      return open?.workspace.kind === 'sandbox' ? openStoredOrWelcome() : status()
    },

    /** Runs work with the open workspace's API. Rejects with `not-connected` if none is open. */
    use,

    /** Returns how many seconds the service's clock is ahead of this computer's, or `null` before the first response. */
    serviceAheadSeconds: (): number | null => serviceAheadSeconds,

    /** Uses the stored key again, after it could not be read or was rejected. */
    async retry(signal?: AbortSignal): Promise<SessionStatus> {
      await vault.refresh()
      signal?.throwIfAborted()
      if (open?.state === 'key-locked') return openStoredOrWelcome(workspaceStore.get(open.workspace.id))
      if (open?.state !== 'key-rejected') return status()
      const rejected = open
      rejected.api.reset()
      await rejected.api.check(signal)
      return open === rejected ? setOpen({ ...rejected, state: 'connected' }) : status()
    },

    /** Fires after another workspace was opened or the open workspace's state changed. */
    onDidOpen: opened.event,
    /** Fires after a key was entered, because the new key may have access to other notes than the previous one. */
    onDidConnect: connected.event,
    onDidFindDifference: differenceFound.event,

    close() {
      if (open && 'api' in open) open.api.close()
    },
  }
}

const hint = (apiKey: string) => (apiKey.length >= 12 ? apiKey.slice(-4) : '')

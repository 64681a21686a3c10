import { backupsOf, movedAsideOf, storesIn } from '#core/database/backup.ts'
import type { Database } from '#core/database/database.ts'
import { createEmitter, type Event } from '#core/platform/emitter.ts'
import type { EventHub } from '#core/platform/event-bus.ts'
import type { HandlersIn } from '#core/platform/feature.ts'
import type { Vault } from '#core/platform/vault.ts'
import { AppError } from '#shared/errors.ts'
import type { OffCounts, WatchState, WorkspaceSummary, workspaces } from '#shared/workspaces/contract.ts'
import type { SessionStatus, session } from '#shared/workspaces/session-contract.ts'
import type { ApiKeys } from './api-keys.ts'
import { removed } from './no-workspace.ts'
import type { WorkspaceRemoval } from './removal.ts'
import type { Session } from './session.ts'
import { sandboxWorkspaceId } from './workspace-of.ts'
import type { StoredWorkspace, WorkspaceStore } from './workspace-store.ts'

/** What features that are built on the workspaces know of one. Until a feature gives its part, nothing is known. */
export interface WorkspaceFacts {
  /** Of the endpoints of one that is not open; `watch` is `null` while nothing watches them. */
  readonly endpoints: (id: string) => { readonly off: OffCounts; readonly watch: WatchState | null }
  readonly sandbox: { isStarted(): boolean; start(): Promise<SessionStatus> }
}

/** The workspaces of this machine: which there are, which one is open, and what goes when one goes. */
export interface WorkspaceHandlers {
  readonly handlers: HandlersIn<typeof workspaces & typeof session>
  /** The key of this workspace was entered, and with it perhaps another view of its notes. */
  readonly onDidConnect: Event<string>
  /** A workspace was opened, connected, changed, disconnected or removed. */
  readonly onDidChange: Event<void>
}

export interface WorkspaceHandlersOptions {
  readonly store: WorkspaceStore
  readonly apiKeys: ApiKeys
  readonly vault: Pick<Vault, 'refresh'>
  readonly session: Session
  readonly removal: WorkspaceRemoval
  readonly facts: Partial<WorkspaceFacts>
  readonly database: Pick<Database, 'path'>
  readonly hub: Pick<EventHub, 'publish'>
}

export function createWorkspaceHandlers(options: WorkspaceHandlersOptions): WorkspaceHandlers {
  const { store, apiKeys, vault, session, removal, facts, database, hub } = options
  const connected = createEmitter<string>()
  const changed = createEmitter<void>()

  const stored = (id: string): StoredWorkspace => {
    const found = store.get(id)
    if (found) return found
    throw removed()
  }
  const openId = () => session.workspace()?.id ?? null

  const described = async (workspace: StoredWorkspace): Promise<WorkspaceSummary> => {
    const [hasKey, isOpen] = [await apiKeys.has(workspace), workspace.id === openId()]
    const { off, watch } = facts.endpoints?.(workspace.id) ?? { off: noneOff, watch: null }
    return {
      ...workspace,
      ...store.ways(workspace.id),
      kind: 'service',
      key: hasKey ? 'kept' : 'missing',
      isOpen,
      endpointsOff: off,
      watch: !hasKey ? 'key-missing' : isOpen ? watchOfOpen(session.status()) : (watch ?? 'watched'),
    }
  }

  const isSandboxStarted = () => facts.sandbox?.isStarted() ?? false
  const sandboxSummary = (): WorkspaceSummary => {
    const workspace = session.workspace()
    const isOpen = workspace?.kind === 'sandbox'
    const known = sandboxOf(store.ways(sandboxWorkspaceId))
    return { ...known, ...(isOpen ? workspace : {}), isOpen, key: isSandboxStarted() ? 'kept' : 'missing' }
  }

  /** What a keychain that does not open would keep behind our back must not be called deleted. */
  const mustOpenKeychain = async () => {
    if ((await vault.refresh()) !== 'locked') return
    throw new AppError(
      'keychain-locked',
      'The keychain is locked, so nothing in it can be deleted. Unlock it and try again.',
    )
  }

  const tell = () => {
    changed.fire()
    hub.publish('workspaces.changed', {})
  }

  return {
    onDidConnect: connected.event,
    onDidChange: changed.event,
    handlers: {
      'workspaces.status': () => session.status(),
      'workspaces.connection': () => session.connection(),
      'workspaces.retry': (_, { signal }) => session.retry(signal),
      'workspaces.test-key': (input, { signal }) => session.test(input, signal),
      async 'workspaces.connect'(input, { signal }) {
        const { workspaceId } = await session.connect(input, signal)
        // A key that is refused leaves everything as it is.
        connected.fire(workspaceId)
        tell()
        return session.status()
      },
      async 'workspaces.list'() {
        const all = await Promise.all(store.all().map(described))
        return [
          ...all.sort((a, b) => a.label.localeCompare(b.label, undefined, { numeric: true })),
          ...(isSandboxStarted() ? [sandboxSummary()] : []),
        ]
      },
      async 'workspaces.open'({ id }) {
        await (id === sandboxWorkspaceId && facts.sandbox ? facts.sandbox.start() : session.open(id))
        tell()
        return session.status()
      },
      async 'workspaces.update'({ id, changes: { label, ...ways } }) {
        const isSandbox = id === sandboxWorkspaceId
        if (!isSandbox) stored(id)
        if (label !== undefined) store.rename(id, label)
        const now = store.ways(id)
        store.setWays(id, {
          notePath: ways.notePath ?? now.notePath,
          updateMethod: ways.updateMethod ?? now.updateMethod,
          pace: ways.pace ?? now.pace,
        })
        if (label !== undefined && id === openId()) await session.refresh()
        tell()
        if (!isSandbox) return described(stored(id))
        return sandboxSummary()
      },
      'workspaces.contents': ({ id }) => {
        stored(id)
        return {
          ...removal.contentsOf(id),
          copies: backupsOf(database.path).length,
          movedAside: storesIn(movedAsideOf(database.path)),
        }
      },
      async 'workspaces.disconnect'({ id }) {
        const workspace = stored(id)
        await mustOpenKeychain()
        await apiKeys.forget(workspace)
        tell()
        return session.refresh()
      },
      async 'workspaces.remove'({ id, label }) {
        const workspace = stored(id)
        if (label.trim() !== workspace.label.trim()) {
          const sentence = `Its name is ${workspace.label}.`
          throw new AppError('invalid-input', sentence, { fields: { label: sentence } })
        }
        await mustOpenKeychain()
        await apiKeys.forget(workspace)
        store.remove(id)
        tell()
        if (openId() === id) await session.refresh()
        await removal.sweep()
        return session.status()
      },
    },
  }
}

const noneOff: OffCounts = { all: 0, notFromHere: 0 }

const watchOfOpen = (status: SessionStatus): WatchState =>
  status.state === 'connected' || status.state === 'welcome' ? 'watched' : status.state

/** While it is not open. */
const sandboxOf = (ways: ReturnType<WorkspaceStore['ways']>): WorkspaceSummary => ({
  ...ways,
  id: sandboxWorkspaceId,
  kind: 'sandbox',
  label: 'Sandbox workspace',
  baseUrl: '',
  key: 'missing',
  isOpen: false,
  endpointsOff: noneOff,
  watch: 'watched',
})

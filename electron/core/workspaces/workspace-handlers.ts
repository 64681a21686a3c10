import type { Database } from '#core/database/database.ts'
import { movedAsideOf, storesIn } from '#core/database/moved-aside.ts'
import { createEmitter, type Event } from '#core/platform/emitter.ts'
import type { EventHub } from '#core/platform/event-bus.ts'
import type { HandlersIn } from '#core/platform/feature.ts'
import type { Vault } from '#core/platform/vault.ts'
import { AppError } from '#shared/errors.ts'
import type {
  OffCounts,
  PollingState,
  ServiceOptions,
  WorkspaceSummary,
  workspaces,
} from '#shared/workspaces/contract.ts'
import type { SessionStatus, session } from '#shared/workspaces/session-contract.ts'
import type { ApiKeys } from './api-keys.ts'
import { workspaceRemoved } from './no-workspace.ts'
import type { WorkspaceRemoval } from './removal.ts'
import type { RunningSandbox } from './running-sandbox.ts'
import type { Session } from './session.ts'
import { sandboxLabel, sandboxWorkspaceId } from './workspace-of.ts'
import type { StoredWorkspace, WorkspaceStore } from './workspace-store.ts'

/** Facts of later features about a workspace. Each part is missing until its feature provides it. */
export interface WorkspaceFacts {
  /** Returns the endpoints of a workspace that is not open. `polling` is `null` while they are not polled. */
  readonly endpoints: (id: string) => { readonly off: OffCounts; readonly polling: PollingState | null }
  readonly openSandbox: () => Promise<SessionStatus>
}

/** Lists, opens, connects, changes and removes the workspaces of this machine. */
export interface WorkspaceHandlers {
  readonly handlers: HandlersIn<typeof workspaces & typeof session>
  /** Fires after a key was entered for a workspace. It may have access to other notes than the previous key. */
  readonly onDidConnect: Event<string>
  /** Fires after a workspace was opened, connected, changed, disconnected or removed. */
  readonly onDidChange: Event<void>
}

export interface WorkspaceHandlersOptions {
  readonly store: WorkspaceStore
  readonly apiKeys: ApiKeys
  readonly vault: Pick<Vault, 'refresh'>
  readonly session: Session
  readonly removal: WorkspaceRemoval
  readonly sandbox: Pick<RunningSandbox, 'service'>
  readonly facts: Partial<WorkspaceFacts>
  readonly database: Pick<Database, 'path'>
  readonly hub: Pick<EventHub, 'publish'>
}

export function createWorkspaceHandlers(options: WorkspaceHandlersOptions): WorkspaceHandlers {
  const { store, apiKeys, vault, session, removal, sandbox, facts, database, hub } = options
  const connected = createEmitter<string>()
  const changed = createEmitter<void>()

  const stored = (id: string): StoredWorkspace => {
    const found = store.get(id)
    if (found) return found
    throw workspaceRemoved()
  }
  const openId = () => session.workspace()?.id ?? null

  const summaryOf = async (workspace: StoredWorkspace): Promise<WorkspaceSummary> => {
    const [hasKey, isOpen] = [await apiKeys.has(workspace), workspace.id === openId()]
    const { off, polling } = facts.endpoints?.(workspace.id) ?? { off: noneOff, polling: null }
    return {
      ...workspace,
      ...store.options(workspace.id),
      kind: 'service',
      key: hasKey ? 'kept' : 'missing',
      isOpen,
      endpointsOff: off,
      polling: !hasKey ? 'key-missing' : isOpen ? pollingOfOpen(session.status()) : (polling ?? 'active'),
    }
  }

  const isSandboxStarted = () => sandbox.service() !== null
  const sandboxSummary = (): WorkspaceSummary => {
    const workspace = session.workspace()
    const isOpen = workspace?.kind === 'sandbox'
    const known = sandboxOf(store.options(sandboxWorkspaceId))
    return { ...known, ...(isOpen ? workspace : {}), isOpen, key: isSandboxStarted() ? 'kept' : 'missing' }
  }

  /** Throws if the keychain is locked, because its entries then remain and must not be reported as deleted. */
  const assertKeychainUnlocked = async () => {
    const keychain = await vault.refresh()
    if (keychain !== 'locked' && keychain !== 'waiting') return
    throw new AppError('keychain-locked', 'The keychain is locked. Unlock it and try again.')
  }

  const notify = () => {
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
        // Not earlier, because a rejected key changes nothing.
        connected.fire(workspaceId)
        notify()
        return session.status()
      },
      async 'workspaces.list'() {
        const all = await Promise.all(store.all().map(summaryOf))
        return [
          ...all.sort((a, b) => a.label.localeCompare(b.label, undefined, { numeric: true })),
          ...(isSandboxStarted() ? [sandboxSummary()] : []),
        ]
      },
      async 'workspaces.open'({ id }) {
        await (id === sandboxWorkspaceId && facts.openSandbox ? facts.openSandbox() : session.open(id))
        notify()
        return session.status()
      },
      async 'workspaces.update'({ id, changes: { label, ...options } }) {
        const isSandbox = id === sandboxWorkspaceId
        if (!isSandbox) stored(id)
        if (label !== undefined) store.rename(id, label)
        const now = store.options(id)
        store.setOptions(id, {
          notePath: options.notePath ?? now.notePath,
          updateMethod: options.updateMethod ?? now.updateMethod,
          pace: options.pace ?? now.pace,
        })
        if (label !== undefined && id === openId()) await session.refresh()
        notify()
        return isSandbox ? sandboxSummary() : summaryOf(stored(id))
      },
      'workspaces.contents': ({ id }) => {
        stored(id)
        return {
          ...removal.contentsOf(id),
          movedAside: storesIn(movedAsideOf(database.path)),
        }
      },
      async 'workspaces.disconnect'({ id }) {
        const workspace = stored(id)
        await assertKeychainUnlocked()
        await apiKeys.forget(workspace)
        notify()
        return session.refresh()
      },
      async 'workspaces.remove'({ id, label }) {
        const workspace = stored(id)
        if (label.trim() !== workspace.label.trim()) {
          const sentence = `Enter the workspace name: ${workspace.label}`
          throw new AppError('invalid-input', sentence, { fields: { label: sentence } })
        }
        await assertKeychainUnlocked()
        await apiKeys.forget(workspace)
        store.remove(id)
        notify()
        if (openId() === id) await session.refresh()
        await removal.sweep()
        return session.status()
      },
    },
  }
}

const noneOff: OffCounts = { all: 0, notFromHere: 0 }

const pollingOfOpen = (status: SessionStatus): PollingState =>
  status.state === 'connected' || status.state === 'welcome' ? 'active' : status.state

/** Returns the sandbox workspace while it is not open. */
const sandboxOf = (options: ServiceOptions): WorkspaceSummary => ({
  ...options,
  id: sandboxWorkspaceId,
  kind: 'sandbox',
  label: sandboxLabel,
  baseUrl: '',
  key: 'missing',
  isOpen: false,
  endpointsOff: noneOff,
  polling: 'active',
})

import { movedAsideOf, storesIn } from '#core/database/moved-aside.ts'
import type { Feature, HandlersIn } from '#core/platform/feature.ts'
import type { Platform } from '#core/platform/platform.ts'
import { AppError } from '#shared/errors.ts'
import type {
  workspaces as contract,
  OffCounts,
  PollingState,
  ServiceOptions,
  WorkspaceSummary,
} from '#shared/workspaces/contract.ts'
import type { SessionStatus, session as sessionContract } from '#shared/workspaces/session-contract.ts'
import type { ApiKeys } from './api-keys.ts'
import type { RunningSandbox } from './running-sandbox.ts'
import { sandboxLabel, sandboxWorkspaceId } from './sandbox-workspace.ts'
import type { Session } from './session.ts'
import { workspaceRemoved } from './workspace-errors.ts'
import { createWorkspaceRemoval, type WorkspaceOwner } from './workspace-removal.ts'
import type { StoredWorkspace, WorkspaceStore } from './workspace-store.ts'

export interface WorkspaceHandlersOptions {
  readonly workspaces: {
    readonly session: Omit<Session, 'use'>
    readonly apiKeys: ApiKeys
    readonly sandbox: Pick<RunningSandbox, 'service'>
    readonly workspaceStore: WorkspaceStore
    changed(): void
  }
  /** Features that delete a removed workspace's data, in this order. */
  readonly owners: readonly WorkspaceOwner[]
  /** Returns the endpoints of a workspace that is not open. `polling` is `null` while they are not polled. */
  readonly endpointsOf: (id: string) => { readonly off: OffCounts; readonly polling: PollingState | null }
  readonly openSandbox: () => Promise<SessionStatus>
}

export function createWorkspaceHandlers(
  { database, vault, log }: Pick<Platform, 'database' | 'vault' | 'log'>,
  options: WorkspaceHandlersOptions,
): Pick<Feature<never>, 'start' | 'close'> & {
  readonly handlers: HandlersIn<typeof contract & typeof sessionContract>
} {
  const { workspaces, owners, endpointsOf, openSandbox } = options
  const { session, apiKeys, sandbox, workspaceStore: store, changed } = workspaces
  const removal = createWorkspaceRemoval(database, store, owners)

  const stored = (id: string): StoredWorkspace => {
    const found = store.get(id)
    if (found) return found
    throw workspaceRemoved()
  }
  const openId = () => session.workspace()?.id ?? null

  const summaryOf = async (workspace: StoredWorkspace): Promise<WorkspaceSummary> => {
    const [hasKey, isOpen] = [await apiKeys.has(workspace), workspace.id === openId()]
    const { off, polling } = endpointsOf(workspace.id)
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

  /** Throws if the keychain is locked, because keys in it could not be deleted. */
  const assertKeychainUnlocked = async () => {
    const keychain = await vault.refresh()
    if (keychain !== 'locked' && keychain !== 'waiting') return
    throw new AppError('keychain-locked', 'The keychain is locked. Unlock it and try again.')
  }

  return {
    handlers: {
      'workspaces.status': () => session.status(),
      'workspaces.connection': () => session.connection(),
      'workspaces.retry': (_, { signal }) => session.retry(signal),
      'workspaces.test-key': (input, { signal }) => session.test(input, signal),
      async 'workspaces.connect'(input, { signal }) {
        await session.connect(input, signal)
        changed()
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
        await (id === sandboxWorkspaceId ? openSandbox() : session.open(id))
        changed()
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
        changed()
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
        changed()
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
        changed()
        if (openId() === id) await session.refresh()
        await removal.sweep()
        return session.status()
      },
    },
    /** Continues removals that a crash interrupted. */
    start() {
      removal
        .sweep()
        .catch((error) => log.error('The data of a removed workspace could not be deleted.', error))
    },
  }
}

const noneOff: OffCounts = { all: 0, notFromHere: 0 }

const pollingOfOpen = (status: SessionStatus): PollingState =>
  status.state === 'connected' || status.state === 'welcome' ? 'active' : status.state

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

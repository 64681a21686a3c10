import { rmSync } from 'node:fs'
import { setImmediate as breathe } from 'node:timers/promises'
import { backupsOf, movedAsideOf, storesIn } from '#core/database/backup.ts'
import type { Database } from '#core/database/database.ts'
import { forgetWords } from '#core/database/full-text.ts'
import type { Inspector } from '#core/deliveries/inspector.ts'
import { removalSlice } from '#core/deliveries/store/delivery-removal.ts'
import { forgetViews } from '#core/deliveries/store/delivery-views.ts'
import type { Administration } from '#core/endpoints/endpoint-administration.ts'
import type { EndpointJournal } from '#core/endpoints/endpoint-journal.ts'
import type { Exports } from '#core/exports/exports.ts'
import type { NoteIndex } from '#core/notes/index/note-index.ts'
import type { EventHub } from '#core/platform/event-bus.ts'
import type { Vault } from '#core/platform/vault.ts'
import type { Surprises } from '#core/workspaces/api-differences.ts'
import type { ApiKeys } from '#core/workspaces/api-keys.ts'
import { removed } from '#core/workspaces/no-workspace.ts'
import type { ProfileStore, StoredProfile } from '#core/workspaces/profile-store.ts'
import type { Session } from '#core/workspaces/session.ts'
import { sandboxWorkspaceId } from '#core/workspaces/workspace-of.ts'
import { AppError } from '#shared/errors.ts'
import type { Handlers } from '#shared/rpc/contract.ts'
import type { Profile, WatchState } from '#shared/workspaces/contract.ts'
import type { SessionStatus } from '#shared/workspaces/session-contract.ts'
import type { Sandbox } from './sandbox.ts'

/** The workspaces of this machine: which there are, which one is open, and what goes when one goes. */
export interface Profiles {
  readonly handlers: Pick<
    Handlers,
    | 'workspaces.status'
    | 'workspaces.connection'
    | 'workspaces.retry'
    | 'workspaces.test-key'
    | 'workspaces.connect'
    | 'workspaces.stop-trying'
    | 'workspaces.list'
    | 'workspaces.open'
    | 'workspaces.update'
    | 'workspaces.contents'
    | 'workspaces.disconnect'
    | 'workspaces.remove'
  >
  /** Goes on with what a crash left of a removal. */
  sweep(): Promise<void>
}

export interface ProfilesOptions {
  readonly store: ProfileStore
  readonly apiKeys: ApiKeys
  readonly vault: Pick<Vault, 'refresh'>
  readonly session: Session
  readonly sandbox: Pick<Sandbox, 'isStarted' | 'start'>
  readonly endpoints: Pick<
    Administration['endpoints'],
    'forgetWorkspace' | 'sweep' | 'followWorkspaces' | 'seenFromOutside'
  >
  readonly journal: Pick<EndpointJournal, 'entries' | 'forget'>
  readonly inspector: Pick<Inspector, 'removal'>
  readonly surprises: Pick<Surprises, 'forget'>
  readonly database: Pick<Database, 'sql' | 'path'>
  readonly index: Pick<NoteIndex, 'count' | 'renew' | 'forget'>
  readonly exports: Pick<Exports, 'forget'>
  readonly hub: EventHub
}

export function createProfiles(options: ProfilesOptions): Profiles {
  const {
    store,
    apiKeys,
    vault,
    session,
    sandbox,
    database,
    endpoints,
    journal,
    inspector,
    index,
    surprises,
    exports,
    hub,
  } = options

  const stored = (id: string): StoredProfile => {
    const found = store.get(id)
    if (found) return found
    throw removed()
  }
  const openId = () => session.workspace()?.id ?? null

  const described = async (profile: StoredProfile): Promise<Profile> => {
    const [hasKey, isOpen] = [await apiKeys.has(profile), profile.id === openId()]
    const { off, watch } = endpoints.seenFromOutside(profile.id)
    return {
      ...profile,
      ...store.ways(profile.id),
      kind: 'service',
      key: hasKey ? 'kept' : 'missing',
      isOpen,
      endpointsOff: off,
      watch: !hasKey ? 'key-missing' : isOpen ? watchOfOpen(session.status()) : (watch ?? 'watched'),
    }
  }

  const sandboxProfile = (): Profile => {
    const workspace = session.workspace()
    const isOpen = workspace?.kind === 'sandbox'
    const known = sandboxOf(store.ways(sandboxWorkspaceId))
    return { ...known, ...(isOpen ? workspace : {}), isOpen, key: sandbox.isStarted() ? 'kept' : 'missing' }
  }

  /** What a keychain that does not open would keep behind our back must not be called deleted. */
  const mustOpenKeychain = async () => {
    if ((await vault.refresh()) !== 'locked') return
    throw new AppError(
      'keychain-locked',
      'The keychain is locked, so nothing in it can be deleted. Unlock it and try again.',
    )
  }

  /** In slices, each a commit. What is deleted last is what the others are found by. */
  const sweep = async () => {
    for (const id of store.leaving()) {
      await endpoints.forgetWorkspace(id)
      await index.forget(id)
      await exports.forget(id)
      while (inspector.removal.drop(id, removalSlice) > 0) await breathe()
      surprises.forget(id)
      forgetViews(database.sql, id)
      journal.forget(id)
      endpoints.sweep()
      await forgetWords(database.sql)
      dropCopies()
      store.left(id)
    }
  }

  /**
   * A copy from before an update holds what is removed, and may do so too where the store was damaged. To take that out of an older
   * format, or of a damaged file, is not to be trusted.
   */
  const dropCopies = () => {
    try {
      for (const copy of [...backupsOf(database.path), ...movedAsideOf(database.path)]) rmSync(copy)
    } catch (cause) {
      const sentence =
        'The workspace is removed, but not every older file of the store beside it. Deleting them is tried again at the next start.'
      throw new AppError('storage', sentence, { cause })
    }
  }

  const changed = () => {
    endpoints.followWorkspaces()
    hub.publish('workspaces.changed', {})
  }

  return {
    handlers: {
      'workspaces.status': () => session.status(),
      'workspaces.connection': () => session.link(),
      'workspaces.retry': () => session.retry(),
      'workspaces.test-key': (input) => session.test(input),
      'workspaces.stop-trying'() {
        session.stopTrying()
        return null
      },
      async 'workspaces.connect'(input) {
        const { workspaceId } = await session.connect(input)
        // Another key may see other notes. One that is refused leaves everything as it is.
        index.renew(workspaceId)
        changed()
        return session.status()
      },
      async 'workspaces.list'() {
        const all = await Promise.all(store.all().map(described))
        return [
          ...all.sort((a, b) => a.label.localeCompare(b.label, undefined, { numeric: true })),
          ...(sandbox.isStarted() ? [sandboxProfile()] : []),
        ]
      },
      async 'workspaces.open'({ id }) {
        await (id === sandboxWorkspaceId ? sandbox.start() : session.open(id))
        changed()
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
        changed()
        if (!isSandbox) return described(stored(id))
        return sandboxProfile()
      },
      'workspaces.contents': ({ id }) => {
        stored(id)
        return {
          secrets: journal.entries(id).filter(({ state }) => state === 'kept').length,
          deliveries: inspector.removal.count(id),
          notes: index.count(id),
          copies: backupsOf(database.path).length,
          damaged: storesIn(movedAsideOf(database.path)),
        }
      },
      async 'workspaces.disconnect'({ id }) {
        const profile = stored(id)
        await mustOpenKeychain()
        await apiKeys.forget(profile)
        changed()
        return session.refresh()
      },
      async 'workspaces.remove'({ id, label }) {
        const profile = stored(id)
        if (label.trim() !== profile.label.trim()) {
          const sentence = `Its name is ${profile.label}.`
          throw new AppError('invalid-input', sentence, { fields: { label: sentence } })
        }
        await mustOpenKeychain()
        await apiKeys.forget(profile)
        store.remove(id)
        changed()
        if (openId() === id) await session.refresh()
        await sweep()
        return session.status()
      },
    },
    sweep,
  }
}

const watchOfOpen = (status: SessionStatus): WatchState =>
  status.state === 'connected' || status.state === 'welcome' ? 'watched' : status.state

/** While it is not open. */
const sandboxOf = (ways: ReturnType<ProfileStore['ways']>): Profile => ({
  ...ways,
  id: sandboxWorkspaceId,
  kind: 'sandbox',
  label: 'Sandbox workspace',
  baseUrl: '',
  key: 'missing',
  isOpen: false,
  endpointsOff: { all: 0, notFromHere: 0 },
  watch: 'watched',
})

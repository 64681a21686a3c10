import { randomBytes } from 'node:crypto'
import type { ParsedInputOf } from '../../../shared/contract/index.ts'
import type { ServiceLink, SessionStatus, Workspace } from '../../../shared/contract/session.ts'
import { AppError } from '../../../shared/errors.ts'
import { parseBaseAddress } from '../api/base-address.ts'
import { createNotesApi, type NotesApi } from '../api/notes-api.ts'
import type { Surprise } from '../api/surprises.ts'
import type { EventHub } from '../event-hub.ts'
import type { Clock, Fetch, Log } from '../ports.ts'
import { acceptedAt } from './accepted-method.ts'
import { createServiceLink } from './service-link.ts'
import type { SettingsService } from './settings.ts'
import type { Vault } from './vault.ts'

/** The workspace that is open, and the key to it. The key enters by `connect` and never goes back. */
export interface Session {
  status(): SessionStatus
  /** How the requests to the service fare. */
  link(): ServiceLink
  /** The open workspace, or `null` on the welcome screen. */
  workspace(): Workspace | null
  /** Opens what was open last. Never waits for a locked keychain. */
  start(): Promise<void>
  connect(input: ParsedInputOf<'session.connect'>): Promise<SessionStatus>
  /** Forgets the workspace of the service and its key. */
  forget(): Promise<void>
  /** Opens the practice workspace over whatever is open; its key is worthless and kept nowhere. */
  openPractice(practice: { readonly baseUrl: string; readonly apiKey: string }): SessionStatus
  /** Returns to the workspace that was open before, unless another was opened over practice meanwhile. */
  closePractice(): Promise<SessionStatus>
  /** Asks the service. Rejects with `not-connected` when nothing is open; a refused key changes the status. */
  use<Result>(work: (api: NotesApi) => Promise<Result>): Promise<Result>
  /** How far the clock of the service is ahead of this one, by its last answer; `null` when it has not said. */
  serviceAheadSeconds(): number | null
  /** Tries the key that is kept once more: one that could not be read, or one that the service refused. */
  retry(): Promise<SessionStatus>
  /** Says that the keychain is in another state now. */
  announce(): void
  close(): void
}

export interface SessionOptions {
  readonly vault: Vault
  readonly settings: SettingsService
  readonly hub: EventHub
  /** Another workspace is open now, or the same one in another state. */
  readonly onOpen: () => void
  /** The service did something otherwise than its specification shows. */
  readonly onSurprise: (workspaceId: string, surprise: Surprise) => void
  readonly fetch: Fetch
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

export const practiceWorkspaceId = 'practice'

export function createSession(options: SessionOptions): Session {
  const { vault, settings, hub, onOpen, onSurprise, fetch, clock, log } = options
  let open: Open | null = null
  let serviceAheadSeconds: number | null = null
  const link = createServiceLink(hub, clock)

  const status = (): SessionStatus => {
    const keychain = vault.state()
    if (!open) return { state: 'welcome', keychain }
    const { state, workspace } = open
    return { state, keychain, workspace, keyHint: 'keyHint' in open ? open.keyHint : null }
  }
  const become = (next: Open | null): SessionStatus => {
    if (open && 'api' in open && (!next || !('api' in next) || next.api !== open.api)) {
      open.api.close()
      link.reset()
    }
    if (open?.workspace.id !== next?.workspace.id) serviceAheadSeconds = null
    open = next
    hub.publish('session.changed', status())
    onOpen()
    return status()
  }

  const apiFor = (baseUrl: string, apiKey: string): NotesApi => {
    /** One that is only tried out speaks for no workspace yet. */
    const isOpen = () => open !== null && 'api' in open && open.api === api
    const api: NotesApi = createNotesApi({
      baseUrl,
      apiKey,
      fetch,
      clock,
      pace: () => settings.get().pace,
      notePath: () => settings.get().notePath,
      updateMethod: () => settings.get().updateMethod,
      accepted: acceptedAt(settings, log, baseUrl),
      ...link.of(isOpen),
      onServed: (at) => {
        serviceAheadSeconds = Math.round((at.getTime() - clock.now().getTime()) / 1000)
      },
      onSurprise: (surprise) => {
        if (open && isOpen()) onSurprise(open.workspace.id, surprise)
      },
    })
    return api
  }

  const openStored = async (): Promise<SessionStatus> => {
    const stored = settings.recall('workspace')
    if (!stored) return become(null)
    const before = open
    const workspace: Workspace = { ...stored, kind: 'service' }
    const { baseUrl, origin } = parseBaseAddress(stored.baseUrl)
    const key = await vault.read(keyAccount(stored.id, origin))
    // The keychain may take its time, and the user may have opened something else meanwhile.
    if (open !== before) return status()
    if (key.state === 'absent') return become({ state: 'key-missing', workspace })
    if (key.state === 'locked') return become({ state: 'key-locked', workspace })
    const { secret } = key
    return become({ state: 'connected', workspace, keyHint: hint(secret), api: apiFor(baseUrl, secret) })
  }

  /** A base address edited into something else by hand must not keep the app from starting. */
  const openStoredOrWelcome = () =>
    openStored().catch((error) => {
      log.error('The workspace could not be opened.', error)
      return become(null)
    })

  return {
    status,
    link: link.status,
    workspace: () => open?.workspace ?? null,

    async start() {
      if (settings.recall('workspace') !== null) await openStoredOrWelcome()
    },

    async connect({ baseUrl: typed, apiKey, label, keepInMemory }) {
      const { baseUrl, origin } = parseBaseAddress(typed)
      const stored = settings.recall('workspace')
      if (stored && originOf(stored.baseUrl) !== origin) throw occupied(stored.label)
      const api = apiFor(baseUrl, apiKey)
      try {
        await api.check()
        if (keepInMemory) vault.agreeToMemory()
        const id = stored?.id ?? randomBytes(8).toString('hex')
        await vault.keep(keyAccount(id, origin), apiKey)
        const workspace = { id, label: label || stored?.label || new URL(baseUrl).host, baseUrl }
        settings.remember('workspace', workspace)
        return become({
          state: 'connected',
          workspace: { ...workspace, kind: 'service' },
          keyHint: hint(apiKey),
          api,
        })
      } catch (error) {
        api.close()
        throw error
      }
    },

    async forget() {
      const stored = settings.recall('workspace')
      if (stored) {
        const origin = originOf(stored.baseUrl)
        if (origin) await vault.forget(keyAccount(stored.id, origin))
        settings.remember('workspace', null)
      }
      become(null)
    },

    openPractice({ baseUrl, apiKey }) {
      const workspace: Workspace = {
        id: practiceWorkspaceId,
        kind: 'practice',
        label: 'Practice workspace',
        baseUrl,
      }
      return become({ state: 'connected', workspace, keyHint: hint(apiKey), api: apiFor(baseUrl, apiKey) })
    },

    async closePractice() {
      return open?.workspace.kind === 'practice' ? openStoredOrWelcome() : status()
    },

    async use(work) {
      if (!open)
        throw new AppError('not-connected', 'Connect a workspace first, or open the practice workspace.')
      if (!('api' in open)) {
        throw open.state === 'key-locked'
          ? new AppError('keychain-locked', 'The keychain is locked. Unlock it to use your API key.')
          : new AppError(
              'key-missing',
              'The API key of this workspace is not on this machine. Enter it again.',
            )
      }
      const used = open
      try {
        return await work(used.api)
      } catch (error) {
        const isRejected = error instanceof AppError && error.code === 'key-rejected'
        if (isRejected && open === used && used.state === 'connected')
          become({ ...used, state: 'key-rejected' })
        throw error
      }
    },

    serviceAheadSeconds: () => serviceAheadSeconds,

    async retry() {
      if (open?.state === 'key-locked') return openStoredOrWelcome()
      if (open?.state !== 'key-rejected') return status()
      const refused = open
      refused.api.reset()
      await refused.api.check()
      return open === refused ? become({ ...refused, state: 'connected' }) : status()
    },

    announce: () => hub.publish('session.changed', status()),

    close() {
      if (open && 'api' in open) open.api.close()
    },
  }
}

/** The origin is part of the account, so that a base address changed behind our back finds no key to send there. */
const keyAccount = (workspaceId: string, origin: string) => `apikey:${workspaceId}:${origin}`

const hint = (apiKey: string) => (apiKey.length >= 12 ? apiKey.slice(-4) : '')

function originOf(baseUrl: string): string | null {
  return URL.canParse(baseUrl) ? new URL(baseUrl).origin : null
}

function occupied(label: string): AppError {
  const sentence = `Notehook is connected to ${label}. Disconnect from it before you connect another service.`
  return new AppError('invalid-input', sentence, { fields: { baseUrl: sentence } })
}

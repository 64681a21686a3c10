import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Conf from 'conf'
import { onTestFinished } from 'vitest'
import { type Core, createCore } from '#core/core.ts'
import { createLog } from '#core/platform/log.ts'
import { withDirectLoopback } from '#core/platform/loopback-fetch.ts'
import type {
  Clipboard,
  Clock,
  Dial,
  Fetch,
  Lookup,
  OnSystemResume,
  SaveFile,
  SecretStore,
  SettingsStore,
  SystemNotice,
} from '#core/platform/ports.ts'
import { createRedactor } from '#core/platform/redact.ts'
import { AppError } from '#shared/errors.ts'
import { type Client, createClient } from '#shared/rpc/client.ts'
import type { HostEvent } from '#shared/rpc/events.ts'
import { openSettings } from '../../../electron/adapters/conf-settings.ts'
import { hardenMarkdown } from '../../../electron/adapters/markdown-hardening.ts'
import { createMemorySecrets } from '../../../electron/adapters/memory-secrets.ts'
import { loadNgrok } from '../../../electron/adapters/ngrok-tunnel.ts'
import { openZip } from '../../../electron/adapters/zip.ts'
import { openSandbox, type Sandbox, type SandboxOptions } from '../../../electron/sandbox/sandbox.ts'

export interface OpenCore {
  readonly core: Core
  readonly client: Client
  readonly dataFolder: string
  readonly settings: SettingsStore
  readonly log: readonly string[]
  readonly events: readonly HostEvent[]
  /** Offset of the core's clock, in milliseconds. */
  ahead: number
  readonly sandboxes: readonly Sandbox[]
  readonly notices: readonly SystemNotice[]
  close(): Promise<void>
}

export interface OpenCoreOptions {
  /** Data folder of an earlier core, to restart from its state. */
  readonly dataFolder?: string
  readonly secrets?: SecretStore
  readonly sandbox?: Partial<SandboxOptions>
  readonly listening?: boolean
  /** Sends requests to the service, in place of the fetch that both hosts use. */
  readonly fetch?: Fetch
  /** Returns the results of DNS lookups. Finds none by default. */
  readonly lookup?: Lookup
  readonly saveFile?: SaveFile
  /** The system clipboard. If set, the core behaves like that of the desktop app. */
  readonly clipboard?: Clipboard
  /** Whether the system shows notifications. Default `true`. */
  readonly showsNotices?: boolean
  /** Receives the function that closes the core, for a core that outlives a test. */
  readonly whenDone?: (end: () => void | Promise<void>) => void
  /** Connects to the public side of a tunnel, on loopback. */
  readonly dial?: Dial | undefined
  readonly onSystemResume?: OnSystemResume
  readonly time?: Pick<Clock, 'monotonicMs' | 'wait'>
  /** Port that serves the page, as in the browser host. */
  readonly pagePort?: number
  readonly agentLevel?: 'read' | 'sandbox'
  /** Script of a separate reader thread, as in both hosts. By default, reads use the core's connection. */
  readonly readerThread?: URL
}

/** Starts the real core with a real database, settings file and HTTP. Closes it after the test. */
export async function openCore(options: OpenCoreOptions = {}): Promise<OpenCore> {
  const whenDone = options.whenDone ?? onTestFinished
  const dataFolder = options.dataFolder ?? newFolder(whenDone)
  const log: string[] = []
  const events: HostEvent[] = []
  const sandboxes: Sandbox[] = []
  const notices: SystemNotice[] = []
  const redactor = createRedactor()
  const settings = openSettings({ folder: dataFolder, Store: Conf })
  const time = { ahead: 0 }
  const core = createCore({
    host: options.clipboard ? 'desktop' : 'browser',
    version: '0.0.0-test',
    dataFolder,
    clock: {
      now: () => new Date(Date.now() + time.ahead),
      monotonicMs: () => performance.now(),
      ...options.time,
    },
    log: createLog((line) => log.push(line), redactor),
    redactor,
    fetch: options.fetch ?? withDirectLoopback((url, init) => fetch(url, init)),
    lookup: options.lookup ?? (async () => []),
    secrets: options.secrets ?? createMemorySecrets(),
    memory: createMemorySecrets(),
    settings,
    async openSandbox(asked) {
      const sandbox = await openSandbox({ ...options.sandbox, ...asked })
      sandboxes.push(sandbox)
      return sandbox
    },
    openExternal: null,
    async notifier(notice) {
      notices.push(notice)
      return options.showsNotices ?? true
    },
    saveFile: options.saveFile ?? null,
    hardenMarkdown,
    openZip,
    clipboard: options.clipboard ?? null,
    loadNgrok,
    ...(options.dial ? { dial: options.dial } : {}),
    pagePort: () => options.pagePort ?? null,
    ...(options.onSystemResume ? { onSystemResume: options.onSystemResume } : {}),
    ...(options.agentLevel ? { agentLevel: options.agentLevel } : {}),
    ...(options.readerThread ? { readerThread: options.readerThread } : {}),
  })
  let closed: Promise<void> | null = null
  const opened: OpenCore = {
    core,
    client: createClient(core),
    dataFolder,
    settings,
    log,
    events,
    get ahead() {
      return time.ahead
    },
    set ahead(ms) {
      time.ahead = ms
    },
    sandboxes,
    notices,
    close() {
      closed ??= core.close()
      return closed
    },
  }
  whenDone(() => opened.close())
  if (options.listening !== false) core.subscribe((event) => events.push(event))
  await core.start()
  return opened
}

/** A fake keychain that is unlocked, locked, not responding, absent or failing. Tests set its state. */
export function fakeKeychain(): SecretStore & {
  mode: 'ready' | 'locked' | 'waiting' | 'none' | 'failing'
  readonly entries: Map<string, string>
} {
  const entries = new Map<string, string>()
  const check = (writes: boolean) => {
    if (keychain.mode === 'none') throw new AppError('keychain-none', 'There is no keychain.')
    if (keychain.mode === 'waiting') throw new AppError('keychain-waiting', 'The keychain didn’t respond.')
    if (keychain.mode === 'locked' && writes) throw new AppError('keychain-locked', 'The keychain is locked.')
    if (keychain.mode === 'failing' && writes) throw new AppError('keychain-failed', 'The keychain failed.')
  }
  const keychain = {
    mode: 'ready' as 'ready' | 'locked' | 'waiting' | 'none' | 'failing',
    entries,
    async get(account: string) {
      check(false)
      // Linux reports a locked keychain as an empty one.
      return keychain.mode === 'locked' ? null : (entries.get(account) ?? null)
    },
    async set(account: string, secret: string) {
      check(true)
      entries.set(account, secret)
    },
    async delete(account: string) {
      check(true)
      entries.delete(account)
    },
    async health() {
      return keychain.mode === 'failing' ? ('ready' as const) : keychain.mode
    },
  }
  return keychain
}

/** Starts a sandbox service that the core does not own. */
export async function separateService(options: Partial<SandboxOptions> = {}): Promise<Sandbox> {
  const service = await openSandbox({ listenerOrigin: () => null, notes: 40, ...options })
  onTestFinished(() => service.close())
  return service
}

/** Sets the pace of the open workspace, or of the sandbox workspace if none is open. */
export async function setPace(
  client: Client,
  pace: { readonly burst: number; readonly perSecond: number },
): Promise<void> {
  const { workspace } = { workspace: null, ...(await client.call('workspaces.status')) }
  await client.call('workspaces.update', { id: workspace?.id ?? 'sandbox', changes: { pace } })
}

export async function removeWorkspace(client: Client) {
  const { workspace } = { workspace: null, ...(await client.call('workspaces.status')) }
  return client.call('workspaces.remove', { id: workspace?.id ?? '', label: workspace?.label ?? '' })
}

export async function refusalOf(promise: Promise<unknown>): Promise<AppError> {
  const thrown = await promise.then(
    () => null,
    (error: unknown) => error,
  )
  if (thrown instanceof AppError) return thrown
  throw new Error(`Expected an AppError, got ${String(thrown)}`)
}

function newFolder(whenDone: NonNullable<OpenCoreOptions['whenDone']>): string {
  const folder = mkdtempSync(join(tmpdir(), 'notehook-core-'))
  whenDone(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

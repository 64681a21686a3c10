import Conf from 'conf'
import { z } from 'zod'
import { agentTransport } from '#core/agents/index.ts'
import { createCore } from '#core/core.ts'
import { readBundle, readPolicy } from '#core/platform/files/built-page.ts'
import { claimDataFolder, prepareDataFolder } from '#core/platform/files/data-folder.ts'
import type { FolderHolder } from '#core/platform/files/folder-holder.ts'
import type { FolderLock } from '#core/platform/files/folder-lock.ts'
import { createLog } from '#core/platform/log.ts'
import { withDirectLoopback } from '#core/platform/loopback-fetch.ts'
import type { Log, Ports, SettingsStore } from '#core/platform/ports.ts'
import { installCrashHandler } from '#core/platform/process/crash-handler.ts'
import { createRedactor, type Redactor } from '#core/platform/redact.ts'
import { createClient } from '#shared/rpc/client.ts'
import { openSettings } from '../adapters/conf-settings.ts'
import { createDnsLookup, createSystemLookup } from '../adapters/dns-lookup.ts'
import { createKeytarSecrets } from '../adapters/keytar-secrets.ts'
import { hardenMarkdown } from '../adapters/markdown-hardening.ts'
import { createMemorySecrets } from '../adapters/memory-secrets.ts'
import { loadNgrok } from '../adapters/ngrok-tunnel.ts'
import { openZip } from '../adapters/zip.ts'
import { openWatchedSandbox } from '../sandbox/sandbox.ts'
import { openToAgents } from '../socket/open-to-agents.ts'
import { type BrowserServer, openServer, type ServerOptions } from './server.ts'
import { createTokens } from './tokens.ts'

export interface BrowserHostOptions {
  readonly version: string
  readonly pageFolder: string
  readonly engineThread: URL
  readonly readerThread: URL
  /** The data folder. Created if missing, with access for the user only. A folder that contains other files is rejected. */
  readonly dataFolder: string
  /** The port to use. 0 selects the last used port, or any free port. */
  readonly port: number
  readonly sandbox: boolean
  readonly sandboxNotes: number | null
  /** Level of agents in this run. If missing, uses the level that the user chose. */
  readonly agents?: 'read' | 'sandbox' | undefined
  /** Prints a line for the person who started the host. Addresses with a launch token are printed nowhere else. */
  readonly print: (line: string) => void
  /**
   * Exits the process after repeated uncaught errors. `null` if the caller owns the process, in which case uncaught errors are
   * not handled.
   */
  readonly exit: ((exitCode: number) => void) | null
}

export interface BrowserHost {
  readonly origin: string
  readonly listener: string | null
  /**
   * Returns a new address that opens the page once, within five minutes. The token is in the fragment, which browsers don't send.
   */
  launchAddress(): string
  readonly opened: Promise<void>
  close(): Promise<void>
}

/**
 * Starts the app for a browser, with the same core and page, served on loopback only. Resolves to `heldBy` if another process
 * uses the data folder. Rejects with `AppError` `port-busy` or `refused` for the port, or `storage` for the folder.
 */
export async function openBrowserHost(
  options: BrowserHostOptions,
): Promise<BrowserHost | { readonly heldBy: FolderHolder | null }> {
  prepareDataFolder(options.dataFolder)
  const lock = claimDataFolder(options.dataFolder)
  if ('heldBy' in lock) return lock
  try {
    return await open(options, lock)
  } catch (error) {
    lock.release()
    throw error
  }
}

async function open(options: BrowserHostOptions, lock: FolderLock): Promise<BrowserHost> {
  const { pageFolder, sandbox, sandboxNotes, print } = options
  const redactor = createRedactor()
  const log = createLog(print, redactor)
  lock.watch(log)
  const settings = openSettings({ folder: options.dataFolder, Store: Conf })
  let origin = ''
  const pagePort = () => (origin === '' ? null : Number(new URL(origin).port))
  const ports = { ...portsOf(options, settings, log, redactor), pagePort }
  const core = createCore(ports)
  const client = createClient(core)
  const opened = Promise.withResolvers<void>()
  const launchAddress = () => `${origin}/#t=${tokens.issueLaunch()}`
  const tokens = createTokens(
    throttle(10_000, () => {
      print(
        `That address was already used or has expired. Open this one instead (it works once, within five minutes):\n${launchAddress()}`,
      )
    }),
  )

  const { clock } = ports
  const removeCrashHandler = options.exit
    ? installCrashHandler({ core, log, settings, redact: redactor.redact, clock, leave: options.exit })
    : () => {}
  try {
    await core.start()
    if (sandbox) await client.call('sandbox.start', sandboxNotes === null ? {} : { notes: sandboxNotes })
    const server = await openServerOnPort(options.port, settings, {
      core,
      bundle: await readBundle(pageFolder),
      contentSecurityPolicy: await readPolicy(pageFolder),
      tokens,
      log,
      onSession: opened.resolve,
    })
    origin = server.origin
    lock.announce(origin)
    const agents = await openToAgents({ core, gate: agentTransport(core), lock, ...options, log })
    const inspector = await client.call('listener.status')
    return {
      origin,
      listener: inspector.state === 'listening' ? inspector.origin : null,
      launchAddress,
      opened: opened.promise,
      async close() {
        removeCrashHandler()
        await agents.close()
        await server.close()
        await core.close()
        lock.release()
      },
    }
  } catch (error) {
    removeCrashHandler()
    await core.close()
    throw error
  }
}

function portsOf(
  { version, dataFolder, engineThread, readerThread, agents }: BrowserHostOptions,
  settings: SettingsStore,
  log: Log,
  redactor: Redactor,
): Ports {
  return {
    host: 'browser',
    version,
    dataFolder,
    clock: { now: () => new Date(), monotonicMs: () => performance.now() },
    log,
    fetch: withDirectLoopback((url, init) => fetch(url, init)),
    lookup: createDnsLookup(),
    systemLookup: createSystemLookup(),
    loadNgrok,
    secrets: createKeytarSecrets({ service: 'Notehook' }),
    memory: createMemorySecrets(),
    redactor,
    settings,
    openSandbox: openWatchedSandbox,
    engineThread,
    readerThread,
    ...(agents === undefined ? {} : { agentLevel: agents }),
    openExternal: null,
    notifier: null,
    saveFile: null,
    hardenMarkdown,
    openZip,
    clipboard: null,
  }
}

/**
 * Opens the server on the requested port. If none was requested, uses the last port, so that an open page reconnects and keeps
 * its drafts. If that port is in use, opens any free port.
 */
async function openServerOnPort(
  port: number,
  settings: SettingsStore,
  options: Omit<ServerOptions, 'port'>,
): Promise<BrowserServer> {
  const last = z.number().int().min(1).max(65535).safeParse(settings.read().hostPort)
  const preferred = port === 0 && last.success ? last.data : port
  const server = await openServer({ ...options, port: preferred }).catch((error: unknown) => {
    if (port !== 0 || preferred === 0) throw error
    return openServer({ ...options, port: 0 })
  })
  savePort(settings, Number(new URL(server.origin).port), options.log)
  return server
}

/** Saves the port for the next start. A failed write is only logged. */
function savePort(settings: SettingsStore, port: number, log: Log): void {
  try {
    if (settings.read().hostPort !== port) settings.write({ hostPort: port })
  } catch (error) {
    log.error('The port could not be saved.', error)
  }
}

/**
 * Throttles `action`. The first call runs at once. Later calls in the interval run together at its end.
 */
function throttle(ms: number, action: () => void): () => void {
  let waiting = false
  let pending = false
  const run = () => {
    action()
    waiting = true
    pending = false
    setTimeout(() => {
      waiting = false
      if (pending) run()
    }, ms).unref()
  }
  return () => {
    if (waiting) pending = true
    else run()
  }
}

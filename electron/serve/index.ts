import Conf from 'conf'
import { z } from 'zod'
import { createCore } from '#core/core.ts'
import { readBundle, readPolicy } from '#core/platform/bundle.ts'
import { surviveUncaught } from '#core/platform/crash-handler.ts'
import { claimDataFolder, prepareDataFolder } from '#core/platform/data-folder.ts'
import type { FolderHolder, FolderLock } from '#core/platform/folder-lock.ts'
import { createLog } from '#core/platform/log.ts'
import type { Log, Ports, SettingsStore } from '#core/platform/ports.ts'
import { createRedactor, type Redactor } from '#core/platform/redact.ts'
import { createClient } from '#shared/rpc/client.ts'
import { openSettings } from '../adapters/conf-settings.ts'
import { createDnsLookup } from '../adapters/dns-lookup.ts'
import { createKeytarSecrets } from '../adapters/keytar-secrets.ts'
import { createMemorySecrets } from '../adapters/memory-secrets.ts'
import { loadNgrok } from '../adapters/ngrok-tunnel.ts'
import { openSandbox } from '../sandbox/sandbox.ts'
import { type BrowserServer, openServer, type ServerOptions } from './server.ts'
import { createTokens } from './tokens.ts'

export interface BrowserHostOptions {
  readonly version: string
  /** The built page. */
  readonly pageFolder: string
  /** Made when it is not there, private to the user. One with files of something else is refused. */
  readonly dataFolder: string
  /** 0: a free one. */
  readonly port: number
  /** Straight into the sandbox workspace. */
  readonly sandbox: boolean
  /** `null`: the usual number. */
  readonly sandboxNotes: number | null
  /** A line for whoever started this. Addresses with a launch token go here and nowhere else. */
  readonly say: (line: string) => void
  /** Ends the process, after what nobody caught. `null`: the process is somebody else's, and nothing of it is caught. */
  readonly leave: ((exitCode: number) => void) | null
}

export interface BrowserHost {
  readonly origin: string
  /** Where deliveries are received, such as `http://127.0.0.1:8484`; `null` while nothing listens. */
  readonly listener: string | null
  /** Opens the page once, within five minutes. The token is in the fragment, which no browser sends. */
  launchAddress(): string
  /** Settles when a page has opened with a launch token. */
  readonly opened: Promise<void>
  close(): Promise<void>
}

/**
 * The app for a browser: the same core and the same page, on loopback only. Resolves to the holder
 * when another one has the data folder. Rejects with `AppError` `port-busy` or `refused` for the port, `storage` for the folder.
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
  const { pageFolder, sandbox, sandboxNotes, say } = options
  const redactor = createRedactor()
  const log = createLog(say, redactor)
  lock.watch(log)
  const settings = openSettings({ folder: options.dataFolder, Store: Conf })
  const ports = portsOf(options, settings, log, redactor)
  const core = createCore(ports)
  const client = createClient(core)
  const opened = Promise.withResolvers<void>()
  let origin = ''
  const launchAddress = () => `${origin}/#t=${tokens.issueLaunch()}`
  const tokens = createTokens(
    atMostEvery(10_000, () => {
      say(
        `That address was used or is too old. A new one, good once and for five minutes:\n${launchAddress()}`,
      )
    }),
  )

  const { clock } = ports
  const endSurviving = options.leave ? surviveUncaught({ core, log, clock, leave: options.leave }) : () => {}
  try {
    await core.start()
    if (sandbox) await client.call('sandbox.start', sandboxNotes === null ? {} : { notes: sandboxNotes })
    const server = await openServerWhere(options.port, settings, {
      core,
      bundle: await readBundle(pageFolder),
      contentSecurityPolicy: await readPolicy(pageFolder),
      tokens,
      log,
      onSession: opened.resolve,
    })
    origin = server.origin
    lock.announce(origin)
    const inspector = await client.call('listener.status')
    return {
      origin,
      listener: inspector.state === 'listening' ? inspector.origin : null,
      launchAddress,
      opened: opened.promise,
      async close() {
        endSurviving()
        await server.close()
        await core.close()
        lock.release()
      },
    }
  } catch (error) {
    endSurviving()
    await core.close()
    throw error
  }
}

function portsOf(
  { version, dataFolder }: BrowserHostOptions,
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
    fetch: (url, init) => fetch(url, init),
    lookup: createDnsLookup(),
    loadNgrok,
    secrets: createKeytarSecrets({ service: 'Notehook' }),
    memory: createMemorySecrets(),
    redactor,
    settings,
    openSandbox,
    openExternal: null,
    notifier: null,
    saveFile: null,
    clipboard: null,
  }
}

/**
 * On the port that was asked for; else on the one of last time, so that a page left open finds its host again and keeps what was
 * typed into it; else on any.
 */
async function openServerWhere(
  port: number,
  settings: SettingsStore,
  options: Omit<ServerOptions, 'port'>,
): Promise<BrowserServer> {
  const last = z.number().int().min(1).max(65535).safeParse(settings.read().hostPort)
  const wanted = port === 0 && last.success ? last.data : port
  const server = await openServer({ ...options, port: wanted }).catch((error: unknown) => {
    if (port !== 0 || wanted === 0) throw error
    return openServer({ ...options, port: 0 })
  })
  rememberPort(settings, Number(new URL(server.origin).port), options.log)
  return server
}

/** For the next start only: a disk that refuses it keeps nobody from working now. */
function rememberPort(settings: SettingsStore, port: number, log: Log): void {
  try {
    if (settings.read().hostPort !== port) settings.write({ hostPort: port })
  } catch (error) {
    log.error('The port could not be remembered.', error)
  }
}

/** Calls at once, then not again until the time is over; what was asked for meanwhile happens once, at its end. */
function atMostEvery(ms: number, action: () => void): () => void {
  let resting = false
  let wanted = false
  const act = () => {
    action()
    resting = true
    wanted = false
    setTimeout(() => {
      resting = false
      if (wanted) act()
    }, ms).unref()
  }
  return () => {
    if (resting) wanted = true
    else act()
  }
}

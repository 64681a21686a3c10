import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, openDatabase } from '#core/database/database.ts'
import { createAppInfo, type Notify } from './app-info.ts'
import { createEventHub, type EventHub } from './event-bus.ts'
import type { Clock, Log, Ports } from './ports.ts'
import { createStartHold, type StartHold } from './process/start-hold.ts'
import { createReader, type Reader } from './reader/reader.ts'
import { createSecretClipboard, type SecretClipboard } from './secret-clipboard.ts'
import { createVault, type Vault } from './secret-vault.ts'
import { createSettingsService, type SettingsService, wasUsed } from './settings.ts'
import { createTrustedTime, type TrustedTime } from './trusted-time.ts'

/** The host's ports and the core's shared services, which are passed to every feature. */
export interface Platform extends Omit<Ports, 'settings'> {
  readonly database: Database
  readonly reader: Reader
  readonly hub: EventHub
  readonly settings: SettingsService
  readonly vault: Vault
  readonly time: TrustedTime
  readonly secretClipboard: SecretClipboard | null
  readonly notify: Notify
  readonly hold: StartHold
}

const keychainRetryMs = 10_000
/** How often to check the database files while no deliveries arrive. */
const filesEveryMs = 2_000

/** Opens the data folder's database and creates the shared services. Throws `AppError` `storage`. */
export function openPlatform(ports: Ports) {
  const { clock, log } = ports
  mkdirSync(ports.dataFolder, { recursive: true, mode: 0o700 })
  const path = join(ports.dataFolder, 'notehook.db')
  const database = openDatabase(path, clock.now, { wasUsed: wasUsed(ports.settings) })
  if (database.problem !== null) log.warn(database.problem)
  const reader = createReader({ database, script: ports.readerThread, clock, log })
  const hub = createEventHub(log)
  const settings = createSettingsService(ports.settings, hub, log)
  const vault = createVault({ ...ports, sql: database.sql })
  const time = createTrustedTime(clock)
  const hold = createStartHold(ports.settings, log)
  const app = createAppInfo(ports, database, hub, hold)
  const secretClipboard = createSecretClipboard(ports.clipboard, clock, log)
  const { notify } = app
  const services = { database, reader, hub, settings, vault, time, secretClipboard, notify, hold }
  const timers: NodeJS.Timeout[] = []
  let endEventLoopMonitor = () => {}

  return {
    platform: { ...ports, ...services },
    handlers: { ...app.handlers, ...settings.handlers },
    start() {
      endEventLoopMonitor = monitorEventLoop(clock, log)
      database.reserveSpace()
      hold.start()
      timers.push(setInterval(vault.retry, keychainRetryMs).unref())
      timers.push(setInterval(database.files.isKept, filesEveryMs).unref())
    },
    /** Stops timers and clears secrets from the clipboard. Must be called before the features are closed. */
    async stop() {
      endEventLoopMonitor()
      for (const timer of timers) clearInterval(timer)
      hold.close()
      await secretClipboard?.close()
    },
    async close() {
      await reader.close()
      database.close()
    },
  }
}

const everyMs = 250
/** Delays above this are logged. The service waits 15 s for a response (specification, section 8). */
const warnAfterMs = 500

/** Logs when the event loop was blocked or the computer was asleep. Returns a function that stops monitoring. */
function monitorEventLoop(clock: Pick<Clock, 'monotonicMs'>, log: Log): () => void {
  let lastMs = clock.monotonicMs()
  const timer = setInterval(() => {
    const nowMs = clock.monotonicMs()
    const lateMs = Math.round(nowMs - lastMs - everyMs)
    lastMs = nowMs
    if (lateMs > warnAfterMs) log.warn('The event loop was blocked.', { lateMs })
  }, everyMs).unref()
  return () => clearInterval(timer)
}

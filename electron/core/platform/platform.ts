import type { Database } from '#core/database/database.ts'
import type { Notify } from './app-info.ts'
import type { EventHub } from './event-bus.ts'
import type { Ports } from './ports.ts'
import type { SecretClipboard } from './secret-clipboard.ts'
import type { SettingsService } from './settings.ts'
import type { TrustedTime } from './trusted-time.ts'
import type { Vault } from './vault.ts'

/** What every feature is built on: the host's ports and the core's shared services. */
export interface Platform extends Omit<Ports, 'settings'> {
  readonly database: Database
  readonly hub: EventHub
  readonly settings: SettingsService
  readonly vault: Vault
  readonly time: TrustedTime
  /** `null` if the host has no clipboard. */
  readonly secretClipboard: SecretClipboard | null
  readonly notify: Notify
}

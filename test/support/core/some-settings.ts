import { createEventHub } from '#core/platform/event-bus.ts'
import { createSettingsService, type SettingsService } from '#core/platform/settings.ts'
import type { Settings } from '#shared/settings/contract.ts'
import { silentLog } from '../deliveries/open-delivery-engine.ts'

/** Opens the real settings service on a settings file in memory. */
export function someSettings(preferences: Partial<Settings> = {}): SettingsService {
  let file: Readonly<Record<string, unknown>> = { preferences }
  const store = {
    read: () => file,
    write(changes: Readonly<Record<string, unknown>>) {
      file = { ...file, ...changes }
    },
    problem: null,
  }
  return createSettingsService(store, createEventHub(silentLog), silentLog)
}

import { createEventHub } from '../../electron/core/event-hub.ts'
import { createSettingsService, type SettingsService } from '../../electron/core/services/settings.ts'
import type { Settings } from '../../shared/contract/settings.ts'
import { silentLog } from './open-inspector.ts'

/** The real settings over a file that is only in memory. */
export function someSettings(preferences: Partial<Settings> = {}): SettingsService {
  let file: Readonly<Record<string, unknown>> = { preferences }
  const store = {
    read: () => file,
    write(changes: Readonly<Record<string, unknown>>) {
      file = { ...file, ...changes }
    },
    problem: null,
  }
  return createSettingsService(
    store,
    createEventHub(silentLog, () => {}),
    silentLog,
  )
}

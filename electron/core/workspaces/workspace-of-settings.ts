import { z } from 'zod'
import type { SettingsStore } from '#core/platform/ports.ts'
import { type ProfileStore, waysOf } from './profile-store.ts'
import { sandboxWorkspaceId } from './workspace-of.ts'

const Workspace = z.object({ id: z.string().min(1), label: z.string(), baseUrl: z.string() })

/**
 * Earlier versions knew one workspace, kept among the settings, and one way for every service. It becomes the first profile,
 * under the id by which its key, its secrets and its endpoints are found.
 */
export function takeWorkspaceFromSettings(settings: SettingsStore, profiles: ProfileStore, now: Date): void {
  const { workspace, preferences } = settings.read()
  const before = z.record(z.string(), z.unknown()).catch({}).parse(preferences)
  const { notePath, updateMethod, pace, ...others } = before
  const hadWays = [notePath, updateMethod, pace].some((value) => value !== undefined)
  if (workspace === undefined && !hadWays) return
  const known = Workspace.safeParse(workspace)
  if (known.success && profiles.all().length === 0) profiles.put(known.data, now.toISOString())
  if (hadWays) {
    const ways = waysOf({ notePath, updateMethod, pace })
    profiles.setWays(sandboxWorkspaceId, ways)
    if (known.success) profiles.setWays(known.data.id, ways)
  }
  settings.write({ workspace: undefined, ...(preferences === undefined ? {} : { preferences: others }) })
}

import { homedir } from 'node:os'
import { join } from 'node:path'

/** Exit code of both hosts if the data folder cannot be created or written to. */
export const unusableFolderExit = 5

/**
 * Returns the same data folder as the desktop app that runs from source, so that both hosts show the same workspaces. The
 * installed app uses a different folder (`Notehook`).
 */
export function defaultDataFolder(env: NodeJS.ProcessEnv = process.env, platform = process.platform): string {
  return join(settingsFolder(env, platform), 'Notehook-dev')
}

function settingsFolder(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  if (platform === 'win32') return env.APPDATA ?? join(homedir(), 'AppData', 'Roaming')
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support')
  return env.XDG_CONFIG_HOME || join(homedir(), '.config')
}

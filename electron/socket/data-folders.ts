import { accessSync, constants } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { type AgentAccess, isRunning, readHolder } from '#core/platform/files/folder-holder.ts'
import { AppError } from '#shared/errors.ts'

/**
 * Names of the default data folders. An app that runs from source has a separate folder, so that it never changes the installed
 * app's data.
 */
export const folderNames = { source: 'Notehook-dev', installed: 'Notehook' } as const
/** Beginning of the errors that no app is running. */
export const notRunning = 'Notehook isn’t running'
export type AppKind = keyof typeof folderNames

export function defaultDataFolder(
  kind: AppKind,
  env: NodeJS.ProcessEnv = process.env,
  platform = process.platform,
): string {
  return join(settingsFolder(env, platform), folderNames[kind])
}

/**
 * Returns the data folder that is set in the environment, or `null`. A relative path is resolved in the folder where npm was
 * started.
 */
export function dataFolderInEnv(env: NodeJS.ProcessEnv): string | null {
  const folder = env.NOTEHOOK_DATA_DIR
  return folder === undefined || folder === '' ? null : resolve(env.INIT_CWD ?? '.', folder)
}

function settingsFolder(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  if (platform === 'win32') return env.APPDATA ?? join(homedir(), 'AppData', 'Roaming')
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support')
  return env.XDG_CONFIG_HOME || join(homedir(), '.config')
}

/**
 * Returns the socket and key of the app that uses a data folder. Throws `AppError` `host-lost` if no app is running, and
 * `not-allowed` if the app accepts no commands.
 */
export function findApp(dataFolder: string): AgentAccess {
  const file = join(dataFolder, 'host.json')
  try {
    accessSync(file, constants.R_OK)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EACCES') {
      throw new AppError('host-lost', `The data folder ${dataFolder} belongs to another user.`)
    }
  }
  const holder = readHolder(file)
  // If the lock has no start time, assumes that its app still runs. Connecting to it will show whether it does.
  if (holder === null || (holder.start !== null && !isRunning(holder))) {
    throw new AppError('host-lost', `${notRunning} with the data folder ${dataFolder}.`)
  }
  if (holder.agents === null) {
    throw new AppError('host-lost', 'Notehook is starting. Try again, or see its log if this remains.')
  }
  if (holder.agents !== 'off') return holder.agents
  throw new AppError(
    'not-allowed',
    'Notehook is running, but scripts and agents are off. Turn them on in Notehook: Settings → Agents & scripts.',
  )
}

import { delimiter, join } from 'node:path'

/**
 * Returns the environment for other programs. The start script of an AppImage adds its own folders to some variables. They are
 * removed, because system programs may fail with the libraries in them.
 */
export function childEnv(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const { APPDIR: mount } = env
  if (!mount) return env
  const isOurs = (entry: string) => entry === mount || entry.startsWith(join(mount, '/'))
  const cleaned = { ...env }
  for (const name of lists) {
    const entries = env[name]?.split(delimiter) ?? []
    if (!entries.some(isOurs)) continue
    const left = entries.filter((entry) => entry !== '' && !isOurs(entry))
    if (left.length > 0) cleaned[name] = left.join(delimiter)
    else delete cleaned[name]
  }
  return cleaned
}

const lists = ['LD_LIBRARY_PATH', 'PATH', 'XDG_DATA_DIRS', 'GSETTINGS_SCHEMA_DIR'] as const

import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

/**
 * Returns a program's path, or `null` if it isn't found. Also searches the usual folders, because PATH lacks some of them in apps
 * that are started from a desktop. A file that the user chose is returned if it is executable.
 */
export function findProgram(name: string, chosen: string | null = null): string | null {
  if (chosen !== null && chosen !== '') return isAbsolute(chosen) && isProgram(chosen) ? chosen : null
  const endings = process.platform === 'win32' ? ['.exe', '.cmd'] : ['']
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...usualFolders]
  for (const folder of folders.filter((it) => isAbsolute(it))) {
    for (const ending of endings) {
      const path = join(folder, name + ending)
      if (isProgram(path)) return path
    }
  }
  return null
}

const usualFolders = process.platform === 'win32' ? [] : ['/usr/local/bin', '/opt/homebrew/bin', '/usr/bin']

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

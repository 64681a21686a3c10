import { chmod, copyFile } from 'node:fs/promises'
import { extname } from 'node:path'
import type { FileFilter } from 'electron'
import type { SaveFile } from '#core/platform/ports.ts'
import { AppError } from '#shared/errors.ts'
import type { Dialogs } from './dialogs.ts'

/** Asks for a place in the system's own dialog, which also asks before it replaces a file. Throws `AppError` `storage`. */
export function createSaveFile(dialogs: Pick<Dialogs, 'showSaveDialog'>): NonNullable<SaveFile> {
  return async ({ name, from }) => {
    const { canceled, filePath } = await dialogs.showSaveDialog({
      defaultPath: name,
      filters: filtersFor(name),
      // Without the first, a Linux without file portals replaces a file without asking; the second is for a Mac.
      properties: ['showOverwriteConfirmation', 'createDirectory'],
    })
    if (canceled || filePath === '') return false
    try {
      await copyFile(from, filePath)
      await chmod(filePath, 0o600)
    } catch (error) {
      throw new AppError('storage', 'The file could not be written there. Choose another place.', {
        cause: error,
      })
    }
    return true
  }
}

/** Files of its kind, and all files, as dialogs name them. */
function filtersFor(name: string): FileFilter[] {
  const extension = extname(name).slice(1)
  const all = { name: 'All Files', extensions: ['*'] }
  if (extension === '') return [all]
  const kind = kinds.get(extension) ?? extension.toUpperCase()
  return [{ name: `${kind} Files`, extensions: [extension] }, all]
}

const kinds: ReadonlyMap<string, string> = new Map([
  ['md', 'Markdown'],
  ['txt', 'Text'],
])

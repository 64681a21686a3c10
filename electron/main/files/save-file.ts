import { chmod, copyFile } from 'node:fs/promises'
import { extname } from 'node:path'
import type { FileFilter, Shell } from 'electron'
import type { SaveFile } from '#core/platform/ports.ts'
import { AppError } from '#shared/errors.ts'
import type { Dialogs } from '../system/dialogs.ts'

/** Asks where to save a file in the system's dialog, which confirms before replacing a file. Throws `AppError` `storage`. */
export function createSaveFile(
  dialogs: Pick<Dialogs, 'showSaveDialog'>,
  shell: Pick<Shell, 'showItemInFolder'>,
): NonNullable<SaveFile> {
  return async ({ name, from }) => {
    const { canceled, filePath } = await dialogs.showSaveDialog({
      defaultPath: name,
      filters: filtersFor(name),
      // `showOverwriteConfirmation` is needed on Linux without file portals, where files would be replaced silently.
      // `createDirectory` is for macOS.
      properties: ['showOverwriteConfirmation', 'createDirectory'],
    })
    if (canceled || filePath === '') return null
    try {
      await copyFile(from, filePath)
      await chmod(filePath, 0o600)
    } catch (error) {
      throw new AppError('storage', 'Couldn’t save the file there. Choose another location.', {
        cause: error,
      })
    }
    return { show: () => shell.showItemInFolder(filePath) }
  }
}

function filtersFor(name: string): FileFilter[] {
  const extension = extname(name).slice(1)
  const all = { name: 'All Files', extensions: ['*'] }
  if (extension === '') return [all]
  const type = typeNames.get(extension) ?? extension.toUpperCase()
  return [{ name: `${type} Files`, extensions: [extension] }, all]
}

const typeNames: ReadonlyMap<string, string> = new Map([
  ['md', 'Markdown'],
  ['txt', 'Text'],
])

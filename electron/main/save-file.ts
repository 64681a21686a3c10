import { chmod, copyFile } from 'node:fs/promises'
import type { SaveDialogOptions } from 'electron'
import { AppError } from '../../shared/errors.ts'
import type { SaveFile } from '../core/ports.ts'

/** Asks for a place in the system's own dialog, which also asks before it replaces a file. Throws `AppError` `storage`. */
export function createSaveFile(dialog: {
  showSaveDialog(options: SaveDialogOptions): Promise<{ canceled: boolean; filePath: string }>
}): NonNullable<SaveFile> {
  return async ({ name, from }) => {
    const { canceled, filePath } = await dialog.showSaveDialog({ defaultPath: name })
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

import type { BrowserWindow, Dialog, MessageBoxOptions, OpenDialogOptions, SaveDialogOptions } from 'electron'

/** System dialogs, attached to the app's window. */
export interface Dialogs {
  showMessageBox(options: MessageBoxOptions): Promise<{ response: number }>
  showSaveDialog(options: SaveDialogOptions): Promise<{ canceled: boolean; filePath: string }>
  showOpenDialog(options: OpenDialogOptions): Promise<{ canceled: boolean; filePaths: readonly string[] }>
}

/** Creates the dialogs. `visibleWindow` returns `null` for a hidden window, because a hidden window would hide its dialogs too. */
export function createDialogs(
  dialog: Pick<Dialog, 'showMessageBox' | 'showSaveDialog' | 'showOpenDialog'>,
  visibleWindow: () => BrowserWindow | null,
): Dialogs {
  return {
    showMessageBox(options) {
      const window = visibleWindow()
      return window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options)
    },
    showSaveDialog(options) {
      const window = visibleWindow()
      return window ? dialog.showSaveDialog(window, options) : dialog.showSaveDialog(options)
    },
    showOpenDialog(options) {
      const window = visibleWindow()
      return window ? dialog.showOpenDialog(window, options) : dialog.showOpenDialog(options)
    },
  }
}

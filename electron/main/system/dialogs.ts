import type { BrowserWindow, Dialog, MessageBoxOptions, OpenDialogOptions, SaveDialogOptions } from 'electron'

/** The system's dialogs, attached to the app's window. */
export interface Dialogs {
  showMessageBox(options: MessageBoxOptions): Promise<{ response: number }>
  showSaveDialog(options: SaveDialogOptions): Promise<{ canceled: boolean; filePath: string }>
  showOpenDialog(options: OpenDialogOptions): Promise<{ canceled: boolean; filePaths: readonly string[] }>
}

/** A hidden window would hide its dialogs too, so `visibleWindow` returns only a visible one, or `null`. */
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

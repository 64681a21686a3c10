import type { BrowserWindow, Dialog, MessageBoxOptions, SaveDialogOptions } from 'electron'

/** The system's dialogs, attached to the app's window. */
export interface Dialogs {
  showMessageBox(options: MessageBoxOptions): Promise<{ response: number }>
  showSaveDialog(options: SaveDialogOptions): Promise<{ canceled: boolean; filePath: string }>
}

/** A hidden window would hide its dialogs too, so `visibleWindow` returns only a visible one, or `null`. */
export function createDialogs(
  dialog: Pick<Dialog, 'showMessageBox' | 'showSaveDialog'>,
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
  }
}

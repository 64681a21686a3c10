import type { BrowserWindow, Dialog, MessageBoxOptions, SaveDialogOptions } from 'electron'

/** The system's dialogs, each in front of the window it concerns. */
export interface Dialogs {
  showMessageBox(options: MessageBoxOptions): Promise<{ response: number }>
  showSaveDialog(options: SaveDialogOptions): Promise<{ canceled: boolean; filePath: string }>
}

/** A window that is hidden would hide its dialogs too, so `windowOf` names the one that is seen; `null` where there is none. */
export function dialogsOf(
  dialog: Pick<Dialog, 'showMessageBox' | 'showSaveDialog'>,
  windowOf: () => BrowserWindow | null,
): Dialogs {
  return {
    showMessageBox(options) {
      const window = windowOf()
      return window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options)
    },
    showSaveDialog(options) {
      const window = windowOf()
      return window ? dialog.showSaveDialog(window, options) : dialog.showSaveDialog(options)
    },
  }
}

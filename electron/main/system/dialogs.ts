import type { BrowserWindow, Dialog, MessageBoxOptions, OpenDialogOptions, SaveDialogOptions } from 'electron'

export type Dialogs = ReturnType<typeof createDialogs>

/** Creates the dialogs. `visibleWindow` must return `null` for a hidden window, because its dialogs would be hidden too. */
export function createDialogs(
  dialog: Pick<Dialog, 'showMessageBox' | 'showSaveDialog' | 'showOpenDialog'>,
  visibleWindow: () => BrowserWindow | null,
) {
  return {
    showMessageBox(options: MessageBoxOptions): Promise<{ response: number }> {
      const window = visibleWindow()
      return window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options)
    },
    showSaveDialog(options: SaveDialogOptions): Promise<{ canceled: boolean; filePath: string }> {
      const window = visibleWindow()
      return window ? dialog.showSaveDialog(window, options) : dialog.showSaveDialog(options)
    },
    showOpenDialog(options: OpenDialogOptions): Promise<{ canceled: boolean; filePaths: readonly string[] }> {
      const window = visibleWindow()
      return window ? dialog.showOpenDialog(window, options) : dialog.showOpenDialog(options)
    },
  }
}

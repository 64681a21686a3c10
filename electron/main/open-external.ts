import type { MessageBoxOptions, Shell } from 'electron'
import { AppError } from '../../shared/errors.ts'
import type { OpenExternal } from '../core/ports.ts'

const maxLength = 2048

/**
 * Opens an https address in the user's browser, after asking with its host in plain sight. Other schemes start programs, and
 * an address may come from somebody else's words. Throws `AppError` `invalid-input`.
 */
export function createOpenExternal(
  shell: Pick<Shell, 'openExternal'>,
  dialog: { showMessageBox(options: MessageBoxOptions): Promise<{ response: number }> },
): NonNullable<OpenExternal> {
  return async (text) => {
    const url = readAddress(text)
    const { response } = await dialog.showMessageBox({
      type: 'question',
      message: `Open ${url.host} in your browser?`,
      detail: url.href,
      buttons: ['Open', 'Cancel'],
      defaultId: 0,
      cancelId: 1,
      noLink: true,
    })
    if (response === 0) await shell.openExternal(url.href)
  }
}

function readAddress(text: string): URL {
  const url = text.length <= maxLength ? URL.parse(text) : null
  if (url?.protocol !== 'https:') throw new AppError('invalid-input', 'Only an https address can be opened.')
  // `https://bank.example.com@example.com` shows one host and leads to another.
  if (url.username !== '' || url.password !== '') {
    throw new AppError('invalid-input', 'An address with a user name in it cannot be opened.')
  }
  return url
}

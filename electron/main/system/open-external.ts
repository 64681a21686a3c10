import type { Shell } from 'electron'
import type { Log, OpenExternal } from '#core/platform/ports.ts'
import { AppError } from '#shared/errors.ts'
import type { Dialogs } from './dialogs.ts'

const maxLength = 2048

/**
 * Opens an https address in the user's browser after a confirmation that shows its host. Other schemes are refused because they
 * can start programs, and the address may come from received text. If no browser opens, offers to copy the address. Throws
 * `AppError` `invalid-input`.
 */
export function createOpenExternal(options: {
  readonly shell: Pick<Shell, 'openExternal'>
  readonly dialogs: Pick<Dialogs, 'showMessageBox'>
  readonly copy: (text: string) => void
  readonly log: Pick<Log, 'error'>
}): NonNullable<OpenExternal> {
  const { shell, dialogs, copy, log } = options

  const offerCopy = async (url: URL, error: unknown) => {
    log.error('The browser could not be opened.', error)
    const choice = await dialogs.showMessageBox({
      type: 'error',
      message: 'Couldn’t open your browser.',
      detail: `Open this address yourself:\n${url.href}`,
      buttons: ['Copy Address', 'Close'],
      defaultId: 0,
      cancelId: 1,
      noLink: true,
    })
    if (choice.response === 0) copy(url.href)
  }

  return async (text) => {
    const url = parseAddress(text)
    const { response } = await dialogs.showMessageBox({
      type: 'question',
      message: `Open ${url.host} in your browser?`,
      detail: url.href,
      buttons: ['Open', 'Cancel'],
      defaultId: 0,
      cancelId: 1,
      noLink: true,
    })
    if (response === 0) await shell.openExternal(url.href).catch((error) => offerCopy(url, error))
  }
}

function parseAddress(text: string): URL {
  const url = text.length <= maxLength ? URL.parse(text) : null
  if (url?.protocol !== 'https:') throw new AppError('invalid-input', 'Only https addresses can be opened.')
  // `https://bank.example.com@example.com` looks like one host but opens another.
  if (url.username !== '' || url.password !== '') {
    throw new AppError('invalid-input', 'Addresses with a user name or password can’t be opened.')
  }
  return url
}

import { AppError } from '#shared/errors.ts'

export const notConnected = () =>
  new AppError('not-connected', 'Connect a workspace or open the sandbox first.')

export const workspaceRemoved = () => new AppError('not-found', 'This workspace was removed.')

export const keyUnavailable = (state: 'key-missing' | 'key-locked') =>
  state === 'key-locked'
    ? new AppError(
        'keychain-locked',
        'The API key can’t be read from the keychain. Unlock it, or enter the key again.',
      )
    : new AppError('key-missing', 'The API key isn’t on this computer. Enter it again.')

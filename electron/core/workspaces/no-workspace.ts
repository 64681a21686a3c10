import { AppError } from '#shared/errors.ts'

export const notConnected = () =>
  new AppError('not-connected', 'Connect a workspace first, or open the sandbox workspace.')

export const workspaceRemoved = () => new AppError('not-found', 'This workspace was removed.')

export const keyUnavailable = (state: 'key-missing' | 'key-locked') =>
  state === 'key-locked'
    ? new AppError('keychain-locked', 'The keychain is locked. Unlock it to use your API key.')
    : new AppError('key-missing', 'The API key of this workspace is not on this machine. Enter it again.')

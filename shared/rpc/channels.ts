/** All Electron channels. All calls share one, so that the preload script does not grow with the contract. */
export const channels = {
  call: 'notehook:call',
  cancel: 'notehook:cancel',
  event: 'notehook:event',
} as const

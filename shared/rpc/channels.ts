/** All Electron channels. Calls share one, so that the preload does not grow with the contract. */
export const channels = {
  call: 'notehook:call',
  cancel: 'notehook:cancel',
  event: 'notehook:event',
} as const

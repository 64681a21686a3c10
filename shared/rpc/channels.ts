/** All Electron channels. All calls share one channel, so that the preload script doesn't grow with the contract. */
export const channels = {
  call: 'notehook:call',
  cancel: 'notehook:cancel',
  event: 'notehook:event',
} as const

/** The three Electron channels there are: to call, to cancel a call, to get events. The preload does not grow with the contract. */
export const channels = {
  call: 'notehook:call',
  cancel: 'notehook:cancel',
  event: 'notehook:event',
} as const

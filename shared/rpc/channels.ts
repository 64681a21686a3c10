/** The two Electron channels there are: one to ask, one to be told. The preload does not grow with the contract. */
export const channels = { call: 'notehook:call', event: 'notehook:event' } as const

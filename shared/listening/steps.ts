/** The steps of starting a live session, in order. */
export const listenSteps = ['listener', 'tunnel', 'proof', 'endpoint'] as const

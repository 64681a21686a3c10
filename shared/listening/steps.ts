/** Steps to start a live session, in order. */
export const listenSteps = ['listener', 'tunnel', 'proof', 'endpoint'] as const

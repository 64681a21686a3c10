/** What has to work before anything can be received, in this order. */
export const listenSteps = ['listener', 'tunnel', 'proof', 'endpoint'] as const

export const listenSteps = ['listener', 'tunnel', 'proof', 'endpoint'] as const

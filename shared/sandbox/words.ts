import type { SandboxSwitches } from './model.ts'

/** The names of the sandbox’s switches in the window. */
export const switchNames: Readonly<Record<keyof SandboxSwitches, string>> = {
  automatic: 'Automatic events',
  producesFailures: 'Broken deliveries',
  outage: 'Outage',
  notesNotReady: 'Notes aren’t ready for 30 s',
  slow: 'The API is slow',
  rateLimited: 'Rate limit',
  failing: 'The API fails',
  updatesRefused: 'Updates are refused',
  loseNextCreate: 'Lose the next create response',
}

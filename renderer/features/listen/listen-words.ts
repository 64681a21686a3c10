import type { ListenStep } from '../../../shared/contract/listen.ts'

/** What has to stand, in its order. */
export const stepNames: Readonly<Record<ListenStep, string>> = {
  listener: 'Listener',
  tunnel: 'Tunnel',
  proof: 'Proof',
  endpoint: 'Endpoint',
}

export const failedAt: Readonly<Record<ListenStep, string>> = {
  listener: 'The listener could not start.',
  tunnel: 'There is no tunnel.',
  proof: 'The address could not be proven.',
  endpoint: 'No endpoint was made.',
}

export interface ListenChoice {
  readonly scopes: readonly string[]
  readonly events: readonly string[]
  readonly temporary: boolean
}

export const usualChoice: ListenChoice = { scopes: ['personal', 'public'], events: [], temporary: true }

export function isListenChoice(stored: unknown): stored is ListenChoice {
  if (typeof stored !== 'object' || stored === null) return false
  const { scopes, events, temporary } = stored as Record<string, unknown>
  return isWords(scopes) && isWords(events) && typeof temporary === 'boolean'
}

const isWords = (value: unknown) =>
  Array.isArray(value) && value.every((word) => typeof word === 'string' && word.length < 100)

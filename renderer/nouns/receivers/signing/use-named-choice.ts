import { useState, useSyncExternalStore } from 'react'
import type { Receiver } from '#shared/receivers/model.ts'
import { type NamedChoice, usualChoice } from './signing.ts'

/** The choice for each receiver since the page was loaded. Contains names of secrets, never a secret. */
const choices = new Map<string, NamedChoice>()
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Returns the secret that signs requests to a receiver: the one chosen last or, without a choice, the most likely one. A
 * composition based on a delivery starts with the secret of that delivery's endpoint.
 */
export function useNamedChoice(
  receiver: Receiver,
  endpointIds: readonly string[],
  originEndpointId: string | null = null,
): readonly [choice: NamedChoice, choose: (choice: NamedChoice) => void] {
  const { id, ownSecret } = receiver
  const stored = useSyncExternalStore(subscribe, () => choices.get(id))
  const [chosenHere, setChosenHere] = useState<string | null>(null)
  const [first = null] = endpointIds
  const isKnown =
    stored === 'sample' ||
    (stored === 'receiver'
      ? ownSecret !== 'missing'
      : endpointIds.some((one) => stored === `endpoint:${one}`))
  const isOfOther = originEndpointId !== null && chosenHere !== id && stored?.startsWith('endpoint:')
  return [
    stored !== undefined && isKnown && !isOfOther ? stored : usualChoice(receiver, first),
    (choice) => {
      choices.set(id, choice)
      setChosenHere(id)
      for (const listener of listeners) listener()
    },
  ]
}

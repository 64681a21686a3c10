import { useState, useSyncExternalStore } from 'react'
import type { Receiver } from '#shared/receivers/model.ts'
import { type NamedChoice, usualChoice } from './signing.ts'

/** What was chosen for each receiver, in this run of the page: names of secrets, never one itself. */
const choices = new Map<string, NamedChoice>()
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * The secret that signs for a receiver: the one that was chosen last, wherever that was, or else the most likely one. What began with a
 * delivery is signed as that was, unless another secret is chosen here.
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

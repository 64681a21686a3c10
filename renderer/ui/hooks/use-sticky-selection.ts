import { useState } from 'react'

export interface StickySelection<T> {
  readonly current: T | undefined
  readonly id: string | undefined
  readonly choose: (id: string) => void
  /** The name of a chosen item that is no longer in the list. Don't act on `current` until the user chooses another item. */
  readonly deletedName: string | null
}

/**
 * Returns the chosen item of a list that may change while the user decides. A new default or a deletion never changes the choice,
 * because the user might not notice the new target in time.
 */
export function useStickySelection<T extends { readonly id: string }>(
  list: readonly T[],
  {
    wanted,
    usual,
    nameOf,
    isSettled = true,
  }: {
    readonly wanted: string | null | undefined
    readonly usual: T | undefined
    readonly nameOf: (one: T) => string
    readonly isSettled?: boolean
  },
): StickySelection<T> {
  const [kept, setKept] = useState<{ readonly id: string; readonly name: string } | null>(null)
  const found = list.find(({ id }) => id === (kept?.id ?? wanted))
  const current = found ?? usual
  const name = current && nameOf(current)
  if (kept === null && current && name !== undefined && (found || isSettled))
    setKept({ id: current.id, name })
  else if (kept && found && name !== undefined && kept.name !== name) setKept({ id: kept.id, name })
  return {
    current,
    id: kept?.id ?? current?.id,
    choose(id) {
      const one = list.find((each) => each.id === id)
      if (one) setKept({ id, name: nameOf(one) })
    },
    deletedName: kept && !found ? kept.name : null,
  }
}

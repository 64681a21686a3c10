import { useState } from 'react'

export interface StickySelection<T> {
  /** `undefined` if the list is empty. */
  readonly current: T | undefined
  readonly id: string | undefined
  readonly choose: (id: string) => void
  /** The name of a chosen item that is no longer in the list. Don't act on `current` until the user chooses another item. */
  readonly deletedName: string | null
}

/**
 * The target chosen for an action, from a list that may change elsewhere. The first item shown stays chosen. Neither a new
 * default nor a deletion replaces it, because the user could notice the new target too late.
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
  // The item may be renamed while it is chosen.
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

import { useState } from 'react'

export interface KeptChoice<T> {
  /** `undefined`: there is none to choose. */
  readonly current: T | undefined
  /** Of the chosen one, also if it is gone. */
  readonly id: string | undefined
  readonly choose: (id: string) => void
  /** The name of the chosen one, which is not in the list any more. Nothing may happen to `current` until one is chosen. */
  readonly gone: string | null
}

/**
 * What an action is for, of a list that changes elsewhere. Whatever was shown once is kept: neither a new default nor the deletion of the
 * chosen one puts another in its place, which the user would only notice afterwards.
 */
export function useKeptChoice<T extends { readonly id: string }>(
  list: readonly T[],
  {
    wanted,
    usual,
    nameOf,
    isSettled = true,
  }: {
    readonly wanted: string | null | undefined
    /** Without a wanted one. */
    readonly usual: T | undefined
    readonly nameOf: (one: T) => string
    /** `usual` is final. */
    readonly isSettled?: boolean
  },
): KeptChoice<T> {
  const [kept, setKept] = useState<{ readonly id: string; readonly name: string } | null>(null)
  const found = list.find(({ id }) => id === (kept?.id ?? wanted))
  const current = found ?? usual
  const name = current && nameOf(current)
  if (kept === null && current && name !== undefined && (found || isSettled))
    setKept({ id: current.id, name })
  // It may be renamed while it is chosen.
  else if (kept && found && name !== undefined && kept.name !== name) setKept({ id: kept.id, name })
  return {
    current,
    id: kept?.id ?? current?.id,
    choose(id) {
      const one = list.find((each) => each.id === id)
      if (one) setKept({ id, name: nameOf(one) })
    },
    gone: kept && !found ? kept.name : null,
  }
}

import { useEffect, useRef } from 'react'
import type { shownCommands } from '#shared/app/shown-commands.ts'

/** What the commands are about: the delivery, endpoint or note that is open, or a list. */
export type Subject = keyof typeof shownCommands

/** Something that can be done with what is shown: an item of its menus, and a command of the palette. */
export interface ShownAction {
  /** As in the registry. */
  readonly id: string
  readonly label: string
  readonly keys?: string | undefined
  /** Why it is not possible now. */
  readonly disabled?: string | undefined
  readonly run: () => void
}

interface Shown {
  readonly subject: Subject
  readonly actions: readonly ShownAction[]
}

const shown = new Set<{ readonly current: Shown }>()

/** Offers what can be done with what is shown in the palette, and by the keys, as long as the component is there. */
export function useCommands(subject: Subject, actions: readonly ShownAction[]): void {
  const latest = useRef<Shown>({ subject, actions })
  latest.current = { subject, actions }
  useEffect(() => {
    shown.add(latest)
    return () => void shown.delete(latest)
  }, [])
}

/** What can be done with what is shown now, what was opened last first. */
export const shownNow = (): readonly Shown[] => [...shown].map(({ current }) => current).reverse()

/** The action of a key, such as `C` or `Mod+E`. */
export function shownActionOf(keys: string): ShownAction | undefined {
  for (const { actions } of shownNow()) {
    const action = actions.find((one) => one.keys === keys)
    if (action) return action
  }
  return undefined
}

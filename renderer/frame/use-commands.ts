import type { LucideIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Subject } from '#shared/app/shown-commands.ts'
import { type ActionGroups, fullActions } from '#ui/overlays/action.ts'

/** An action on the selected or open item, shown in menus and in the palette. */
export interface ShownAction {
  readonly id: string
  readonly label: string
  readonly icon: LucideIcon
  readonly keys?: string | undefined
  readonly disabled?: string | undefined
  readonly run: () => void
}

interface Shown {
  readonly subject: Subject
  readonly groups: readonly (readonly ShownAction[])[]
}

const shown = new Set<{ readonly current: Shown }>()

/** Adds a component's actions to the palette while the component is mounted. */
export function useCommands(subject: Subject, groups: Shown['groups']): void {
  const latest = useRef<Shown>({ subject, groups })
  latest.current = { subject, groups }
  useEffect(() => {
    shown.add(latest)
    return () => void shown.delete(latest)
  }, [])
}

/** Adds the selected rows' actions to the palette. Leaves out their shortcuts, because those act on a single row. */
export function useSelectionCommands(count: number, groups: ActionGroups): void {
  const offered = count === 0 ? [] : fullActions(groups)
  useCommands(
    'selection',
    offered.map((group) => group.map(({ keys, ...action }) => action)),
  )
}

/** Returns the actions that are possible now, by subject. Those of the most recently mounted component come first. */
export function shownNow(): ReadonlyMap<Subject, readonly ShownAction[]> {
  const now = new Map<Subject, readonly ShownAction[]>()
  for (const { current } of [...shown].reverse())
    now.set(current.subject, [...(now.get(current.subject) ?? []), ...current.groups.flat()])
  return now
}

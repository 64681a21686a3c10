import type { LucideIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Subject } from '#shared/app/shown-commands.ts'
import { type ActionGroups, fullActions } from '#ui/overlays/action.ts'

/** Something that can be done with what is shown: an item of its menus, and a command of the palette. */
export interface ShownAction {
  /** As in the registry: `delivery.copy-curl`. */
  readonly id: string
  readonly label: string
  readonly icon: LucideIcon
  readonly keys?: string | undefined
  /** Why it is not possible now. */
  readonly disabled?: string | undefined
  readonly run: () => void
}

interface Shown {
  readonly subject: Subject
  /** In the order of its menu. */
  readonly groups: readonly (readonly ShownAction[])[]
}

const shown = new Set<{ readonly current: Shown }>()

/** Offers what can be done with what is shown in the palette, as long as the component is there. */
export function useCommands(subject: Subject, groups: Shown['groups']): void {
  const latest = useRef<Shown>({ subject, groups })
  latest.current = { subject, groups }
  useEffect(() => {
    shown.add(latest)
    return () => void shown.delete(latest)
  }, [])
}

/** Offers what can be done with several selected rows, while there are any. Their keys are those of one row. */
export function useSelectionCommands(count: number, groups: ActionGroups): void {
  const offered = count === 0 ? [] : fullActions(groups)
  useCommands(
    'selection',
    offered.map((group) => group.map(({ keys, ...action }) => action)),
  )
}

/** What can be done with what is shown now, by what it is about; what was opened last first. */
export function shownNow(): ReadonlyMap<Subject, readonly ShownAction[]> {
  const now = new Map<Subject, readonly ShownAction[]>()
  for (const { current } of [...shown].reverse())
    now.set(current.subject, [...(now.get(current.subject) ?? []), ...current.groups.flat()])
  return now
}

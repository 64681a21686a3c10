import type { LucideIcon } from 'lucide-react'
import { deleteKey } from '../platform-keys.ts'

/** Something that can be done with one thing: an item of its menus, and what its key does. */
export interface Action {
  /** Stable and unique among all: `delivery.copy-curl`. */
  readonly id: string
  /** A verb and its object, with an ellipsis if it asks for more. */
  readonly label: string
  /** The label where the thing is not in view: with its object. */
  readonly full?: string
  readonly icon: LucideIcon
  /** The key that does the same while the thing is shown, as it is shown: `C`. */
  readonly keys?: string | undefined
  /** Keys that do it too, and are not shown with it. */
  readonly otherKeys?: readonly string[]
  /** Why it cannot be done now. */
  readonly disabled?: string | undefined
  readonly tone?: 'danger'
  readonly run: () => void
}

/** In the order of a menu, with a line between two groups. */
export type ActionGroups = readonly (readonly Action[])[]

/** The actions under their full labels. */
export const fullActions = (groups: ActionGroups): ActionGroups =>
  groups.map((group) => group.map((action) => ({ ...action, label: action.full ?? action.label })))

/** The actions by key as the browser names it. Of two with one key, the one that can be done now. */
export function actionsByKey(groups: ActionGroups): ReadonlyMap<string, Action> {
  const possibleLast = groups.flat().toSorted((a, b) => Number(!a.disabled) - Number(!b.disabled))
  return new Map(
    possibleLast.flatMap((action) =>
      [...(action.keys === undefined ? [] : [action.keys]), ...(action.otherKeys ?? [])]
        .flatMap(namesOf)
        .map((name) => [name, action] as const),
    ),
  )
}

/** A letter as the browser names it: a capital with Shift. Delete is the key that a Mac keyboard has for it, too. */
function namesOf(keys: string): readonly string[] {
  if (keys === deleteKey) return ['Delete', 'Backspace']
  return [keys.startsWith('Shift+') ? keys.slice('Shift+'.length) : keys.toLowerCase()]
}

import type { LucideIcon } from 'lucide-react'
import { deleteKey } from '../platform-keys.ts'

/** An action on an object, used for its menu items and for the shortcut. */
export interface Action {
  /** Stable and globally unique, such as `delivery.copy-curl`. */
  readonly id: string
  /** A verb and its object. An ellipsis shows that the action needs more input. */
  readonly label: string
  /** The label with the object's name, for places that do not show the object. */
  readonly full?: string
  readonly icon: LucideIcon
  /** The shortcut as shown, such as `C`. It works while the object is open. */
  readonly keys?: string | undefined
  /** Additional shortcuts that are not shown. */
  readonly otherKeys?: readonly string[]
  readonly disabled?: string | undefined
  readonly tone?: 'danger'
  readonly run: () => void
}

export type ActionGroups = readonly (readonly Action[])[]

export const fullActions = (groups: ActionGroups): ActionGroups =>
  groups.map((group) => group.map((action) => ({ ...action, label: action.full ?? action.label })))

/** Maps the browser's key names to actions. If two actions share a key, the possible action wins. */
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

/**
 * Returns the browser's names for a key. A letter with Shift is a capital. Backspace also deletes, because it is the delete key
 * on a Mac keyboard.
 */
function namesOf(keys: string): readonly string[] {
  if (keys === deleteKey) return ['Delete', 'Backspace']
  return [keys.startsWith('Shift+') ? keys.slice('Shift+'.length) : keys.toLowerCase()]
}

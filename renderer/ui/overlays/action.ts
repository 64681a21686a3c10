import type { LucideIcon } from 'lucide-react'
import { deleteKey } from '../platform-keys.ts'

/** An action on an object, used for its menu items and for the shortcut. */
export interface Action {
  /** Stable and globally unique, such as `delivery.copy-curl`. */
  readonly id: string
  /** A verb and its object, such as *Delete endpoint*. An ellipsis at the end shows that the action asks for more input. */
  readonly label: string
  /** The label including the object's name, used where the object is not visible. */
  readonly full?: string
  readonly icon: LucideIcon
  /** The shortcut in the form that menus show, such as `C`. */
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

/** Returns the actions by the browser's name of their key. Among actions with the same key, enabled actions take precedence. */
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

/** Returns the browser's names for a key. Backspace is included with Delete, because it is the delete key on a Mac keyboard. */
function namesOf(keys: string): readonly string[] {
  if (keys === deleteKey) return ['Delete', 'Backspace']
  return [keys.startsWith('Shift+') ? keys.slice('Shift+'.length) : keys.toLowerCase()]
}

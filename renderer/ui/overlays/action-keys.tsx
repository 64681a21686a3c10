import { useEffect, useRef } from 'react'
import { toast } from '../feedback/toast/toast.ts'
import { isBesideList, isCovered, isTyping } from '../hooks/focus.ts'
import { type ActionGroups, actionsByKey } from './action.ts'

/**
 * Handles the shortcuts of actions. With `row`, they act on the current row while the focus is on the list or on a button beside
 * it. With `detail`, they act on the open item while the focus is outside lists. With `page`, they work on the whole page.
 * Shortcuts are ignored in text fields. Delete works only in a list or in the item's pane. A disabled action shows its reason.
 */
export function useActionKeys(groups: ActionGroups, of: 'row' | 'detail' | 'page'): void {
  const latest = useRef(groups)
  latest.current = groups
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, repeat, defaultPrevented, target } = event
      if (ctrlKey || metaKey || altKey || repeat || defaultPrevented || isTyping(target)) return
      const isInList = placeOf(target, lists) !== null
      if (of === 'row' && !isInList && !isBesideList(target)) return
      if (of === 'detail' && isInList) return
      const deletes = key === 'Delete' || key === 'Backspace'
      if (deletes && placeOf(target, `${lists}, main article`) === null) return
      const action = actionsByKey(latest.current).get(key)
      if (!action || isCovered()) return
      event.preventDefault()
      if (action.disabled === undefined) action.run()
      else toast({ tone: 'info', title: notAvailable(action.label), description: action.disabled })
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [of])
}

const notAvailable = (label: string) => `${label.replace('…', '')} isn’t available.`

export const usePageKeys = (groups: ActionGroups): void => useActionKeys(groups, 'page')

export function ActionKeys({ groups }: { readonly groups: ActionGroups }) {
  useActionKeys(groups, 'row')
  return null
}

const lists = 'main :is([role="listbox"], [role="tree"])'

const placeOf = (target: EventTarget | null, places: string): Element | null =>
  target instanceof Element ? target.closest(places) : null

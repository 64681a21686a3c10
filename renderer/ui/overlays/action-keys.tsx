import { useEffect, useRef } from 'react'
import { toast } from '../feedback/toast/toast.ts'
import { isCovered } from '../hooks/is-covered.ts'
import { isTyping } from '../hooks/is-typing.ts'
import { type ActionGroups, actionsByKey } from './action.ts'

/**
 * The keys of what can be done with one thing. `row`: the current row of the list with the focus. `detail`: what is shown, wherever
 * else the focus is. `page`: all of the page. They do nothing where text is typed, and what deletes only in the list or the pane of the
 * thing. An action that can't be done says why.
 */
export function useActionKeys(groups: ActionGroups, of: 'row' | 'detail' | 'page'): void {
  const latest = useRef(groups)
  latest.current = groups
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, repeat, defaultPrevented, target } = event
      if (ctrlKey || metaKey || altKey || repeat || defaultPrevented || isTyping(target)) return
      if (of !== 'page' && (placeOf(target, lists) !== null) !== (of === 'row')) return
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

/** The keys of what can be done on a page, whatever is chosen there. */
export const usePageKeys = (groups: ActionGroups): void => useActionKeys(groups, 'page')

/** The keys of the current row of a list. */
export function ActionKeys({ groups }: { readonly groups: ActionGroups }) {
  useActionKeys(groups, 'row')
  return null
}

const lists = 'main :is([role="listbox"], [role="tree"])'

const placeOf = (target: EventTarget | null, places: string): Element | null =>
  target instanceof Element ? target.closest(places) : null

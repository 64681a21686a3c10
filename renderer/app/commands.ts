import { useEffect, useRef } from 'react'
import type { PageAction } from '#shared/app/commands.ts'

type Handlers = Readonly<Record<PageAction, () => void>>

let current: { readonly handlers: Handlers } | null = null
/** The action that was chosen before the page was ready, for example from the system menu while the app had no window. */
let waiting: PageAction | null = null

export function runPageAction(action: PageAction): void {
  if (current) current.handlers[action]()
  else waiting = action
}

export function usePageActions(handlers: Handlers): void {
  const latest = useRef({ handlers })
  latest.current.handlers = handlers
  useEffect(() => {
    current = latest.current
    const due = waiting
    waiting = null
    if (due !== null) current.handlers[due]()
    return () => {
      current = null
    }
  }, [])
}

/** Focuses the search field of the focused pane or, if that pane has none, the first search field of the page. */
export function focusSearch(): void {
  const fields = [...document.querySelectorAll<HTMLInputElement>('input[type="search"]')].filter(
    (field) => field.closest('[inert]') === null,
  )
  const pane = document.activeElement?.closest('aside, [role="region"], section')
  const field = fields.find((one) => pane?.contains(one)) ?? fields[0]
  field?.focus()
  field?.select()
}

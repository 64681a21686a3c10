import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'
import { type Command, type CommandId, commands, isPageAction } from '#shared/app/commands.ts'
import { isTyping } from '#ui/hooks/is-typing.ts'
import { runPageAction } from './commands.ts'
import { keysOf } from './keys.ts'
import { focusPlace, isAtPlace } from './shell/place-focus.ts'

export type RunCommand = (id: CommandId) => void

/**
 * Handles the global shortcuts of the registry. Those with Ctrl or Cmd also work in text fields. Arrows, j and k move into the list.
 * Shortcuts of a selection or detail are handled by its component.
 */
export function useShortcuts(content: RefObject<HTMLElement | null>, run: RunCommand): void {
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
      const keys = keysOf(event)
      const id = commandOf.get(keys)
      if (id !== undefined && (keys.startsWith('Mod+') || !ownsKeys(event.target))) {
        event.preventDefault()
        if (!event.repeat) latest.current(id)
        return
      }
      const list = leadsIntoList(event, content.current) ? listFor(event, content.current) : undefined
      if (list) {
        event.preventDefault()
        list.focus()
        if (event.key !== 'Escape')
          list.dispatchEvent(
            new KeyboardEvent('keydown', { key: event.key, bubbles: true, cancelable: true }),
          )
      }
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [content])
}

/** Navigates to places and passes other commands to the page. */
export function useRunCommand(content: RefObject<HTMLElement | null>): RunCommand {
  const navigate = useNavigate()
  return (id) => {
    if (isPageAction(id)) return runPageAction(id)
    const { place }: Command = commands[id]
    if (place === undefined) return
    void navigate({ href: place.slice(1) }).then(() => focusPlace(content.current))
  }
}

const commandOf: ReadonlyMap<string, CommandId> = new Map(
  (Object.keys(commands) as CommandId[]).flatMap((id) => {
    const { keys }: Command = commands[id]
    return keys === undefined ? [] : [[keys, id] as const]
  }),
)

/** Text fields, and an open menu, which would cover a page opened by a key. */
const ownsKeys = (target: EventTarget | null) =>
  isTyping(target) || (target instanceof Element && target.closest('[role="menu"]') !== null)

const isBare = ({ ctrlKey, metaKey, altKey }: KeyboardEvent) => !ctrlKey && !metaKey && !altKey

/**
 * Whether a key moves the focus into the list: arrows, j and k while no control has the focus, such as after a place opened and while rows
 * load; in a search field, the down arrow, and Escape if it has nothing left to close or clear.
 */
function leadsIntoList(event: KeyboardEvent, content: HTMLElement | null): boolean {
  if (!isBare(event) || document.querySelector('[role="dialog"]')) return false
  const { target, key } = event
  const isSearch = target instanceof HTMLInputElement && target.type === 'search'
  if (isSearch && (key === 'ArrowDown' || key === 'Escape')) return true
  return ['ArrowDown', 'ArrowUp', 'j', 'k'].includes(key) && isAtPlace(target, content)
}

/** Returns the list that gets the focus and the key: the one after the field, or the page's own. Skips hidden lists. */
function listFor({ target }: KeyboardEvent, content: HTMLElement | null): HTMLElement | undefined {
  const follows = (element: HTMLElement) =>
    target instanceof HTMLInputElement &&
    Boolean(target.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING)
  const lists = [
    ...document.querySelectorAll<HTMLElement>('[role="listbox"][tabindex="0"], [role="tree"]'),
  ].filter((list) => list.closest('[inert]') === null)
  const own = lists.find((list) => list.matches('[role="listbox"]') && content?.contains(list))
  return lists.find(follows) ?? own
}

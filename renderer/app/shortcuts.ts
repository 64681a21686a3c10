import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'
import { type Command, type CommandId, commands, isPageAction } from '#shared/app/commands.ts'
import { isBesideList, isTyping } from '#ui/hooks/focus.ts'
import { runPageAction } from './commands.ts'
import { keysOf } from './keys.ts'
import { focusPlace, isAtPlace } from './shell/place-focus.ts'

export type RunCommand = (id: CommandId) => void

/**
 * Handles the global shortcuts. Shortcuts with Ctrl or Cmd also work in text fields. Arrow keys, J and K move the focus into the
 * list.
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
        const { key, ctrlKey, metaKey, shiftKey } = event
        if (key !== 'Escape')
          list.dispatchEvent(
            new KeyboardEvent('keydown', {
              key,
              ctrlKey,
              metaKey,
              shiftKey,
              bubbles: true,
              cancelable: true,
            }),
          )
      }
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [content])
}

/** Returns a function that runs a command: it opens the command's page, or passes the command to the current page. */
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

/** Whether the target handles keys itself, as text fields and open menus do. */
const ownsKeys = (target: EventTarget | null) =>
  isTyping(target) || (target instanceof Element && target.closest('[role="menu"]') !== null)

const isBare = ({ ctrlKey, metaKey, altKey }: KeyboardEvent) => !ctrlKey && !metaKey && !altKey

/**
 * Whether a key moves the focus into the list. The arrow keys, J and K do so while no control has the focus. Beside the list, X
 * and Ctrl+A or Cmd+A do too. In a search field, only the down arrow and Escape do.
 */
function leadsIntoList(event: KeyboardEvent, content: HTMLElement | null): boolean {
  if (document.querySelector('[role="dialog"]')) return false
  const { target, key } = event
  if (isBesideList(target) && (keysOf(event) === 'Mod+A' || (isBare(event) && /^[jkx]$/i.test(key))))
    return true
  if (!isBare(event)) return false
  const isSearch = target instanceof HTMLInputElement && target.type === 'search'
  if (isSearch && (key === 'ArrowDown' || key === 'Escape')) return true
  if (key === 'ArrowDown' && isBesideList(target)) return true
  return ['ArrowDown', 'ArrowUp', 'j', 'k'].includes(key) && isAtPlace(target, content)
}

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

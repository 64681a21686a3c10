import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Menu as AriaMenu } from 'react-aria-components'
import { createPortal } from 'react-dom'
import list from './popover.module.css'
import { ListPopover } from './popover.tsx'

interface Point {
  readonly x: number
  readonly y: number
}

/**
 * A context menu for a list's rows, opened by a right click, Shift+F10 or the menu key. Rows have no menu if `items` is
 * `undefined`.
 */
export function useContextMenu<Item>({
  items,
  label,
  onOpenChange,
}: {
  readonly items: ((item: Item) => ReactNode) | undefined
  readonly label: string
  readonly onOpenChange?: ((isOpen: boolean) => void) | undefined
}) {
  const [open, setOpen] = useState<(Point & { readonly item: Item }) | null>(null)
  const show = (item: Item, at: Point) => {
    setOpen({ item, ...at })
    onOpenChange?.(true)
  }
  const close = () => {
    setOpen(null)
    onOpenChange?.(false)
  }
  return {
    isOffered: items !== undefined,
    item: open?.item ?? null,
    show,
    showAt(item: Item, row: Element | null) {
      const { left = 0, bottom = 0 } = row?.getBoundingClientRect() ?? {}
      show(item, { x: left + indent, y: bottom })
    },
    menu:
      open && items ? (
        <ContextMenu at={open} label={label} onClose={close}>
          {items(open.item)}
        </ContextMenu>
      ) : null,
  }
}

const indent = 24

export const opensMenu = ({ key, shiftKey }: KeyboardEvent): boolean =>
  key === 'ContextMenu' || (key === 'F10' && shiftKey)

function ContextMenu({
  at: { x, y },
  label,
  onClose,
  children,
}: {
  readonly at: Point
  readonly label: string
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  const anchor = useRef<HTMLSpanElement>(null)
  const close = useRef(onClose)
  close.current = onClose
  // While a menu is open, a right click on another row must open the menu of that row.
  useEffect(() => {
    const onContextMenu = (event: MouseEvent) => {
      event.preventDefault()
      event.stopPropagation()
      if (event.target instanceof Element && event.target.closest('[role="menu"]')) return
      const { clientX, clientY } = event
      close.current()
      setTimeout(() => {
        const init = { bubbles: true, cancelable: true, button: 2, clientX, clientY }
        document.elementFromPoint(clientX, clientY)?.dispatchEvent(new MouseEvent('contextmenu', init))
      })
    }
    window.addEventListener('contextmenu', onContextMenu, { capture: true })
    return () => window.removeEventListener('contextmenu', onContextMenu, { capture: true })
  }, [])
  return (
    <>
      {createPortal(<span ref={anchor} className={list.anchor} style={{ left: x, top: y }} />, document.body)}
      <ListPopover
        triggerRef={anchor}
        isOpen
        onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
        placement="bottom start"
        aria-label={label}
      >
        <AriaMenu className={list.list ?? ''} aria-label={label} autoFocus="first" onClose={onClose}>
          {children}
        </AriaMenu>
      </ListPopover>
    </>
  )
}

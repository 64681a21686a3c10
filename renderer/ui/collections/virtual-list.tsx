import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { classes } from '../class-names.ts'
import { focusSoon } from '../hooks/focus.ts'
import { opensMenu, useContextMenu } from '../overlays/context-menu.tsx'
import { createTypeAhead, leadsIn, listMove, rowIndex } from './list-keys.ts'
import { useFocusNeighbor } from './use-focus-neighbor.ts'
import { type ListSelection, useListSelection } from './use-list-selection.ts'
import { useRows } from './use-rows.ts'
import { useSteadyRows } from './use-steady-rows.ts'
import css from './virtual-list.module.css'
import { headingHeight, VirtualRow } from './virtual-row.tsx'

export interface VirtualListProps<Item> {
  readonly label: string
  readonly items: readonly Item[]
  /** Must be a stable function. */
  readonly keyOf: (item: Item) => string | number
  /**
   * Renders a row's content, which must not contain focusable elements. Must be a stable function, because rows are rendered
   * again whenever it changes.
   */
  readonly renderItem: (item: Item) => ReactNode
  /** Returns a row's accessible name, if it differs from its text. */
  readonly labelOf?: (item: Item) => string
  readonly selectedKey: string | number | null
  /**
   * Called when a row is selected. `replace` is set if the selection follows the arrow keys, which must not add a history entry.
   */
  readonly onSelect: (item: Item, how: { readonly replace: boolean }) => void
  /** Whether the open item follows the current row. Defaults to `true`. */
  readonly follows?: boolean
  /** The id of the pane that shows the selected row. Enter, the right arrow and a double click move the focus there. */
  readonly pane?: string
  /** Returns the name by which a row is found when the user types its start. */
  readonly textOf?: ((item: Item) => string) | undefined
  /** Letters that are shortcuts of the current row. Typing them does not search for a name. */
  readonly letters?: string | undefined
  /** Returns a row's menu items. The menu opens by a right click, Shift+F10 or the menu key. */
  readonly menu?: ((item: Item) => ReactNode) | undefined
  /**
   * Returns the key handlers of the current row. After the user closes the open item, they are inactive until the user chooses a
   * row again.
   */
  readonly rowKeys?: ((item: Item) => ReactNode) | undefined
  /** Called when the current row's key handlers become active or inactive. Must be a stable function. */
  readonly onRowKeys?: ((areActive: boolean) => void) | undefined
  readonly onMenu?: ((isOpen: boolean) => void) | undefined
  /** Allows multiple selection: by a checkbox before each row, Space or x, Shift with moves and clicks, or Ctrl+A or Cmd+A. */
  readonly picking?: ListSelection<Item> | undefined
  /** With `over`, the checkbox covers the first 14 px of a row while the row is hovered or selected. */
  readonly pickMark?: 'before' | 'over'
  /** Called when the user Shift-clicks a row while another row is open and no row is selected. */
  readonly onPair?: ((item: Item) => void) | undefined
  readonly isNew?: ((item: Item) => boolean) | undefined
  /** Whether new items reuse the elements of previous rows, which is faster if most items change at once. */
  readonly isReused?: boolean
  /** Whether visible rows stay in place when new ones arrive above them. */
  readonly isSteady?: boolean
  readonly rowHeight?: number
  /** Whether the rows belong to the previous filter, because those of the current one are still loading. */
  readonly isOutdated?: boolean
  /**
   * Returns the heading above a row that starts a group. Must be a stable function. Screen readers get the heading from
   * `labelOf`.
   */
  readonly headingOf?: ((item: Item) => string | undefined) | undefined
  readonly onNearEnd?: (() => void) | undefined
  readonly nearEnd?: number
  readonly onRange?: ((first: number, last: number) => void) | undefined
  /** Shown after the last row, such as *240 loaded, more to come*. */
  readonly footer?: ReactNode
  /** The total number of rows, if known. Defaults to the number of loaded rows. */
  readonly total?: number | undefined
  readonly onScroll?: (top: number) => void
  readonly scrollerRef?: RefObject<HTMLDivElement | null>
}

/** Milliseconds before the current row is selected, so that moving quickly along the list does not load every item. */
const settleMs = 180

/**
 * A virtual list of any length, which renders a few dozen rows at a time. `list-keys.ts` lists its keys. The focus stays on the
 * list, and `aria-activedescendant` refers to the current row, so that rows can be unmounted while scrolling.
 *
 * React Aria's list is not used because it builds every row before it shows the first. With 100,000 rows, measured side by side
 * on a busy machine, this list shows the first row after 37 ms and React Aria's virtualized GridList after 2,191 ms. A key takes
 * 17 and 570 ms, a filter 15 and 2,762 ms.
 */
export function VirtualList<Item>({
  label,
  items,
  keyOf,
  renderItem,
  labelOf,
  selectedKey,
  onSelect,
  follows = true,
  pane,
  textOf,
  letters,
  menu,
  rowKeys,
  onRowKeys,
  onMenu,
  picking,
  pickMark = 'before',
  onPair,
  isNew,
  isReused = false,
  isSteady = false,
  isOutdated = false,
  rowHeight = 44,
  headingOf,
  onNearEnd,
  nearEnd = 12,
  onRange,
  footer,
  total,
  onScroll,
  scrollerRef,
}: VirtualListProps<Item>) {
  const id = useId()
  const ownRef = useRef<HTMLDivElement>(null)
  const scroller = scrollerRef ?? ownRef
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [activeKey, setActiveKey] = useState<string | number | null>(selectedKey)
  const active = useMemo(
    () => (activeKey === null ? -1 : items.findIndex((item) => keyOf(item) === activeKey)),
    [items, keyOf, activeKey],
  )
  const hasRow = (key: string | number) => items.some((item) => keyOf(item) === key)
  const isChosen = useRowKeysEnabled(selectedKey, hasRow, scroller)
  const picks = useListSelection(picking, items, keyOf, selectedKey)
  const [typeAhead] = useState(createTypeAhead)
  const rowMenu = useContextMenu({ items: menu, label: menuLabel, onOpenChange: onMenu })
  useFocusNeighbor({
    items,
    keyOf,
    activeKey,
    active,
    setActiveKey,
    // The open item may have been deleted in another window, and shortcuts must not act on the next row instead.
    onRemoved(key) {
      if (key === selectedKey) isChosen.unset()
    },
  })
  useScrollbarRoom(scroller)

  const above = useMemo(
    () => (headingOf ? items.map((item) => (headingOf(item) === undefined ? 0 : headingHeight)) : null),
    [items, headingOf],
  )
  const rows = useRows({ scroller, count: items.length, rowHeight, above })
  const { first: firstShown, last: lastShown, height, topOf, reveal } = rows
  const hasCurrent = isChosen.now && active >= firstShown && active <= lastShown
  useSteadyRows({ isSteady, items, keyOf, hasCurrent, rows })
  const visible = rowsAround(firstShown, lastShown, items.length, active)

  // The selected row becomes current and visible if a link or the back button selected it.
  const shown = useRef<string | number | null>(null)
  useEffect(() => {
    if (selectedKey === null || selectedKey === shown.current) return
    const index = items.findIndex((item) => keyOf(item) === selectedKey)
    if (index < 0) return
    shown.current = selectedKey
    setActiveKey(selectedKey)
    reveal(index)
  }, [selectedKey, items, keyOf, reveal])

  useEffect(() => {
    if (onNearEnd && items.length > 0 && lastShown >= items.length - nearEnd) onNearEnd()
  }, [onNearEnd, nearEnd, lastShown, items.length])
  useEffect(() => onRange?.(firstShown, lastShown), [onRange, firstShown, lastShown])

  useEffect(() => () => clearTimeout(settling.current), [])
  // Cancels a pending selection when the item is closed, so that it does not open again.
  useEffect(() => {
    if (selectedKey === null) clearTimeout(settling.current)
  }, [selectedKey])

  const choose = (item: Item, replace: boolean) => {
    clearTimeout(settling.current)
    isChosen.set()
    shown.current = keyOf(item)
    onSelect(item, { replace })
  }

  const leadIn = () => {
    if (pane !== undefined) focusSoon(() => document.getElementById(pane))
  }

  const goTo = (next: number, shift: boolean) => {
    const item = items[next]
    if (item === undefined) return
    picks.onMove(active, next, shift)
    isChosen.set()
    setActiveKey(keyOf(item))
    reveal(next)
    clearTimeout(settling.current)
    // Moving to a row changes the open item, but never opens one if none was open.
    if (!follows || selectedKey === null || (picking && shift)) return
    settling.current = setTimeout(() => choose(item, true), settleMs)
  }

  const current = items[active]
  const isAnyPicked = picking !== undefined && picking.count > 0
  const hasRowKeys = current !== undefined && (hasCurrent || isAnyPicked)
  useEffect(() => onRowKeys?.(hasRowKeys), [onRowKeys, hasRowKeys])
  const onKeyDown = (event: KeyboardEvent) => {
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey
    const typed =
      textOf && !hasModifier
        ? typeAhead.find(event, {
            count: items.length,
            active,
            textOf: (index) => textAt(items, index, textOf),
            taken: letters,
          })
        : null
    if (typed !== null) {
      event.preventDefault()
      return goTo(typed, false)
    }
    if (picks.onKey(event, active)) return clearTimeout(settling.current)
    if (hasModifier) return
    if (opensMenu(event) && rowMenu.isOffered) {
      event.preventDefault()
      if (current) rowMenu.showAt(current, document.getElementById(`${id}-${active}`))
      return
    }
    if (leadsIn(event.key) || event.key === ' ') {
      if (!current) return
      event.preventDefault()
      choose(current, false)
      if (leadsIn(event.key)) leadIn()
      return
    }
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 400) / rowHeight) - 1)
    const next = listMove(event.key, active, items.length, page)
    if (next === null) return
    event.preventDefault()
    goTo(next, event.shiftKey)
  }

  const onContextMenu = (event: MouseEvent) => {
    if (!rowMenu.isOffered || !(event.target instanceof Element)) return
    const index = rowIndex(event.target, 'option')
    // Some systems send this event for the menu key, with the list as its target. It then means the current row.
    const item = items[index < 0 && event.button !== 2 ? active : index]
    if (item === undefined) return
    event.preventDefault()
    isChosen.set()
    setActiveKey(keyOf(item))
    scroller.current?.focus({ preventScroll: true })
    if (index < 0) rowMenu.showAt(item, document.getElementById(`${id}-${active}`))
    else rowMenu.show(item, { x: event.clientX, y: event.clientY })
  }

  const rowOf = ({ target }: MouseEvent) => (target instanceof Element ? rowIndex(target, 'option') : -1)

  const onClick = (event: MouseEvent) => {
    const index = rowOf(event)
    const item = items[index]
    if (item === undefined) return
    const key = keyOf(item)
    isChosen.set()
    setActiveKey(key)
    const isPair = event.shiftKey && picking?.count === 0 && selectedKey !== null && selectedKey !== key
    if (isPair && onPair) {
      clearTimeout(settling.current)
      shown.current = key
      onPair(item)
    } else if (!picks.onClick(event, active, index)) choose(item, false)
  }

  return (
    <>
      <div
        ref={scroller}
        className={classes(css.list, isOutdated && css.outdated)}
        role="listbox"
        aria-label={label}
        aria-busy={isOutdated || undefined}
        aria-multiselectable={picking ? true : undefined}
        tabIndex={0}
        aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
        onKeyDown={onKeyDown}
        onContextMenu={onContextMenu}
        onMouseDown={(event) => {
          // Keeps a Shift-click from selecting text.
          if (picking && event.shiftKey && rowOf(event) >= 0) event.preventDefault()
        }}
        onClick={onClick}
        onDoubleClick={(event) => {
          if (items[rowOf(event)] !== undefined) leadIn()
        }}
        onScroll={(event) => onScroll?.(event.currentTarget.scrollTop)}
        onFocus={() => {
          isChosen.onFocus()
          const first = items[0]
          if (active < 0 && first !== undefined) setActiveKey(keyOf(first))
        }}
      >
        <div className={css.rows} role="presentation" style={{ height }}>
          {visible.map((index) => {
            const item = items[index]
            if (item === undefined) return null
            return (
              <VirtualRow
                key={isReused ? index : keyOf(item)}
                id={`${id}-${index}`}
                item={item}
                renderItem={renderItem}
                position={index + 1}
                total={total ?? items.length}
                label={labelOf?.(item)}
                heading={headingOf?.(item)}
                top={topOf(index)}
                height={rowHeight}
                isOpen={keyOf(item) === selectedKey}
                isActive={index === active}
                hasMenu={rowMenu.item !== null && keyOf(rowMenu.item) === keyOf(item)}
                isNew={isNew?.(item) ?? false}
                picked={picking ? picking.has(item) : null}
                pickMark={pickMark}
              />
            )
          })}
        </div>
        {footer ? (
          <div className={css.footer} role="presentation">
            {footer}
          </div>
        ) : null}
      </div>
      {hasRowKeys ? rowKeys?.(current) : null}
      {rowMenu.menu}
    </>
  )
}

const menuLabel = 'Actions'

function textAt<Item>(items: readonly Item[], index: number, textOf: (item: Item) => string): string {
  const item = items[index]
  return item === undefined ? '' : textOf(item)
}

const overscan = 8

/**
 * Returns the indexes of the rows to render. Always includes the current row, because `aria-activedescendant` must refer to an
 * existing element.
 */
function rowsAround(first: number, last: number, count: number, active: number): readonly number[] {
  if (last < first) return active < 0 ? [] : [active]
  const from = Math.max(0, first - overscan)
  const to = Math.min(count - 1, last + overscan)
  const indexes = Array.from({ length: to - from + 1 }, (_, at) => from + at)
  if (active < 0 || (active >= from && active <= to)) return indexes
  return active < from ? [active, ...indexes] : [...indexes, active]
}

/**
 * Returns whether letter shortcuts act on the current row. They don't after the user closed the open item with the mouse, because
 * the current row then has no visible mark.
 */
function useRowKeysEnabled(
  selectedKey: string | number | null,
  hasRow: (key: string | number) => boolean,
  list: RefObject<HTMLElement | null>,
) {
  const [isChosen, setChosen] = useState(true)
  const open = useRef(selectedKey)
  const latest = useRef(hasRow)
  latest.current = hasRow
  useEffect(() => {
    const before = open.current
    open.current = selectedKey
    if (selectedKey !== null) setChosen(true)
    // If the row is no longer listed, it was deleted, and shortcuts may act on the next row.
    else if (before !== null) setChosen(!latest.current(before) || hasRing(list.current))
  }, [selectedKey, list])
  return {
    now: isChosen,
    set: () => setChosen(true),
    unset: () => setChosen(false),
    /**
     * Must be called when the list gets the focus. Shortcuts stay off while an item is open, because its row may have been
     * removed from the list.
     */
    onFocus() {
      if (selectedKey === null && hasRing(list.current)) setChosen(true)
    },
  }
}

const hasRing = (list: HTMLElement | null) => list?.matches(':focus-visible') ?? false

/**
 * Sets `--scrollbar` on the list's frame to the width of the list's scroll bar, so that the column headers can reserve the same
 * space. The width is 0 if all rows fit or the system uses overlay scroll bars.
 */
function useScrollbarRoom(scroller: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = scroller.current
    const frame = element?.parentElement
    if (!element || !frame) return
    const say = () => frame.style.setProperty('--scrollbar', `${element.offsetWidth - element.clientWidth}px`)
    say()
    const resizes = new ResizeObserver(say)
    resizes.observe(element)
    return () => {
      resizes.disconnect()
      frame.style.removeProperty('--scrollbar')
    }
  }, [scroller])
}

import { type KeyboardEvent, type MouseEvent, useRef } from 'react'
import { picksRow } from './list-keys.ts'

/** The rows that are selected for a bulk action. The open row is tracked separately. */
export interface ListSelection<Item> {
  readonly count: number
  readonly has: (item: Item) => boolean
  readonly set: (items: readonly Item[], picked: boolean) => void
  readonly clear: () => void
}

/**
 * Handles the keys and clicks that change a selection. Space, x and a click on the mark toggle a row. Shift selects a range,
 * Ctrl+A or Cmd+A selects all loaded rows, and Escape clears the selection.
 */
export function useListSelection<Item>(
  picking: ListSelection<Item> | undefined,
  items: readonly Item[],
  keyOf: (item: Item) => string | number,
  /** The key of the open row. It is selected too when the user starts selecting other rows, because it already looks selected. */
  openKey: string | number | null,
) {
  const anchor = useRef<string | number | null>(null)
  const anchored = () => items.findIndex((item) => keyOf(item) === anchor.current)

  const toggle = (item: Item) => {
    anchor.current = keyOf(item)
    if (picking?.count === 0) picking.set(withOpen(item), true)
    else picking?.set([item], !picking.has(item))
  }

  const withOpen = (item: Item) => {
    const open = items.find((one) => keyOf(one) === openKey)
    return open === undefined || keyOf(item) === openKey ? [item] : [open, item]
  }

  return {
    onKey(event: KeyboardEvent, active: number): boolean {
      if (!picking) return false
      const current = items[active]
      const withMod = event.ctrlKey || event.metaKey
      if (withMod && !event.altKey && !event.shiftKey && event.key === 'a') picking.set(items, true)
      else if (event.key === 'Escape' && picking.count > 0) picking.clear()
      else if (picksRow(event.key) && !withMod && !event.altKey && current !== undefined) toggle(current)
      else return false
      event.preventDefault()
      return true
    },
    /** Updates the range when the current row moves. A move without Shift ends the range. */
    onMove(from: number, to: number, shift: boolean): void {
      if (!picking || !shift) {
        anchor.current = null
        return
      }
      const begin = items[from] ?? items[to]
      if (anchored() < 0 && begin !== undefined) anchor.current = keyOf(begin)
      const kept = new Set(between(items, anchored(), to))
      const left = between(items, anchored(), from < 0 ? to : from).filter((item) => !kept.has(item))
      picking.set(left, false)
      picking.set([...kept], true)
    },
    /** Returns `true` if the click changed the selection. The caller must not open the row then. */
    onClick(event: MouseEvent, active: number, index: number): boolean {
      const item = items[index]
      if (!picking || item === undefined) return false
      const onMark = event.target instanceof Element && event.target.closest('[data-pick]') !== null
      if (event.shiftKey) {
        const begin = items[anchored()] ?? items[active] ?? item
        anchor.current = keyOf(begin)
        picking.set(between(items, anchored(), index), true)
        return true
      }
      if (onMark || event.ctrlKey || event.metaKey) {
        toggle(item)
        return true
      }
      anchor.current = keyOf(item)
      return false
    },
  }
}

/** Returns the items between two indexes, including both. The indexes can be in either order. */
function between<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  return items.slice(Math.max(0, Math.min(from, to)), Math.max(from, to) + 1)
}

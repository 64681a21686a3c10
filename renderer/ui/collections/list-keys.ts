/**
 * The keys of every list and tree. Arrow keys, j and k, Page Up and Down, Home and End move. Enter and the right arrow open, and
 * Escape goes back. Space and x select rows in lists that allow multiple selection. Shift+F10 and the menu key open a row's menu.
 * Typing the start of a name finds a row. A letter that is a shortcut runs the shortcut, unless the letter continues a name.
 */

/** Returns the row index that a key moves to, or `null` if the key doesn't move. `active` is -1 while no row is current. */
export function listMove(key: string, active: number, count: number, page: number): number | null {
  if (count === 0) return null
  const clamp = (index: number) => Math.min(count - 1, Math.max(0, index))
  switch (key) {
    case 'ArrowDown':
    case 'j':
    case 'J':
      return clamp(active + 1)
    case 'ArrowUp':
    case 'k':
    case 'K':
      return active < 0 ? 0 : clamp(active - 1)
    case 'PageDown':
      return clamp(active + page)
    case 'PageUp':
      return clamp(active - page)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}

/** Whether a key moves the focus from the current row into the item that it opens. */
export const leadsIn = (key: string): boolean => key === 'Enter' || key === 'ArrowRight'

/** Whether a key selects the current row, in lists that allow multiple selection. */
export const picksRow = (key: string): boolean => key === ' ' || key === 'x' || key === 'X'

export function rowIndex(target: Element, role: 'option' | 'treeitem'): number {
  const id = target.closest(`[role="${role}"]`)?.id ?? ''
  return /-\d+$/.test(id) ? Number(id.slice(id.lastIndexOf('-') + 1)) : -1
}

/** Letters that have a function in every list, so that a name can't be found by typing them first. */
const ownLetters = 'jkxg'

const typedForMs = 700

export interface TypeAhead {
  /**
   * Returns the index of the row whose name starts with the typed letters, -1 if there is none, or `null` if the key is not a
   * letter. `taken` lists the letters that are shortcuts in this list.
   */
  find(
    event: { readonly key: string; readonly timeStamp: number },
    list: {
      readonly count: number
      readonly active: number
      readonly textOf: (index: number) => string
      readonly taken?: string | undefined
    },
  ): number | null
}

export function createTypeAhead(): TypeAhead {
  let typed = ''
  let lastAt = Number.NEGATIVE_INFINITY
  return {
    find({ key, timeStamp }, { count, active, textOf, taken = '' }) {
      if (key.length !== 1 || key === ' ') return null
      const isFresh = timeStamp - lastAt > typedForMs
      const letter = key.toLowerCase()
      if (isFresh && (!/[\p{L}\p{N}]/u.test(letter) || `${ownLetters}${taken}`.includes(letter))) return null
      typed = isFresh ? letter : typed + letter
      lastAt = timeStamp
      const start = typed.length > 1 ? Math.max(active, 0) : active + 1
      for (let step = 0; step < count; step += 1) {
        const index = (start + step) % count
        if (textOf(index).toLowerCase().startsWith(typed)) return index
      }
      return -1
    },
  }
}

/**
 * The keys of every list and tree. Arrows, j and k, Page Up and Down, Home and End move; Enter and the right arrow lead in, Escape
 * leads out; Space and x pick where several may be; Shift with F10 and the menu key open the menu of the row; a name is found by
 * typing its beginning. A letter that is a key of something does that, unless it continues a name.
 */

/** Where a key leads in a list of `count` rows from row `active` (-1: none yet); `null` when the key does not move. */
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

/** Whether a key leads from the current row into what it opens. */
export const leadsIn = (key: string): boolean => key === 'Enter' || key === 'ArrowRight'

/** Whether a key picks the current row, where several may be. */
export const picksRow = (key: string): boolean => key === ' ' || key === 'x' || key === 'X'

/** The index of the row that an event came from, by the end of its id; -1: from none. */
export function rowIndex(target: Element, role: 'option' | 'treeitem'): number {
  const id = target.closest(`[role="${role}"]`)?.id ?? ''
  return /-\d+$/.test(id) ? Number(id.slice(id.lastIndexOf('-') + 1)) : -1
}

/** Letters that move, pick or begin a shortcut in every list. A name that begins with one is found by the search. */
const ownLetters = 'jkxg'

/** So many milliseconds after the last letter another one begins a name. */
const typedForMs = 700

export interface TypeAhead {
  /**
   * The row that a key leads to by what was typed: -1 when no name begins so, `null` when the key types nothing. `textOf`: what a
   * row is found by; `taken`: letters that do something else here.
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

/** Finds rows by the beginning of their names. */
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

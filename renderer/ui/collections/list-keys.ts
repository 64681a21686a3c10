/** Where a key leads in a list of `count` rows from row `active` (-1: none yet); `null` when the key does not move. */
export function listMove(key: string, active: number, count: number, page: number): number | null {
  if (count === 0) return null
  const clamp = (index: number) => Math.min(count - 1, Math.max(0, index))
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return clamp(active + 1)
    case 'ArrowUp':
    case 'k':
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

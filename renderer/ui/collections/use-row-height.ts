import { useSyncExternalStore } from 'react'

/** Defaults for environments without a style sheet. They must match the values in the style sheet. */
const usual = { '--row': 30, '--row-tree': 28, '--row-found': 48 }

type RowToken = keyof typeof usual

/**
 * Returns the height of a list or tree row in pixels. The height is read from the style sheet, because it depends on the density.
 */
export function useRowHeight(token: RowToken = '--row'): number {
  return useSyncExternalStore(subscribe, () => rowHeights()[token])
}

/** The heights are cached, because each read would force a layout. */
let known: typeof usual | null = null

function rowHeights(): typeof usual {
  known ??= {
    '--row': readHeight('--row'),
    '--row-tree': readHeight('--row-tree'),
    '--row-found': readHeight('--row-found'),
  }
  return known
}

function readHeight(token: RowToken): number {
  const height = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue(token))
  return Number.isFinite(height) ? height : usual[token]
}

function subscribe(changed: () => void): () => void {
  const read = () => {
    known = null
    changed()
  }
  read()
  const observer = new MutationObserver(read)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-density'] })
  return () => observer.disconnect()
}

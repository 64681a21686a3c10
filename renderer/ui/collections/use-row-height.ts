import { useSyncExternalStore } from 'react'

/** As in the style sheet, for where there is none. */
const usual = { '--row': 30, '--row-tree': 28 }

type RowToken = keyof typeof usual

/** The height of a row of a list or of a tree in pixels, as the style sheet has it: the density of the window changes it. */
export function useRowHeight(token: RowToken = '--row'): number {
  return useSyncExternalStore(subscribe, () => rowHeights()[token])
}

/** Remembered, since reading them at each render would lay out the page each time. */
let known: typeof usual | null = null

function rowHeights(): typeof usual {
  known ??= { '--row': readHeight('--row'), '--row-tree': readHeight('--row-tree') }
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

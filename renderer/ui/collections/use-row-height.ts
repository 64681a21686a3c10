import { useSyncExternalStore } from 'react'

/** The height of a row in pixels, as the style sheet has it: the density of the window changes it. */
export function useRowHeight(): number {
  return useSyncExternalStore(subscribe, rowHeight)
}

/** As in the style sheet, for where there is none. */
const usual = 30

/** Remembered, since reading it at each render would lay out the page each time. */
let known: number | null = null

function rowHeight(): number {
  known ??= readRowHeight()
  return known
}

function readRowHeight(): number {
  const height = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--row'))
  return Number.isFinite(height) ? height : usual
}

function subscribe(changed: () => void): () => void {
  const read = () => {
    const before = known
    known = readRowHeight()
    if (known !== before) changed()
  }
  read()
  const observer = new MutationObserver(read)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-density'] })
  return () => observer.disconnect()
}

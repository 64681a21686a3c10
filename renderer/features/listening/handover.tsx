import { type ReactNode, useLayoutEffect, useRef } from 'react'
import css from './listening.module.css'

/** Those on the page now, in the order in which they came. */
const present = new Set<HTMLElement>()

/**
 * Controls of listening that replace each other: *Listen* by *Cancel*, that by *Stop listening*. When one that has the focus leaves
 * the page, the one that came last takes it, so that it never falls to nobody; a `preferred` one goes before the others.
 */
export function Handover({
  preferred = false,
  children,
}: {
  readonly preferred?: boolean
  readonly children: ReactNode
}) {
  const place = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const here = place.current
    if (!here) return
    present.add(here)
    return () => {
      present.delete(here)
      if (here.contains(document.activeElement)) requestAnimationFrame(handOver)
    }
  }, [])
  return (
    <span ref={place} className={css.handover} data-preferred={preferred || undefined}>
      {children}
    </span>
  )
}

function handOver(): void {
  if (document.activeElement !== document.body) return
  const all = [...present]
  const heir = all.findLast(({ dataset }) => dataset.preferred !== undefined) ?? all.at(-1)
  heir?.querySelector('button')?.focus()
}

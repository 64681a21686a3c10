import { type ReactNode, useLayoutEffect, useRef } from 'react'
import css from './listening.module.css'

const present = new Set<HTMLElement>()

/**
 * Keeps the focus when the live session's controls replace each other: *Start live session*, then *Cancel*, then *End session*.
 * If the focused control is removed, the focus moves to a `preferred` control or, if there is none, to the newest control.
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
  const next = all.findLast(({ dataset }) => dataset.preferred !== undefined) ?? all.at(-1)
  next?.querySelector('button')?.focus()
}

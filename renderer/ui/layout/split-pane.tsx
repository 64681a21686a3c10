import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useRef, useState } from 'react'
import { classes } from '../class-names.ts'
import { PartBoundary } from '../feedback/part-boundary.tsx'
import css from './split-pane.module.css'

export interface SplitPaneProps {
  readonly name: string
  readonly label: string
  readonly initial: number
  readonly min: number
  readonly max: number
  /** The resizable pane, or `null` if it is closed. */
  readonly side: ReactNode
  /** The other pane, or `null` if there is none. */
  readonly children: ReactNode
  /** Position of the resizable pane: `start` is left, `end` is right. */
  readonly at?: 'start' | 'end'
  /** Whether only one pane fits. The right pane then covers the left one, which stays mounted with its scroll position. */
  readonly single?: boolean
}

/**
 * Two panes with a handle between them. The user can drag the handle, press the arrow keys to resize, and double-click to reset.
 * Not react-resizable-panels, because version 4.24 adds 16 kB (gzipped) and this code 2 kB.
 */
export function SplitPane({
  name,
  label,
  initial,
  min,
  max,
  side,
  children,
  at = 'start',
  single = false,
}: SplitPaneProps) {
  const id = useId()
  const drag = useRef<{ readonly x: number; readonly size: number } | null>(null)
  const [size, setSize] = useState(() => clamp(remembered(name) ?? initial, min, max))

  const resize = (next: number) => {
    const clamped = clamp(next, min, max)
    setSize(clamped)
    remember(name, clamped)
  }
  const outward = at === 'start' ? 1 : -1

  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.shiftKey ? 64 : 16
    const moves: ReadonlyMap<string, number> = new Map(
      Object.entries({
        ArrowRight: size + step * outward,
        ArrowLeft: size - step * outward,
        Home: min,
        End: max,
      }),
    )
    const next = moves.get(event.key)
    if (next === undefined) return
    event.preventDefault()
    resize(next)
  }

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    drag.current = { x: event.clientX, size }
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (drag.current) resize(drag.current.size + (event.clientX - drag.current.x) * outward)
  }
  const endDrag = () => {
    drag.current = null
  }

  const areBoth = side !== null && children !== null
  const isShared = areBoth && !single
  const isSideBehind = areBoth && single && at === 'start'
  const isMainBehind = areBoth && single && at === 'end'
  const sized =
    side === null ? null : (
      <div
        id={id}
        className={classes(
          isShared ? css.side : css.main,
          isShared && at === 'end' && css.end,
          isSideBehind && css.behind,
        )}
        style={isShared ? { width: at === 'end' ? size - 1 : size } : {}}
        inert={isSideBehind}
      >
        <PartBoundary resetKey={side}>{side}</PartBoundary>
      </div>
    )
  const main =
    children === null ? null : (
      <div className={classes(css.main, isMainBehind && css.behind)} inert={isMainBehind}>
        <PartBoundary resetKey={children}>{children}</PartBoundary>
      </div>
    )
  const handle = isShared ? (
    // biome-ignore lint/a11y/useSemanticElements: a separator that can be moved is a widget, which <hr> is not
    <div
      className={css.handle}
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={`Width of ${label}`}
      aria-controls={id}
      aria-valuenow={Math.round(size)}
      aria-valuemin={min}
      aria-valuemax={max}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={endDrag}
      onPointerCancel={endDrag}
      onDoubleClick={() => resize(initial)}
    />
  ) : null
  return (
    <div className={css.split}>
      {at === 'start' ? sized : null}
      {at === 'start' ? handle : null}
      {main}
      {at === 'end' ? handle : null}
      {at === 'end' ? sized : null}
    </div>
  )
}

function clamp(size: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, size))
}

function remembered(name: string): number | null {
  try {
    const size = Number.parseInt(localStorage.getItem(`pane:${name}`) ?? '', 10)
    return Number.isFinite(size) ? size : null
  } catch {
    return null
  }
}

/** Stores the width. Without storage, it is kept only until the page closes. */
function remember(name: string, size: number): void {
  try {
    localStorage.setItem(`pane:${name}`, String(Math.round(size)))
  } catch {}
}

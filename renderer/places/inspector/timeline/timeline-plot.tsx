import 'uplot/dist/uPlot.min.css'
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import type { DeliveryOutcome } from '#shared/deliveries/responses/outcome.ts'
import type { Timeline } from '#shared/deliveries/timeline.ts'
import { useMedia } from '#ui/hooks/use-media.ts'
import { useWidth } from '#ui/hooks/use-width.ts'
import css from './timeline.module.css'
import { stackBars } from './timeline-steps.ts'

const height = 21

/** Draws the bars on a canvas. The slider around it and the legend provide the same content as text. */
export default function TimelinePlot({
  timeline,
  onHover,
  onBrush,
  onDoubleClick,
}: {
  readonly timeline: Timeline
  readonly onHover: (step: number | null) => void
  readonly onBrush: (first: number, last: number) => void
  readonly onDoubleClick: () => void
}) {
  const place = useRef<HTMLDivElement>(null)
  const width = useWidth(place)
  const plot = useRef<uPlot | null>(null)
  const now = useRef({ timeline, onHover, onBrush, onDoubleClick })
  now.current = { timeline, onHover, onBrush, onDoubleClick }
  const latestWidth = useRef(width)
  latestWidth.current = width
  const isLaidOut = width > 0

  useEffect(() => {
    const into = place.current
    if (!isLaidOut || !into || !document.createElement('canvas').getContext('2d')) return
    const fills = barFills(into)
    const created = new uPlot(
      {
        width: latestWidth.current,
        height,
        padding: [0, 0, 0, 0],
        legend: { show: false },
        scales: {
          x: { time: false, range: () => [-0.5, now.current.timeline.steps - 0.5] },
          y: { range: (_, __, most) => [0, Math.max(1, most) * 1.04] },
        },
        axes: [{ show: false }, { show: false }],
        series: [
          {},
          bars(fills.of('failed'), 1),
          bars(fills.of('retried'), 1),
          bars(fills.of('delivered'), 0),
        ],
        cursor: {
          y: false,
          x: false,
          points: { show: false },
          drag: { x: true, y: false, setScale: false, dist: 4 },
          bind: {
            dblclick: () => () => {
              now.current.onDoubleClick()
              return null
            },
          },
        },
        hooks: {
          // Captures the pointer, so that a drag that leaves the chart doesn't snap to its edge.
          ready: [
            ({ over }) =>
              over.addEventListener('pointerdown', ({ pointerId }) => over.setPointerCapture(pointerId)),
          ],
          setCursor: [
            (self) => now.current.onHover((self.cursor.left ?? -1) < 0 ? null : (self.cursor.idx ?? null)),
          ],
          setSelect: [
            (self) => {
              const { left: from, width: wide } = self.select
              if (wide <= 0) return
              const last = now.current.timeline.steps - 1
              const step = (x: number) => Math.min(last, Math.max(0, Math.round(self.posToVal(x, 'x'))))
              now.current.onBrush(step(from), step(from + wide))
              self.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
            },
          ],
        },
      },
      dataOf(now.current.timeline),
      into,
    )
    plot.current = created
    return () => {
      plot.current = null
      created.destroy()
    }
  }, [isLaidOut])

  useEffect(() => plot.current?.setData(dataOf(timeline)), [timeline])
  useEffect(() => {
    if (width > 0) plot.current?.setSize({ width, height })
  }, [width])

  const looks = [
    useMedia('(prefers-color-scheme: dark)'),
    useMedia('(prefers-contrast: more)'),
    useMedia('(forced-colors: active)'),
  ].join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: other colors need another picture
  useEffect(() => {
    const redraw = () => plot.current?.redraw(true, true)
    redraw()
    const observer = new MutationObserver(redraw)
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
    return () => observer.disconnect()
  }, [looks])

  return (
    <div ref={place} className={css.plot}>
      <i hidden className={css.swatch} data-outcome="delivered" />
      <i hidden className={css.swatch} data-outcome="retried" />
      <i hidden className={css.swatch} data-outcome="failed" />
    </div>
  )
}

/** Bars at the back are `gap` pixels narrower, because their color would otherwise show at the edges of the bars in front. */
const bars = (fill: () => CanvasPattern | string, gap: number): uPlot.Series => ({
  fill,
  width: 0,
  points: { show: false },
  paths: uPlot.paths.bars?.({ size: [0.8, 24], align: 0, gap }) ?? (() => null),
})

function dataOf(timeline: Timeline): uPlot.AlignedData {
  const [all = [], notFailed = [], delivered = []] = stackBars(timeline)
  return [Array.from({ length: timeline.steps }, (_, step) => step), [...all], [...notFailed], [...delivered]]
}

/**
 * Returns the plot's colors. A canvas can't use custom properties, so the colors are read from styled elements. In forced colors
 * and high contrast, outcomes also differ in pattern.
 */
function barFills(place: HTMLElement) {
  const style = getComputedStyle(place)
  const colorOf = (outcome: DeliveryOutcome) => {
    const probe = place.querySelector(`[data-outcome=${outcome}]`)
    return probe ? getComputedStyle(probe).color : style.color
  }
  return {
    of: (outcome: DeliveryOutcome) => () =>
      outcome === 'delivered' || !needsPatterns()
        ? colorOf(outcome)
        : pattern(outcome, colorOf(outcome), getComputedStyle(place).backgroundColor),
  }
}

const needsPatterns = () => matchMedia('(forced-colors: active), (prefers-contrast: more)').matches

/** Returns diagonal stripes for retrying and horizontal ones for failed, like the legend's swatches. */
function pattern(outcome: DeliveryOutcome, color: string, ground: string): CanvasPattern | string {
  const unit = Math.max(1, Math.round(devicePixelRatio))
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  const side = 4 * unit
  canvas.width = side
  canvas.height = side
  if (!context) return color
  context.fillStyle = ground
  context.fillRect(0, 0, side, side)
  context.fillStyle = color
  if (outcome === 'failed') context.fillRect(0, 0, side, 3 * unit)
  else {
    for (let at = 0; at < side; at += 1) {
      for (const shift of [0, side]) context.fillRect(shift - at, at, 2 * unit, 1)
    }
  }
  return context.createPattern(canvas, 'repeat') ?? color
}

import 'uplot/dist/uPlot.min.css'
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import type { Timeline } from '#shared/deliveries/timeline.ts'
import { useMedia } from '#ui/hooks/use-media.ts'
import { useWidth } from '#ui/hooks/use-width.ts'
import css from './timeline.module.css'
import { barFills } from './timeline-fills.ts'
import { formatTick, stackBars, ticksOf } from './timeline-steps.ts'

/** Pixels left of the bars, for the axis labels, and right of them. `timeline.module.css` repeats them. */
const left = 34
const right = 10
const pixelsPerTick = 84

/** The bars as a picture. The slider around it and the legend have the same content as text. */
export default function TimelinePlot({
  timeline,
  height,
  onHover,
  onBrush,
  onDoubleClick,
}: {
  readonly timeline: Timeline
  readonly height: number
  readonly onHover: (step: number | null) => void
  readonly onBrush: (first: number, last: number) => void
  readonly onDoubleClick: () => void
}) {
  const place = useRef<HTMLDivElement>(null)
  const width = useWidth(place)
  const plot = useRef<uPlot | null>(null)
  const now = useRef({ timeline, onHover, onBrush, onDoubleClick })
  now.current = { timeline, onHover, onBrush, onDoubleClick }
  const size = useRef({ width, height })
  size.current = { width, height }
  const isLaidOut = width > 0

  useEffect(() => {
    const into = place.current
    // Without a canvas, the legend is enough.
    if (!isLaidOut || !into || !document.createElement('canvas').getContext('2d')) return
    const fills = barFills(into)
    const created = new uPlot(
      {
        ...size.current,
        padding: [6, right, 0, 0],
        legend: { show: false },
        scales: {
          x: { time: false, range: () => [-0.5, now.current.timeline.steps - 0.5] },
          y: { range: (_, __, most) => [0, Math.max(1, most) * 1.04] },
        },
        axes: [
          {
            size: 20,
            gap: 3,
            font: fills.font,
            stroke: () => fills.text(),
            grid: { show: false },
            ticks: { show: true, size: 3, width: 1, stroke: () => fills.lines() },
            splits: (self) => ticks(now.current.timeline, self.width).at,
            values: (self, splits) => {
              const { start, stepMs } = now.current.timeline
              const { isDays } = ticks(now.current.timeline, self.width)
              return splits.map((step) => formatTick(start + step * stepMs, isDays))
            },
          },
          {
            size: left,
            gap: 4,
            space: 22,
            font: fills.font,
            stroke: () => fills.text(),
            grid: { width: 1, stroke: () => fills.lines() },
            ticks: { show: false },
            incrs: wholeNumbers,
            values: (_, splits) => splits.map((count) => compact.format(count)),
          },
        ],
        series: [
          {},
          ...(['failed', 'retried', 'delivered'] as const).map((outcome) => bars(fills.of(outcome))),
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
          // Captured, so that a drag that leaves the chart continues along it and does not snap to its edge.
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
  }, [width, height])

  const looks = [
    useMedia('(prefers-color-scheme: dark)'),
    useMedia('(prefers-contrast: more)'),
    useMedia('(forced-colors: active)'),
  ].join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: other colors need another picture
  useEffect(() => {
    const redraw = () => plot.current?.redraw(false, true)
    redraw()
    const observer = new MutationObserver(redraw)
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
    return () => observer.disconnect()
  }, [looks])

  return (
    <div ref={place} className={css.plot} style={{ height }}>
      <i hidden data-outcome="delivered" />
      <i hidden data-outcome="retried" />
      <i hidden data-outcome="failed" />
    </div>
  )
}

const bars = (fill: () => CanvasPattern | string): uPlot.Series => ({
  fill,
  width: 0,
  points: { show: false },
  paths: uPlot.paths.bars?.({ size: [0.9, 44], align: 0, gap: 1 }) ?? (() => null),
})

function dataOf(timeline: Timeline): uPlot.AlignedData {
  const [all = [], notFailed = [], delivered = []] = stackBars(timeline)
  return [Array.from({ length: timeline.steps }, (_, step) => step), [...all], [...notFailed], [...delivered]]
}

function ticks(timeline: Timeline, width: number) {
  const most = Math.max(2, Math.floor((width - left - right) / pixelsPerTick))
  const { at, isDays } = ticksOf(timeline, most, new Date(timeline.start).getTimezoneOffset())
  // Labels under the last bars would be cut off.
  const end = timeline.steps * (1 - pixelsPerTick / 3 / Math.max(1, width - left - right))
  return { at: at.filter((step) => step <= end), isDays }
}

const wholeNumbers = [1, 2, 5]
  .flatMap((of) => [0, 1, 2, 3, 4, 5, 6].map((zeros) => of * 10 ** zeros))
  .sort((a, b) => a - b)
const compact = new Intl.NumberFormat(undefined, { notation: 'compact' })

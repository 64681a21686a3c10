import 'uplot/dist/uPlot.min.css'
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import type { Timeline } from '#shared/deliveries/timeline.ts'
import { useMedia } from '#ui/hooks/use-media.ts'
import { useWidth } from '#ui/hooks/use-width.ts'
import css from './timeline.module.css'
import { barFills } from './timeline-fills.ts'
import { stacked, ticksOf, tickWords } from './timeline-steps.ts'

/** Pixels left of the bars, for the numbers, and right of them; `timeline.module.css` has them too. */
const left = 34
const right = 10
const pixelsATick = 84

/** The bars. What they say is said in words beside them, so they are a picture and nothing more. */
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
    // A page without a canvas has the words.
    if (!isLaidOut || !into || !document.createElement('canvas').getContext('2d')) return
    const fills = barFills(into)
    const made = new uPlot(
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
            stroke: () => fills.words(),
            grid: { show: false },
            ticks: { show: true, size: 3, width: 1, stroke: () => fills.lines() },
            splits: (self) => ticks(now.current.timeline, self.width).at,
            values: (self, splits) => {
              const { start, stepMs } = now.current.timeline
              const { isDays } = ticks(now.current.timeline, self.width)
              return splits.map((step) => tickWords(start + step * stepMs, isDays))
            },
          },
          {
            size: left,
            gap: 4,
            space: 22,
            font: fills.font,
            stroke: () => fills.words(),
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
          // A drag that leaves the low chart stays a drag along it, and does not snap to its edge.
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
    plot.current = made
    return () => {
      plot.current = null
      made.destroy()
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: other colours are another picture
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
  const [all = [], notFailed = [], delivered = []] = stacked(timeline)
  return [Array.from({ length: timeline.steps }, (_, step) => step), [...all], [...notFailed], [...delivered]]
}

function ticks(timeline: Timeline, width: number) {
  const most = Math.max(2, Math.floor((width - left - right) / pixelsATick))
  const { at, isDays } = ticksOf(timeline, most, new Date(timeline.start).getTimezoneOffset())
  // The words under the last bars would be cut off.
  const end = timeline.steps * (1 - pixelsATick / 3 / Math.max(1, width - left - right))
  return { at: at.filter((step) => step <= end), isDays }
}

const wholeNumbers = [1, 2, 5]
  .flatMap((of) => [0, 1, 2, 3, 4, 5, 6].map((zeros) => of * 10 ** zeros))
  .sort((a, b) => a - b)
const compact = new Intl.NumberFormat(undefined, { notation: 'compact' })

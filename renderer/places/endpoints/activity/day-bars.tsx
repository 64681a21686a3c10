import { formatRange } from '#ui/text/time-words.ts'
import { describeCounts } from './copy.ts'
import css from './day-bars.module.css'
import { type Bar, kinds, sumOf, total } from './day-counts.ts'

/**
 * A chart of one day, with one bar for each period. Failed and unverified deliveries are at the top of each bar. `isLabelled`
 * adds a label for screen readers, which is needed if the counts are not also shown as text.
 */
export function DayBars({
  bars,
  height,
  gap = 1,
  isWide = false,
  isLabelled = false,
}: {
  readonly bars: readonly Bar[]
  readonly height: number
  readonly gap?: number
  readonly isWide?: boolean
  readonly isLabelled?: boolean
}) {
  const width = bars.length * (barWidth + gap) - gap
  const most = Math.max(1, ...bars.map(total))
  const words = describeCounts(sumOf(bars))
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: it is named, or the row that it is in says the same
    <svg
      className={css.bars}
      viewBox={`0 0 ${width} ${height}`}
      width={isWide ? '100%' : width}
      height={height}
      preserveAspectRatio="none"
      {...(isLabelled ? { role: 'img', 'aria-label': words } : { 'aria-hidden': true })}
    >
      {bars.map((bar, at) => (
        <g key={bar.from} className={css.bar}>
          <rect className={css.room} x={at * (barWidth + gap)} width={barWidth + gap} height={height} />
          {partsOf(bar, height, most).map(({ kind, y, size }) => (
            <rect
              key={kind}
              className={css[kind]}
              x={at * (barWidth + gap)}
              y={y}
              width={barWidth}
              height={size}
            />
          ))}
          <title>{`${formatRange(bar, Date.now())}: ${describeCounts(bar)}`}</title>
        </g>
      ))}
    </svg>
  )
}

const barWidth = 2
const least = 1.5

function partsOf(bar: Bar, height: number, most: number) {
  if (total(bar) === 0) return [{ kind: 'none' as const, y: height - 1, size: 1 }]
  const sizes = kinds.map((kind) => (bar[kind] === 0 ? 0 : Math.max(least, (bar[kind] / most) * height)))
  const whole = sizes.reduce((sum, size) => sum + size, 0)
  const scale = Math.min(1, height / whole)
  let top = height
  return kinds.flatMap((kind, at) => {
    const size = (sizes[at] ?? 0) * scale
    top -= size
    return size === 0 ? [] : [{ kind, y: top, size }]
  })
}

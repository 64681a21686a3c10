import textCss from '#ui/text/text.module.css'
import { latency as copy } from './copy.ts'
import css from './latency-line.module.css'

const width = 160
const height = 28

/**
 * Shows round trips through the public address, the last one on the right. A single one is only shown as a number, because it makes no
 * line.
 */
export function LatencyLine({ latenciesMs }: { readonly latenciesMs: readonly number[] }) {
  const last = latenciesMs.at(-1)
  if (last === undefined) return null
  const highest = Math.max(...latenciesMs, 1)
  const step = width / Math.max(latenciesMs.length - 1, 1)
  const points = latenciesMs.map(
    (ms, at) => `${(at * step).toFixed(1)},${(height - 2 - (ms / highest) * (height - 4)).toFixed(1)}`,
  )
  const middle = [...latenciesMs].sort((a, b) => a - b)[Math.floor(latenciesMs.length / 2)] ?? last
  return (
    <div className={css.latency}>
      {points.length === 1 ? null : (
        <svg
          viewBox={`0 0 ${width} ${height}`}
          width={width}
          height={height}
          className={css.line}
          role="img"
          aria-label={copy.chart(latenciesMs.length, Math.min(...latenciesMs), highest)}
        >
          <polyline points={points.join(' ')} />
        </svg>
      )}
      <span className={css.words}>
        {last} ms <span className={textCss.muted}>{points.length === 1 ? copy.only : copy.last}</span>
        {points.length === 1 ? null : (
          <>
            {' '}
            {middle} ms <span className={textCss.muted}>{copy.usual}</span>
          </>
        )}
      </span>
    </div>
  )
}

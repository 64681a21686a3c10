import css from './latency-line.module.css'

const width = 160
const height = 28

/** Round trips through the public side, the last one on the right. The numbers beside it say the same in words. */
export function LatencyLine({ latenciesMs }: { readonly latenciesMs: readonly number[] }) {
  const last = latenciesMs.at(-1)
  if (last === undefined) return null
  const highest = Math.max(...latenciesMs, 1)
  const step = width / Math.max(latenciesMs.length - 1, 1)
  const points = latenciesMs.map((ms, at) => {
    const x = latenciesMs.length === 1 ? width : at * step
    return `${x.toFixed(1)},${(height - 2 - (ms / highest) * (height - 4)).toFixed(1)}`
  })
  const middle = [...latenciesMs].sort((a, b) => a - b)[Math.floor(latenciesMs.length / 2)] ?? last
  return (
    <div className={css.latency}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        className={css.line}
        role="img"
        aria-label={`The last ${latenciesMs.length} round trips, ${Math.min(...latenciesMs)} to ${highest} ms`}
      >
        <polyline points={points.length === 1 ? `0,${height / 2} ${points[0]}` : points.join(' ')} />
      </svg>
      <span className={css.words}>
        {last} ms <span className={css.muted}>last,</span> {middle} ms{' '}
        <span className={css.muted}>usually</span>
      </span>
    </div>
  )
}

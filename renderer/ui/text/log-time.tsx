import css from './log-time.module.css'
import { useNow } from './time-text.tsx'
import { exactTime, logTime, relativeTime } from './time-words.ts'

/** A time to the millisecond, as in a log; with the day where that is not today. How long ago it was is in the tooltip. */
export function LogTime({ iso }: { readonly iso: string }) {
  const at = Date.parse(iso)
  const now = useNow(at)
  if (Number.isNaN(at)) return <span className={css.time}>{iso}</span>
  const [time, fraction] = logTime(at, now)
  return (
    <time
      className={css.time}
      dateTime={new Date(at).toISOString()}
      title={`${relativeTime(at, now)} · ${exactTime(at)}`}
    >
      {time}
      {fraction === '' ? null : <span className={css.fraction}>{fraction}</span>}
    </time>
  )
}

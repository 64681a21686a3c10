import css from './log-time.module.css'
import { useNow } from './time-text.tsx'
import { exactTime, logTime, relativeTime } from './time-words.ts'

/** A time with milliseconds, as in a log. The day is added if it is not today. The tooltip shows the relative time. */
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

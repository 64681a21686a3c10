import { useNow } from '#ui/text/time-text.tsx'
import { exactTime, logTime } from '#ui/text/time-words.ts'

/** *12:41*, or with its day if that is not today. */
export function SinceTime({ iso }: { readonly iso: string }) {
  const at = Date.parse(iso)
  const now = useNow(at)
  if (Number.isNaN(at)) return <span>{iso}</span>
  const [time] = logTime(at, now)
  return (
    <time dateTime={new Date(at).toISOString()} title={exactTime(at)}>
      {time.replace(/^(\d\d:\d\d):\d\d$/, '$1')}
    </time>
  )
}

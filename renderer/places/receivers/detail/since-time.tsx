import { useNow } from '#ui/text/time-text.tsx'
import { exactTime, logTime } from '#ui/text/time-words.ts'

/** Shows a time such as *12:41*, with the day unless it is today. */
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

/**
 * Formats a time relative to now: *just now*, *5 min ago*, *yesterday*, *3 days ago*, then the date. Both times are in
 * milliseconds. A past event that seems to be in the future because of clock skew is shown as *just now*. With `isDue`, formats a
 * future time, such as *in 5 min*.
 */
export function relativeTime(atMs: number, nowMs: number, isDue = false): string {
  const seconds = (nowMs - atMs) / 1000
  if (Math.abs(seconds) < 45) return 'just now'
  if (seconds < 0 && isDue) return ahead(-seconds, atMs)
  if (seconds < 0) return seconds > -86_400 ? 'just now' : dayOf(atMs, nowMs)
  if (seconds < 3600) return `${Math.max(1, Math.round(seconds / 60))} min ago`
  if (seconds < 86_400 && daysBetween(atMs, nowMs) === 0) return `${Math.round(seconds / 3600)} h ago`
  const days = daysBetween(atMs, nowMs)
  if (days <= 1) return 'yesterday'
  if (days < 7) return `${days} days ago`
  return dayOf(atMs, nowMs)
}

/** Formats a time for a table: `12:55` today, *Yesterday*, `Nov 19`, then `Nov 19, 2025`. A future day is shown as a date. */
export function tableTime(atMs: number, nowMs: number): string {
  const days = daysBetween(atMs, nowMs)
  if (days === 0) return timeOfDay.format(atMs)
  return days === 1 ? 'Yesterday' : dayOf(atMs, nowMs)
}

/** Formats a time to the minute: `18:45` today, otherwise with its day, such as *yesterday, 18:45* or *Nov 19, 18:45*. */
export function shortTime(atMs: number, nowMs: number): string {
  const days = daysBetween(atMs, nowMs)
  const time = timeOfDay.format(atMs)
  if (days === 0) return time
  return `${dayNames[days] ?? dayOf(atMs, nowMs)}, ${time}`
}

const dayNames: Readonly<Record<number, string>> = { [-1]: 'tomorrow', 1: 'yesterday' }

/** Formats a time span within a day, such as *Today, 12:10 – 12:48* or *Nov 19, 12:10 – 12:48*. */
export function spanOfDay(fromMs: number, toMs: number | null, nowMs: number): string {
  const until = toMs !== null && toMs > fromMs && daysBetween(fromMs, toMs) === 0 ? toMs : null
  const time = until === null ? timeOfDay.format(fromMs) : timeOfDay.formatRange(fromMs, until)
  return `${daysBetween(fromMs, nowMs) === 0 ? 'Today' : dayOf(fromMs, nowMs)}, ${time}`
}

/** Formats a range, such as *14:05 – 14:06*. The day is added if it is not today. */
export function formatRange(
  { from, to }: { readonly from: number; readonly to: number },
  nowMs: number,
): string {
  if (from < to && isMidnight(from) && isMidnight(to)) return dayMonth.formatRange(from, to - 1)
  const isToday = daysBetween(from, nowMs) === 0
  return (isToday && to - from < 86_400_000 ? timeOfDay : dayAndTime).formatRange(from, to)
}

/** Formats a time on an axis: the day at midnight, otherwise hours and minutes. */
export function formatTick(ms: number, isDays: boolean): string {
  return (isDays || isMidnight(ms) ? dayMonth : timeOfDay).format(ms)
}

const isMidnight = (ms: number) => new Date(ms).getHours() === 0 && new Date(ms).getMinutes() === 0

/** Formats a duration in milliseconds, such as *11 min*, *3 h* or *2 days*. */
export function duration(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000))
  if (minutes < 60) return `${minutes} min`
  const hours = Math.round(minutes / 60)
  if (hours < 24) return `${hours} h`
  const days = Math.round(hours / 24)
  return days === 1 ? '1 day' : `${days} days`
}

/** Formats a duration in its largest fitting unit, rounded, such as *40 ms*, *1.4 s*, *12 s*, *5 min*, *3 h* or *2 days*. */
export function timeSpan(ms: number): string {
  const seconds = Math.abs(ms) / 1000
  if (seconds < 0.9995) return `${Math.round(seconds * 1000)} ms`
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`
  if (seconds < 59.5) return `${Math.round(seconds)} s`
  if (seconds < 3570) return `${Math.round(seconds / 60)} min`
  if (seconds < 2 * 86_400) return `${Math.round(seconds / 3600)} h`
  return `${Math.round(seconds / 86_400).toLocaleString()} days`
}

/** All times have 24 hours, so that they align and look the same in every locale. */
const minutes = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const seconds = { ...minutes, second: '2-digit' } as const
const day = { day: 'numeric', month: 'short', year: 'numeric' } as const
const timeOfDay = new Intl.DateTimeFormat(undefined, minutes)
const dayAndTime = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', ...minutes })
const exact = new Intl.DateTimeFormat(undefined, { ...day, ...seconds })
const precise = new Intl.DateTimeFormat(undefined, { ...seconds, fractionalSecondDigits: 3 })

/** Formats the date and time in the user's time zone, to the second. */
export function exactTime(atMs: number): string {
  return exact.format(atMs)
}

export function preciseTime(atMs: number): string {
  return precise.format(atMs)
}

/** Formats a time for a list as `12:56:18` and `.204`. An older time is formatted with its day and without seconds. */
export function logTime(atMs: number, nowMs: number): readonly [time: string, fraction: string] {
  const at = new Date(atMs)
  const minutes = `${two(at.getHours())}:${two(at.getMinutes())}`
  if (daysBetween(atMs, nowMs) === 0 || (nowMs > atMs && nowMs - atMs < nightMs)) {
    return [`${minutes}:${two(at.getSeconds())}`, `.${String(at.getMilliseconds()).padStart(3, '0')}`]
  }
  if (at.getFullYear() !== new Date(nowMs).getFullYear()) return [numericDate.format(atMs), '']
  const day = dayMonth.format(atMs)
  return [`${day.length > longDay ? numericDay.format(atMs) : day} ${minutes}`, '']
}

const nightMs = 6 * 3_600_000

const two = (value: number) => String(value).padStart(2, '0')
/**
 * Maximum length of a date, such as `Nov 19`, in characters. A longer date is formatted with digits, so that it fits beside the
 * time.
 */
const longDay = 6

function ahead(seconds: number, atMs: number): string {
  if (seconds < 3600) return `in ${Math.max(1, Math.round(seconds / 60))} min`
  if (seconds < 86_400) return `in ${Math.round(seconds / 3600)} h`
  return dayAndTime.format(atMs)
}

/** Returns the number of midnights between two times, in the user's time zone. */
function daysBetween(atMs: number, nowMs: number): number {
  const midnight = (ms: number) => {
    const date = new Date(ms)
    return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())
  }
  return Math.round((midnight(nowMs) - midnight(atMs)) / 86_400_000)
}

/** Formats the day. The year is added if it is not the current one. */
export function dayOf(atMs: number, nowMs: number): string {
  return new Date(atMs).getFullYear() === new Date(nowMs).getFullYear()
    ? dayMonth.format(atMs)
    : dayMonthYear.format(atMs)
}

const dayMonth = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const numericDay = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'numeric' })
const numericDate = new Intl.DateTimeFormat(undefined, { dateStyle: 'short' })
const dayMonthYear = new Intl.DateTimeFormat(undefined, day)

import { minutesOfLog } from '#ui/text/time-words.ts'

/** Formats the time of day to the millisecond, in 24-hour format in every locale, as in a log. */
export function preciseTime(atMs: number): string {
  return precise.format(atMs)
}

/** Formats the day, with the year unless it is the current one. */
export function dayOf(atMs: number): string {
  const isThisYear = new Date(atMs).getFullYear() === new Date().getFullYear()
  return (isThisYear ? dayMonth : dayMonthYear).format(atMs)
}

/** Formats a duration in its largest fitting unit, rounded: *40 ms*, *1.4 s*, *12 s*, *5 min*, *3 h*, *2 days*. */
export function timeSpan(ms: number): string {
  const seconds = Math.abs(ms) / 1000
  if (seconds < 0.9995) return `${Math.round(seconds * 1000)} ms`
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`
  if (seconds < 59.5) return `${Math.round(seconds)} s`
  if (seconds < 3570) return `${Math.round(seconds / 60)} min`
  if (seconds < 2 * 86_400) return `${Math.round(seconds / 3600)} h`
  return `${Math.round(seconds / 86_400).toLocaleString()} days`
}

const precise = new Intl.DateTimeFormat(undefined, {
  ...minutesOfLog,
  second: '2-digit',
  fractionalSecondDigits: 3,
})
const dayMonth = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const dayMonthYear = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' })
